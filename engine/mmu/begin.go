package mmu

import "pagewalk/engine/profile"

// Start is a directory entry that a cache holds: a walk that has one goes on
// below it, as if it had just read the entry. What the table holds by now may be
// something else.
type Start struct {
	Level uint8
	Raw   Raw
}

// WalkFrom is WalkInto from a directory entry that is known already.
func (m *MMU) WalkFrom(leaf *Leaf, fault *Fault, space uint16, va uint64, a Access, v Visitor, from Start) {
	fault.Type = NoFault
	w := walk{va: va, space: space, a: a, leaf: leaf, fault: fault}
	r := &m.rungs[from.Level]
	index := uint32(va>>(r.lo&63)) & r.mask
	id := m.find(space, va&(1<<m.codec.f.VABits-1), from.Level)
	if id == 0 || m.levelOf(id) != r.level || m.raw(id, index) != from.Raw {
		m.walkAddress(&w, v, r, from.Raw)
		return
	}
	slot := rowOf(id)<<(r.mirrorShift&31) + index<<(r.dual&1)
	which := uint32(0)
	if r.dual != 0 {
		which = m.choose(&w, r.level, slot, from.Raw[0], from.Raw[1])
	}
	w.above = r.level.restrictions(from.Raw[0])
	m.descend(&w, r.next[which], r.mirror[slot+which], v, true)
}

// walkAddress follows an entry that the tree does not hold any more, by the
// physical addresses in it: whatever table lies there now is read. Memory that
// holds no table reads as nothing.
func (m *MMU) walkAddress(w *walk, v Visitor, r *rung, raw Raw) {
	e := Decode(m.codec.f, r.level.number, raw)
	there := r.level.there(raw)
	for which := range r.level.pointers {
		if !there[which] {
			continue
		}
		next := r.next[which]
		if id := m.tableAt(e.Half[which].Address, next.level); id != 0 {
			if which == 0 && r.dual != 0 && there[1] {
				w.other = m.tableAt(e.Half[1].Address, r.next[1].level)
			}
			m.descend(w, next, id, v, true)
			return
		}
	}
	last := r.next[0]
	if !there[0] {
		last = r.next[1]
	}
	*w.leaf = Leaf{Reads: 1}
	*w.fault = Fault{Type: last.level.missing(), Access: w.a, Level: uint8(last.level.number), Space: w.space, VA: w.va}
}

// tableAt finds the table of a level at a physical address.
func (m *MMU) tableAt(address uint64, l *level) uint32 {
	tables := &m.State.Tables[l.class]
	for row := uint32(1); row <= m.State.Head.At(0).Rows[l.class].High; row++ {
		if t := tables.At(row); t.Live != 0 && t.Address == address && t.Level == uint8(l.number) {
			return idOf(l.class, row)
		}
	}
	return 0
}

// Line reads the aligned group of len(out) words around the entry that a walk
// has read, as a cache of directories takes it. The bits of there say which
// belong to entries that lead on.
func (m *MMU) Line(s *Step, out []uint64) (there uint32) {
	r := &m.rungs[s.Level]
	first := s.Index << (r.wide & 1) &^ (uint32(len(out)) - 1)
	row := rowOf(s.Table) << (r.rowShift & 31)
	for i := range uint32(len(out)) {
		out[i] = 0
		entry := (first + i) >> (r.wide & 1)
		if entry > r.mask {
			continue
		}
		w := m.raw(s.Table, entry)
		if r.level.pointers == 0 || stateOf(r.level.Level, w) != profile.Directory {
			continue
		}
		if out[i] = r.words[row+first+i]; out[i] != 0 {
			there |= 1 << i
		}
	}
	return there
}
