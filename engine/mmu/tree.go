package mmu

import (
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Range is a hold on entries of one table: as long as it is held the table
// stays.
type Range struct {
	Table        uint32
	Start, Count uint32
	Page         uint64 // size of a page
}

// Get holds the entries of pages of one size for a range that lies inside one
// table, making the missing tables on the way. New directories are entered
// from the bottom up, then everything below the topmost changed one is
// invalidated, once, without a membar: nobody can have used it. Nothing made,
// nothing invalidated.
func (m *MMU) Get(space uint16, va, bytes, page uint64) (Range, target.Why) {
	lv, ok := m.codec.f.LevelOf(page)
	if !ok || bytes == 0 || (va|bytes)&(page-1) != 0 {
		return Range{}, target.Why{ID: target.BadArgument, N: [4]uint64{3, page}}
	}
	m.Begin(space)
	r, why := m.get(space, va, bytes, uint8(lv))
	m.End()
	return r, why
}

// Put gives a hold back. Tables that nobody holds any more disappear, up to
// but without the root; one invalidation with membar follows if any did.
func (m *MMU) Put(r Range) {
	m.Begin(m.table(r.Table).Space)
	m.put(r.Table, r.Count)
	m.End()
}

// Upper holds the last n entries of a range once more.
func (m *MMU) Upper(r Range, n uint32) Range {
	m.setRefs(r.Table, m.table(r.Table).Refs+n)
	return Range{r.Table, r.Start + r.Count - n, n, r.Page}
}

// Shrink gives back all but the first n entries of a range.
func (m *MMU) Shrink(r Range, n uint32) Range {
	m.Begin(m.table(r.Table).Space)
	m.put(r.Table, r.Count-n)
	m.End()
	r.Count = n
	return r
}

// AllocTable makes the table for pages of the given size under the one entry
// that parent holds, and holds all of it. It stands in the mirror only: no
// entry points to it until Enter. What its entries say is the caller's duty. A
// table that is there already is held once more.
func (m *MMU) AllocTable(parent Range, page uint64) (Range, target.Why) {
	lv, ok := m.codec.f.LevelOf(page)
	pl := m.levelOf(parent.Table)
	which := -1
	for i, next := range pl.Next {
		if ok && int(next) == lv {
			which = i
		}
	}
	if which < 0 || parent.Count != 1 {
		return Range{}, target.Why{ID: target.BadArgument, N: [4]uint64{1, page}}
	}
	slot := parent.Start*pl.pointers + uint32(which)
	l := &m.codec.levels[lv]
	if m.child(parent.Table, slot) == 0 {
		mem, why := m.alloc(uint8(lv))
		if why.ID != target.NoReason {
			return Range{}, why
		}
		if m.child(parent.Table, slot) != 0 {
			m.mem.FreeTable(mem)
		} else {
			t := m.table(parent.Table)
			m.newTable(mem, place{t.Space, uint8(lv), parent.Table, slot, t.VA + uint64(parent.Start)<<pl.Lo})
		}
	}
	id := m.child(parent.Table, slot)
	m.setRefs(id, m.table(id).Refs+l.Entries())
	return Range{id, 0, l.Entries(), l.Bytes()}, target.Why{}
}

// Enter writes the directory entry of a slot from the mirror: every table
// under it becomes reachable. The slot must not map a page.
func (m *MMU) Enter(parent Range) {
	l := m.levelOf(parent.Table)
	for i := range l.pointers {
		if c := m.child(parent.Table, parent.Start*l.pointers+i); c != 0 {
			m.writePDE(c, true)
		}
	}
}

func (m *MMU) get(space uint16, va, bytes uint64, lv uint8) (Range, target.Why) {
	l := &m.codec.levels[lv]
	start := uint32(va >> l.Lo & l.mask)
	n := uint32(bytes >> l.Lo)
	if start+n > l.Entries() {
		panic("mmu: get: the range leaves the table")
	}
	id, why := m.ensure(space, va, lv)
	if id == 0 {
		return Range{}, why
	}
	m.setRefs(id, m.table(id).Refs+n)
	return Range{id, start, n, l.Bytes()}, target.Why{}
}

// find descends to the table of level lv that covers va, as far as tables
// exist: it gives the deepest one on the way.
func (m *MMU) find(space uint16, va uint64, lv uint8) uint32 {
	id := m.root(space)
	for id != 0 {
		t := m.table(id)
		if t.Level == lv {
			return id
		}
		c := m.child(id, m.slotTo(t.Level, va, lv))
		if c == 0 {
			return id
		}
		id = c
	}
	return 0
}

// slotTo gives the mirror slot of a table of level from that leads to level lv
// for an address.
func (m *MMU) slotTo(from uint8, va uint64, lv uint8) uint32 {
	l := &m.codec.levels[from]
	slot := uint32(va>>l.Lo&l.mask) * l.pointers
	if l.pointers == 2 && l.Next[1] == lv {
		slot++
	}
	return slot
}

// maxDirectories bounds how many tables one descent can miss.
const maxDirectories = 8

// ensure descends to the table of level lv that covers va and makes what is
// missing. Getting memory may evict something and change the tree, so after
// each piece of memory the descent begins again.
func (m *MMU) ensure(space uint16, va uint64, lv uint8) (uint32, target.Why) {
	if m.root(space) == 0 {
		return 0, target.Why{ID: target.BadArgument, N: [4]uint64{0, uint64(space)}}
	}
	va &= 1<<m.codec.f.VABits - 1
	var made [maxDirectories]uint32
	n := 0
	for {
		id := m.find(space, va, lv)
		t := m.table(id)
		if t.Level == lv {
			m.enter(made[:n])
			return id, target.Why{}
		}
		slot := m.slotTo(t.Level, va, lv)
		l := &m.codec.levels[t.Level]
		if stateOf(l.Level, m.raw(id, slot/l.pointers)) == profile.Leaf {
			m.unmake(made[:n])
			return 0, target.Why{ID: target.RuleMapped, N: [4]uint64{va, l.Bytes()}}
		}
		level := l.Next[slot%l.pointers]
		mem, why := m.alloc(level)
		if why.ID != target.NoReason {
			m.unmake(made[:n])
			return 0, why
		}
		if m.find(space, va, lv) != id || m.child(id, slot) != 0 {
			m.mem.FreeTable(mem) // somebody was faster
			continue
		}
		made[n] = m.newTable(mem, place{space, level, id, slot, va >> l.Lo << l.Lo})
		n++
	}
}

// enter writes the directory entries of new tables, bottom up.
func (m *MMU) enter(made []uint32) {
	for i := len(made) - 1; i >= 0; i-- {
		m.writePDE(made[i], true)
	}
	if len(made) > 0 {
		m.batch.everything(m.levelOf(m.table(made[0]).Parent).Depth, false)
	}
}

// unmake takes back new tables that no entry points to yet.
func (m *MMU) unmake(made []uint32) {
	for i := len(made) - 1; i >= 0; i-- {
		m.dropTable(made[i])
	}
}

// writePDE writes the directory entry that leads to a table: with on its
// pointer is set, otherwise it is removed. The other pointer of a dual entry
// stays as it is. A slot that holds a leaf is left alone: the table waits to
// be entered.
func (m *MMU) writePDE(id uint32, on bool) {
	t := *m.table(id)
	l := m.levelOf(t.Parent)
	index, which := t.Slot/l.pointers, t.Slot%l.pointers
	old := m.raw(t.Parent, index)
	state := stateOf(l.Level, old)
	if state == profile.Leaf {
		if on {
			panic("mmu: write directory entry: the slot maps a page")
		}
		return
	}
	var there [2]bool
	if state == profile.Directory {
		there = l.there(old)
	}
	if !on && !there[which] {
		return
	}
	there[which] = on
	m.writeEntry(t.Parent, index, m.directory(t.Parent, index, there))
}

// there says which pointers of a directory entry are set.
func (l *level) there(w Raw) (set [2]bool) {
	for i := range l.pointers {
		set[i] = w[0]&l.half[i][0]|w[1]&l.half[i][1] != 0
	}
	return set
}

// directory composes a directory entry from the mirror.
func (m *MMU) directory(parent, index uint32, there [2]bool) Raw {
	f := m.codec.f
	l := m.levelOf(parent)
	if there == [2]bool{} {
		return Raw{}
	}
	e := Entry{State: profile.Directory}
	for i := range l.pointers {
		e.Half[i].Aperture = profile.NoAperture
		if there[i] {
			c := m.child(parent, index*l.pointers+i)
			e.Half[i] = Half{m.home(), m.table(c).Address, f.DirectoryFlags}
		}
	}
	w, ok := Encode(f, int(m.table(parent).Level), &e)
	if !ok {
		panic("mmu: directory entry: the address of the table does not fit")
	}
	return w
}

// home is the memory that page tables live in.
func (m *MMU) home() Aperture { return m.codec.f.Home }

// writeEntry writes the words of an entry that change.
func (m *MMU) writeEntry(id, index uint32, w Raw) {
	l := m.levelOf(id)
	old := m.raw(id, index)
	for i := range l.words {
		if old[i] != w[i] {
			m.writeRun(id, index*l.words+i, 1, 1, w[i], 0)
		}
	}
}

// put takes n holds off a table and lets empty tables disappear, upward.
func (m *MMU) put(id, n uint32) {
	m.setRefs(id, m.table(id).Refs-n)
	for m.table(id).Refs == 0 && m.table(id).Parent != 0 {
		id = m.remove(id)
	}
}

// remove takes an empty table out of its tree and gives its parent.
func (m *MMU) remove(id uint32) (parent uint32) {
	parent = m.table(id).Parent
	m.writePDE(id, false)
	m.dropTable(id)
	m.batch.everything(m.levelOf(parent).Depth, true)
	return parent
}
