package mmu

import (
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Unmap removes every mapping in a range, whatever its page sizes; holes are
// passed over. A larger page that the range covers only in part refuses the
// call. Tables left empty disappear. One invalidation with membar follows.
func (m *MMU) Unmap(space uint16, va, bytes uint64) target.Why {
	root := m.root(space)
	if root == 0 || bytes == 0 {
		return target.Why{ID: target.BadArgument, N: [4]uint64{0, uint64(space)}}
	}
	v := m.within(va, bytes)
	if at, size, cut := m.cuts(space, v); cut {
		return target.Why{ID: target.RuleMapped, N: [4]uint64{at, size}}
	}
	m.Begin(space)
	seen := sizes{depth: 0xFF}
	m.unmapIn(root, v, &seen)
	if seen.count > 0 {
		m.batch.rangeAt(va, bytes, seen.depth, seen.granule, true)
	}
	m.End()
	return target.Why{}
}

// sizes is what an act on a range has met: how many leaves, their shallowest
// depth and smallest size.
type sizes struct {
	count   uint64
	depth   uint8
	granule uint64
}

func (s *sizes) add(l *level, n uint32) {
	s.count += uint64(n)
	s.depth = min(s.depth, l.Depth)
	if s.granule == 0 || l.Bytes() < s.granule {
		s.granule = l.Bytes()
	}
}

// cuts looks at the two ends of an interval for a leaf that crosses them.
func (m *MMU) cuts(space uint16, v interval) (at, size uint64, cut bool) {
	for _, va := range [2]uint64{v.first, v.last} {
		leaf, fault := m.Walk(space, m.extend(va), Read|Kernel, nil)
		if fault.Type != NoFault {
			continue
		}
		base := va &^ (leaf.Bytes - 1)
		if base < v.first || base+leaf.Bytes-1 > v.last {
			return base, leaf.Bytes, true
		}
	}
	return 0, 0, false
}

// extend gives an address its upper bits back.
func (m *MMU) extend(va uint64) uint64 {
	if n := m.codec.f.VABits; m.codec.f.Canonical && va>>(n-1)&1 != 0 {
		return va | ^uint64(0)<<n
	}
	return va
}

// unmapIn removes what an interval covers of a table, children first.
func (m *MMU) unmapIn(id uint32, v interval, seen *sizes) {
	t := *m.table(id)
	l := &m.codec.levels[t.Level]
	first, last := l.indices(t.VA, v)
	for slot := first * l.pointers; slot < (last+1)*l.pointers; slot++ {
		c := m.child(id, slot)
		if c == 0 {
			continue
		}
		m.unmapIn(c, v, seen)
		if m.table(c).Refs == 0 {
			m.remove(c)
		}
	}
	if l.leafMask == 0 {
		return
	}
	if n := m.clearLeaves(id, l, first, last); n > 0 {
		seen.add(l, n)
		m.setRefs(id, m.table(id).Refs-n)
	}
}

// clearLeaves empties the leaves among entries first to last of a table and
// counts them.
func (m *MMU) clearLeaves(id uint32, l *level, first, last uint32) (count uint32) {
	words := m.State.Words[classOf(id)].Slice(m.wordAt(id), l.Entries()*l.words)
	for i := first; i <= last; {
		n := l.leafRun(words, i, last)
		if n == 0 {
			i++
			continue
		}
		m.writeRun(id, i*l.words, n, uint8(l.words), 0, 0)
		count += n
		i += n
	}
	return count
}

// leafRun counts the leaves (and sparse entries) that stand one after the
// other from entry i on.
func (l *level) leafRun(words []uint64, i, last uint32) (n uint32) {
	if l.words == 1 {
		row := words[i : last+1]
		for {
			n += alike(row[n:], l.leafMask, l.leafBits)
			if n == uint32(len(row)) || row[n] == 0 || !l.holds(Raw{row[n]}) {
				return n
			}
			n++ // sparse
		}
	}
	for ; i <= last; i++ {
		w := words[i*l.words]
		if w&l.leafMask != l.leafBits && (w == 0 || !l.holds(l.rawOf(words, i))) {
			break
		}
		n++
	}
	return n
}

// alike counts the words at the front of row that show bits under mask. It
// looks at eight at a time: a full table has hundreds.
func alike(row []uint64, mask, bits uint64) (n uint32) {
	for ; len(row) >= 8; n, row = n+8, row[8:] {
		differ := (row[0] ^ bits) | (row[1] ^ bits) | (row[2] ^ bits) | (row[3] ^ bits) |
			(row[4] ^ bits) | (row[5] ^ bits) | (row[6] ^ bits) | (row[7] ^ bits)
		if differ&mask != 0 {
			break
		}
	}
	for ; len(row) > 0 && row[0]&mask == bits; row = row[1:] {
		n++
	}
	return n
}

func (l *level) rawOf(words []uint64, i uint32) Raw {
	if l.words == 2 {
		return Raw{words[2*i], words[2*i+1]}
	}
	return Raw{words[i]}
}

// Protect sets and clears flags of every leaf in a range. Page sizes stay. The
// invalidation has a membar if a right was taken away.
func (m *MMU) Protect(space uint16, va, bytes uint64, set, clear Flags) target.Why {
	root := m.root(space)
	if root == 0 || bytes == 0 {
		return target.Why{ID: target.BadArgument, N: [4]uint64{0, uint64(space)}}
	}
	v := m.within(va, bytes)
	if at, size, cut := m.cuts(space, v); cut {
		return target.Why{ID: target.RuleMapped, N: [4]uint64{at, size}}
	}
	f := m.codec.f
	if set&profile.ReadOnly != 0 {
		set |= f.ReadOnlySets
	}
	if clear&profile.ReadOnly != 0 {
		clear |= f.ReadOnlySets
	}
	m.Begin(space)
	seen := sizes{depth: 0xFF}
	m.protectIn(root, v, set, clear, &seen)
	if seen.count > 0 {
		m.batch.rangeAt(va, bytes, seen.depth, seen.granule, set != 0)
	}
	m.End()
	return target.Why{}
}

func (m *MMU) protectIn(id uint32, v interval, set, clear Flags, seen *sizes) {
	t := *m.table(id)
	l := &m.codec.levels[t.Level]
	first, last := l.indices(t.VA, v)
	for slot := first * l.pointers; slot < (last+1)*l.pointers; slot++ {
		if c := m.child(id, slot); c != 0 {
			m.protectIn(c, v, set, clear, seen)
		}
	}
	if l.leafMask == 0 {
		return
	}
	words := m.State.Words[classOf(id)].Slice(m.wordAt(id), l.Entries()*l.words)
	for i := first; i <= last; {
		n := l.sequence(words, i, last)
		if n == 0 {
			i++
			continue
		}
		m.recode(id, l, words, i, n, set, clear)
		seen.add(l, n)
		i += n
	}
}

// sequence counts the leaves from entry i on that form one sequence and differ
// in nothing but the address.
func (l *level) sequence(words []uint64, i, last uint32) (n uint32) {
	w := words[i*l.words]
	if w&l.leafMask != l.leafBits {
		return 0
	}
	n = 1
	if i == last {
		return n
	}
	step := words[(i+1)*l.words] - w
	for i+n <= last {
		next := words[(i+n)*l.words]
		if next != w+uint64(n)*step || (next^w)&l.leaf.rest != 0 {
			break
		}
		n++
	}
	return n
}

// recode writes a sequence of leaves with other flags.
func (m *MMU) recode(id uint32, l *level, words []uint64, i, n uint32, set, clear Flags) {
	change := func(w uint64) uint64 {
		e := Decode(m.codec.f, l.number, Raw{w})
		e.Half[0].Flags = e.Half[0].Flags&^clear | set
		out, _ := Encode(m.codec.f, l.number, &e)
		return out[0]
	}
	old := words[i*l.words]
	first, step := change(old), uint64(0)
	if n > 1 {
		step = words[(i+1)*l.words] - old
	}
	if first != old {
		m.writeRun(id, i*l.words, n, uint8(l.words), first, step)
	}
}
