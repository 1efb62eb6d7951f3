package mmu

import (
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Attr is what a mapping says of its pages besides where they are. The zero
// Attr is ordinary memory of this GPU: read, write, atomics.
type Attr struct {
	Aperture Aperture
	Flags    Flags // on top of what the driver sets in every leaf of the format
	Kind     uint8 // 0 = the format's ordinary kind
	Peer     uint8
}

// leaf gives the entry of a page.
func (m *MMU) leaf(pa uint64, a Attr) Entry {
	f := m.codec.f
	flags := a.Flags | f.LeafFlags
	if flags&profile.ReadOnly != 0 {
		flags |= f.ReadOnlySets
	}
	e := Entry{State: profile.Leaf, Kind: a.Kind, Peer: a.Peer}
	if e.Kind == 0 {
		e.Kind = f.Kind
	}
	e.Half[0] = Half{a.Aperture, pa, flags}
	return e
}

// Map maps bytes at va to consecutive physical memory at pa, in pages of one
// size. Everything is checked and every table made before the first entry is
// written; a refused call leaves the mappings as they were. Nothing in the
// range may be mapped already. One invalidation follows: the caches may
// remember that nothing was here.
func (m *MMU) Map(space uint16, va, pa, bytes, page uint64, a Attr) target.Why {
	if bytes == page && m.mapOne(space, va, pa, page, a) || m.mapBeside(space, va, pa, bytes, page, a) {
		return target.Why{}
	}
	lv, why := m.checkMap(space, va, pa, bytes, page, a)
	if why.ID != target.NoReason {
		return why
	}
	if at, size, found := m.mapped(space, va, bytes, uint8(lv)); found {
		return target.Why{ID: target.RuleMapped, N: [4]uint64{at, size}}
	}
	m.Begin(space)
	why = m.holdAll(space, va, bytes, uint8(lv))
	if why.ID == target.NoReason {
		m.fill(space, va, pa, bytes, uint8(lv), a)
		m.batch.rangeAt(va, bytes, m.codec.levels[lv].Depth, page, false)
	}
	m.End()
	return why
}

// checkMap looks at the arguments only.
func (m *MMU) checkMap(space uint16, va, pa, bytes, page uint64, a Attr) (lv int, why target.Why) {
	f := m.codec.f
	bad := func(position int, value uint64) target.Why {
		return target.Why{ID: target.BadArgument, N: [4]uint64{uint64(position), value}}
	}
	lv, ok := f.LevelOf(page)
	switch {
	case m.root(space) == 0:
		return 0, bad(0, uint64(space))
	case !ok:
		return 0, bad(4, page)
	case va&(page-1) != 0:
		return 0, bad(1, va)
	case pa&(page-1) != 0:
		return 0, bad(2, pa)
	case bytes == 0 || bytes&(page-1) != 0:
		return 0, bad(3, bytes)
	case va+bytes-1 < va || !m.codec.canonical(va) || !m.codec.canonical(va+bytes-1) || va>>63 != (va+bytes-1)>>63:
		return 0, target.Why{ID: target.FaultVALimit, N: [4]uint64{va + bytes - 1, uint64(f.VABits)}}
	case pa+bytes-1 < pa:
		return 0, bad(2, pa)
	}
	l := &m.codec.levels[lv]
	if !m.prepare(l, a) {
		return 0, bad(5, uint64(a.Aperture))
	}
	for _, at := range [2]uint64{pa, pa + bytes - page} {
		if !l.leaf.fits(at, a.Aperture) {
			return 0, bad(2, at)
		}
	}
	return lv, target.Why{}
}

// stamp is the leaf of the last attributes at address 0: the word that every
// page of a mapping shares.
type stamp struct {
	l    *level
	a    Attr
	word uint64
}

// prepare makes the stamp of attributes for a level; ok is false when the
// format cannot say them.
func (m *MMU) prepare(l *level, a Attr) (ok bool) {
	if m.stamp.l == l && m.stamp.a == a {
		return true
	}
	e := m.leaf(0, a)
	w, ok := Encode(m.codec.f, l.number, &e)
	if ok {
		m.stamp = stamp{l, a, w[0]}
	}
	return ok
}

// holdAll holds the entries of a range in every table it touches; when that
// fails it lets go of what it held.
func (m *MMU) holdAll(space uint16, va, bytes uint64, lv uint8) target.Why {
	l := &m.codec.levels[lv]
	for at := va; at-va < bytes; {
		n := min(l.span-at&(l.span-1), bytes-(at-va))
		if _, why := m.get(space, at, n, lv); why.ID != target.NoReason {
			m.letGo(space, va, at-va, lv)
			return why
		}
		at += n
	}
	return target.Why{}
}

func (m *MMU) letGo(space uint16, va, bytes uint64, lv uint8) {
	l := &m.codec.levels[lv]
	for at := va; at-va < bytes; {
		n := min(l.span-at&(l.span-1), bytes-(at-va))
		m.put(m.find(space, at, lv), uint32(n>>l.Lo))
		at += n
	}
}

// fill writes the leaves of a range whose tables are held.
func (m *MMU) fill(space uint16, va, pa, bytes uint64, lv uint8, a Attr) {
	l := &m.codec.levels[lv]
	for at := va; at-va < bytes; {
		n := min(l.span-at&(l.span-1), bytes-(at-va))
		id := m.find(space, at, lv)
		m.leaves(id, uint32(at>>l.Lo&l.mask), uint32(n>>l.Lo), pa+(at-va), a)
		at += n
		if at-va >= bytes {
			m.keepHot(id, a)
		}
	}
}

// leaves writes n leaves of one table. As a rule they are one sequence; where
// an address field is in two pieces (peer memory in version 2) they may not
// be, and are written one by one.
func (m *MMU) leaves(id, index, n uint32, pa uint64, a Attr) {
	l := m.levelOf(id)
	first, step := m.word(l, pa, a), uint64(0)
	if n > 1 {
		step = m.word(l, pa+l.Bytes(), a) - first
	}
	if n <= 1 || m.word(l, pa+uint64(n-1)<<l.Lo, a) == first+uint64(n-1)*step {
		m.writeRun(id, index*l.words, n, uint8(l.words), first, step)
		return
	}
	for i := range n {
		m.writeRun(id, (index+i)*l.words, 1, 1, m.word(l, pa+uint64(i)<<l.Lo, a), 0)
	}
}

// word encodes the leaf of a page; checkMap has seen that it fits.
func (m *MMU) word(l *level, pa uint64, a Attr) uint64 {
	m.prepare(l, a)
	return m.stamp.word | l.leaf.place(pa, a.Aperture)
}
