package tlb

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
)

// maxGroup is the largest number of pages that an entry covers.
const maxGroup = 16

// group is what is known of the aligned 16 pages around an address: the
// translations that a fill can bring.
type group struct {
	s     *size
	space uint16
	va    uint64
	value [maxGroup]uint64 // 0 = not known, or not mapped
}

// place is the number of the asked page in its group.
func (g *group) place() uint32 { return uint32(g.va>>g.s.lo) % maxGroup }

// gather empties the scratch group for an address.
func (t *TLB) gather(s *size, space uint16, va uint64) *group {
	g := &t.group
	g.s, g.space, g.va = s, space, va
	clear(g.value[:])
	return g
}

// known gathers what an entry of a level holds.
func (t *TLB) known(c *cache, entry uint32, s *size, space uint16, va uint64) *group {
	g := t.gather(s, space, va)
	first := g.place() &^ (c.Pages - 1)
	copy(g.value[first:], t.State.Pages[c.number].Slice(entry*c.Pages, c.Pages))
	return g
}

// walked gathers what a walk has found: the page and, where levels want whole
// spans, its neighbours.
func (t *TLB) walked(leaf *mmu.Leaf, space uint16, va uint64, w Walker) *group {
	g := t.gather(t.sizeOf(leaf.Level), space, va)
	if t.whole {
		w.Beside(leaf, t.beside[:])
		for i := range t.beside {
			if n := &t.beside[i]; n.Mapped {
				g.value[i] = pack(n.Physical, n.Flags, n.Aperture)
			}
		}
	}
	g.value[g.place()] = pack(leaf.Physical&^(leaf.Bytes-1), leaf.Flags, leaf.Aperture)
	return g
}

// fillAbove fills the levels before level i, the last first.
func (t *TLB) fillAbove(sm uint16, i int, g *group) {
	for j := i - 1; j >= 0; j-- {
		c := &t.levels[j]
		t.fill(c, c.Instance(sm), g)
	}
}

// fill brings translations into a level: into the entry of their span if there
// is one, or an empty entry, or the oldest of the set, whose pages are dropped
// first. Pages that the entry has already stay as they are.
func (t *TLB) fill(c *cache, instance uint32, g *group) {
	entry, found := t.find(c, instance, g.s, g.space, g.va)
	sh := c.shift(g.s)
	set := instance*c.Sets + c.set(g.va, sh)
	if !found {
		entry = t.victim(c, set)
	}
	asked := g.place() & (c.Pages - 1)
	first, last := asked, asked
	if c.Whole {
		first, last = 0, c.Pages-1
	}
	base := g.place() &^ (c.Pages - 1)
	value := g.value[base : base+c.Pages]
	pages := t.State.Pages[c.number].Slice(entry*c.Pages, c.Pages)
	for i := first; i <= last; {
		n, step := fillRun(value, pages, i, last)
		if n == 0 {
			i++
			continue
		}
		t.put(c, &event.TLBFillInfo{
			Entry: entry, Level: uint8(c.number), Span: g.va>>sh<<sh | uint64(g.s.code), Space: g.space, First: uint8(i), N: uint8(n),
			Asked: asked-i < n, Fresh: !found, Place: uint8(t.placeOf(c, entry)), Value: value[i], Step: step,
		})
		found = true
		i += n
	}
}

// fillRun counts the pages from i on that are new and form one sequence.
func fillRun(value, pages []uint64, i, last uint32) (n uint32, step uint64) {
	for ; i+n <= last && value[i+n] != 0 && pages[i+n] == 0; n++ {
		if n == 1 {
			step = value[i+1] - value[i]
		}
		if n > 1 && value[i+n]-value[i+n-1] != step {
			break
		}
	}
	if n <= 1 {
		step = 0
	}
	return n, step
}

// placeOf is where an entry's way stands in the order of its set.
func (t *TLB) placeOf(c *cache, entry uint32) (at uint32) {
	order := t.State.Order[c.number].Get(entry/c.Ways) ^ identity
	for order>>(at*4)&15 != uint64(entry%c.Ways) {
		at++
	}
	return at
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

// behind moves the newest way of an order to a place.
func behind(order uint64, at uint32) uint64 {
	way := order & 15
	below := order & (1<<((at+1)*4) - 1) >> 4
	return order&^(1<<((at+1)*4)-1) | way<<(at*4) | below
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
