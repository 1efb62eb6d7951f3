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
	c := &r.level.leaf
	pieces := &c.address[leaf.Aperture&3]
	address := pieces[0].mask << (pieces[0].right & 63)
	if pieces[1].mask != 0 {
		address = 0 // in two pieces: no sequence
	}
	mapped, d, even := r.group(words, leaf.Raw[0], address, leaf.Index-first)
	if even {
		return mapped, uint64(int64(d)>>(pieces[0].right&63)) << (pieces[0].left & 63), true
	}
	above := leaf.Flags &^ c.flags(leaf.Raw[0])
	for rest := mapped; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros32(rest)
		low := words[i<<(r.wide&1)]
		a := c.aperture(low)
		out[i] = Neighbour{c.physical(low, a), c.flags(low) | above, a}
	}
	return mapped, 0, false
}

// group says which entries of a group are leaves, and whether they differ from
// the one at a place in nothing but the address, by d from one to the next.
func (r *rung) group(words []uint64, low, address uint64, place uint32) (mapped uint32, d uint64, even bool) {
	wide := 1 << (r.wide & 1)
	first, last := words[0], words[len(words)-wide]
	if d = words[wide] - first; ((first^low)|(first+d^low)|(last^low))&^address == 0 {
		// As a rule all are. What lies between two leaves lies between their words.
		differ, want := uint64(0), first
		for at := 0; at < len(words); at += wide {
			differ |= words[at] ^ want
			want += d
		}
		if differ == 0 {
			return 1<<(len(words)/wide) - 1, d, true
		}
	}
	mask, leaf := r.leafMask, r.leafBits
	for at := 0; at < len(words); at += wide {
		if words[at]&mask == leaf {
			mapped |= 1 << (at >> (r.wide & 1) & 31)
		}
	}
	d, even = sequence(words, wide, low, address, place, mapped&^(1<<place))
	return mapped, d, even
}

// sequence says by what step the others of a group differ from the one at a
// place, if it is one.
func sequence(words []uint64, wide int, low, address uint64, place, others uint32) (d uint64, even bool) {
	if others == 0 {
		return 0, true
	}
	next := bits.TrailingZeros32(others)
	apart, distance := int64(words[next*wide]-low), int64(next)-int64(place)
	if apart%distance != 0 {
		return 0, false
	}
	d = uint64(apart / distance)
	for ; others != 0; others &= others - 1 {
		i := bits.TrailingZeros32(others)
		w := words[i*wide]
		if w != low+(uint64(i)-uint64(place))*d || (w^low)&^address != 0 {
			return 0, false
		}
	}
	return d, true
}
