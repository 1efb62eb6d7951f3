package mmu

import "math/bits"

// rung is what a descent needs of one level, close together: how to cut the
// address, what an entry must show, and where the tables of the level lie.
// Built once from the codec; place refreshes where the tables lie.
type rung struct {
	words  []uint64 // the pool of its tables
	mirror []uint32 // the pool of its mirrors; none at a page table

	mask               uint32 // of the index after shifting by lo
	lo                 uint8
	rowShift           uint8 // log2 of the words of a table
	wide               uint8 // 1: entries are two words
	dual               uint8 // 1: entries have two pointers
	mirrorShift        uint8 // log2 of the cells of a mirror
	class              uint8
	leafMask, leafBits uint64 // a leaf shows these bits; no entry does where there are no leaves
	inv, invHigh       uint64 // an entry without any of these bits leads nowhere
	dirMask, dirBits   uint64 // what a directory entry must show besides

	next  [2]*rung // where the pointers lead
	level *level
}

// build makes the rungs of the format.
func (m *MMU) build() {
	m.rungs = make([]rung, len(m.codec.levels))
	for i := range m.rungs {
		l, r := &m.codec.levels[i], &m.rungs[i]
		*r = rung{
			mask: uint32(l.mask), lo: l.Lo, rowShift: log2(l.rowWords), wide: uint8(l.words - 1), mirrorShift: log2(m.codec.mirrorSlots), class: l.class,
			leafMask: l.leafMask, leafBits: l.leafBits, level: l,
		}
		if l.leafMask == 0 {
			r.leafBits = 1 // never shown
		}
		if l.pointers == 0 {
			continue // leads nowhere: no entry shows a bit of none
		}
		r.inv, r.invHigh, r.dirMask, r.dirBits = l.inv[0], l.inv[1], l.dirMask, l.dirBits
		r.dual = uint8(l.pointers - 1)
		for which, lower := range l.Next {
			r.next[which] = &m.rungs[lower]
		}
		m.upper.rung, m.upper.shift = r, log2(uint32(l.Entries()))+l.Lo
		m.upper.limits = m.upper.limits || l.limits != nil
	}
	m.place()
	m.forget()
}

func log2(n uint32) uint8 { return uint8(bits.Len32(n) - 1) }

// place finds the pools again: they have moved, or grown.
func (m *MMU) place() {
	m.near.fit(m.Tables())
	for i := range m.rungs {
		r := &m.rungs[i]
		pool := &m.State.Words[r.class]
		r.words = pool.Slice(0, uint32(pool.Len()))
		if r.level.pointers != 0 {
			r.mirror = m.State.Mirror.Slice(0, uint32(m.State.Mirror.Len()))
		}
	}
}

// upperTables is how many directories the simulator remembers.
const upperTables = 256

// upper remembers, by address, which directory next to the page tables a walk
// came through, so that one that nobody watches begins there. Like near it is
// a help to the simulator and no part of the machine: what it says would be
// found by descending from the root, and any change of a directory or of the
// tree empties it.
type upper struct {
	rung   *rung // the directories that are remembered
	shift  uint8 // log2 of what one of them covers
	limits bool  // directories take rights away: every one must be read
	at     [upperTables]upperTable
}

// upperTable is one directory that is remembered.
type upperTable struct {
	part  uint64 // of the address, and the space above it
	era   uint32 // of another era than near's: nothing
	table uint32
}

// part is what an address and a space have in common with all others that lead
// to one directory.
func (u *upper) part(space uint16, va uint64) (part uint64, slot uint8) {
	part = va >> (u.shift & 63)
	return part | uint64(space)<<48, uint8(part + uint64(space)*37)
}
