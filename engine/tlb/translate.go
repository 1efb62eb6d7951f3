package tlb

import "pagewalk/engine/mmu"

// Translate finds the physical address of an access of processor 0.
func (t *TLB) Translate(space uint16, va uint64, a mmu.Access, w Walker, v mmu.Visitor) (leaf mmu.Leaf, cost uint32, fault mmu.Fault) {
	return t.TranslateOn(0, space, va, a, w, v)
}

// TranslateOn finds the physical address of an access: in the first level that
// knows it, or by a walk. What missed is filled. cost is what the misses and
// the walk add to the access, in tenths of a cycle.
func (t *TLB) TranslateOn(sm, space uint16, va uint64, a mmu.Access, w Walker, v mmu.Visitor) (leaf mmu.Leaf, cost uint32, fault mmu.Fault) {
	for i := range t.levels {
		c := &t.levels[i]
		instance := c.Instance(sm)
		t.reach(c, instance)
		entry, s, value := t.look(c, instance, space, va)
		if value == 0 {
			cost += c.Miss
			continue
		}
		t.touch(c, entry)
		t.fillAbove(sm, i, s, space, va, value)
		return t.answer(value, s, cost, space, va, a)
	}
	if s, value := t.elsewhere(sm, space, va); value != 0 {
		t.fillAbove(sm, len(t.levels), s, space, va, value)
		return t.answer(value, s, cost+t.p.TLB.Far, space, va, a)
	}
	leaf, fault = w.Walk(space, va, a, v)
	cost += t.walkCost(sm, leaf.Reads)
	if fault.Type == mmu.NoFault && !leaf.Sparse {
		t.fillAbove(sm, len(t.levels), t.sizeOf(leaf.Level), space, va, pack(&leaf))
	}
	return leaf, cost, fault
}

// answer makes a leaf of a cached translation and checks the access.
func (t *TLB) answer(value uint64, s *size, cost uint32, space uint16, va uint64, a mmu.Access) (mmu.Leaf, uint32, mmu.Fault) {
	leaf := unpack(value, va, s)
	if bad := mmu.Permit(leaf.Flags, a); bad != mmu.NoFault {
		return leaf, cost, mmu.Fault{Type: bad, Access: a, Level: leaf.Level, Space: space, VA: va}
	}
	return leaf, cost, mmu.Fault{}
}

// fillAbove fills the levels before level i, the last first.
func (t *TLB) fillAbove(sm uint16, i int, s *size, space uint16, va, value uint64) {
	for j := i - 1; j >= 0; j-- {
		c := &t.levels[j]
		t.fill(c, c.Instance(sm), s, space, va, value)
	}
}

// elsewhere asks the other instances of the last level: the other half of the
// chip.
func (t *TLB) elsewhere(sm, space uint16, va uint64) (*size, uint64) {
	c := &t.levels[len(t.levels)-1]
	own := c.Instance(sm)
	for instance := range c.reached {
		if instance == own {
			continue
		}
		if _, s, value := t.look(c, instance, space, va); value != 0 {
			return s, value
		}
	}
	return nil, 0
}

// walkCost is what a walk adds, in tenths of a cycle.
func (t *TLB) walkCost(sm uint16, reads uint8) uint32 {
	p := &t.p.TLB
	cost := p.Walk + p.WalkRead*uint32(reads)
	if p.Levels[len(p.Levels)-1].Instance(sm) != 0 {
		cost += p.FarWalk
	}
	return cost
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
func (t *TLB) fill(c *cache, instance uint32, s *size, space uint16, va, value uint64) {
	entry, found := t.find(c, instance, s, space, va)
	sh := c.shift(s)
	set := instance*c.Sets + c.set(va>>sh)
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
