package tlb

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

func h200() *profile.Profile {
	return &profile.Profile{MMU: profile.MMU{Format: profile.FormatV3}, TLB: profile.TLBH200}
}

// Measured on an H200, driver 580.159.04: stride in MiB, pages, hundredths of a
// cycle a load. The points around every step of every curve.
var measured = []struct {
	stride, pages uint64
	cycles        int64
}{
	{2, 1, 25923}, {2, 7, 25918}, {2, 131, 27453}, {2, 155, 27541}, {2, 220, 28171}, {2, 2113, 28765},
	{32, 1, 25924}, {32, 15, 26235}, {32, 18, 27214}, {32, 131, 28386}, {32, 1775, 28825}, {32, 2113, 31291}, {32, 2514, 37803}, {32, 6144, 37941},
	{4128, 15, 26235}, {4128, 18, 27212}, {4128, 48, 28062},
	{8224, 7, 25918}, {8224, 15, 26229}, {8224, 18, 36150}, {8224, 48, 36992},
	{2, 28711, 29122}, {2, 34166, 29571}, {2, 40657, 31064}, {2, 49152, 32348},
}

func TestChaseAgainstMeasuredPoints(t *testing.T) {
	for _, m := range measured {
		c, ok := NewChase(h200(), 2<<20, m.stride<<20, uint32(m.pages))
		if !ok {
			t.Fatal("no such chase")
		}
		got := int64(c.Steady(0))
		if d := got - m.cycles; d*100 > m.cycles || -d*100 > m.cycles {
			t.Errorf("stride %d MiB, %d pages: %d, measured %d", m.stride, m.pages, got, m.cycles)
		}
	}
}

// Alternatives that the curves rule out must fail the same points.
func TestOtherGeometriesDoNotFit(t *testing.T) {
	for name, change := range map[string]func(l []profile.TLBLevel){
		"modulo":          func(l []profile.TLBLevel) { l[1].Hash = profile.HashModulo },
		"7-bit digits":    func(l []profile.TLBLevel) { l[1].Sets, l[1].Ways, l[1].HashBits = 128, 16, 7 },
		"9-bit digits":    func(l []profile.TLBLevel) { l[1].Sets, l[1].Ways, l[1].HashBits = 512, 4, 9 },
		"page by page":    func(l []profile.TLBLevel) { l[0].Whole, l[1].Whole, l[2].Whole = false, false, false },
		"one page each":   func(l []profile.TLBLevel) { l[0].Pages = 1 },
		"eight in level1": func(l []profile.TLBLevel) { l[0].Ways = 8 },
	} {
		p := h200()
		p.TLB.Levels = append([]profile.TLBLevel(nil), p.TLB.Levels...)
		change(p.TLB.Levels)
		worst := int64(0)
		for _, m := range measured {
			c, _ := NewChase(p, 2<<20, m.stride<<20, uint32(m.pages))
			d := int64(c.Steady(0)) - m.cycles
			if worst = max(worst, d*100/m.cycles, -d*100/m.cycles); worst >= 3 {
				break
			}
		}
		if worst < 3 {
			t.Errorf("%s: fits within %d %%", name, worst)
		}
	}
}

// Medians over the processors: the six that share a level 2, the rest of the
// half, the other half. 256 pages within 5 %, 12 pages within 16 %.
func TestSharingAgainstMeasuredMedians(t *testing.T) {
	for _, m := range []struct {
		pages, sm                uint32
		cold, after, own, within int64
	}{
		{256, 1, 82040, 28410, 28390, 5}, {256, 2, 82900, 38520, 29290, 5}, {256, 4, 88830, 48690, 29100, 5},
		{12, 1, 68200, 26360, 25250, 16}, {12, 2, 71420, 37110, 27720, 16}, {12, 4, 86800, 51830, 28000, 16},
	} {
		cold, after, own, _ := Sharing(h200(), 2<<20, 32<<20, m.pages, uint16(m.sm))
		for i, pair := range [][2]int64{{int64(cold), m.cold}, {int64(after), m.after}, {int64(own), m.own}} {
			if d := pair[0] - pair[1]; d*100 > m.within*pair[1] || -d*100 > m.within*pair[1] {
				t.Errorf("%d pages, SM %d, column %d: %d, measured %d", m.pages, m.sm, i, pair[0], pair[1])
			}
		}
	}
}

func TestSharingGroups(t *testing.T) {
	l := profile.TLBH200.Levels
	six, halves := 0, [2]int{}
	for sm := range uint16(132) {
		if l[1].Instance(sm) == l[1].Instance(0) {
			six++
		}
		halves[l[2].Instance(sm)]++
		if l[2].Instance(sm) != l[2].Instance(sm^1) {
			t.Errorf("SM %d and its neighbour of the TPC are in different halves", sm)
		}
	}
	for _, sm := range []uint16{1, 32, 33, 124, 125} {
		if l[1].Instance(sm) != l[1].Instance(0) {
			t.Errorf("SM %d does not share level 2 with SM 0", sm)
		}
	}
	if six != 6 || halves != [2]int{62, 70} {
		t.Errorf("%d share with SM 0, halves %v", six, halves)
	}
	members := map[[2]uint32]int{}
	for sm := range uint16(132) {
		members[[2]uint32{l[1].Instance(sm), l[2].Instance(sm)}]++
	}
	if len(members) != int(l[1].Instances()) {
		t.Error("a group of level 2 lies in both halves")
	}
}

// The published sets of an RTX 3080: all these steps of 1 MiB fold to one set.
func TestHashOfPublishedSets(t *testing.T) {
	for _, c := range []struct {
		bits  uint8
		want  uint32
		steps []uint64
	}{
		{7, 24, []uint64{32, 161, 290, 419, 548, 677, 806, 935, 1064}},
		{8, 39, []uint64{32, 32607, 33185, 65246, 66338, 97373, 98979, 130524, 132644}},
	} {
		l := profile.TLBLevel{Sets: 1 << c.bits, Ways: 8, Pages: 16, Hash: profile.HashXOR, HashBits: c.bits}
		k := prepare(&l, 0)
		for _, s := range c.steps {
			if got := k.fold(0x700000000000+s<<20, 20); got != c.want {
				t.Errorf("XOR-%d, step %d: set %d, want %d", c.bits, s, got, c.want)
			}
		}
	}
}

// The textbook's eight and thirty-two entries, counted by their misses:
// consecutive pages, every lap in the same order.
func TestTextbookReach(t *testing.T) {
	for _, c := range []struct {
		pages            uint64
		missed1, missed2 uint32
	}{{8, 0, 0}, {9, 9, 0}, {32, 32, 0}, {33, 33, 5}} {
		r := newRig(profile.FormatTextbook5, profile.TLBTextbook, true)
		r.m.Map(0, 0, 0, c.pages<<12, 4096, mmu.Attr{})
		lap := func() {
			for i := range c.pages {
				r.t.Translate(0, i<<12, mmu.Read, r.m, nil)
			}
		}
		lap()
		lap()
		from := r.log.Len()
		lap()
		var missed [2]uint32
		for i := from; i < r.log.Len(); i++ {
			if e := r.log.At(i); e.Kind == event.TLBFill {
				missed[event.TLBFillOf(e).Level]++
			}
		}
		if missed[0] != c.missed1 || missed[1] != c.missed2 {
			t.Errorf("%d pages: %v misses, want %d and %d", c.pages, missed, c.missed1, c.missed2)
		}
	}
}

// A hit on the newest entry leaves no event.
func TestHitOnNewestIsSilent(t *testing.T) {
	r := newRig(profile.FormatV3, profile.TLBH200, true)
	r.m.Map(0, 0, 0, 2<<20, 2<<20, mmu.Attr{})
	r.t.Translate(0, 5, mmu.Read, r.m, nil)
	n := r.log.Len()
	leaf, cost, _ := r.t.Translate(0, 77, mmu.Read, r.m, r.m.Recorder())
	if r.log.Len() != n || cost != 0 || leaf.Physical != 77 {
		t.Errorf("%d events, cost %d, physical %X", r.log.Len()-n, cost, leaf.Physical)
	}
}

// Invalidations drop what they cover and leave the rest.
func TestWhatInvalidationsDrop(t *testing.T) {
	const mib = 1 << 20
	all := []uint64{0, 2 * mib, 4 * mib, 64 * mib, 1 << 30}
	for _, c := range []struct {
		name  string
		inval mmu.Inval
		stay  []uint64 // of space 0
		other bool     // space 1 keeps its page at 0
	}{
		{"one page", mmu.Inval{VA: 2 * mib, Bytes: 2 * mib, Depth: 4}, []uint64{0, 4 * mib, 64 * mib, 1 << 30}, true},
		{"the window of two pages that straddle 4 MiB", mmu.Inval{VA: 2 * mib, Bytes: 4 * mib, Depth: 4}, []uint64{64 * mib, 1 << 30}, true},
		{"page tables only: a 2M leaf stands above", mmu.Inval{Depth: 5}, all, true},
		{"the space", mmu.Inval{}, nil, true},
		{"all spaces", mmu.Inval{AllSpaces: true}, nil, false},
		{"a far range", mmu.Inval{VA: 1 << 40, Bytes: 4096, Depth: 4}, all, true},
	} {
		r := newRig(profile.FormatV3, profile.TLBH200, false)
		for _, space := range []uint16{0, 1} {
			for _, va := range all {
				r.m.Map(space, va, va, 2*mib, 2*mib, mmu.Attr{})
			}
		}
		for _, va := range all {
			r.t.Translate(0, va, mmu.Read, r.m, nil)
			r.t.Translate(1, va, mmu.Read, r.m, nil)
		}
		r.t.Invalidate(&c.inval)
		cached := func(space uint16, va uint64) bool {
			_, value := lookIn(r.t, &r.t.levels[1], space, va)
			return value != 0
		}
		for _, va := range all {
			want := false
			for _, s := range c.stay {
				want = want || s == va
			}
			if cached(0, va) != want {
				t.Errorf("%s: %X cached: %v", c.name, va, !want)
			}
		}
		if cached(1, 0) != c.other {
			t.Errorf("%s: the other space's page cached: %v", c.name, !c.other)
		}
		if bad := r.t.Check(); bad != "" {
			t.Errorf("%s: %s", c.name, bad)
		}
	}
}

// lookIn looks in instance 0 of a level, for every page size.
func lookIn(t *TLB, c *cache, space uint16, va uint64) (entry uint32, value uint64) {
	for i := range t.sizes {
		if entry, value = c.look(0, &t.sizes[i], &ask{space: space, va: va}); value != 0 {
			break
		}
	}
	return entry, value
}

// Windows as the hardware cuts them: the smallest aligned power of two.
func TestWindow(t *testing.T) {
	for _, c := range []struct{ va, bytes, base, window uint64 }{
		{0x1FF000, 0x2000, 0, 4 << 20},
		{0x1000, 0x1000, 0x1000, 0x1000},
		{1<<30 - 4096, 8192, 0, 2 << 30},
		{0x7F1234600000, 2 << 20, 0x7F1234600000, 2 << 20},
		{0, 0, 0, 0},
		{1<<63 - 4096, 8192, 0, 0},
	} {
		i := mmu.Inval{VA: c.va, Bytes: c.bytes}
		if base, window := i.Window(); base != c.base || window != c.window {
			t.Errorf("%X+%X: window %X+%X", c.va, c.bytes, base, window)
		}
	}
}

// Reach of the published hierarchies with 2 MiB pages: as many spans as there
// are entries need no walks, one more in every set needs one a load.
func TestPublishedReach(t *testing.T) {
	for _, c := range []struct {
		name    string
		t       profile.TLB
		entries uint32
	}{{"Turing", profile.TLBTuring, 1024}, {"GA10x", profile.TLBGA10x, 2048}, {"GA100", profile.TLBGA100, 4096}} {
		p := &profile.Profile{MMU: profile.MMU{Format: profile.FormatV2Ampere}, TLB: c.t}
		fits, _ := NewChase(p, 2<<20, 32<<20, c.entries)
		walks := uint64(c.t.Walk) * 10
		if got := fits.Steady(0); got >= walks {
			t.Errorf("%s: %d spans cost %d each", c.name, c.entries, got)
		}
		over, _ := NewChase(p, 2<<20, 32<<20, c.entries*9/8)
		if got := over.Steady(0); got < walks {
			t.Errorf("%s: %d spans cost only %d each", c.name, c.entries*9/8, got)
		}
	}
}
