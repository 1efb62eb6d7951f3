package mmu

// Neighbour is a leaf beside one that a walk has found.
type Neighbour struct {
	Physical uint64
	Flags    Flags
	Aperture Aperture
}

// Beside reads the leaves of the aligned group of len(out) entries around one
// that a walk has found: they lie in one or two lines of memory, and a
// translation cache takes them all. The bits of mapped say which there are. A
// leaf that differs from the found one in nothing but an address in one piece
// is not decoded again.
func (m *MMU) Beside(leaf *Leaf, out []Neighbour) (mapped uint32) {
	l := &m.codec.levels[leaf.Level]
	first := leaf.Index &^ (uint32(len(out)) - 1)
	row := m.State.Words[l.class].Slice(rowOf(leaf.Table)*l.rowWords, l.rowWords)
	row = row[first*l.words:]
	pieces := &l.leaf.address[leaf.Aperture&3]
	address := pieces[0].mask << (pieces[0].right & 63)
	same := leaf.Raw[0] &^ address
	for i, at := 0, uint32(0); i < len(out) && at < uint32(len(row)); i, at = i+1, at+l.words {
		low := row[at]
		if low&l.leafMask != l.leafBits {
			continue
		}
		mapped |= 1 << i
		o := &out[i]
		if low&^address == same && pieces[1].mask == 0 {
			o.Physical = low & address >> (pieces[0].right & 63) << (pieces[0].left & 63)
			o.Flags, o.Aperture = leaf.Flags, leaf.Aperture
			continue
		}
		o.Aperture = l.leaf.aperture(low)
		o.Physical = l.leaf.physical(low, o.Aperture)
		o.Flags = l.leaf.flags(low) | leaf.Flags&^l.leaf.flags(leaf.Raw[0])
	}
	return mapped
}
