package tlb

import (
	"math/bits"

	"pagewalk/engine/mmu"
)

// Translate finds the physical address of an access of processor 0.
func (t *TLB) Translate(space uint16, va uint64, a mmu.Access, w Walker, v mmu.Visitor) (leaf mmu.Leaf, cost uint32, fault mmu.Fault) {
	return t.TranslateOn(0, space, va, a, w, v)
}

// TranslateOn finds the physical address of an access: in the first level that
// knows it, or by a walk. What missed is filled. cost is what the misses and
// the walk add to the access, in tenths of a cycle.
func (t *TLB) TranslateOn(sm, space uint16, va uint64, a mmu.Access, w Walker, v mmu.Visitor) (leaf mmu.Leaf, cost uint32, fault mmu.Fault) {
	cost = t.TranslateInto(&t.leaf, &t.fault, sm, space, va, a, w, v)
	return t.leaf, cost, t.fault
}

// miss translates what was not guessed.
func (t *TLB) miss(leaf *mmu.Leaf, fault *mmu.Fault, sm, space uint16, va uint64, a mmu.Access, w Walker, v mmu.Visitor) uint32 {
	q := &t.ask
	q.va, q.space, q.sm, q.access = va, space, sm, a
	c, entry, s, value, cost := t.search(q)
	if value != 0 {
		t.found(c, entry, s, q)
		t.answer(leaf, fault, value, s, q)
		return cost
	}
	if c, entry, s, value = t.elsewhere(q); value != 0 {
		t.known(&t.group, c, entry, s, q.space, q.va)
		t.fillAbove(len(t.levels), sm, &t.group)
		t.answer(leaf, fault, value, s, q)
		return cost + t.p.TLB.Far
	}
	t.walk(leaf, fault, q, w, v)
	if t.learnt(leaf, fault, q, w) {
		t.fillAbove(len(t.levels), sm, &t.group)
	}
	return cost + t.walkCost(sm, leaf.Reads)
}

// ask is a translation that is asked for.
type ask struct {
	va     uint64
	space  uint16
	sm     uint16 // the processor
	access mmu.Access
}

// learnt gathers what a walk has found, if that can be kept.
func (t *TLB) learnt(leaf *mmu.Leaf, fault *mmu.Fault, q *ask, w Walker) bool {
	if fault.Type != mmu.NoFault {
		return t.p.TLB.Invalid && t.nothing(&t.group, fault)
	}
	if leaf.Sparse {
		return false
	}
	t.walked(&t.group, leaf, q, w)
	return true
}

// found makes a hit known to the levels above: they are filled, and the entry
// becomes the newest of its set. A victim goes back to its set.
func (t *TLB) found(c *cache, entry uint32, s *size, q *ask) {
	g := &t.group
	if c.inBuffer(entry) {
		t.known(g, c, entry, s, q.space, q.va)
		t.evict(c, entry, c.tags.At(entry).Mask)
		t.fill(c, c.seek(c.Instance(q.sm), s, q.space, q.va), g, false)
		t.fillAbove(c.number, q.sm, g)
		return
	}
	t.touch(c, entry)
	if c.number == 0 {
		t.notice(c.Instance(q.sm), entry, c.setOf(entry), q.va>>(c.shift(s)&63))
		return
	}
	t.known(g, c, entry, s, q.space, q.va)
	t.fillAbove(c.number, q.sm, g)
}

// answer makes a leaf of a cached translation and checks the access, or a
// fault of the knowledge that nothing is mapped.
func (t *TLB) answer(leaf *mmu.Leaf, fault *mmu.Fault, value uint64, s *size, q *ask) {
	if value&isValid == 0 {
		*leaf = mmu.Leaf{}
		*fault = mmu.Fault{Type: mmu.FaultPTE, Access: q.access, Level: s.code - 1, Space: q.space, VA: q.va}
		if s.table {
			fault.Type = mmu.FaultPDE
		}
		return
	}
	unpack(leaf, value, q.va, s)
	fault.Type = mmu.NoFault
	if leaf.Flags != 0 {
		permit(leaf, fault, q.space, q.va, q.access)
	}
}

// nothing gathers the knowledge that nothing is mapped where a walk has failed:
// an entry of the page size at which it ended.
func (t *TLB) nothing(g *group, f *mmu.Fault) bool {
	if f.Type != mmu.FaultPTE && f.Type != mmu.FaultPDE {
		return false
	}
	if t.bit[(f.Level+1)&15] == 0 {
		return false // no page could stand there
	}
	g.around(t.sizeOf(f.Level), f.Space, f.VA)
	g.mask, g.apart, g.value, g.step = 1<<g.place, false, isNothing, 0
	return true
}

// permit checks an access against the rights that a cached translation keeps.
func permit(leaf *mmu.Leaf, fault *mmu.Fault, space uint16, va uint64, a mmu.Access) {
	if bad := mmu.Permit(leaf.Flags, a); bad != mmu.NoFault {
		*fault = mmu.Fault{Type: bad, Access: a, Level: leaf.Level, Space: space, VA: va}
	}
}

// elsewhere asks the other instances of the last level: the other half of the
// chip.
func (t *TLB) elsewhere(q *ask) (c *cache, entry uint32, s *size, value uint64) {
	c = &t.levels[len(t.levels)-1]
	own := c.Instance(q.sm)
	for instance := range c.reached {
		for in := c.present; in != 0 && instance != own; in &= in - 1 {
			s = &t.sizes[bits.TrailingZeros8(in)]
			if entry, value = c.look(instance, s, q); value != 0 {
				return c, entry, s, value
			}
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

// sizeOf is the size of the pages that a level of the tables maps.
func (t *TLB) sizeOf(level uint8) *size {
	return &t.sizes[bits.TrailingZeros8(t.bit[(level+1)&15])]
}
