package tlb

import (
	"math/bits"

	"pagewalk/engine/mmu"
)

// Check gives the first broken invariant in words, or nothing.
func (t *TLB) Check() string {
	for i := range t.caches {
		if bad := t.checkLevel(&t.caches[i]); bad != "" {
			return bad
		}
	}
	return ""
}

func (t *TLB) checkLevel(c *cache) string {
	var count [maxSizes]uint32
	for entry := range c.reached * c.entries() {
		tag := c.tags.At(entry)
		if bad := t.checkEntry(c, entry, tag); bad != "" {
			return bad
		}
		if tag.Mask != 0 {
			count[tag.Span&15-1]++
		}
	}
	if count != t.State.Head.At(uint32(c.number)).Entries {
		return "the count of entries by page size is wrong"
	}
	for set := range c.reached * c.rows {
		order := c.orders.Get(set) ^ identity
		seen := uint16(0)
		for way := range c.Ways {
			seen |= 1 << (order >> (way * 4) & 15)
		}
		if bits.OnesCount16(seen) != int(c.Ways) || seen>>c.Ways != 0 {
			return "the order of a set is no permutation of its ways"
		}
	}
	return ""
}

// checkEntry checks one entry: what it holds is written in the one way that
// there is, it stands in its set, and it can be found.
func (t *TLB) checkEntry(c *cache, entry uint32, tag *Tag) string {
	set := c.setOf(entry)
	way := entry - set*c.Ways
	sign := uint8(c.signs[set][way&1] >> (way / 2 * 8))
	if tag.Mask == 0 {
		if *tag != (Tag{}) || sign != 0 {
			return "an entry without pages is not empty"
		}
		return ""
	}
	var all [maxGroup]uint64
	c.spread(entry, tag, &all)
	value, step, even := sequence(&all, tag.Mask)
	if even != (tag.Apart == 0) || even && (value != tag.Value || step != tag.Step) {
		return "the pages of an entry are not written in their one way"
	}
	for page := range c.Pages {
		if tag.Mask>>page&1 != 0 && all[page] == 0 {
			return "an entry names a page and has no translation of it"
		}
	}
	if sign != signature(tag.Span, tag.Space) || c.filled[entry/64]>>(entry%64)&1 == 0 {
		return "an entry cannot be found by its signature"
	}
	if !c.inBuffer(entry) && c.fold(tag.Span, c.shift(t.sizeIn(c, tag))) != set%c.rows {
		return "an entry stands in the wrong set"
	}
	return ""
}

// sizeIn is the size of an entry's pages, or the directory that it is of.
func (t *TLB) sizeIn(c *cache, tag *Tag) *size {
	if c == t.directories {
		return t.parentOf(uint8(tag.Span&15) - 1)
	}
	return t.sizeOf(uint8(tag.Span&15) - 1)
}

// Stale finds a cached translation that the tables do not hold any more, or
// the knowledge that nothing is mapped where something is: an invalidation is
// missing. Between the write of an entry and its command that is as it should
// be; afterwards it is the driver's bug.
func (t *TLB) Stale(w Walker) (space uint16, va uint64, found bool) {
	for i := range t.levels {
		c := &t.levels[i]
		for entry := range c.reached * c.entries() {
			tag := t.State.Tags[i].At(entry)
			for page := range c.Pages {
				value := c.page(entry, tag, page)
				if value == 0 {
					continue
				}
				s := t.sizeOf(uint8(tag.Span&15) - 1)
				va = tag.Span&^15 + uint64(page)<<s.lo
				if !t.holds(w, tag.Space, va, s, value) {
					return tag.Space, va, true
				}
			}
		}
	}
	return 0, 0, false
}

// holds says whether the tables hold what a cached translation says.
func (t *TLB) holds(w Walker, space uint16, va uint64, s *size, value uint64) bool {
	leaf, fault := &t.leaf, &t.fault
	w.WalkInto(leaf, fault, space, va, mmu.Read|mmu.Kernel, nil)
	if value&isValid == 0 {
		return fault.Type != mmu.NoFault
	}
	return fault.Type == mmu.NoFault && leaf.Bytes == 1<<s.lo && pack(leaf.Physical, leaf.Flags, leaf.Aperture) == value
}
