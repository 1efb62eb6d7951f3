package tlb

import (
	"math/bits"

	"pagewalk/engine/mmu"
)

// maxGroup is the largest number of pages that an entry covers.
const maxGroup = 16

// group is what is known of the aligned 16 pages around an address: the
// translations that a fill can bring. Where they are a sequence, as in an
// entry, page i is value + i·step.
type group struct {
	s           *size
	space       uint16
	va          uint64
	mask        uint16 // which are known
	apart       bool   // they are no sequence
	value, step uint64
	all         [maxGroup]uint64 // what they are when apart
}

// place is the number of the asked page in its group.
func (g *group) place() uint32 { return uint32(g.va>>(g.s.lo&63)) % maxGroup }

// run takes the run of neighbours that begins at the lowest page of a mask.
func (g *group) run(mask uint16) (r run) {
	r.first, r.n = uint32(bits.TrailingZeros16(mask)), 1
	if !g.apart {
		r.n = uint32(bits.TrailingZeros16(^(mask >> r.first)))
		r.value = g.value + uint64(r.first)*g.step
		if r.n > 1 {
			r.step = g.step
		}
		return r
	}
	r.value = g.all[r.first%maxGroup]
	for next := r.first + 1; next < maxGroup && mask>>next&1 != 0; next++ {
		d := g.all[next] - g.all[next-1]
		if r.n > 1 && d != r.step {
			break
		}
		r.n, r.step = r.n+1, d
	}
	return r
}

// known gathers what an entry of a level holds.
func (t *TLB) known(g *group, c *cache, entry uint32, s *size, space uint16, va uint64) {
	tag := t.State.Tags[c.number].At(entry)
	g.s, g.space, g.va = s, space, va
	first := g.place() &^ (c.Pages - 1)
	g.mask, g.apart = tag.Mask<<first, tag.Apart != 0
	if g.apart {
		copy(g.all[first:], t.State.Pages[c.number].Slice(entry*c.Pages, c.Pages))
		return
	}
	g.value, g.step = tag.Value-uint64(first)*tag.Step, tag.Step
}

// walked gathers what a walk has found: the page and, where levels want whole
// spans, its neighbours.
func (t *TLB) walked(g *group, leaf *mmu.Leaf, space uint16, va uint64, w Walker) {
	g.s, g.space, g.va = t.sizeOf(leaf.Level), space, va
	place := g.place()
	value := pack(leaf.Physical&^(leaf.Bytes-1), leaf.Flags, leaf.Aperture)
	g.mask, g.apart, g.value, g.step = 1<<place, false, value, 0
	if !t.whole {
		return
	}
	mapped, step, even := w.Beside(leaf, t.beside[:])
	if even {
		g.mask, g.value, g.step = uint16(mapped), value-uint64(place)*step, step
		return
	}
	g.mask, g.apart = uint16(mapped), true
	for rest := mapped; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros32(rest) % maxGroup
		n := &t.beside[i]
		g.all[i] = pack(n.Physical, n.Flags, n.Aperture)
	}
}

// fillAbove fills the levels before level i, the last first.
func (t *TLB) fillAbove(sm uint16, i int, g *group) {
	for j := i - 1; j >= 0; j-- {
		c := &t.levels[j]
		instance := c.Instance(sm)
		set := instance*c.rows + c.set(g.s, g.va)
		t.fill(c, instance, set, g, !c.Whole)
	}
}

// fill brings translations into a set: into the entry of their span if there
// is one, or an empty entry, or the oldest, whose pages are dropped first.
// Pages that the entry has already stay as they are.
func (t *TLB) fill(c *cache, instance, set uint32, g *group, alone bool) {
	sh := c.shift(g.s) & 63
	span := g.va>>sh<<sh | uint64(g.s.code)
	way, found := c.last.way, c.last.found
	if c.last.span != span || c.last.space != g.space || c.last.set != set {
		way, found = t.scan(c, set, span, g.space)
	}
	base := g.place() &^ (c.Pages - 1)
	asked := g.place() - base
	fresh := g.mask >> base & uint16(1<<c.Pages-1)
	if alone {
		fresh &= 1 << asked
	}
	if way == c.Ways {
		if t.rec.Log == nil && t.replace(c, set, span, g, fresh, base) {
			return
		}
		way = t.victim(c, instance, set)
	}
	if found {
		fresh &^= t.State.Tags[c.number].At(set*c.Ways + way).Mask
	}
	for fresh != 0 {
		r := g.run(fresh << base)
		r.first -= base
		fresh &^= r.mask()
		t.put(c, set, way, span, g.space, &r, asked-r.first < r.n, !found)
		found = true
	}
}

// replace is what fill does as a rule with a full set when nothing is recorded:
// one run takes the place of the oldest entry, of the same page size.
func (t *TLB) replace(c *cache, set uint32, span uint64, g *group, fresh uint16, base uint32) bool {
	order := t.State.Order[c.number&(maxCaches-1)].Get(set) ^ identity
	way := uint32(order>>((c.Ways-1)*4&63)) & 15
	entry := set*c.Ways + way
	tag := t.State.Tags[c.number&(maxCaches-1)].Mut(entry)
	r := g.run(fresh << base)
	r.first -= base
	if c.Victims || tag.Apart != 0 || (tag.Span^span)&15 != 0 || r.mask() != fresh {
		return false
	}
	*tag = Tag{Span: span, Value: r.value - uint64(r.first)*r.step, Step: r.step, Space: g.space, Mask: fresh}
	c.sign(entry, signature(span, g.space))
	t.State.Order[c.number&(maxCaches-1)].Set(set, front(order, c.Ways-1)^identity)
	return true
}

// victim empties the oldest entry of a full set and gives its way.
func (t *TLB) victim(c *cache, instance, set uint32) uint32 {
	order := t.State.Order[c.number].Get(set) ^ identity
	way := uint32(order>>((c.Ways-1)*4&63)) & 15
	entry := set*c.Ways + way
	if c.Victims && set != c.buffer(instance) {
		t.retire(c, instance, set, entry)
	} else {
		t.evict(c, entry, t.State.Tags[c.number].At(entry).Mask)
	}
	return way
}

// retire moves an entry to the victims of its instance. Those are of one set:
// when another evicts, what is there goes.
func (t *TLB) retire(c *cache, instance, set, entry uint32) {
	buffer := c.buffer(instance)
	for way := range c.Ways {
		at := buffer*c.Ways + way
		tag := t.State.Tags[c.number].At(at)
		if tag.Mask != 0 && instance*c.rows+c.set(t.sizeOf(uint8(tag.Span&15)-1), tag.Span&^15) != set {
			t.evict(c, at, tag.Mask)
		}
	}
	tag := *t.State.Tags[c.number].At(entry)
	var g group
	t.known(&g, c, entry, t.sizeOf(uint8(tag.Span&15)-1), tag.Space, tag.Span&^15)
	t.evict(c, entry, tag.Mask)
	t.fill(c, instance, buffer, &g, false)
}
