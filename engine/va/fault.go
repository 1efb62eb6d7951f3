package va

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
)

// Processors of a fault.
const (
	CPU uint8 = iota
	GPU
)

// GPUFault services a fault of the GPU at a managed address; handled is false
// if the address is not managed (uvm_gpu_replayable_faults.c). After it the
// access can be replayed.
func (v *VA) GPUFault(space uint16, va uint64, write bool) (handled bool, why target.Why) {
	id := v.BlockAt(space, va)
	if id == 0 {
		return false, target.Why{}
	}
	v.below.Clock.Advance(v.below.Profile.Cost.GPUFault)
	page := uint32((va - v.State.Blocks.At(id).Base) / pageBytes)
	pinned := v.pinned(id, page)
	b := v.State.Blocks.At(id)
	if b.Discard.Has(page) {
		return true, v.revive(id, va, page, GPU, write)
	}
	if v.staysRemote(b, page) || pinned && b.Where(page)&OnGPU == 0 {
		var one Mask
		one.Add(page, 1)
		was := v.fault(id, va, page, GPU, write, 1, b.GPU.Count())
		v.makeCPU(id, one)
		why = v.mapRemote(id, one)
		v.rec.Cause = was
		return true, why
	}
	pages := v.moves(id, page, b.GPU, GPU)
	copies := b.Policy&ReadMostly != 0 && !write
	was := v.fault(id, va, page, GPU, write, pages.Count(), b.GPU.Or(pages).Count())
	v.turn(id, page, pages, GPU)
	why = v.toGPU(id, pages, ByFault, copies)
	v.rec.Cause = was
	return true, why
}

// staysRemote says whether the GPU is to reach a page where it is, in the
// host's memory: it has been told to stay there, or that the GPU will come
// (block_select_processor_residency).
func (v *VA) staysRemote(b *Block, page uint32) bool {
	where := b.Where(page)
	return (b.Policy&PreferCPU != 0 || v.below.Profile.Managed.ForceSysmem) && where&OnGPU == 0 || b.Policy&AccessedByGPU != 0 && where == OnCPU
}

// makeCPU makes pages that are nowhere yet the host's.
func (v *VA) makeCPU(id uint32, pages Mask) {
	b := v.State.Blocks.At(id)
	v.setPages(id, pages.Minus(b.CPU).Minus(b.GPU), OnCPU, ByFault)
}

// moves is what comes in with a faulting page. A textbook moves whole blocks.
// A page that is there but may not be written comes alone: its copies go.
func (v *VA) moves(id, page uint32, there Mask, processor uint8) Mask {
	b := v.State.Blocks.At(id)
	var faulted Mask
	faulted.Add(page, 1)
	if there.Has(page) {
		return faulted
	}
	if v.below.Profile.Managed.WholeBlocks {
		var all Mask
		all.Add(0, uint32(b.Pages))
		return all.Minus(there)
	}
	if other := PreferCPU; b.Policy&(PreferCPU|PreferGPU) != 0 {
		if processor == CPU {
			other = PreferGPU
		}
		if b.Policy&other != 0 {
			return faulted // no prefetch to where pages are not meant to be
		}
		if there.Empty() && b.CPU.Or(b.GPU).Empty() {
			var all Mask
			all.Add(0, uint32(b.Pages))
			return all
		}
	}
	m := &v.below.Profile.Managed
	if !m.Prefetch || m.MinFaults > 1 { // one page faults at a time here
		return faulted
	}
	return prefetch(b, faulted, there, m.Threshold).Minus(v.thrashing(id)).Minus(b.Discard).Or(faulted)
}

// revive services a fault on a page whose bytes were discarded: it is an
// ordinary page again, where it is.
func (v *VA) revive(id uint32, va uint64, page uint32, processor uint8, write bool) target.Why {
	var one Mask
	one.Add(page, 1)
	was := v.fault(id, va, page, processor, write, 0, v.State.Blocks.At(id).GPU.Count())
	why := v.restore(id, one, ByFault)
	v.rec.Cause = was
	return why
}

// fault leaves the ManagedFault event and makes it the cause of what follows.
func (v *VA) fault(id uint32, va uint64, page uint32, processor uint8, write bool, moves, there uint32) (was uint32) {
	f := event.ManagedFaultInfo{Block: id, Address: va, Page: uint16(page), Processor: processor, Write: write, Moves: moves, There: there}
	if e := v.rec.Put(event.ManagedFault, id); e != nil {
		f.Put(e)
	}
	return v.rec.Because(v.rec.Last())
}

// CPUFault services the host's touching bytes at managed addresses, fault by
// fault, until all of them can be reached.
func (v *VA) CPUFault(space uint16, va, bytes uint64, write bool) target.Why {
	for at := va &^ (pageBytes - 1); at < va+bytes; at += pageBytes {
		id := v.BlockAt(space, at)
		if id == 0 {
			return refusedRange(at)
		}
		b := v.State.Blocks.At(id)
		page := uint32((at - b.Base) / pageBytes)
		if v.cpuMay(b, page, write) {
			continue
		}
		v.below.Clock.Advance(v.below.Profile.Cost.CPUFault)
		if b.Discard.Has(page) {
			if why := v.revive(id, max(at, va), page, CPU, write); why.ID != target.NoReason {
				return why
			}
			at -= pageBytes // and again: now it may be the host's or the card's
			continue
		}
		pages := v.moves(id, page, b.CPU, CPU)
		copies := b.Policy&ReadMostly != 0 && !write
		was := v.fault(id, max(at, va), page, CPU, write, pages.Count(), b.CPU.Or(pages).Count())
		v.turn(id, page, pages, CPU)
		why := v.toCPU(id, pages, ByFault, copies)
		v.rec.Cause = was
		if why.ID != target.NoReason {
			return why
		}
	}
	return target.Why{}
}

// cpuMay says whether the host reaches a page without a fault.
func (v *VA) cpuMay(b *Block, page uint32, write bool) bool {
	where := b.full(page)
	if where&Discarded != 0 {
		return false
	}
	return where&OnCPU != 0 && (!write || where&OnGPU == 0)
}

// HostMay says whether the host reaches bytes at an address without a fault;
// true for addresses that are not managed.
func (v *VA) HostMay(space uint16, va, bytes uint64, write bool) bool {
	if space >= Spaces || v.State.Spaces.At(uint32(space)).Managed == 0 {
		return true
	}
	for at := va; at < va+bytes; at = at&^(pageBytes-1) + pageBytes {
		id := v.FindBlock(space, at)
		if id == 0 {
			if v.ManagedRange(space, at) != 0 {
				return false
			}
			continue
		}
		if b := v.State.Blocks.At(id); !v.cpuMay(b, uint32((at-b.Base)/pageBytes), write) {
			return false
		}
	}
	return true
}

// EvictChunks moves everything that a block has under a root to the host and
// lets go of those chunks (uvm_va_block_evict_chunks).
func (v *VA) EvictChunks(id uint32, root pmm.ChunkID) target.Why {
	var pages Mask
	v.eachHeld(v.State.Blocks.At(id).Chunks, func(c pmm.ChunkID, first uint32) {
		if v.below.PMM.RootOf(c) == root {
			pages.Add(first, v.below.PMM.Node(c).Bytes()/pageBytes)
		}
	})
	b := v.State.Blocks.At(id)
	if why := v.toCPU(id, pages.And(b.GPU), ByEviction, false); why.ID != target.NoReason {
		return why
	}
	var keep []Held
	for v.State.Blocks.At(id).Chunks != 0 {
		c, page := v.letGo(Owner(id))
		if v.below.PMM.RootOf(c) != root {
			keep = append(keep, Held{Chunk: c, Page: page})
			continue
		}
		if why := v.below.PMM.MarkEvicted(c); why.ID != target.NoReason {
			panic("va: evict: a chunk cannot be marked: " + why.ID.Name())
		}
	}
	for i := len(keep) - 1; i >= 0; i-- {
		v.hold(Owner(id), keep[i].Chunk, keep[i].Page)
	}
	return target.Why{}
}
