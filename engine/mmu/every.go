package mmu

// EveryTable visits every table in use, of all address spaces.
func (m *MMU) EveryTable(visit func(*Table)) {
	for class := range m.State.Tables {
		tables := &m.State.Tables[class]
		for row := uint32(1); row <= m.State.Head.At(0).Rows[class].High; row++ {
			if t := tables.At(row); t.Live != 0 {
				visit(t)
			}
		}
	}
}
