package mmu

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// read is one line of a golden walk.
type read struct {
	level   string
	index   uint32
	address uint64
	bytes   uint8
	value   Raw
}

var (
	readsW1 = []read{
		{"PDE3", 0, 0x100000000, 8, Raw{0x1000010A}},
		{"PDE2", 508, 0x100001FE0, 8, Raw{0x1000020A}},
		{"PDE1", 145, 0x100002488, 8, Raw{0x1000030A}},
		{"PDE0", 162, 0x100003A20, 16, Raw{0, 0x1000050A}},
		{"PTE_4K", 359, 0x100005B38, 8, Raw{0x600000023456701}},
	}
	readsW2 = []read{
		{"PDE4", 0, 0x200000000, 8, Raw{0x20000100A}},
		{"PDE3", 0, 0x200001000, 8, Raw{0x20000200A}},
		{"PDE2", 508, 0x200002FE0, 8, Raw{0x20000300A}},
		{"PDE1", 145, 0x200003488, 8, Raw{0x20000400A}},
		{"PDE0", 163, 0x200004A30, 16, Raw{0x1F40200681, 0}},
	}
)

func listed(reads []read) *Listed {
	l := &Listed{}
	for _, r := range reads {
		l.Put(r.address, r.value[0])
		if r.bytes == 16 {
			l.Put(r.address+8, r.value[1])
		}
	}
	return l
}

// seen collects the steps of a walk.
type seen struct{ steps []Step }

func (s *seen) Visit(step *Step) { s.steps = append(s.steps, *step) }

func (s *seen) compare(t *testing.T, f *Format, want []read) {
	t.Helper()
	if len(s.steps) != len(want) {
		t.Fatalf("%d reads, want %d", len(s.steps), len(want))
	}
	for i, w := range want {
		got := s.steps[i]
		if f.Levels[got.Level].Name != w.level || got.Index != w.index || got.Address != w.address || got.Bytes != w.bytes || got.Raw != w.value || int(got.Number) != i+1 {
			t.Errorf("read %d: %s[%d] at %X: %X; want %+v", i+1, f.Levels[got.Level].Name, got.Index, got.Address, got.Raw, w)
		}
	}
}

func TestGoldenWalksInMemory(t *testing.T) {
	for _, f := range []*Format{profile.FormatV2, profile.FormatV2Ampere, profile.FormatV2Pascal} {
		var s seen
		leaf, fault := WalkMemory(f, 0x100000000, 0x7F1234567ABC, Read, listed(readsW1), &s)
		s.compare(t, f, readsW1)
		if fault.Type != NoFault || leaf.Physical != 0x234567ABC || leaf.Bytes != 4096 {
			t.Errorf("W1 ends at %X, %v", leaf.Physical, fault.Type)
		}
	}
	var s seen
	leaf, fault := WalkMemory(profile.FormatV3, 0x200000000, 0x7F12346ABCDE, Write, listed(readsW2), &s)
	s.compare(t, profile.FormatV3, readsW2)
	if fault.Type != NoFault || leaf.Physical != 0x1F402ABCDE || leaf.Bytes != 2<<20 {
		t.Errorf("W2 ends at %X, %v", leaf.Physical, fault.Type)
	}
}

// W1b: with a table of big pages beside, its entry is read first; 0 sends the
// walk on to the small table, "unmapped" ends it.
func TestBigBeforeSmall(t *testing.T) {
	for _, c := range []struct {
		big   uint64
		reads int
		fault FaultType
	}{{0, 6, NoFault}, {0x20, 5, FaultPTE}} {
		mem := listed(readsW1)
		mem.Put(0x100003A20, 0x1000040A)
		mem.Put(0x1000040B0, c.big)
		var s seen
		leaf, fault := WalkMemory(profile.FormatV2, 0x100000000, 0x7F1234567ABC, Read, mem, &s)
		if len(s.steps) != c.reads || fault.Type != c.fault || s.steps[4].Address != 0x1000040B0 || s.steps[4].Index != 22 {
			t.Errorf("big entry %X: %d reads, %v", c.big, len(s.steps), fault.Type)
		}
		if c.fault == NoFault && leaf.Physical != 0x234567ABC {
			t.Errorf("ends at %X", leaf.Physical)
		}
	}
}

// stacked is table memory whose addresses a test chooses.
type stacked struct{ next []uint64 }

func (s *stacked) AllocTable(uint32) (TableMem, target.Why) {
	m := TableMem{Address: s.next[0]}
	s.next = s.next[1:]
	return m, target.Why{}
}
func (s *stacked) FreeTable(TableMem) {}

// The same walks the other way round: mapping the page writes exactly these
// entries, and walking the tree reads them.
func TestGoldenWalksFromMap(t *testing.T) {
	for _, c := range []struct {
		f            *Format
		tables       []uint64
		va, pa, page uint64
		reads        []read
	}{
		{profile.FormatV2, []uint64{0x100000000, 0x100001000, 0x100002000, 0x100003000, 0x100005000}, 0x7F1234567000, 0x234567000, 4096, readsW1},
		{profile.FormatV3, []uint64{0x200000000, 0x200001000, 0x200002000, 0x200003000, 0x200004000}, 0x7F1234600000, 0x1F40200000, 2 << 20, readsW2},
	} {
		rec := &event.Recorder{Log: &event.Log{}, Cause: event.None}
		m := New(&profile.Profile{MMU: profile.MMU{Format: c.f}}, rec, &stacked{c.tables}, nil)
		m.NewSpace(3)
		if why := m.Map(3, c.va, c.pa, c.page, c.page, Attr{}); why.ID != target.NoReason {
			t.Fatal(why.ID.Name())
		}
		var s seen
		leaf, fault := m.Walk(3, c.va|0xABC, Read, &s)
		s.compare(t, c.f, c.reads)
		if fault.Type != NoFault || leaf.Physical != c.pa|0xABC || int(leaf.Reads) != len(c.reads) {
			t.Errorf("%s: ends at %X after %d reads", c.f.Name, leaf.Physical, leaf.Reads)
		}
		from := rec.Log.Len()
		m.Walk(3, c.va|0xABC, Read, m.Recorder())
		for i, w := range c.reads {
			r := event.WalkReadOf(rec.Log.At(from + uint32(i)))
			if r.Address != w.address || r.Low != w.value[0] || r.High != w.value[1] || r.Index != w.index || r.Bytes != w.bytes || int(r.Number) != i+1 {
				t.Errorf("%s: recorded read %d: %+v", c.f.Name, i+1, r)
			}
		}
	}
}

func TestReadsOfAWalk(t *testing.T) {
	for _, c := range []struct {
		f     *Format
		page  uint64
		reads uint8
	}{
		{profile.FormatV1, 4096, 2}, {profile.FormatV1, k64, 2},
		{profile.FormatV2, 4096, 5}, {profile.FormatV2, k64, 5}, {profile.FormatV2, m2, 4}, {profile.FormatV2Ampere, m512, 3},
		{profile.FormatV3, 4096, 6}, {profile.FormatV3, k64, 6}, {profile.FormatV3, m2, 5}, {profile.FormatV3, m512, 4}, {profile.FormatV3Blackwell, g256, 3},
		{profile.FormatX86, 4096, 4}, {profile.FormatX86, m2, 3}, {profile.FormatX86, 1 << 30, 2},
		{profile.FormatTextbook4, 4096, 4}, {profile.FormatTextbook4, m2, 3}, {profile.FormatTextbook4, 1 << 30, 2},
		{profile.FormatTextbook5, 4096, 5}, {profile.FormatTextbook5, m2, 4}, {profile.FormatTextbook5, 1 << 30, 3},
	} {
		r := newRig(c.f, false)
		if why := r.Map(1, c.page, 0, c.page, c.page, Attr{Aperture: sys}); why.ID != target.NoReason {
			t.Fatalf("%s %X: %s", c.f.Name, c.page, why.ID.Name())
		}
		leaf, _ := r.Walk(1, c.page+5, Read, nil)
		if leaf.Reads != c.reads || leaf.Bytes != c.page {
			t.Errorf("%s, page of %X: %d reads", c.f.Name, c.page, leaf.Reads)
		}
	}
	r := newRig(profile.FormatV3, false)
	r.Map(1, 0, 0, k64, k64, Attr{})
	r.Map(1, k64, 1<<30, 4096, 4096, Attr{})
	if leaf, _ := r.Walk(1, k64, Read, nil); leaf.Reads != 7 {
		t.Errorf("4K beside a table of big pages: %d reads", leaf.Reads)
	}
}

func TestFaults(t *testing.T) {
	r := newRig(profile.FormatV3, false)
	m := func(va uint64, flags Flags) { r.Map(1, va, va, 4096, 4096, Attr{Flags: flags}) }
	m(0x1000, 0)
	m(0x2000, ro)
	m(0x3000, na)
	m(0x4000, priv)
	for _, c := range []struct {
		va   uint64
		a    Access
		want FaultType
	}{
		{0x1000, Read, NoFault}, {0x1000, Write, NoFault}, {0x1000, Atomic, NoFault},
		{0x2000, Read, NoFault}, {0x2000, Write, FaultReadOnly}, {0x2000, Atomic, FaultReadOnly}, {0x2000, WeakAtomic, FaultReadOnly},
		{0x3000, Write, NoFault}, {0x3000, Atomic, FaultAtomic}, {0x3000, WeakAtomic, NoFault},
		{0x4000, Read, FaultPrivilege}, {0x4000, Write, FaultPrivilege}, {0x4000, Read | Kernel, NoFault},
		{0x5000, Read, FaultPTE}, {m2, Read, FaultPDE}, {1 << 56, Read, FaultPDE}, {1 << 57, Read, FaultVALimit},
	} {
		_, fault := r.Walk(1, c.va, c.a, nil)
		if fault.Type != c.want || fault.Type != NoFault && fault.VA != c.va {
			t.Errorf("%X, access %d: %v, want %v", c.va, c.a, fault.Type, c.want)
		}
	}
	if _, fault := r.Walk(2, 0x1000, Read, nil); fault.Type != FaultUnbound {
		t.Errorf("another space: %v", fault.Type)
	}
	for i, code := range []FaultType{FaultPDE, FaultPDESize, FaultPTE, FaultVALimit, FaultUnbound, FaultPrivilege, FaultReadOnly, FaultWriteOnly} {
		if code.Code() != uint8(i) {
			t.Errorf("%v has code %d", code, code.Code())
		}
	}
	if FaultAtomic.Code() != 0xF || FaultPoisoned.Code() != 0xE {
		t.Error("codes of the last two faults")
	}
}

// Permissions of x86-64 directories hold for everything below them.
func TestDirectoryRightsHoldBelow(t *testing.T) {
	mem := &Listed{}
	mem.Put(0x1000, 0x2000|7)
	mem.Put(0x2000, 0x3000|5) // read-only
	mem.Put(0x3000, 0x4000|7)
	mem.Put(0x4000, 0x5000|7)
	if _, fault := WalkMemory(profile.FormatX86, 0x1000, 0x123, Write, mem, nil); fault.Type != FaultReadOnly {
		t.Errorf("write: %v", fault.Type)
	}
	if leaf, fault := WalkMemory(profile.FormatX86, 0x1000, 0x123, Read, mem, nil); fault.Type != NoFault || leaf.Physical != 0x5123 {
		t.Errorf("read: %X %v", leaf.Physical, fault.Type)
	}
}
