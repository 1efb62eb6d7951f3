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
	place       uint32 // of the asked page
	mask        uint16 // which are known
	apart       bool   // they are no sequence
	value, step uint64
	all         [maxGroup]uint64 // what they are when apart
}

// around begins a group around an address.
func (g *group) around(s *size, space uint16, va uint64) {
	g.s, g.space, g.va, g.place = s, space, va, uint32(va>>(s.lo&63))%maxGroup
}

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
	tag := c.tags.At(entry)
	g.around(s, space, va)
	first := g.place &^ (c.Pages - 1)
	g.mask, g.apart = tag.Mask<<first, tag.Apart != 0
	if g.apart {
		copy(g.all[first:], c.words.Slice(entry*c.Pages, c.Pages))
		return
	}
	g.value, g.step = tag.Value-uint64(first)*tag.Step, tag.Step
}

// walked gathers what a walk has found: the page and, where levels want whole
// spans, its neighbours.
func (t *TLB) walked(g *group, leaf *mmu.Leaf, q *ask, w Walker) {
	g.around(t.sizeOf(leaf.Level), q.space, q.va)
	value := pack(leaf.Physical&^(leaf.Bytes-1), leaf.Flags, leaf.Aperture)
	g.mask, g.apart, g.value, g.step = 1<<g.place, false, value, 0
	if !t.whole {
		return
	}
	mapped, step, even := w.Beside(leaf, t.beside[:])
	g.mask = uint16(mapped)
	if even {
		g.value, g.step = value-uint64(g.place)*step, step
		return
	}
	g.apart = true
	for rest := mapped; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros32(rest) % maxGroup
		n := &t.beside[i]
		g.all[i] = pack(n.Physical, n.Flags, n.Aperture)
	}
}

// fillAbove fills the levels before level i, the last first.
func (t *TLB) fillAbove(i int, sm uint16, g *group) {
	plain, bit := t.rec.Log == nil && !g.apart, t.bit[g.s.code&15]
	for i--; i >= 0; i-- {
		c := &t.levels[i]
		at := &c.last
		if instance := c.Instance(sm); !at.of(instance, g.s, g.space, g.va) {
			c.seek(instance, g.s, g.space, g.va)
		}
		if plain && at.way == c.Ways && c.plain(bit) {
			c.replace(g)
		} else {
			t.fill(c, at, g, !c.Whole)
		}
	}
}

// part is what of a group goes to an entry of a cache: the pages of a mask,
// from one of the group on. alone: only the one that was asked for.
func (c *cache) part(g *group, alone bool) (pages uint16, from uint32) {
	from = g.place &^ (c.Pages - 1)
	pages = g.mask >> (from & 15) & c.whole
	if alone {
		pages &= 1 << (g.place - from)
	}
	return pages, from
}

// fill brings translations into a set: into the entry of their span if there
// is one, or an empty entry, or the oldest, whose pages are dropped first.
// Pages that the entry has already stay as they are.
func (t *TLB) fill(c *cache, at *seat, g *group, alone bool) {
	set, way, span, found := at.set, at.way, at.span, at.found
	fresh, base := c.part(g, alone)
	if way == c.Ways {
		way = t.victim(c, at.instance, set)
	}
	if found {
		fresh &^= c.tags.At(set*c.Ways + way).Mask
	}
	for fresh != 0 {
		r := g.run(fresh << base)
		r.first -= base
		fresh &^= r.mask()
		t.put(c, set, way, span, g.space, &r, g.place-base-r.first < r.n, !found)
		found = true
	}
}

// plain says whether all entries are sequences of pages of one size, and a set
// that is full just drops its oldest.
func (c *cache) plain(bit uint8) bool { return c.present == bit && !c.apart && !c.Victims }

// replace is fill as it is as a rule: nothing is recorded, and a sequence takes
// the place of the oldest entry of a full set. Which that is, the order says;
// what it held needs no look.
func (c *cache) replace(g *group) {
	at := &c.last
	order := c.orders.Mut(at.set)
	now := front(at.order^identity, c.Ways-1)
	*order = now ^ identity
	way := uint32(now) & 15
	pages, from := c.part(g, !c.Whole)
	value, step := g.value+uint64(from)*g.step, g.step
	if pages&(pages-1) == 0 {
		value, step = value+uint64(bits.TrailingZeros16(pages))*step, 0
	}
	tag := c.tags.Mut(at.set*c.Ways + way)
	tag.Span, tag.Value, tag.Step, tag.Space, tag.Mask = at.span, value, step, g.space, pages
	c.sign(at.set, way, at.sign)
}

// victim empties the oldest entry of a full set and gives its way.
func (t *TLB) victim(c *cache, instance, set uint32) uint32 {
	way := c.oldest(c.orders.Get(set) ^ identity)
	entry := set*c.Ways + way
	if c.Victims && set != c.buffer(instance) {
		t.retire(c, instance, set, entry)
	} else {
		t.evict(c, entry, c.tags.At(entry).Mask)
	}
	return way
}

// retire moves an entry to the victims of its instance. Those are of one set:
// when another evicts, what is there goes.
func (t *TLB) retire(c *cache, instance, set, entry uint32) {
	buffer := c.buffer(instance)
	for way := range c.Ways {
		at := buffer*c.Ways + way
		tag := c.tags.At(at)
		if tag.Mask != 0 && instance*c.rows+c.fold(tag.Span, c.shift(t.sizeOf(uint8(tag.Span&15)-1))) != set {
			t.evict(c, at, tag.Mask)
		}
	}
	tag := *c.tags.At(entry)
	var g group
	t.known(&g, c, entry, t.sizeOf(uint8(tag.Span&15)-1), tag.Space, tag.Span&^15)
	t.evict(c, entry, tag.Mask)
	at := seat{span: tag.Span, space: tag.Space, instance: instance, set: buffer}
	c.scan(&at)
	t.fill(c, &at, &g, false)
}
