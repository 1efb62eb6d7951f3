package va

import (
	"slices"

	"pagewalk/engine/target"
)

// advised is a block that has heard an advice: what its policy was, and the
// pages that were mapped for the GPU because of it.
type advised struct {
	block, policy uint32
	mapped        Mask
}

// Advise is cudaMemAdvise: it sets and clears bits of the policy. What is
// accessed by the GPU is mapped for it at once, where it is.
//
// Errors: addresses that are not managed; no memory for page tables. The advice
// is taken back then from the blocks that have heard it.
func (v *VA) Advise(space uint16, va, bytes uint64, set, clear uint32) target.Why {
	var heard []advised
	why := v.eachBlock(space, va, bytes, func(id uint32, pages Mask) target.Why {
		b := v.State.Blocks.At(id)
		a := advised{block: id, policy: b.Policy}
		if set&AccessedByGPU != 0 {
			a.mapped = pages.And(b.CPU).Minus(b.GPU).Minus(b.Remote)
		}
		v.setPolicy(id, b.Policy&^clear|set)
		if why := v.mapRemote(id, a.mapped); why.ID != target.NoReason {
			v.setPolicy(id, a.policy)
			return why
		}
		heard = append(heard, a)
		if clear&ReadMostly != 0 {
			v.dropSecond(id)
		}
		return target.Why{}
	})
	if why.ID != target.NoReason {
		for _, a := range slices.Backward(heard) {
			v.unmapRemote(a.block, a.mapped)
			v.setPolicy(a.block, a.policy)
		}
	}
	return why
}

// dropSecond leaves one copy of what a block has in two places: the card's, or
// the host's where the card's cannot be mapped anew.
func (v *VA) dropSecond(id uint32) {
	b := v.State.Blocks.At(id)
	if twice := b.CPU.And(b.GPU); !twice.Empty() {
		v.toGPU(id, twice, ByAdvice, false)
	}
}
