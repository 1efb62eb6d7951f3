package mmu

// near remembers the table that the last walk ended in, and the whole of its
// leaf, so that a walk beside it whose entry differs in nothing but the address
// need neither descend nor decode. It is a help to the simulator and no part of
// the machine: only walks that nobody watches use it, and whatever writes a
// directory, or may move the columns, empties it.
type near struct {
	first, last uint64   // addresses that the table covers
	row         []uint64 // its entries; none = nothing is remembered
	mask        uint64   // of the index after shifting by lo
	address     uint64   // bits of such an entry that are the address …
	rest        uint64   // … and what the others hold
	offset      uint64   // bits of an address inside its page
	turn        int      // how far the address field is from its place
	leaf        Leaf
	space       uint16
	lo          uint8
	wide        uint8 // 1: entries are two words
}

// remember keeps the table that a walk has ended in, unless another table
// covers the same addresses, or the address in its entries is in pieces.
func (m *MMU) remember(w *walk, s *level, low uint64) {
	pieces := &s.leaf.address[w.leaf.Aperture&3]
	address := pieces[0].mask << (pieces[0].right & 63)
	if w.dual || m.poisoned != 0 || pieces[1].mask != 0 || address&s.leafMask != 0 {
		return
	}
	n := &m.near
	if n.leaf.Table != w.id || n.row == nil { // the table's part
		row := rowOf(w.id) * s.rowWords
		n.row = m.State.Words[s.class].Slice(row, s.rowWords)
		n.space, n.lo, n.mask, n.offset = w.space, s.Lo, s.mask, s.size-1
		n.wide = uint8(s.words - 1)
		n.first = w.va &^ (s.span - 1)
		n.last = n.first + s.span - 1
	}
	n.address, n.rest, n.turn = address, low&^address, int(pieces[0].left)-int(pieces[0].right)
	n.leaf = *w.leaf
}

// forget empties what was remembered of a walk.
func (n *near) forget() { n.row = nil }
