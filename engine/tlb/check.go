package tlb

import (
	"math/bits"

	"pagewalk/engine/mmu"
)

// Check gives the first broken invariant in words, or nothing.
func (t *TLB) Check() string {
	for i := range t.levels {
		if bad := t.checkLevel(&t.levels[i]); bad != "" {
			return bad
		}
	}
	return ""
}

func (t *TLB) checkLevel(c *cache) string {
	var count [maxSizes]uint32
	for entry := range c.reached * c.Entries() {
		tag := t.State.Tags[c.number].At(entry)
		if (tag.Span == 0) != (tag.Mask == 0) {
			return "an entry has a span and no page, or a page and no span"
		}
		for page := range c.Pages {
			if (t.State.Pages[c.number].Get(entry*c.Pages+page) != 0) != (tag.Mask>>page&1 != 0) {
				return "the pages of an entry are not those its mask names"
			}
		}
		if tag.Span == 0 {
			continue
		}
		count[tag.Span&15-1]++
		s := t.sizeOf(uint8(tag.Span&15) - 1)
		if c.set(tag.Span&^15, c.shift(s)) != entry/c.Ways%c.Sets {
			return "an entry stands in the wrong set"
		}
	}
	if count != t.State.Head.At(uint32(c.number)).Entries {
		return "the count of entries by page size is wrong"
	}
	for set := range c.reached * c.Sets {
		order := t.State.Order[c.number].Get(set) ^ identity
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

// Stale finds a cached translation that the tables do not hold any more: an
// invalidation is missing. Between the write of an entry and its command that
// is as it should be; afterwards it is the driver's bug.
func (t *TLB) Stale(w Walker) (space uint16, va uint64, found bool) {
	for i := range t.levels {
		c := &t.levels[i]
		for entry := range c.reached * c.Entries() {
			tag := t.State.Tags[i].At(entry)
			if tag.Mask == 0 {
				continue
			}
			for page := range c.Pages {
				if tag.Mask>>page&1 == 0 {
					continue
				}
				s := t.sizeOf(uint8(tag.Span&15) - 1)
				va = tag.Span&^15 + uint64(page)<<s.lo
				w.WalkInto(&t.leaf, &t.fault, tag.Space, va, mmu.Read|mmu.Kernel, nil)
				leaf := &t.leaf
				if t.fault.Type != mmu.NoFault || leaf.Bytes != 1<<s.lo || pack(leaf.Physical, leaf.Flags, leaf.Aperture) != t.State.Pages[i].Get(entry*c.Pages+page) {
					return tag.Space, va, true
				}
			}
		}
	}
	return 0, 0, false
}
