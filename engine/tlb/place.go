package tlb

import "pagewalk/engine/profile"

// Place is the set of a level in which the translation of an address lies, for
// pages of 1<<lo bytes: of a hierarchy as data, without a machine. shift is
// where the bits begin that choose it.
func Place(l *profile.TLBLevel, lo uint8, va uint64) (set uint32, shift uint8) {
	c := prepare(l, 0)
	return c.fold(va, lo+c.pageShift), lo + c.pageShift
}

// Cached is one filled entry of a set, for reading.
type Cached struct {
	First uint64 // first address of its span
	Page  uint64 // size of its pages
	Mask  uint16 // pages that are filled
	Space uint16
	Way   uint32
}

// CachedIn lists the filled entries of one set of an instance of a level.
func (t *TLB) CachedIn(level int, instance, set uint32) []Cached {
	var all []Cached
	for way, e := range t.EntriesOf(level, instance, set) {
		if e.Mask == 0 {
			continue
		}
		lo := t.p.MMU.Format.Levels[e.Span&0xff-1].Lo
		all = append(all, Cached{First: e.Span &^ 0xff, Page: 1 << lo, Mask: e.Mask, Space: e.Space, Way: uint32(way)})
	}
	return all
}

// Held is the physical address that an instance of a level holds for an address,
// for pages of 1<<lo bytes; ok is false if it holds none.
func (t *TLB) Held(level int, instance uint32, lo uint8, space uint16, va uint64) (page uint64, ok bool) {
	c := &t.levels[level]
	if instance >= c.reached {
		return 0, false
	}
	for i := range t.sizes {
		s := &t.sizes[i]
		if s.lo != lo {
			continue
		}
		if entry, found := c.find(instance, s, space, va); found {
			word := c.page(entry, t.State.Tags[level].At(entry), c.place(s, va))
			return word &^ pageMask, word&isValid != 0
		}
	}
	return 0, false
}
