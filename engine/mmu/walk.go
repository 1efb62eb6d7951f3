package mmu

import (
	"pagewalk/engine/event"
	"pagewalk/engine/profile"
)

// Leaf is where a walk ended well.
type Leaf struct {
	Physical uint64 // of the byte asked for
	Bytes    uint64 // size of the page
	Raw      Raw    // the entry
	Flags    Flags  // including the restrictions of the directories above
	Table    uint32
	Index    uint32
	Level    uint8
	Depth    uint8
	Reads    uint8 // entries read
	Aperture Aperture
	Sparse   bool // no memory: reads give anything, writes are dropped
}

// Step is one read of a walk.
type Step struct {
	Space   uint16
	Table   uint32
	Level   uint8
	Number  uint8 // 1 = first
	Bytes   uint8
	Index   uint32
	Address uint64 // physical, of the entry
	Raw     Raw
	VA      uint64
}

// Visitor sees every read of a walk. The walker is one; what is done with the
// reads (recording, drawing, counting, caching) are many.
type Visitor interface{ Visit(*Step) }

// Recording is the visitor that leaves an event for each read.
type Recording struct{ m *MMU }

// Recorder gives the visitor that records.
func (m *MMU) Recorder() Recording { return Recording{m} }

// Visit leaves a WalkRead event.
func (r Recording) Visit(s *Step) {
	if e := r.m.rec.Put(event.WalkRead, s.Table); e != nil {
		event.WalkReadInfo{
			Table: s.Table, Address: s.Address, Low: s.Raw[0], High: s.Raw[1], Index: s.Index,
			Level: s.Level, Number: s.Number, Bytes: s.Bytes, VA: s.VA,
		}.Put(e)
	}
}

// near remembers the page table that the last walk ended in.
type near struct {
	id    uint32
	space uint16
	base  uint64
}

// Walk translates an address as the hardware does: from the root, one read a
// level, until an entry maps a page or leads nowhere; then it checks the
// access.
func (m *MMU) Walk(space uint16, va uint64, a Access, v Visitor) (Leaf, Fault) {
	if !m.codec.canonical(va) {
		return Leaf{}, Fault{Type: FaultVALimit, Access: a, Space: space, VA: va}
	}
	id := m.root(space)
	if id == 0 {
		return Leaf{}, Fault{Type: FaultUnbound, Access: a, Space: space, VA: va}
	}
	s := &m.codec.levels[0]
	var other uint32 // the table of small pages beside the one of big pages
	var above Flags
	number := uint8(0)
	for {
		index := uint32(va >> s.Lo & s.mask)
		w := m.fetch(id, index, s)
		number++
		if v != nil {
			m.show(v, id, index, s, w, number, space, va)
		}
		switch s.judge(w) {
		case profile.Leaf:
			return m.arrive(id, index, s, w, above, number, space, va, a)
		case profile.Directory:
			above |= s.restrictions(w)
			id, other, s = m.follow(id, index, s, w)
			continue
		case profile.Sparse:
			return Leaf{Bytes: s.Bytes(), Raw: w, Table: id, Index: index, Level: uint8(s.number), Depth: s.Depth, Reads: number, Sparse: true}, Fault{}
		case profile.Invalid:
			if other != 0 {
				id, other, s = other, 0, m.levelOf(other)
				continue
			}
		}
		return Leaf{Reads: number}, m.fault(s.missing(), id, index, s, w, space, va, a)
	}
}

// judge says what an entry is, the common cases first.
func (s *level) judge(w Raw) profile.EntryState {
	if w[0]&s.leafMask == s.leafBits && s.leafMask != 0 {
		return profile.Leaf
	}
	if s.pointers != 0 && w[0]&s.inv[0]|w[1]&s.inv[1] != 0 && w[0]&s.dirMask == s.dirBits {
		return profile.Directory
	}
	return stateOf(s.Level, w)
}

// missing is the fault of a walk that ends at this level with nothing.
func (s *level) missing() FaultType {
	if s.pointers != 0 {
		return FaultPDE
	}
	return FaultPTE
}

// fetch reads an entry.
func (m *MMU) fetch(id, index uint32, s *level) Raw {
	words := &m.State.Words[s.class]
	at := rowOf(id)*m.codec.classes[s.class] + index*s.words
	if s.words == 2 {
		return Raw{*words.At(at), *words.At(at + 1)}
	}
	return Raw{*words.At(at)}
}

// follow goes down one directory entry: to its one table, or to the big one
// with the small one kept for later, or to the small one.
func (m *MMU) follow(id, index uint32, s *level, w Raw) (next, other uint32, to *level) {
	mirror := m.State.Tables[s.class].At(rowOf(id)).Mirror * m.codec.mirrorSlots
	if s.pointers == 1 {
		return *m.State.Mirror.At(mirror + index), 0, &m.codec.levels[s.Next[0]]
	}
	slot := mirror + 2*index
	if w[0]&s.half[1][0]|w[1]&s.half[1][1] != 0 {
		other = *m.State.Mirror.At(slot + 1)
	}
	if w[0]&s.half[0][0]|w[1]&s.half[0][1] != 0 {
		return *m.State.Mirror.At(slot), other, &m.codec.levels[s.Next[0]]
	}
	return other, 0, &m.codec.levels[s.Next[1]]
}

// restrictions gives the rights that a directory entry takes from everything
// below it. Only formats whose directories have such flags (x86-64) do.
func (s *level) restrictions(w Raw) Flags {
	if s.limits == nil {
		return 0
	}
	return s.limits.flags(w[0]) & (profile.ReadOnly | profile.Privileged | profile.NoExecute)
}

// arrive ends a walk at a leaf.
func (m *MMU) arrive(id, index uint32, s *level, w Raw, above Flags, number uint8, space uint16, va uint64, a Access) (Leaf, Fault) {
	c := &s.leaf
	ap := c.aperture(w[0])
	leaf := Leaf{
		Physical: c.physical(w[0], ap) | va&(s.Bytes()-1), Bytes: s.Bytes(), Raw: w, Flags: c.flags(w[0]) | above,
		Table: id, Index: index, Level: uint8(s.number), Depth: s.Depth, Reads: number, Aperture: ap,
	}
	if t := Permit(leaf.Flags, a); t != NoFault {
		return leaf, m.fault(t, id, index, s, w, space, va, a)
	}
	return leaf, Fault{}
}

func (m *MMU) fault(t FaultType, id, index uint32, s *level, w Raw, space uint16, va uint64, a Access) Fault {
	entry := m.table(id).Address + uint64(index)*uint64(s.EntryBytes)
	return Fault{Type: t, Access: a, Level: uint8(s.number), Space: space, VA: va, Entry: entry, Raw: w}
}

// show hands one read to a visitor.
func (m *MMU) show(v Visitor, id, index uint32, s *level, w Raw, number uint8, space uint16, va uint64) {
	v.Visit(&Step{
		Space: space, Table: id, Level: uint8(s.number), Number: number, Bytes: s.EntryBytes, Index: index,
		Address: m.table(id).Address + uint64(index)*uint64(s.EntryBytes), Raw: w, VA: va,
	})
}

// Beside reads the leaves of the aligned group of n entries around one that a
// walk has found: they lie in one or two lines of memory, and a translation
// cache takes them all. What maps no page has Bytes 0.
func (m *MMU) Beside(leaf *Leaf, n uint32, out []Leaf) bool {
	l := &m.codec.levels[leaf.Level]
	first := leaf.Index &^ (n - 1)
	for i := range n {
		out[i] = Leaf{}
		if first+i > uint32(l.mask) {
			continue
		}
		w := m.fetch(leaf.Table, first+i, l)
		if w[0]&l.leafMask != l.leafBits {
			continue
		}
		a := l.leaf.aperture(w[0])
		out[i] = Leaf{
			Physical: l.leaf.physical(w[0], a), Bytes: leaf.Bytes, Flags: l.leaf.flags(w[0]) | leaf.Flags&^l.leaf.flags(leaf.Raw[0]),
			Table: leaf.Table, Index: first + i, Level: leaf.Level, Depth: leaf.Depth, Aperture: a,
		}
	}
	return true
}
