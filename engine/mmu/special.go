package mmu

import (
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Special entries: ranges that say something without mapping memory.

// MapSparse makes the pages of a range sparse: accesses meet no memory and no
// fault. It holds the entries like a mapping, and Unmap removes it.
func (m *MMU) MapSparse(space uint16, va, bytes, page uint64) target.Why {
	return m.mapState(space, va, bytes, page, profile.Sparse)
}

// MapPoisoned writes the leaves that the driver puts where nobody may look:
// privileged, read-only, without atomics, at an address that shows up in a dump
// (0x1BAD000000 up to Volta and Turing, 0x2BAD000000 from Hopper).
func (m *MMU) MapPoisoned(space uint16, va, page uint64) target.Why {
	const all = profile.Privileged | profile.ReadOnly | profile.NoAtomic | profile.Volatile | profile.NoCounter
	pa := uint64(0x1BAD000000)
	if m.codec.f.LeafFlags&profile.NoCounter != 0 {
		pa = 0x2BAD000000
	}
	return m.Map(space, va, pa&^(page-1), page, page, Attr{Flags: all})
}

// mapState holds the entries of a range and writes a state without memory.
func (m *MMU) mapState(space uint16, va, bytes, page uint64, s profile.EntryState) target.Why {
	lv, why := m.checkMap(space, va, 0, bytes, page, Attr{Aperture: m.codec.f.Home})
	if why.ID != target.NoReason {
		return why
	}
	l := &m.codec.levels[lv]
	pattern := patternOf(l.Level, s)
	if pattern == nil {
		return target.Why{ID: target.BadArgument, N: [4]uint64{4, page}}
	}
	if at, size, found := m.mapped(space, va, bytes, uint8(lv)); found {
		return target.Why{ID: target.RuleMapped, N: [4]uint64{at, size}}
	}
	m.Begin(space)
	defer m.End()
	if why = m.holdAll(space, va, bytes, uint8(lv)); why.ID != target.NoReason {
		return why
	}
	for at := va; at-va < bytes; {
		n := min(l.span-at&(l.span-1), bytes-(at-va))
		index := uint32(at >> l.Lo & l.mask)
		m.writeRun(m.find(space, at, uint8(lv)), index*l.words, uint32(n>>l.Lo), uint8(l.words), pattern.Bits[0], 0)
		at += n
	}
	m.batch.rangeAt(va, bytes, l.Depth, page, false)
	return target.Why{}
}

// StopBig says, in the table of big pages that covers a range, that no small
// page lies below its empty entries: the walk stops there instead of reading
// the table of small pages. The range must be held and empty.
func (m *MMU) StopBig(r Range) {
	l := m.levelOf(r.Table)
	pattern := patternOf(l.Level, profile.Unmapped)
	if pattern == nil {
		return
	}
	for i := r.Start; i < r.Start+r.Count; i++ {
		if m.raw(r.Table, i) != (Raw{}) {
			panic("mmu: stop big: the entry is in use")
		}
	}
	m.Begin(m.table(r.Table).Space)
	m.writeRun(r.Table, r.Start*l.words, r.Count, uint8(l.words), pattern.Bits[0], 0)
	m.batch.rangeAt(m.extend(m.table(r.Table).VA+uint64(r.Start)<<l.Lo), uint64(r.Count)<<l.Lo, l.Depth, l.size, false)
	m.End()
}

// Poison makes reads of the 4 KiB of the card around a physical address come
// back damaged, as after an error that ECC cannot correct: walks that read a
// table there end in a POISONED fault, and so do accesses to what lies there. 0
// heals it. The profile may say so from the start.
func (m *MMU) Poison(pa uint64) {
	m.forget()
	m.poison = pa >> 12 << 12
}

// damaged says whether reads of an address of the card come back damaged.
func (m *MMU) damaged(pa uint64) bool { return m.poison != 0 && pa>>12<<12 == m.poison }

// Damaged makes a translation that has gone well a fault if what it leads to is
// damaged.
func (m *MMU) Damaged(leaf *Leaf, fault *Fault, space uint16, va uint64, a Access) {
	if m.poison == 0 || fault.Type != NoFault || leaf.Sparse || leaf.Aperture != m.home() || !m.damaged(leaf.Physical) {
		return
	}
	*fault = Fault{Type: FaultPoisoned, Access: a, Level: leaf.Level, Space: space, VA: va}
}
