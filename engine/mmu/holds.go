package mmu

// Holds says whether a table of a space exists and can give back a range: its
// count without its children is at least the range's.
func (m *MMU) Holds(space uint16, r Range) bool {
	class := int(classOf(r.Table))
	if class >= len(m.State.Tables) || int(rowOf(r.Table)) >= m.State.Tables[class].Len() {
		return false
	}
	t := m.table(r.Table)
	if t.Live == 0 || t.Space != space || r.Count == 0 {
		return false
	}
	l := &m.codec.levels[t.Level]
	if r.Start+r.Count > l.Entries() || l.Bytes() != r.Page {
		return false
	}
	children := uint32(0)
	for slot := range l.Entries() * l.pointers {
		if m.child(r.Table, slot) != 0 {
			children++
		}
	}
	return t.Refs-children >= r.Count
}
