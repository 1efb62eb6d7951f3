package scene

import (
	"strings"
	"testing"

	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// look gives the first slide of an example.
func look(lines ...string) *Slide {
	a := ReadAsk(strings.Join(lines, "\n"))
	return Examine(&a, explain.EN)[0]
}

type wantRead struct {
	name    string
	index   uint32
	address uint64
	raw     mmu.Raw
}

// Walks W1, W1b and W2 of the reference: the examples are made so that the
// page shows exactly them.
func TestMicroscopeGolden(t *testing.T) {
	w1 := []wantRead{
		{"PDE3", 0, 0x100000000, mmu.Raw{0x1000010A}}, {"PDE2", 508, 0x100001FE0, mmu.Raw{0x1000020A}},
		{"PDE1", 145, 0x100002488, mmu.Raw{0x1000030A}}, {"PDE0", 162, 0x100003A20, mmu.Raw{0, 0x1000050A}},
		{"PTE_4K", 359, 0x100005B38, mmu.Raw{0x600000023456701}},
	}
	w1b := []wantRead{
		w1[0], w1[1], w1[2], {"PDE0", 162, 0x100003A20, mmu.Raw{0x1000040A, 0x1000050A}},
		{"PTE_64K", 22, 0x1000040B0, mmu.Raw{}}, w1[4],
	}
	w2 := []wantRead{
		{"PDE4", 0, 0x200000000, mmu.Raw{0x20000100A}}, {"PDE3", 0, 0x200001000, mmu.Raw{0x20000200A}},
		{"PDE2", 508, 0x200002FE0, mmu.Raw{0x20000300A}}, {"PDE1", 145, 0x200003488, mmu.Raw{0x20000400A}},
		{"PDE0", 163, 0x200004A30, mmu.Raw{0x1F40200681}},
	}
	cases := []struct {
		name  string
		lines string
		reads []wantRead
		end   EndSort
		pa    uint64
	}{
		{"W1", "format=ampere\npage=4K\nva=0x7F1234567ABC", w1, EndPage, 0x234567ABC},
		{"W1 on Turing", "format=turing\npage=4K\nva=7f12 3456 7abc", w1, EndPage, 0x234567ABC},
		{"W1b", "format=v2-ampere\npage=4K+64K\nva=7f1234567abc", w1b, EndPage, 0x234567ABC},
		{"W2", "format=hopper\nva=0x7F12346ABCDE", w2, EndPage, 0x1F402ABCDE},
		{"W2 by default", "", w2, EndPage, 0x1F402ABCDE},
	}
	for _, c := range cases {
		s := look(c.lines)
		if len(s.Reads) != len(c.reads) {
			t.Errorf("%s: %d reads, want %d", c.name, len(s.Reads), len(c.reads))
			continue
		}
		for i, r := range s.Reads {
			if got := (wantRead{r.Name, r.Index, r.Address, r.Raw}); got != c.reads[i] {
				t.Errorf("%s: read %d is %+v, want %+v", c.name, i+1, got, c.reads[i])
			}
		}
		if s.End.Sort != c.end || s.End.Physical != c.pa {
			t.Errorf("%s: ends at %X, sort %d: %s", c.name, s.End.Physical, s.End.Sort, s.End.Sentence)
		}
	}
}

// Every format's example is mapped at every page size, for addresses all over
// its range, and the number of reads is that of section 4.1 of the reference.
func TestMicroscopeEverySize(t *testing.T) {
	want := map[string]string{
		"v1": "4K:2 4K+64K:3 64K:2", "v1-128k": "4K:2 4K+128K:3 128K:2",
		"v2-pascal": "4K:5 4K+64K:6 64K:5 2M:4", "v2": "4K:5 4K+64K:6 64K:5 2M:4",
		"v2-ampere": "4K:5 4K+64K:6 64K:5 2M:4 512M:3",
		"v3":        "4K:6 4K+64K:7 64K:6 2M:5 512M:4", "v3-blackwell": "4K:6 4K+64K:7 64K:6 2M:5 512M:4 256G:3",
		"v3-gb10b": "4K:6 4K+64K:7 64K:6 2M:5",
		"x86-64":   "4K:4 2M:3 1G:2", "textbook-4": "4K:4 2M:3 1G:2", "textbook-5": "4K:5 2M:4 1G:3",
	}
	for _, f := range profile.Formats {
		var got []string
		for _, p := range sizesOf(f) {
			n := 0
			for _, va := range []uint64{0, 0x1234_5678, 0xABCD_EF01_2345 & (1<<f.VABits - 1), 1<<(f.VABits-1) - 1} {
				if !mmu.Canonical(f, va) {
					continue
				}
				s := look("format="+f.Name, "page="+p.Name, "va="+mmu.Hex(va))
				if s.End.Sort != EndPage || s.End.Bytes != p.Bytes || s.End.Physical&(p.Bytes-1) != va&(p.Bytes-1) {
					t.Errorf("%s %s %X: %s", f.Name, p.Name, va, s.End.Sentence)
				}
				n = len(s.Reads)
			}
			got = append(got, p.Name+":"+num(uint32(n)))
		}
		if text := strings.Join(got, " "); text != want[f.Name] {
			t.Errorf("%s: %s, want %s", f.Name, text, want[f.Name])
		}
	}
}

func TestMicroscopeTrouble(t *testing.T) {
	cases := []struct{ format, va, says string }{
		{"v3", "0x0200000000000000", "Bit 57 is set"},
		{"v2-ampere", "0x2000000000000", "have 49 bits"},
		{"v1", "10000000000", "have 40 bits: the last one is 0xff ffff ffff"},
		{"x86-64", "0x800000000000", "not canonical: bit 47 is 1"},
		{"x86-64", "0x7f00_0000_0000_1234", "not canonical: bit 47 is 0"},
		{"x86-64", "0xffff800000001234", ""},
		{"v3", "hello", "“hello” is not an address"},
		{"v3", "0x", "is not an address"},
		{"v3", "0x12345678901234567", "17 hexadecimal digits"},
		{"v3", "0x1ffffffffffffff", ""},
	}
	for _, c := range cases {
		s := look("format="+c.format, "va="+c.va)
		if (c.says == "") != (s.Trouble == "") || !strings.Contains(s.Trouble, c.says) {
			t.Errorf("%s %s: %q, want %q", c.format, c.va, s.Trouble, c.says)
		}
		if (s.Trouble == "") != (len(s.Reads) > 0) {
			t.Errorf("%s %s: %d reads beside %q", c.format, c.va, len(s.Reads), s.Trouble)
		}
		bits := 0
		for _, p := range s.Pieces {
			bits += len(p.Bits)
		}
		if bits != 64 {
			t.Errorf("%s %s: the pieces have %d bits", c.format, c.va, bits)
		}
	}
}

// A changed entry is decoded again and the walk follows it.
func TestMicroscopeEdit(t *testing.T) {
	cases := []struct {
		name, lines string
		reads       int
		sort        EndSort
		says        string
	}{
		{"a cleared directory", "format=v3\nPDE1=0", 4, EndFault, "the directory entry is empty"},
		{"a cleared leaf", "format=v3\nPDE0=0.0", 5, EndFault, "the directory entry is empty"},
		{"a sparse leaf", "format=v3\npage=4K\nPTE_4K=0x8", 6, EndSparse, "sparse"},
		{"W1b, unmapped", "format=v2-ampere\npage=4K+64K\nva=7f1234567abc\nPTE_64K=20", 5, EndFault, "the 4K table is not read"},
		{"a leaf of 512M", "format=v3\nPDE1=40000601", 4, EndPage, "page at 0x4000 0000"},
		{"out of the tree", "format=v3\nPDE1=0x70000400a", 4, EndBeyond, "where no table lies"},
		{"read-only, read", "format=v3\nPDE0=1f40200661", 5, EndPage, "Physical address"},
		{"read-only, write", "format=v3\naccess=write\nPDE0=1f40200661", 5, EndFault, "read-only"},
		{"no atomics", "format=v3\naccess=atomic\nPDE0=1f402006c1", 5, EndFault, "atomics are switched off"},
		{"privileged", "format=v3\nPDE0=1f40200691", 5, EndFault, "privileged"},
		{"no such level", "format=v3\nPDE9=0\nPDE1=xyz", 5, EndPage, "Physical address"},
	}
	for _, c := range cases {
		s := look(c.lines)
		if len(s.Reads) != c.reads || s.End.Sort != c.sort || !strings.Contains(s.End.Sentence, c.says) {
			t.Errorf("%s: %d reads, sort %d: %q", c.name, len(s.Reads), s.End.Sort, s.End.Sentence)
		}
		if s.Edited != (c.name != "no such level") {
			t.Errorf("%s: edited is %v", c.name, s.Edited)
		}
	}
}

// The needs are those of the course's sixth lesson, and follow from a count of
// tables done by hand.
func TestMicroscopeNeeds(t *testing.T) {
	cases := []struct {
		format, page   string
		leaves, tables uint64
		bytes          uint64
		reads          uint8
	}{
		{"v3", "4K", 16384, 5 + 32, 5*4096 + 32*4096, 6},
		{"v3", "64K", 1024, 5 + 32, 5*4096 + 32*256, 6},
		{"v3", "2M", 32, 5, 5 * 4096, 5},
		{"v3", "512M", 1, 4, 4 * 4096, 4},
		{"v2-ampere", "2M", 32, 4, 4 * 4096, 4},
		{"x86-64", "4K", 16384, 3 + 32, (3 + 32) * 4096, 4},
		{"x86-64", "2M", 32, 3, 3 * 4096, 3},
		{"textbook-4", "4K", 16384, 3 + 32, (3 + 32) * 4096, 4},
	}
	for _, c := range cases {
		s := look("format=" + c.format)
		page, _ := pageOf(s.Format, c.page)
		for _, n := range s.Needs {
			if n.Page == page && (n != mmu.Need{Page: page, Reads: c.reads, Leaves: c.leaves, Tables: c.tables, Bytes: c.bytes}) {
				t.Errorf("%s %s: %+v, want %+v", c.format, c.page, n, c)
			}
		}
		if len(s.Needs) != len(s.Format.PageSizes()) {
			t.Errorf("%s: %d needs", c.format, len(s.Needs))
		}
	}
}

// The folds reproduce the sets that were published for an RTX 3080.
func TestMicroscopeSets(t *testing.T) {
	for _, n := range []uint64{32, 161, 290, 419, 548, 677, 806, 935, 1064} {
		s := look("format=v2-ampere", "page=64K", "va="+mmu.Hex(0x700000000000+n<<20))
		if c := s.Caches[1]; c.Set != 24 || c.Sets != 128 {
			t.Errorf("entry %d: set %d of %d in %s %s", n, c.Set, c.Sets, c.Hierarchy, c.Name)
		}
	}
	for _, c := range look("format=v3").Caches {
		if c.Name == "L2 TLB" && c.Reach != 64<<30 {
			t.Errorf("level 2 reaches %s", explain.Bytes(c.Reach))
		}
	}
}
