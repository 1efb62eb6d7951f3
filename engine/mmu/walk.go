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
	if v != nil || va-n.first > n.last-n.first || space != n.space {
		m.walkFar(leaf, fault, space, va, a, v)
		return
	}
	at := uint32(va >> (n.lo & 63) & n.mask)
	word := at << (n.wide & 1)
	if word >= uint32(len(n.row)) {
		m.walkFar(leaf, fault, space, va, a, v)
		return
	}
	low := n.row[word]
	if low&^n.address != n.rest {
		m.walkFar(leaf, fault, space, va, a, v)
		return
	}
	*leaf = n.leaf
	leaf.Physical = bits.RotateLeft64(low&n.address, n.turn) | va&n.offset
	leaf.Raw[0], leaf.Index = low, at
	if leaf.Flags&checked != 0 {
		m.permit(leaf, fault, space, va, a)
	}
}

// walkFar walks from the root.
func (m *MMU) walkFar(leaf *Leaf, fault *Fault, space uint16, va uint64, a Access, v Visitor) {
	*leaf = Leaf{}
	var w walk
	w.id, w.space, w.a, w.va = m.root(space), space, a, va
	w.leaf, w.fault = leaf, fault
	switch {
	case !m.codec.canonical(va):
		*fault = Fault{Type: FaultVALimit, Access: a, Space: space, VA: va}
	case w.id == 0:
		*fault = Fault{Type: FaultUnbound, Access: a, Space: space, VA: va}
	default:
		m.descend(&w, v)
	}
}

// walk is a walk under way.
type walk struct {
	va     uint64
	id     uint32 // the table whose turn it is
	other  uint32 // the table of small pages, while the one of big pages is tried
	above  Flags  // rights that directories have taken away
	space  uint16
	number uint8 // reads so far
	a      Access
	dual   bool // the page was looked for in two tables
	leaf   *Leaf
	fault  *Fault
}

// descend walks from the table in w down. What changes at every level is kept
// in local variables: this is the innermost loop of the simulator.
func (m *MMU) descend(w *walk, v Visitor) {
	s := &m.codec.levels[0]
	id, va, number := w.id, w.va, uint8(0)
	for {
		index := uint32(va >> (s.Lo & 63) & s.mask)
		low, high := m.words(id, index, s)
		number++
		if v != nil {
			w.id, w.number = id, number
			m.show(v, w, s, index, low, high)
		}
		if id == m.poisoned {
			m.fail(w.fault, FaultPoisoned, id, s, index, Raw{low, high}, w.space, va, w.a)
			return
		}
		if low&s.leafMask == s.leafBits && s.leafMask != 0 {
			w.id, w.number = id, number
			m.landed(w, s, index, low)
			return
		}
		if s.pointers != 0 && low&s.inv[0]|high&s.inv[1] != 0 && low&s.dirMask == s.dirBits {
			if s.limits != nil {
				w.above |= s.restrictions(low)
			}
			slot := m.State.Tables[s.class].At(rowOf(id)).Mirror*m.codec.mirrorSlots + index*s.pointers
			which := 0
			if s.pointers == 2 {
				which = m.choose(w, s, slot, low, high)
			}
			id = *m.State.Mirror.At(slot + uint32(which))
			s = s.below[which]
			continue
		}
		if w.other != 0 && stateOf(s.Level, Raw{low, high}) == profile.Invalid {
			id, w.other = w.other, 0
			s = m.levelOf(id)
			continue
		}
		w.id, w.number = id, number
		m.stopped(w, s, index, low, high)
		return
	}
}

// landed ends a walk at a leaf.
func (m *MMU) landed(w *walk, s *level, index uint32, low uint64) {
	s.arrive(w.leaf, w.va, low, w.above)
	w.leaf.Table, w.leaf.Index, w.leaf.Reads = w.id, index, w.number
	m.remember(w, s, low)
	m.permit(w.leaf, w.fault, w.space, w.va, w.a)
}

// stopped ends a walk at an entry that leads nowhere: sparse, or a fault.
func (m *MMU) stopped(w *walk, s *level, index uint32, low, high uint64) {
	raw := Raw{low, high}
	if stateOf(s.Level, raw) == profile.Sparse {
		*w.leaf = Leaf{Bytes: s.size, Raw: raw, Table: w.id, Index: index, Level: uint8(s.number), Depth: s.Depth, Reads: w.number, Sparse: true}
		return
	}
	w.leaf.Reads = w.number
	m.fail(w.fault, s.missing(), w.id, s, index, raw, w.space, w.va, w.a)
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

// words reads an entry.
func (m *MMU) words(id, index uint32, s *level) (low, high uint64) {
	pool := &m.State.Words[s.class]
	at := rowOf(id)*s.rowWords + index*s.words
	if s.words == 2 {
		high = *pool.At(at + 1)
	}
	return *pool.At(at), high
}

// choose picks the pointer of a dual entry that comes first: the table of big
// pages, with the one of small pages kept for later, or the small one.
func (m *MMU) choose(w *walk, s *level, slot uint32, low, high uint64) int {
	if low&s.half[0][0]|high&s.half[0][1] == 0 {
		return 1
	}
	w.dual = true
	if low&s.half[1][0]|high&s.half[1][1] != 0 {
		w.other = *m.State.Mirror.At(slot + 1)
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
func (m *MMU) show(v Visitor, w *walk, s *level, index uint32, low, high uint64) {
	v.Visit(&Step{
		Space: w.space, Table: w.id, Level: uint8(s.number), Number: w.number, Bytes: s.EntryBytes, Index: index,
		Address: m.table(w.id).Address + uint64(index)*uint64(s.EntryBytes), Raw: Raw{low, high}, VA: w.va,
	})
}
