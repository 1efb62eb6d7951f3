package mmu

import "pagewalk/engine/event"

// place is where a table stands in its tree.
type place struct {
	space  uint16
	level  uint8
	parent uint32
	slot   uint32
	va     uint64
}

// newTable takes ids from the pools for a new table and makes it.
func (m *MMU) newTable(mem TableMem, at place) uint32 {
	l := &m.codec.levels[at.level]
	row, fresh := m.State.Head.At(0).Rows[l.class].Next()
	i := event.TableInfo{
		Table: idOf(l.class, row), Address: mem.Address, Handle: mem.Handle, Space: at.space, Level: at.level,
		Fresh: fresh, Parent: at.parent, Slot: at.slot, VA: at.va,
	}
	m.tableNew(&i)
	return i.Table
}

// dropTable makes a table without entries or children disappear; its memory is
// given back when the batch has been invalidated.
func (m *MMU) dropTable(id uint32) {
	t := m.table(id)
	i := event.TableInfo{
		Table: id, Address: t.Address, Handle: t.Handle, Space: t.Space, Level: t.Level,
		Parent: t.Parent, Slot: t.Slot, VA: t.VA,
	}
	m.tableFree(&i)
	m.batch.freed = append(m.batch.freed, TableMem{i.Address, i.Handle})
}

// tableNew is the mutator of TableNew.
func (m *MMU) tableNew(i *event.TableInfo) {
	m.link(i)
	if e := m.rec.Put(event.TableNew, i.Table); e != nil {
		i.Put(e)
	}
}

// tableFree is the mutator of TableFree.
func (m *MMU) tableFree(i *event.TableInfo) {
	i.Fresh = false
	m.unlink(i)
	if e := m.rec.Put(event.TableFree, i.Table); e != nil {
		i.Put(e)
	}
}

// link takes the ids off the pools, fills in the table and ties it to its
// parent's mirror, or to its space if it is a root. The parent counts it.
func (m *MMU) link(i *event.TableInfo) {
	class, row := classOf(i.Table), rowOf(i.Table)
	s := m.State
	if i.Fresh {
		s.Tables[class].Grow(int(row) + 1)
		s.Words[class].Grow(int(row+1) * int(m.codec.classes[class].words))
		if m.codec.classes[class].directory {
			s.Mirror.Grow(int(row+1) * int(m.codec.mirrorSlots))
		}
		m.place()
	}
	h := s.Head.Mut(0)
	h.Rows[class].Take(row, s.Tables[class].At(row).Parent, i.Fresh)
	h.Live++
	s.Tables[class].Set(row, Table{
		Address: i.Address, VA: i.VA, Handle: i.Handle, Parent: i.Parent, Slot: i.Slot,
		Space: i.Space, Level: i.Level, Live: 1,
	})
	m.tie(i, i.Table, 1)
}

// unlink is link backwards.
func (m *MMU) unlink(i *event.TableInfo) {
	class, row := classOf(i.Table), rowOf(i.Table)
	s := m.State
	if s.Tables[class].At(row).Refs != 0 {
		panic("mmu: free table: it is still in use")
	}
	m.tie(i, 0, ^uint32(0))
	h := s.Head.Mut(0)
	h.Live--
	s.Tables[class].Set(row, Table{Parent: h.Rows[class].Give(row, i.Fresh)})
}

// tie writes id where the table's parent or its space looks for it, and
// changes the parent's count by d.
func (m *MMU) tie(i *event.TableInfo, id, d uint32) {
	m.forget()
	m.hot.page = 0
	if i.Parent == 0 {
		m.State.Spaces.Set(uint32(i.Space), Space{Root: id})
		return
	}
	parent := m.State.Tables[classOf(i.Parent)].Mut(rowOf(i.Parent))
	parent.Refs += d
	m.State.Mirror.Set(rowOf(i.Parent)*m.codec.mirrorSlots+i.Slot, id)
}

// setRefs is the mutator of Refs.
func (m *MMU) setRefs(id, n uint32) {
	t := m.State.Tables[classOf(id)].Mut(rowOf(id))
	old := t.Refs
	if old == n {
		return
	}
	t.Refs = n
	if e := m.rec.Put(event.Refs, id); e != nil {
		event.RefsInfo{Table: id, Old: old, New: n}.Put(e)
	}
}
