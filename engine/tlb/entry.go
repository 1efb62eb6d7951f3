package tlb

import "math/bits"

// Tag says what an entry holds: the translations of up to 16 neighbouring
// pages of one size. As a rule they are a sequence, and the entry says it all:
// page i is Value + i·Step. Translations that are no sequence are Apart, in the
// Pages of the level. Which of the two it is follows from what is held, so that
// equal contents are equal cells; one page alone has Step 0, and an empty entry
// is all zero.
type Tag struct {
	Span  uint64 // first address, aligned to the span; in the low bits 1 + the level of the page-table format
	Value uint64
	Step  uint64
	Space uint16
	Mask  uint16 // pages that are filled
	Apart uint32 // 1: no sequence
}

// run is neighbouring pages of a span whose translations form a sequence.
type run struct {
	first, n    uint32
	value, step uint64 // of the first page
}

func (r *run) mask() uint16 { return uint16((1<<r.n - 1) << r.first) }

// page gives the translation of one page of an entry, 0 if it is not filled.
func (c *cache) page(entry uint32, tag *Tag, page uint32) uint64 {
	switch {
	case tag.Mask>>(page&15)&1 == 0:
		return 0
	case tag.Apart != 0:
		return c.words.Get(entry*c.Pages + page)
	}
	return tag.Value + uint64(page)*tag.Step
}

// hold adds a run to an entry.
func (t *TLB) hold(c *cache, entry uint32, span uint64, space uint16, r *run) {
	tag := c.tags.Mut(entry)
	if tag.Mask == 0 {
		step := r.step
		if r.n == 1 {
			step = 0
		}
		*tag = Tag{Span: span, Value: r.value - uint64(r.first)*step, Step: step, Space: space, Mask: r.mask()}
		t.count(c, span, 1)
		c.mark(entry, signature(span, space))
		return
	}
	if tag.Apart == 0 && tag.Mask&(tag.Mask-1) != 0 && r.value == tag.Value+uint64(r.first)*tag.Step && (r.n == 1 || r.step == tag.Step) {
		tag.Mask |= r.mask()
		return
	}
	var all [maxGroup]uint64
	c.spread(entry, tag, &all)
	for i := range r.n {
		all[r.first+i] = r.value + uint64(i)*r.step
	}
	c.gatherIn(entry, tag, tag.Mask|r.mask(), &all)
}

// lose takes pages out of an entry. One without pages is empty.
func (t *TLB) lose(c *cache, entry uint32, pages uint16) {
	tag := c.tags.Mut(entry)
	left := tag.Mask &^ pages
	switch {
	case left == 0:
		if tag.Apart != 0 {
			clear(c.words.MutRange(entry*c.Pages, c.Pages))
		}
		t.count(c, tag.Span, -1)
		*tag = Tag{}
		c.mark(entry, 0)
	case tag.Apart != 0:
		var all [maxGroup]uint64
		c.spread(entry, tag, &all)
		c.gatherIn(entry, tag, left, &all)
	case left&(left-1) == 0:
		tag.Value += uint64(bits.TrailingZeros16(left)) * tag.Step
		tag.Step, tag.Mask = 0, left
	default:
		tag.Mask = left
	}
}

// count counts the entries of a page size.
func (t *TLB) count(c *cache, span uint64, d int32) {
	n := &t.State.Head.Mut(uint32(c.number)).Entries[(span&15-1)%maxSizes]
	*n += uint32(d)
	c.present |= t.bit[span&15]
	if *n == 0 {
		c.present &^= t.bit[span&15]
	}
}

// spread writes the translations of an entry one by one.
func (c *cache) spread(entry uint32, tag *Tag, all *[maxGroup]uint64) {
	for i := range c.Pages {
		all[i%maxGroup] = c.page(entry, tag, i)
	}
}

// gatherIn makes an entry hold the pages of a mask.
func (c *cache) gatherIn(entry uint32, tag *Tag, mask uint16, all *[maxGroup]uint64) {
	value, step, even := sequence(all, mask)
	if !even {
		c.apart = true
		c.words.Grow(int(c.reached * c.entries() * c.Pages))
		for i := range c.Pages {
			v := all[i]
			if mask>>i&1 == 0 {
				v = 0
			}
			c.words.Set(entry*c.Pages+i, v)
		}
		tag.Value, tag.Step, tag.Mask, tag.Apart = 0, 0, mask, 1
		return
	}
	if tag.Apart != 0 {
		clear(c.words.MutRange(entry*c.Pages, c.Pages))
	}
	tag.Value, tag.Step, tag.Mask, tag.Apart = value, step, mask, 0
}

// sequence finds the value and step of the pages in a mask, if they are a
// sequence.
func sequence(all *[maxGroup]uint64, mask uint16) (value, step uint64, even bool) {
	first := uint32(bits.TrailingZeros16(mask))
	rest := mask & (mask - 1)
	if rest == 0 {
		return all[first%maxGroup], 0, true
	}
	second := uint32(bits.TrailingZeros16(rest))
	distance := int64(second - first)
	d := int64(all[second] - all[first])
	if d%distance != 0 {
		return 0, 0, false
	}
	step = uint64(d / distance)
	value = all[first] - uint64(first)*step
	for ; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros16(rest)
		if all[i%maxGroup] != value+uint64(i)*step {
			return 0, 0, false
		}
	}
	return value, step, true
}
