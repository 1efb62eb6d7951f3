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

// TranslateInto is TranslateOn with room for the answer. What it says of a
// fault counts only if its Type is not NoFault.
//
// It translates by a guess, of the first of the page sizes that a search would
// try; without a good guess, it searches.
func (t *TLB) TranslateInto(leaf *mmu.Leaf, fault *mmu.Fault, sm, space uint16, va uint64, a mmu.Access, w Walker, v mmu.Visitor) (cost uint32) {
	c := &t.levels[0]
	if c.present == 0 {
		return t.miss(leaf, fault, sm, space, va, a, w, v)
	}
	s := &t.sizes[bits.TrailingZeros8(c.present)]
	sh := c.shift(s) & 63
	n := va >> sh
	g := &t.guess[n%guesses]
	tag := c.tags.At(g.entry)
	page := va >> (s.lo & 63) & uint64(c.Pages-1)
	value := tag.Value + page*tag.Step
	if tag.Span != n<<sh|uint64(s.code) || tag.Space != space || tag.Mask>>(page&15)&1 == 0 || tag.Apart != 0 ||
		value&isValid == 0 || g.instance != c.Instance(sm) {
		return t.miss(leaf, fault, sm, space, va, a, w, v)
	}
	if order := c.orders.Get(g.set) ^ identity; order&15 != uint64(g.way) {
		now := front(order, placeIn(order, g.way)) ^ identity
		if t.rec.Log == nil {
			c.orders.Set(g.set, now)
		} else {
			t.order(c, g.set, order^identity, now)
		}
	}
	fault.Type = mmu.NoFault
	if unpack(leaf, value, va, s); value&flagBits != 0 {
		permit(leaf, fault, space, va, a)
	}
	return 0
}
