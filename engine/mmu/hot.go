package mmu

import (
	"math/bits"

	"pagewalk/engine/state"
)

// hot remembers the page table that the last mapping went to, and what a
// mapping must look like to go there too. Most mappings are the neighbour of
// the one before, and for those neither the checks nor the descent are needed
// again. Like near it is no part of the machine, and any change of the tree
// empties it.
type hot struct {
	page  uint64 // size of the pages; 0 = nothing is remembered
	first uint64 // address that the table covers, and
	reach uint64 // how far from there the last one is
	bits  uint64 // that a physical address may have
	word  uint64 // the leaf of address 0
	turn  int    // how far the address field is from its place
	l     *level
	words *state.Column[uint64]
	table *state.Column[Table]
	id    uint32
	row   uint32 // place of the table's first word
	space uint16
	lo    uint8
	a     Attr
}

// keepHot remembers the page table of a mapping that was just made, if it has
// no sibling that covers the same addresses and addresses in one piece.
func (m *MMU) keepHot(id uint32, a Attr) {
	t := m.table(id)
	l := &m.codec.levels[t.Level]
	pieces := &l.leaf.address[a.Aperture&3]
	m.hot.page = 0
	if l.pointers != 0 || t.Parent == 0 || l.words != 1 || pieces[1].mask != 0 {
		return
	}
	p := m.levelOf(t.Parent).pointers
	for i := range p {
		if c := m.child(t.Parent, t.Slot/p*p+i); c != 0 && c != id {
			return
		}
	}
	first := m.extend(t.VA)
	m.hot = hot{
		page: l.size, first: first, reach: l.span - 1, bits: pieces[0].mask << pieces[0].left, word: m.word(l, 0, a),
		turn: int(pieces[0].right) - int(pieces[0].left), l: l, words: &m.State.Words[l.class], table: &m.State.Tables[l.class],
		id: id, row: m.wordAt(id), space: t.Space, lo: l.Lo, a: a,
	}
}

// mapOne maps one page into the remembered table, with nothing recorded, if
// the entry is free: most calls.
func (m *MMU) mapOne(space uint16, va, pa, page uint64, a Attr) bool {
	h := &m.hot
	if page == 0 || page != h.page || va-h.first > h.reach || space != h.space || a != h.a ||
		(va|pa)&(page-1)|pa&^h.bits != 0 || m.rec.Log != nil {
		return false
	}
	w := h.words.Mut(h.row + uint32((va-h.first)>>(h.lo&63)))
	if *w != 0 {
		return false
	}
	*w = h.word | bits.RotateLeft64(pa, h.turn)
	h.table.Mut(rowOf(h.id)).Refs++
	if m.batch.nesting != 0 || m.inv != nil || m.skip != 0 {
		m.announce(space, va, page, h.l)
	}
	return true
}

// mapBeside maps into the remembered table, if the range lies there and
// nothing is in the way. Whatever else may be wrong with the arguments is left
// to Map: then it says no.
func (m *MMU) mapBeside(space uint16, va, pa, bytes, page uint64, a Attr) bool {
	h := &m.hot
	if page != h.page || space != h.space || va-h.first > h.reach || bytes-1 > h.first+h.reach-va || a != h.a ||
		(va|pa|bytes)&(page-1) != 0 || (pa|(pa+bytes-page))&^h.bits != 0 {
		return false
	}
	l := h.l
	index, n := uint32(va>>(l.Lo&63)&l.mask), uint32(bytes>>(l.Lo&63))
	for _, w := range h.words.Slice(h.row+index, n) {
		if w != 0 {
			return false
		}
	}
	m.setRefs(h.id, m.table(h.id).Refs+n)
	m.leaves(h.id, index, n, pa, a)
	m.announce(space, va, bytes, l)
	return true
}

// announce asks for the one invalidation of a mapping that made no table.
func (m *MMU) announce(space uint16, va, bytes uint64, l *level) {
	m.Begin(space)
	m.batch.rangeAt(va, bytes, l.Depth, l.size, false)
	m.End()
}
