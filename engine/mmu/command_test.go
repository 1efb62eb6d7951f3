package mmu

import (
	"testing"

	"pagewalk/engine/profile"
)

func TestCommand(t *testing.T) {
	for _, c := range []struct {
		name string
		i    Inval
		hub  bool
		want MemOp
	}{
		{"2 MiB leaf of Hopper", Inval{VA: 0x7F1234600000, Bytes: 2 << 20, Depth: 4, Code: 2}, false, MemOp{0x34600089, 0x7F12, 0x100, 0x50000002}},
		{"the same with membar", Inval{VA: 0x7F1234600000, Bytes: 2 << 20, Depth: 4, Code: 2, Membar: true}, false, MemOp{0x34600889, 0x7F12, 0x100, 0x50000002}},
		{"a window larger than asked", Inval{VA: 0x1FF000, Bytes: 0x2000, Depth: 5, Code: 1}, false, MemOp{0x8A, 0, 0x80, 0x50000002}},
		{"everything", Inval{}, false, MemOp{0x80, 0, 0, 0x48000002}},
		{"everything of the hub, all bases", Inval{AllSpaces: true}, true, MemOp{0x80, 0, 3, 0x48000000}},
	} {
		got := c.i.Command(0x200000000, c.hub)
		if got != c.want {
			t.Errorf("%s: %X, want %X", c.name, got, c.want)
		}
		var back MemOp
		for _, f := range got.CommandFields() {
			v := uint32(f.Value) << f.Lo
			switch f.Name[0] {
			case 'A':
				back.A |= v
			case 'B':
				back.B |= v
			case 'C':
				back.C |= v
			case 'D':
				back.D |= v
			}
		}
		if back != got {
			t.Errorf("%s: its fields put together give %X", c.name, back)
		}
	}
}

// The level code counts from the page tables: 6 - depth on Hopper, 5 - depth
// from Pascal to Ada.
func TestLevelCode(t *testing.T) {
	for _, c := range []struct {
		f    *Format
		page uint64
		code uint8
	}{
		{profile.FormatV3, 4096, 1}, {profile.FormatV3, k64, 1}, {profile.FormatV3, m2, 2}, {profile.FormatV3, m512, 3},
		{profile.FormatV2, 4096, 1}, {profile.FormatV2, m2, 2}, {profile.FormatV2Ampere, m512, 3}, {profile.FormatV3Blackwell, g256, 4},
	} {
		r := newRig(c.f, false)
		held := r.hold(t, 0, c.page, c.page) // so that only the leaf changes
		r.inv.got = nil
		r.Map(1, 0, 0, c.page, c.page, Attr{Aperture: sys})
		if len(r.inv.got) != 1 || r.inv.got[0].Code != c.code {
			t.Errorf("%s, page %X: %+v, want code %d", c.f.Name, c.page, r.inv.got, c.code)
		}
		r.Unmap(1, 0, c.page)
		r.done(t, held)
	}
}
