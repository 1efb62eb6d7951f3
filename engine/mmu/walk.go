package mmu

import (
	"math/bits"

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

// Recorder gives the visitor that records; none when nothing is recorded.
func (m *MMU) Recorder() Visitor {
	if !m.rec.On() {
		return nil
	}
	return Recording{m}
}

// Visit leaves a WalkRead event.
func (r Recording) Visit(s *Step) {
	if e := r.m.rec.Put(event.WalkRead, s.Table); e != nil {
		event.WalkReadInfo{
			Table: s.Table, Address: s.Address, Low: s.Raw[0], High: s.Raw[1], Index: s.Index,
			Level: s.Level, Number: s.Number, Bytes: s.Bytes, VA: s.VA,
		}.Put(e)
	}
}

// Walk translates an address as the hardware does: from the root, one read a
// level, until an entry maps a page or leads nowhere; then it checks the
// access.
func (m *MMU) Walk(space uint16, va uint64, a Access, v Visitor) (leaf Leaf, fault Fault) {
	m.WalkInto(&leaf, &fault, space, va, a, v)
	return leaf, fault
}

// WalkInto is Walk with room for the answer: copying it would cost more than
// the walk. What it says of a fault counts only if its Type is not NoFault.
func (m *MMU) WalkInto(leaf *Leaf, fault *Fault, space uint16, va uint64, a Access, v Visitor) {
	fault.Type = NoFault
	n := &m.near
	if part := n.partOf(space, va); v != nil || part != n.part && !n.turn(part) {
		m.walkFar(leaf, fault, space, va, a, v)
		return
	}
	word := uint32(va>>(n.wordShift&63)) & n.mask
	low := n.words[n.first+word]
	address := low ^ n.rest
	if address&n.restMask != 0 {
		m.walkFar(leaf, fault, space, va, a, v)
		return
	}
	*leaf = n.leaf
	leaf.Physical = bits.RotateLeft64(address, n.rotate) | va&n.offset
	leaf.Raw[0], leaf.Index = low, word>>(n.wide&31)
	if n.checks != 0 {
		m.permit(leaf, fault, space, va, a)
	}
}

// walkFar walks from the root, or from the last directory if nobody watches
// and it is remembered.
func (m *MMU) walkFar(leaf *Leaf, fault *Fault, space uint16, va uint64, a Access, v Visitor) {
	w := walk{va: va, space: space, a: a, leaf: leaf, fault: fault}
	if v != nil || m.poison != 0 || m.upper.limits {
		m.walkRoot(&w, v, true)
		return
	}
	u := &m.upper
	part, slot := u.part(space, va)
	if at := &u.at[slot]; at.part == part && at.era == m.near.era {
		w.number = u.rung.level.Depth
		m.descend(&w, u.rung, at.table, nil, false)
		return
	}
	if m.walkRoot(&w, nil, false); w.directory != 0 {
		u.at[slot] = upperTable{part, m.near.era, w.directory}
	}
}

// walkRoot walks from the root.
func (m *MMU) walkRoot(w *walk, v Visitor, careful bool) {
	root := m.root(w.space)
	switch {
	case !m.codec.canonical(w.va):
		*w.leaf, *w.fault = Leaf{}, Fault{Type: FaultVALimit, Access: w.a, Space: w.space, VA: w.va}
	case root == 0:
		*w.leaf, *w.fault = Leaf{}, Fault{Type: FaultUnbound, Access: w.a, Space: w.space, VA: w.va}
	default:
		m.descend(w, &m.rungs[0], root, v, careful)
	}
}

// walk is a walk under way.
type walk struct {
	va        uint64
	leaf      *Leaf
	fault     *Fault
	other     uint32 // the table of small pages, while the one of big pages is tried
	directory uint32 // the directory next to the page tables, if the walk came there
	above     Flags  // rights that directories have taken away
	space     uint16
	number    uint8 // reads so far
	a         Access
	dual      bool // the page was looked for in two tables
}

// descend walks from a table down. This is the innermost loop of the
// simulator. Careful is a walk that somebody watches, or in which directories
// do more than lead on.
func (m *MMU) descend(w *walk, r *rung, id uint32, v Visitor, careful bool) {
	va, number := w.va, w.number
	for {
		index := uint32(va>>(r.lo&63)) & r.mask
		at := rowOf(id)<<(r.rowShift&31) + index<<(r.wide&1)
		low, high := r.words[at], uint64(0)
		if r.wide != 0 {
			high = r.words[at+1]
		}
		number++
		if r == m.upper.rung {
			w.directory = id
		}
		if careful {
			w.number = number
			if m.attend(w, r, id, index, low, high, v) {
				return
			}
		}
		if low&r.leafMask == r.leafBits {
			w.number = number
			m.landed(w, r, id, index, low)
			return
		}
		if low&r.inv|high&r.invHigh == 0 || low&r.dirMask != r.dirBits {
			if w.other == 0 || stateOf(r.level.Level, Raw{low, high}) != profile.Invalid {
				w.number = number
				m.stopped(w, r, id, index, low, high)
				return
			}
			id, w.other = w.other, 0
			r = &m.rungs[m.table(id).Level]
			continue
		}
		slot := rowOf(id)<<(r.mirrorShift&31) + index<<(r.dual&1)
		if r.dual == 0 {
			id, r = r.mirror[slot], r.next[0]
			continue
		}
		which := m.choose(w, r.level, slot, low, high)
		id, r = r.mirror[slot+which], r.next[which&1]
	}
}

// attend does for one read of a careful walk what others need not do: it shows
// the read, and takes the rights away that a directory takes. done is true when
// the read came back damaged.
func (m *MMU) attend(w *walk, r *rung, id, index uint32, low, high uint64, v Visitor) (done bool) {
	if v != nil {
		m.show(v, w, r.level, id, index, low, high)
	}
	if m.damaged(m.table(id).Address + uint64(index)*uint64(r.level.EntryBytes)) {
		*w.leaf = Leaf{}
		m.fail(w.fault, FaultPoisoned, id, r.level, index, Raw{low, high}, w.space, w.va, w.a)
		return true
	}
	if low&r.leafMask != r.leafBits {
		w.above |= r.level.restrictions(low)
	}
	return false
}

// landed ends a walk at a leaf.
func (m *MMU) landed(w *walk, r *rung, id, index uint32, low uint64) {
	leaf := w.leaf
	r.level.arrive(leaf, w.va, low, w.above)
	leaf.Table, leaf.Index, leaf.Reads = id, index, w.number
	if !w.dual && w.above == 0 && m.poison == 0 {
		m.remember(w, r, id, low)
	}
	if leaf.Flags&checked != 0 {
		m.permit(leaf, w.fault, w.space, w.va, w.a)
	}
}

// stopped ends a walk at an entry that leads nowhere: sparse, or a fault.
func (m *MMU) stopped(w *walk, r *rung, id, index uint32, low, high uint64) {
	raw, s := Raw{low, high}, r.level
	*w.leaf = Leaf{Reads: w.number}
	if stateOf(s.Level, raw) == profile.Sparse {
		*w.leaf = Leaf{Bytes: s.size, Raw: raw, Table: id, Index: index, Level: uint8(s.number), Depth: s.Depth, Reads: w.number, Sparse: true}
		return
	}
	m.fail(w.fault, s.missing(), id, s, index, raw, w.space, w.va, w.a)
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

// choose picks the pointer of a dual entry that comes first: the table of big
// pages, with the one of small pages kept for later, or the small one.
func (m *MMU) choose(w *walk, s *level, slot uint32, low, high uint64) (which uint32) {
	if low&s.half[0][0]|high&s.half[0][1] == 0 {
		return 1
	}
	w.dual = true
	if low&s.half[1][0]|high&s.half[1][1] != 0 {
		w.other = m.State.Mirror.Get(slot + 1)
	}
	return 0
}

// restrictions gives the rights that a directory entry takes from everything
// below it. Only formats whose directories have such flags (x86-64) do.
func (s *level) restrictions(low uint64) Flags {
	if s.limits == nil {
		return 0
	}
	return s.limits.flags(low) & (profile.ReadOnly | profile.Privileged | profile.NoExecute)
}

// arrive reads a leaf.
func (s *level) arrive(leaf *Leaf, va, low uint64, above Flags) {
	c := &s.leaf
	a := c.aperture(low)
	leaf.Physical = c.physical(low, a) | va&(s.size-1)
	leaf.Bytes = s.size
	leaf.Raw[0], leaf.Raw[1] = low, 0
	leaf.Flags = c.flags(low) | above
	leaf.Level, leaf.Depth, leaf.Aperture, leaf.Sparse = uint8(s.number), s.Depth, a, false
}

// permit checks the access of a walk that has arrived.
func (m *MMU) permit(leaf *Leaf, fault *Fault, space uint16, va uint64, a Access) {
	if t := Permit(leaf.Flags, a); t != NoFault {
		m.fail(fault, t, leaf.Table, &m.codec.levels[leaf.Level], leaf.Index, leaf.Raw, space, va, a)
	}
}

// fail fills in a fault.
func (m *MMU) fail(f *Fault, t FaultType, id uint32, s *level, index uint32, w Raw, space uint16, va uint64, a Access) {
	entry := m.table(id).Address + uint64(index)*uint64(s.EntryBytes)
	*f = Fault{Type: t, Access: a, Level: uint8(s.number), Space: space, VA: va, Entry: entry, Raw: w}
}

// show hands one read to a visitor.
func (m *MMU) show(v Visitor, w *walk, s *level, id, index uint32, low, high uint64) {
	m.step = Step{
		Space: w.space, Table: id, Level: uint8(s.number), Number: w.number, Bytes: s.EntryBytes, Index: index,
		Address: m.table(id).Address + uint64(index)*uint64(s.EntryBytes), Raw: Raw{low, high}, VA: w.va,
	}
	v.Visit(&m.step)
}
