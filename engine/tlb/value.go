package tlb

import (
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// A cached translation is one word: the physical address of the page, and in
// the 12 bits below it what an access needs to know.
const (
	isValid       = 1 << 0
	apertureShift = 1 // three bits
	flagShift     = 5
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
func flagsOf(w uint64) (f profile.Flags) {
	w = w & pageMask >> flagShift
	for i := 0; w != 0; i++ {
		if w&1 != 0 {
			f |= kept[i]
		}
		w >>= 1
	}
	return f
}

// unpack makes a leaf of a word again, without the entry and the table: they
// were not read.
func unpack(leaf *mmu.Leaf, w, va uint64, s *size) {
	*leaf = mmu.Leaf{}
	leaf.Bytes = 1 << (s.lo & 63)
	leaf.Physical = w&^pageMask | va&(leaf.Bytes-1)
	if w&pageMask>>flagShift != 0 {
		leaf.Flags = flagsOf(w)
	}
	leaf.Level, leaf.Depth, leaf.Aperture = s.code-1, s.depth, profile.Aperture(w>>apertureShift&7)
}
