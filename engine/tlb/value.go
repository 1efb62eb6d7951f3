package tlb

import (
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// A cached translation is one word: the physical address of the page, and in
// the 12 bits below it what an access needs to know.
const (
	isValid       = 1 << 0
	apertureShift = 1      // three bits
	isNothing     = 1 << 4 // nothing is mapped: the word says no more
	flagShift     = 5
	flagBits      = 1<<12 - 1<<flagShift
	pageMask      = 1<<12 - 1
)

// kept are the flags that a cached translation keeps, in order of their bits.
var kept = [...]profile.Flags{
	profile.Volatile, profile.Privileged, profile.ReadOnly, profile.NoAtomic, profile.ReadDisable, profile.WriteDisable, profile.NoExecute,
}

// keptFlags is all of them.
const keptFlags = profile.Volatile | profile.Privileged | profile.ReadOnly | profile.NoAtomic | profile.ReadDisable | profile.WriteDisable | profile.NoExecute

// pack makes the word of a page.
func pack(page uint64, flags profile.Flags, a profile.Aperture) uint64 {
	w := page | isValid | uint64(a)<<apertureShift
	if flags&keptFlags == 0 {
		return w
	}
	for i, f := range kept {
		if flags&f != 0 {
			w |= 1 << (flagShift + i)
		}
	}
	return w
}

// flagsOf unpacks the flags of a word.
var flagsOf = func() (all [1 << len(kept)]profile.Flags) {
	for w := range all {
		for i, f := range kept {
			if w>>i&1 != 0 {
				all[w] |= f
			}
		}
	}
	return all
}()

// unpack makes a leaf of a word again, without the entry and the table: they
// were not read.
func unpack(leaf *mmu.Leaf, w, va uint64, s *size) {
	*leaf = s.leaf
	leaf.Physical = w&^pageMask | va&(s.leaf.Bytes-1)
	leaf.Flags = flagsOf[w&flagBits>>flagShift]
	leaf.Aperture = profile.Aperture(w >> apertureShift & 7)
}

// Nothing says whether the word of a fill or drop means that nothing is mapped.
func Nothing(w uint64) bool { return w == isNothing }
