package tlb

import "pagewalk/engine/mmu"

// Translate finds the physical address of an access: in the first level that
// knows it, or by a walk. What missed is filled. cost is what the misses and
// the walk add to the access, in tenths of a cycle.
func (t *TLB) Translate(space uint16, va uint64, a mmu.Access, w Walker, v mmu.Visitor) (leaf mmu.Leaf, cost uint32, fault mmu.Fault) {
	for i := range t.levels {
		c := &t.levels[i]
		entry, s, value := t.look(c, space, va)
		if value == 0 {
			cost += c.Miss
			continue
		}
		t.touch(c, entry)
		for j := i - 1; j >= 0; j-- {
			t.fill(&t.levels[j], s, space, va, value)
		}
		leaf = unpack(value, va, s)
		if bad := mmu.Permit(leaf.Flags, a); bad != mmu.NoFault {
			fault = mmu.Fault{Type: bad, Access: a, Level: leaf.Level, Space: space, VA: va}
		}
		return leaf, cost, fault
	}
	leaf, fault = w.Walk(space, va, a, v)
	cost += t.p.TLB.Walk + t.p.TLB.WalkRead*uint32(leaf.Reads)
	if fault.Type == mmu.NoFault && !leaf.Sparse {
		s := t.sizeOf(leaf.Level)
		for j := len(t.levels) - 1; j >= 0; j-- {
			t.fill(&t.levels[j], s, space, va, pack(&leaf))
		}
	}
	return leaf, cost, fault
}

func (t *TLB) sizeOf(level uint8) *size {
	for i := range t.sizes {
		if t.sizes[i].code == level+1 {
			return &t.sizes[i]
		}
	}
	panic("tlb: a leaf at a level without leaves")
}

// front moves a way to the newest place of an order.
func front(order uint64, way uint32) uint64 {
	at := uint32(0)
	for order>>(at*4)&15 != uint64(way) {
		at++
	}
	below := order & (1<<(at*4) - 1) // ways newer than this one
	return order&^(1<<((at+1)*4)-1) | below<<4 | uint64(way)
}

// touch makes an entry the newest of its set.
func (t *TLB) touch(c *cache, entry uint32) {
	set, way := entry/c.Ways, entry%c.Ways
	order := t.State.Order[c.number].Get(set) ^ identity
	if order&15 == uint64(way) {
		return
	}
	t.order(c, set, order^identity, front(order, way)^identity)
}

// fill brings one page's translation into a level: into the entry of its span
// if there is one, or an empty entry, or the oldest of the set, whose pages
// are dropped first.
func (t *TLB) fill(c *cache, s *size, space uint16, va, value uint64) {
	entry, found := t.find(c, s, space, va)
	sh := c.shift(s)
	set := c.set(va >> sh)
	if !found {
		entry = t.victim(c, set)
	}
	order := t.State.Order[c.number].Get(set) ^ identity
	t.put(c, &fillOf{
		entry: entry, span: va>>sh<<sh | uint64(s.code), space: space, page: uint32(va>>s.lo) & (c.Pages - 1), fresh: !found,
		value: value, old: order ^ identity, now: front(order, entry%c.Ways) ^ identity,
	})
}

// victim gives an empty entry of a set, making one if need be.
func (t *TLB) victim(c *cache, set uint32) uint32 {
	first := set * c.Ways
	tags := t.State.Tags[c.number].Slice(first, c.Ways)
	for way := range tags {
		if tags[way].Span == 0 {
			return first + uint32(way)
		}
	}
	order := t.State.Order[c.number].Get(set) ^ identity
	entry := first + uint32(order>>((c.Ways-1)*4)&15)
	t.evict(c, entry, tags[entry-first].Mask)
	return entry
}
