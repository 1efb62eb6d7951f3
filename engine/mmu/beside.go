package mmu

import "math/bits"

// Neighbour is a leaf beside one that a walk has found.
type Neighbour struct {
	Physical uint64
	Flags    Flags
	Aperture Aperture
}

// Beside reads the leaves of the aligned group of len(out) entries around one
// that a walk has found: they lie in one or two lines of memory, and a
// translation cache takes them all. The bits of mapped say which there are. As
// a rule they are even: they differ from the found one in nothing but an
// address in one piece, by step from one to the next. Otherwise each is written
// out.
func (m *MMU) Beside(leaf *Leaf, out []Neighbour) (mapped uint32, step uint64, even bool) {
	r := &m.rungs[leaf.Level]
	first := leaf.Index &^ (uint32(len(out)) - 1)
	last := min(first+uint32(len(out)), r.mask+1)
	row := rowOf(leaf.Table) << (r.rowShift & 31)
	words := r.words[row+first<<(r.wide&1) : row+last<<(r.wide&1)]
	for i, at := uint32(0), 0; at < len(words); i, at = i+1, at+1<<(r.wide&1) {
		if words[at]&r.leafMask == r.leafBits {
			mapped |= 1 << i
		}
	}
	if step, even = m.even(r, words, leaf, leaf.Index-first, mapped); even {
		return mapped, step, true
	}
	c, above := &r.level.leaf, leaf.Flags&^r.level.leaf.flags(leaf.Raw[0])
	for rest := mapped; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros32(rest)
		low := words[i<<(r.wide&1)]
		a := c.aperture(low)
		out[i] = Neighbour{c.physical(low, a), c.flags(low) | above, a}
	}
	return mapped, 0, false
}

// even says whether the leaves of a group are a sequence, and by what step of
// the address.
func (m *MMU) even(r *rung, words []uint64, leaf *Leaf, place, mapped uint32) (step uint64, even bool) {
	others := mapped &^ (1 << place)
	if others == 0 {
		return 0, true
	}
	pieces := &r.level.leaf.address[leaf.Aperture&3]
	if pieces[1].mask != 0 {
		return 0, false
	}
	address := pieces[0].mask << (pieces[0].right & 63)
	low := leaf.Raw[0]
	next := uint32(bits.TrailingZeros32(others))
	d, distance := int64(words[next<<(r.wide&1)]-low), int64(next)-int64(place)
	if d%distance != 0 {
		return 0, false
	}
	d /= distance
	for ; others != 0; others &= others - 1 {
		i := uint32(bits.TrailingZeros32(others))
		w := words[i<<(r.wide&1)]
		if w != low+uint64((int64(i)-int64(place))*d) || (w^low)&^address != 0 {
			return 0, false
		}
	}
	return uint64(d>>(pieces[0].right&63)) << (pieces[0].left & 63), true
}
