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
		t.found(c, instance, entry, s, sm, space, va)
		t.answer(leaf, fault, value, s, space, va, a)
		return cost
	}
	g := &t.group
	if c, entry, s, value := t.elsewhere(sm, space, va); value != 0 {
		t.known(g, c, entry, s, space, va)
		t.fillAbove(sm, len(t.levels), g)
		t.answer(leaf, fault, value, s, space, va, a)
		return cost + t.p.TLB.Far
	}
	t.walk(space, va, a, w, v)
	cost += t.walkCost(sm, t.leaf.Reads)
	switch {
	case t.fault.Type == mmu.NoFault && !t.leaf.Sparse:
		t.walked(g, &t.leaf, space, va, w)
		t.fillAbove(sm, len(t.levels), g)
	case t.p.TLB.Invalid && t.nothing(g, &t.fault):
		t.fillAbove(sm, len(t.levels), g)
	}
	*leaf, *fault = t.leaf, t.fault
	return cost
}

// found makes a hit known to the levels above: they are filled, and the entry
// becomes the newest of its set. A victim goes back to its set.
func (t *TLB) found(c *cache, instance, entry uint32, s *size, sm, space uint16, va uint64) {
	if c.inBuffer(entry) {
		t.known(&t.group, c, entry, s, space, va)
		t.evict(c, entry, t.State.Tags[c.number].At(entry).Mask)
		t.fill(c, instance, instance*c.rows+c.set(s, va), &t.group, false)
		t.fillAbove(sm, c.number, &t.group)
		return
	}
	t.touch(c, entry)
	if c.number == 0 {
		t.notice(instance, entry, c.setOf(entry), va>>(c.shift(s)&63))
		return
	}
	t.known(&t.group, c, entry, s, space, va)
	t.fillAbove(sm, c.number, &t.group)
}

// answer makes a leaf of a cached translation and checks the access, or a
// fault of the knowledge that nothing is mapped.
func (t *TLB) answer(leaf *mmu.Leaf, fault *mmu.Fault, value uint64, s *size, space uint16, va uint64, a mmu.Access) {
	if value&isValid == 0 {
		*leaf = mmu.Leaf{}
		*fault = mmu.Fault{Type: mmu.FaultPTE, Access: a, Level: s.code - 1, Space: space, VA: va}
		if s.table {
			fault.Type = mmu.FaultPDE
		}
		return
	}
	unpack(leaf, value, va, s)
	fault.Type = mmu.NoFault
	if leaf.Flags != 0 {
		permit(leaf, fault, space, va, a)
	}
}

// nothing gathers the knowledge that nothing is mapped where a walk has failed:
// an entry of the page size at which it ended.
func (t *TLB) nothing(g *group, f *mmu.Fault) bool {
	if f.Type != mmu.FaultPTE && f.Type != mmu.FaultPDE {
		return false
	}
	for i := range t.sizes {
		if s := &t.sizes[i]; s.code == f.Level+1 {
			g.s, g.space, g.va, g.apart, g.value, g.step = s, f.Space, f.VA, false, isNothing, 0
			g.mask = 1 << g.place()
			return true
		}
	}
	return false
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
