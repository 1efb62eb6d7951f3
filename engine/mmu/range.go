package mmu

import "pagewalk/engine/profile"

// interval is an inclusive range of addresses below the sign-extended bits.
type interval struct{ first, last uint64 }

// within gives the interval of a range of addresses in the format's bits.
func (m *MMU) within(va, bytes uint64) interval {
	mask := uint64(1)<<m.codec.f.VABits - 1
	return interval{va & mask, (va + bytes - 1) & mask}
}

// indices gives the first and last entry of a table that an interval touches.
func (l *level) indices(base uint64, v interval) (first, last uint32) {
	end := base + l.span - 1
	return uint32((max(v.first, base) - base) >> l.Lo), uint32((min(v.last, end) - base) >> l.Lo)
}

// mapped looks for anything in a range that a mapping of level lv would
// collide with: a leaf of whatever size, or a table under a slot that is to
// hold a leaf.
func (m *MMU) mapped(space uint16, va, bytes uint64, lv uint8) (at, size uint64, found bool) {
	root := m.root(space)
	if root == 0 {
		return 0, 0, false
	}
	return m.mappedIn(root, m.within(va, bytes), lv)
}

func (m *MMU) mappedIn(id uint32, v interval, lv uint8) (at, size uint64, found bool) {
	t := m.table(id)
	l := &m.codec.levels[t.Level]
	first, last := l.indices(t.VA, v)
	if l.leafMask != 0 {
		words := m.State.Words[classOf(id)].Slice(m.wordAt(id), l.Entries()*l.words)
		for i := first; i <= last; i++ {
			if w := words[i*l.words]; w&l.leafMask == l.leafBits || w != 0 && l.holds(l.rawOf(words, i)) {
				return t.VA + uint64(i)<<l.Lo, l.Bytes(), true
			}
		}
	}
	if l.pointers == 0 {
		return 0, 0, false
	}
	for slot := first * l.pointers; slot < (last+1)*l.pointers; slot++ {
		c := m.child(id, slot)
		if c == 0 {
			continue
		}
		if t.Level == lv {
			return m.table(c).VA, 0, true
		}
		if at, size, found = m.mappedIn(c, v, lv); found {
			return at, size, true
		}
	}
	return 0, 0, false
}

// holds says whether an entry that is no leaf is counted like one: sparse
// entries are.
func (l *level) holds(w Raw) bool { return stateOf(l.Level, w) == profile.Sparse }
