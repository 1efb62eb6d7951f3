package tlb

import "pagewalk/engine/mmu"

// guess is where a span was found last in the level nearest to the processor:
// most accesses are answered there, and without searching the set. The tag of
// the entry decides whether it still is there, so a wrong guess costs time and
// nothing else; guesses are no part of the machine.
type guess struct {
	span       uint64
	instance   uint32
	entry, set uint32
	way        uint32
}

// guesses is how many there are, by the low bits of a span's number.
const guesses = 64

// notice keeps where a span was found.
func (t *TLB) notice(c *cache, instance, entry uint32, s *size, va uint64) {
	sh := c.shift(s) & 63
	set := entry / c.Ways
	t.guess[va>>sh%guesses] = guess{va>>sh<<sh | uint64(s.code), instance, entry, set, entry % c.Ways}
}

// hit translates by a guess. Sizes are tried in the order in which look tries
// them, and a size without a good guess is left to it.
func (t *TLB) hit(leaf *mmu.Leaf, fault *mmu.Fault, sm, space uint16, va uint64, a mmu.Access) bool {
	c := &t.levels[0]
	head := t.State.Head.At(0)
	for i := range t.sizes {
		s := &t.sizes[i]
		if head.Entries[(s.code-1)%maxSizes] == 0 {
			continue
		}
		sh := (s.lo + c.pageShift) & 63
		n := va >> sh
		g := &t.guess[n%guesses]
		span := n<<sh | uint64(s.code)
		tag := t.State.Tags[0].At(g.entry)
		if g.span != span || tag.Span != span || tag.Space != space || g.instance != c.Instance(sm) {
			return false
		}
		value := *t.State.Pages[0].At(g.entry<<(c.pageShift&31) + uint32(va>>(s.lo&63))&(c.Pages-1))
		if value == 0 {
			return false
		}
		order := *t.State.Order[0].At(g.set) ^ identity
		if order&15 != uint64(g.way) {
			t.order(c, g.set, order^identity, front(order, placeIn(order, g.way))^identity)
		}
		unpack(leaf, value, va, s)
		if fault.Type = mmu.NoFault; leaf.Flags != 0 {
			permit(leaf, fault, space, va, a)
		}
		return true
	}
	return false
}
