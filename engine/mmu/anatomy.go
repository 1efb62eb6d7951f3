package mmu

import "pagewalk/engine/profile"

// Anatomy gives the descriptions of the fields that Fields gives the values of,
// in the same order: what else each of them could say.
func Anatomy(f *Format, level int, w Raw) []*profile.Field {
	l := &f.Levels[level]
	e := Decode(f, level, w)
	layout := layoutOf(l, e.State)
	out := make([]*profile.Field, 0, len(layout.Fields))
	for i := range layout.Fields {
		if fd := &layout.Fields[i]; fd.When.Has(e.Half[fd.Half].Aperture) {
			out = append(out, fd)
		}
	}
	return out
}

// TableCovering gives the table that lies at a physical address, or 0.
func (m *MMU) TableCovering(space uint16, pa uint64) uint32 {
	found := uint32(0)
	m.EachTable(space, func(id uint32) {
		if at := m.table(id).Address; pa >= at && pa-at < uint64(m.codec.levels[m.table(id).Level].TableBytes) {
			found = id
		}
	})
	return found
}

// Canonical says whether an address has no bits beyond those of the format.
func Canonical(f *Format, va uint64) bool {
	c := codec{f: f}
	return c.canonical(va)
}
