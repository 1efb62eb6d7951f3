package mmu

// TableWord reads the aligned 8 bytes at a physical address if a table in use
// lies there: what a microscope sees that looks at memory and not at the tree.
// It leaves no event and is no walk. Tables are found by their address through
// an index that is made anew when the tree has changed.
func (m *MMU) TableWord(pa uint64) (w uint64, ok bool) {
	if m.places == nil || m.placed != m.near.era {
		m.places = map[uint64]uint32{}
		m.placed = m.near.era
		m.EveryTable(func(t *Table) { m.places[t.Address] = m.idAt(t) })
	}
	for i := range m.codec.classes {
		bytes := uint64(m.codec.classes[i].words) * 8
		id, there := m.places[pa&^(bytes-1)]
		if at := pa & (bytes - 1) / 8; there && at < uint64(m.codec.classes[classOf(id)].words) {
			return m.State.Words[classOf(id)].Get(m.wordAt(id) + uint32(at)), true
		}
	}
	return 0, false
}

// idAt gives the id of a table: what its parent or its space calls it.
func (m *MMU) idAt(t *Table) uint32 {
	if t.Parent == 0 {
		return m.root(t.Space)
	}
	return m.child(t.Parent, t.Slot)
}
