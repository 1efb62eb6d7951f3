package tlb

import (
	"math/bits"

	"pagewalk/engine/mmu"
)

// guess is where a span was found last in the level nearest to the processor:
// most accesses are answered there, and without searching the set. The tag of
// the entry decides whether it still is there, so a wrong guess costs time and
// nothing else; guesses are no part of the machine.
type guess struct{ instance, entry, set, way uint32 }

// guesses is how many there are, by the low bits of a span's number.
const guesses = 64

// notice keeps where a span was found.
func (t *TLB) notice(instance, entry, set uint32, span uint64) {
	t.guess[span%guesses] = guess{instance, entry, set, entry - set*t.levels[0].Ways}
}

// hit translates by a guess. Only the first of the page sizes that look would
// try is guessed; without a good guess the answer is left to it.
func (t *TLB) hit(leaf *mmu.Leaf, fault *mmu.Fault, sm, space uint16, va uint64, a mmu.Access) bool {
	c := &t.levels[0]
	if c.present == 0 {
		return false
	}
	s := &t.sizes[bits.TrailingZeros8(c.present)]
	sh := (s.lo + c.pageShift) & 63
	n := va >> sh
	g := &t.guess[n%guesses]
	tag := t.State.Tags[0].At(g.entry)
	page := uint32(va>>(s.lo&63)) & (c.Pages - 1)
	if tag.Span != n<<sh|uint64(s.code) || tag.Space != space || tag.Mask>>(page&15)&1 == 0 || tag.Apart != 0 || g.instance != c.Instance(sm) {
		return false
	}
	value := tag.Value + uint64(page)*tag.Step
	if value&isValid == 0 {
		return false
	}
	order := *t.State.Order[0].At(g.set) ^ identity
	if order&15 != uint64(g.way) {
		now := front(order, placeIn(order, g.way)) ^ identity
		if t.rec.Log == nil {
			t.State.Order[0].Set(g.set, now)
		} else {
			t.order(c, g.set, order^identity, now)
		}
	}
	unpack(leaf, value, va, s)
	if fault.Type = mmu.NoFault; leaf.Flags != 0 {
		permit(leaf, fault, space, va, a)
	}
	return true
}
