package tlb

import (
	"math/bits"

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
	mask  uint32           // which are known
	value [maxGroup]uint64 // of those
}

// place is the number of the asked page in its group.
func (g *group) place() uint32 { return uint32(g.va>>g.s.lo) % maxGroup }

// gather begins the scratch group for an address.
func (t *TLB) gather(s *size, space uint16, va uint64) *group {
	g := &t.group
	g.s, g.space, g.va, g.mask = s, space, va, 0
	return g
}

// known gathers what an entry of a level holds.
func (t *TLB) known(c *cache, entry uint32, s *size, space uint16, va uint64) *group {
	g := t.gather(s, space, va)
	first := g.place() &^ (c.Pages - 1)
	copy(g.value[first:], t.State.Pages[c.number].Slice(entry*c.Pages, c.Pages))
	g.mask = uint32(t.State.Tags[c.number].At(entry).Mask) << first
	return g
}

// walked gathers what a walk has found: the page and, where levels want whole
// spans, its neighbours.
func (t *TLB) walked(leaf *mmu.Leaf, space uint16, va uint64, w Walker) *group {
	g := t.gather(t.sizeOf(leaf.Level), space, va)
	if t.whole {
		g.mask = w.Beside(leaf, t.beside[:])
		for rest := g.mask; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros32(rest) % maxGroup
			n := &t.beside[i]
			g.value[i] = pack(n.Physical, n.Flags, n.Aperture)
		}
	}
	g.mask |= 1 << g.place()
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
	sh := c.shift(g.s)
	set := instance*c.Sets + c.set(g.va, sh)
	span := g.va>>(sh&63)<<(sh&63) | uint64(g.s.code)
	tags := t.State.Tags[c.number].Slice(set*c.Ways, c.Ways)
	way, found := scan(tags, span, g.space)
	if way == c.Ways {
		way = t.victim(c, set, tags)
	}
	base := g.place() &^ (c.Pages - 1)
	asked := g.place() - base
	known := g.mask >> base & (1<<c.Pages - 1)
	if !c.Whole {
		known &= 1 << asked
	}
	value := g.value[base : base+c.Pages]
	for fresh := known &^ uint32(tags[way].Mask); fresh != 0; {
		first := uint32(bits.TrailingZeros32(fresh))
		n, step := sequence(value[first:], fresh>>first)
		var i event.TLBFillInfo
		i.Entry, i.Level, i.Span, i.Space = set*c.Ways+way, uint8(c.number), span, g.space
		i.First, i.N, i.Value, i.Step = uint8(first), uint8(n), value[first], step
		i.Asked, i.Fresh = asked-first < n, !found
		t.put(c, &i, set, way)
		found = true
		fresh &^= (1<<n - 1) << first
	}
}

// sequence counts the pages at the front whose bits are set and whose
// translations go on by one step.
func sequence(value []uint64, mask uint32) (n uint32, step uint64) {
	n = 1
	if mask&2 == 0 {
		return n, 0
	}
	step = value[1] - value[0]
	for mask>>n&1 != 0 && value[n]-value[n-1] == step {
		n++
	}
	return n, step
}

// The order of a set is a row of nibbles, the newest way first.

// nibble is 1 in each place of an order.
const nibble = 0x1111111111111111

// placeIn is where a way stands in an order: the first nibble that is zero
// after an exclusive or with the way everywhere.
func placeIn(order uint64, way uint32) uint32 {
	x := order ^ uint64(way)*nibble
	return uint32(bits.TrailingZeros64((x-nibble)&^x&(nibble<<3))) / 4
}

// front moves the way at a place of an order to the newest place.
func front(order uint64, at uint32) uint64 {
	sh := at * 4 & 63
	way := order >> sh & 15
	newer := order & (1<<sh - 1)
	return order&^(1<<sh-1|15<<sh) | newer<<4 | way
}

// behind moves the newest way of an order to a place.
func behind(order uint64, at uint32) uint64 {
	sh := at * 4 & 63
	through := uint64(1)<<sh - 1 | 15<<sh
	return order&^through | order&15<<sh | order&through>>4
}

// touch makes an entry the newest of its set.
func (t *TLB) touch(c *cache, entry uint32) {
	set := entry >> c.wayShift
	if 1<<c.wayShift != c.Ways {
		set = entry / c.Ways
	}
	way := entry - set*c.Ways
	order := t.State.Order[c.number].Get(set) ^ identity
	if order&15 == uint64(way) {
		return
	}
	t.order(c, set, order^identity, front(order, placeIn(order, way))^identity)
}

// victim empties the oldest entry of a full set and gives its way.
func (t *TLB) victim(c *cache, set uint32, tags []Tag) uint32 {
	order := t.State.Order[c.number].Get(set) ^ identity
	way := uint32(order >> ((c.Ways - 1) * 4 & 63) & 15)
	t.evict(c, set*c.Ways+way, tags[way].Mask)
	return way
}
