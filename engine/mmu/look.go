package mmu

// Reading for pictures: nothing here changes anything or leaves an event.

// TableAt gives a table for reading, or nil if the id is no table in use.
func (m *MMU) TableAt(id uint32) *Table {
	tables := &m.State.Tables[classOf(id)]
	if row := rowOf(id); row == 0 || int(row) >= tables.Len() || tables.At(row).Live == 0 {
		return nil
	}
	return m.table(id)
}

// EntryAt reads entry index of a table in use.
func (m *MMU) EntryAt(id, index uint32) Raw { return m.raw(id, index) }

// EachTable gives the id of every table of an address space.
func (m *MMU) EachTable(space uint16, yield func(id uint32)) {
	for class := range m.codec.classes {
		for row := uint32(1); row <= m.State.Head.At(0).Rows[class].High; row++ {
			id := idOf(uint8(class), row)
			if t := m.TableAt(id); t != nil && t.Space == space {
				yield(id)
			}
		}
	}
}
