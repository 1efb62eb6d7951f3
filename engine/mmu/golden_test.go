package mmu

import (
	"testing"

	"pagewalk/engine/profile"
)

func half(a Aperture, address uint64, f Flags) Half { return Half{a, address, f} }

func leafOf(a Aperture, address uint64, f Flags, kind uint8) Entry {
	return Entry{State: profile.Leaf, Half: [2]Half{half(a, address, f)}, Kind: kind}
}

const (
	vol, ro, na, nc, priv, noATS = profile.Volatile, profile.ReadOnly, profile.NoAtomic, profile.NoCounter, profile.Privileged, profile.NoATS
	vid, peer, sys, sysNC, none  = profile.Vid, profile.Peer, profile.SysCoherent, profile.SysNonCoherent, profile.NoAperture
)

func dual(big, small Half) Entry { return Entry{State: profile.Directory, Half: [2]Half{big, small}} }

func peerOf(e Entry, n uint8) Entry { e.Peer = n; return e }

// The vectors G1 to G16 and the special entries: most are expectations of the
// driver's own unit tests (uvm_page_tree_test.c).
var golden = []struct {
	name   string
	format *Format
	level  string
	entry  Entry
	want   Raw
}{
	{"G1", profile.FormatV1, "PTE_4K", leafOf(vid, 0x1BBBBBB000, ro|profile.WriteDisable, 0), Raw{0x800000001BBBBBB5}},
	{"G2", profile.FormatV1Wide, "PDE", dual(half(sys, 0x9999999000, vol), half(vid, 0x1BBBBBB000, vol)), Raw{0x1BBBBBBD99999992}},
	{"G3", profile.FormatV2Pascal, "PTE_4K", leafOf(sys, 0x399999999999000, na, 0), Raw{0x39999999999985}},
	{"G4", profile.FormatV2Pascal, "PDE0", dual(half(sys, 0x399999999999900, vol), half(vid, 0x1BBBBBB000, vol)), Raw{0x3999999999999C, 0x1BBBBBB0A}},
	{"G5", profile.FormatV2Pascal, "PTE_4K", leafOf(peer, 0x5BBBBBBBB000, ro|na, 0), Raw{0x2DD1BBBBBBC3}},
	{"G6", profile.FormatV2Pascal, "PDE1", Entry{State: profile.Directory, Half: [2]Half{half(vid, 0x1BBBBBB000, vol|noATS)}}, Raw{0x1BBBBBB2A}},
	{"G7", profile.FormatV2, "PTE_4K", leafOf(vid, 0x1BAD000000, ro|priv|na|vol, 6), Raw{0x6000001BAD000E9}},
	{"G8", profile.FormatV2, "PTE_4K", leafOf(vid, 0x234567000, 0, 6), Raw{0x600000023456701}},
	{"G9", profile.FormatV2Ampere, "PDE0", leafOf(vid, 0x987600000, 0, 6), Raw{0x600000098760001, 0}},
	{"G10", profile.FormatV2Ampere, "PDE1", leafOf(vid, 0x60000000, 0, 6), Raw{0x600000006000001}},
	{"G11", profile.FormatV3, "PTE_4K", leafOf(sys, 0x9999999999000, vol|nc, 6), Raw{0x999999999968D}},
	{"G12", profile.FormatV3, "PTE_4K", peerOf(leafOf(peer, 0xBBBBBBB000, ro|na, 6), 1), Raw{0x200000BBBBBBB663}},
	{"G13", profile.FormatV3, "PDE0", dual(half(vid, 0xBBBBBBBB00, vol|noATS), half(sys, 0x9999999999000, vol|noATS)), Raw{0xBBBBBBBB1A, 0x999999999901C}},
	{"G14", profile.FormatV3, "PDE0", leafOf(vid, 0x1F40200000, nc, 6), Raw{0x1F40200681, 0}},
	{"G15", profile.FormatV3, "PDE1", leafOf(vid, 0x40000000, 0, 6), Raw{0x40000601}},
	{"G16", profile.FormatV3Blackwell, "PDE2", leafOf(sys, 0x4000000000, ro|na|vol|nc, 6), Raw{0x40000006ED}},

	{"v1 unmapped", profile.FormatV1, "PTE_BIG", Entry{State: profile.Unmapped, Half: [2]Half{{Flags: priv}}}, Raw{2}},
	{"v2 unmapped", profile.FormatV2, "PTE_64K", Entry{State: profile.Unmapped, Half: [2]Half{{Flags: priv}}}, Raw{0x20}},
	{"v2 sparse", profile.FormatV2, "PTE_4K", Entry{State: profile.Sparse, Half: [2]Half{{Flags: vol}}}, Raw{8}},
	{"v3 sparse", profile.FormatV3, "PTE_4K", Entry{State: profile.Sparse, Half: [2]Half{{Flags: vol}}}, Raw{8}},
	{"v3 unmapped", profile.FormatV3, "PTE_64K", Entry{State: profile.Unmapped, Half: [2]Half{{Flags: vol | priv}}}, Raw{0x18}},
	{"v3 SKED", profile.FormatV3, "PTE_4K", leafOf(sysNC, 0, vol, 15), Raw{0xF0F}},
	{"v2 SKED", profile.FormatV2, "PTE_4K", leafOf(vid, 0, 0, 15), Raw{0x0F00000000000001}},
	{"v3 poisoned", profile.FormatV3, "PTE_4K", leafOf(vid, 0x2BAD000000, priv|ro|na|nc|vol, 6), Raw{0x2BAD0006F9}},
	{"v3 sys cached", profile.FormatV3, "PTE_4K", leafOf(sys, 0x9999999999000, nc, 6), Raw{0x9999999999685}},
	{"v3 counters on", profile.FormatV3, "PTE_4K", leafOf(sys, 0x9999999999000, 0, 6), Raw{0x9999999999605}},
	{"v3 no atomics", profile.FormatV3, "PTE_4K", leafOf(sys, 0x9999999999000, na, 6), Raw{0x9999999999645}},
	{"v3 read-only", profile.FormatV3, "PTE_4K", leafOf(sys, 0x9999999999000, na|ro, 6), Raw{0x9999999999665}},
	{"v3 vid read-only", profile.FormatV3, "PTE_4K", leafOf(vid, 0xBBBBBBB000, na|ro, 6), Raw{0xBBBBBBB661}},
	{"v3 PDE sys", profile.FormatV3, "PDE3", Entry{State: profile.Directory, Half: [2]Half{half(sys, 0x9999999999000, vol)}}, Raw{0x999999999900C}},
	{"v3 PDE vid", profile.FormatV3, "PDE3", Entry{State: profile.Directory, Half: [2]Half{half(vid, 0xBBBBBBB000, vol)}}, Raw{0xBBBBBBB00A}},
	{"v3 dual", profile.FormatV3, "PDE0", dual(half(sys, 0x9999999999900, vol), half(vid, 0xBBBBBBB000, vol)), Raw{0x999999999990C, 0xBBBBBBB00A}},
}

func levelNamed(f *Format, name string) int {
	for i := range f.Levels {
		if f.Levels[i].Name == name {
			return i
		}
	}
	panic("no level " + name)
}

func TestGoldenEntries(t *testing.T) {
	for _, g := range golden {
		lv := levelNamed(g.format, g.level)
		got, ok := Encode(g.format, lv, &g.entry)
		if !ok || got != g.want {
			t.Errorf("%s: encode gives %X %v, want %X", g.name, got, ok, g.want)
		}
		back := Decode(g.format, lv, g.want)
		want := g.entry
		if g.format.Levels[lv].Directory == nil || len(g.format.Levels[lv].Next) < 2 || want.State == profile.Leaf {
			back.Half[1], want.Half[1] = Half{}, Half{}
		}
		if back != want {
			t.Errorf("%s: decode gives %+v, want %+v", g.name, back, want)
		}
	}
}

func TestClearedEntryIsZero(t *testing.T) {
	for _, f := range profile.Formats {
		for lv := range f.Levels {
			if w, ok := Encode(f, lv, &Entry{}); !ok || w != (Raw{}) {
				t.Errorf("%s %s: an empty entry is %X", f.Name, f.Levels[lv].Name, w)
			}
			if e := Decode(f, lv, Raw{}); e.State != profile.Invalid {
				t.Errorf("%s %s: zero is %v", f.Name, f.Levels[lv].Name, e.State)
			}
		}
	}
}
