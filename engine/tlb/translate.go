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
	cost = t.TranslateInto(&leaf, &fault, sm, space, va, a, w, v)
	return leaf, cost, fault
}

// TranslateInto is TranslateOn with room for the answer. What it says of a
// fault counts only if its Type is not NoFault.
func (t *TLB) TranslateInto(leaf *mmu.Leaf, fault *mmu.Fault, sm, space uint16, va uint64, a mmu.Access, w Walker, v mmu.Visitor) (cost uint32) {
	if t.hit(leaf, fault, sm, space, va, a) {
		return 0
	}
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
		if i == 0 {
			t.notice(c, instance, entry, s, va)
		} else {
			t.fillAbove(sm, i, t.known(c, entry, s, space, va))
		}
		answer(leaf, fault, value, s, space, va, a)
		return cost
	}
	if c, entry, s, value := t.elsewhere(sm, space, va); value != 0 {
		t.fillAbove(sm, len(t.levels), t.known(c, entry, s, space, va))
		answer(leaf, fault, value, s, space, va, a)
		return cost + t.p.TLB.Far
	}
	w.WalkInto(&t.leaf, &t.fault, space, va, a, v)
	cost += t.walkCost(sm, t.leaf.Reads)
	if t.fault.Type == mmu.NoFault && !t.leaf.Sparse {
		t.fillAbove(sm, len(t.levels), t.walked(&t.leaf, space, va, w))
	}
	*leaf, *fault = t.leaf, t.fault
	return cost
}

// answer makes a leaf of a cached translation and checks the access.
func answer(leaf *mmu.Leaf, fault *mmu.Fault, value uint64, s *size, space uint16, va uint64, a mmu.Access) {
	unpack(leaf, value, va, s)
	fault.Type = mmu.NoFault
	if leaf.Flags != 0 {
		permit(leaf, fault, space, va, a)
	}
}

// permit checks an access against the rights that a cached translation keeps.
func permit(leaf *mmu.Leaf, fault *mmu.Fault, space uint16, va uint64, a mmu.Access) {
	if bad := mmu.Permit(leaf.Flags, a); bad != mmu.NoFault {
		*fault = mmu.Fault{Type: bad, Access: a, Level: leaf.Level, Space: space, VA: va}
	}
}

// elsewhere asks the other instances of the last level: the other half of the
// chip.
func (t *TLB) elsewhere(sm, space uint16, va uint64) (c *cache, entry uint32, s *size, value uint64) {
	c = &t.levels[len(t.levels)-1]
	own := c.Instance(sm)
	for instance := range c.reached {
		if instance == own {
			continue
		}
		if entry, s, value = t.look(c, instance, space, va); value != 0 {
			return c, entry, s, value
		}
	}
	return c, 0, nil, 0
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
