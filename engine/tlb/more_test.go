package tlb

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// reads counts the entries that the walk of a translation reads.
func reads(r *rig, space uint16, va uint64) (n int, fault mmu.FaultType) {
	from := r.log.Len()
	_, _, f := r.t.Translate(space, va, mmu.Read, r.m, r.m.Recorder())
	for i := from; i < r.log.Len(); i++ {
		if r.log.At(i).Kind == event.WalkRead {
			n++
		}
	}
	return n, f.Type
}

// A walk begins below the lowest directory whose entry is known; lines hold
// neighbours; an invalidation leaves the levels above its depth alone.
func TestWalkCache(t *testing.T) {
	const big = 1 << 40
	r := newRig(profile.FormatV3, with(profile.TLBTuring, false, true), true)
	for _, va := range []uint64{0, 2 << 20, 4 << 20, 6 << 20, 1 << 29, big} {
		r.m.Map(0, va, va&(1<<32-1), 8192, 4096, mmu.Attr{})
	}
	step := func(what string, va uint64, want int) {
		t.Helper()
		if n, fault := reads(r, 0, va); n != want || fault != mmu.NoFault {
			t.Errorf("%s: %d reads, want %d (%s)", what, n, want, fault)
		}
		if bad := r.t.Check(); bad != "" {
			t.Errorf("%s: %s", what, bad)
		}
	}
	step("the first walk", 0, 6)
	step("another page of the table", 4096, 1)
	step("the neighbour in the line of PDE0", 2<<20, 1)
	step("the next line of PDE0", 4<<20, 2)
	step("the neighbour in the line of PDE1", 1<<29, 2)
	step("the neighbour in the line of PDE2, four entries of 256 GiB", big, 4)
	r.t.Invalidate(&mmu.Inval{Depth: 5})
	step("after an invalidation of page tables only", 0, 1)
	r.t.Invalidate(&mmu.Inval{Depth: 4})
	step("after one up to PDE0", 0, 2)
	r.t.Invalidate(&mmu.Inval{Depth: 0, VA: big, Bytes: 1 << 30})
	step("after one of another range", 6<<20, 2)
	r.t.Invalidate(&mmu.Inval{})
	step("after one of everything", 0, 6)
	r.m.Map(1, 0, 0, 4096, 4096, mmu.Attr{})
	if n, _ := reads(r, 1, 0); n != 6 {
		t.Errorf("another space: %d reads", n)
	}
}

// A directory entry that stays cached because one command was left out leads
// the walk to memory that holds no table any more, or another's.
func TestStaleDirectory(t *testing.T) {
	r := newRig(profile.FormatV3, with(profile.TLBTuring, false, true), true)
	r.m.Map(0, 0, 1<<30, 4096, 4096, mmu.Attr{})
	r.m.Map(0, 2<<20, 1<<30, 4096, 4096, mmu.Attr{}) // keeps PDE0
	reads(r, 0, 0)
	r.m.SkipInvalidations(1)
	r.m.Unmap(0, 0, 4096)
	r.t.evict(&r.t.levels[0], 0, r.t.State.Tags[0].At(0).Mask) // pushed out by others
	for i := 1; i < 3; i++ {
		c := &r.t.levels[i]
		entry, value := lookIn(r.t, c, 0, 0)
		if value == 0 {
			t.Fatal("nothing is cached")
		}
		r.t.evict(c, entry, 1)
	}
	if n, fault := reads(r, 0, 0); n != 0 || fault != mmu.FaultPTE {
		t.Errorf("a walk to a table that is gone: %d reads, %s", n, fault)
	}
	r.t.Invalidate(&mmu.Inval{Depth: 4})
	if n, fault := reads(r, 0, 0); n == 0 || fault != mmu.FaultPDE {
		t.Errorf("after the command: %d reads, %s", n, fault)
	}
}

// What was learnt of an unmapped page answers without a walk until the
// command of a mapping; left out, the fault stays.
func TestInvalidEntries(t *testing.T) {
	r := newRig(profile.FormatV3, with(profile.TLBH200, true, false), true)
	r.m.Map(0, 4096, 0, 4096, 4096, mmu.Attr{})
	if n, fault := reads(r, 0, 0); n != 6 || fault != mmu.FaultPTE {
		t.Fatalf("first access: %d reads, %s", n, fault)
	}
	if n, fault := reads(r, 0, 77); n != 0 || fault != mmu.FaultPTE {
		t.Errorf("second access: %d reads, %s", n, fault)
	}
	if _, fault := reads(r, 0, 4096); fault != mmu.NoFault {
		t.Errorf("the neighbour: %s", fault)
	}
	r.m.SkipInvalidations(1)
	r.m.Map(0, 0, 1<<20, 4096, 4096, mmu.Attr{})
	if n, fault := reads(r, 0, 0); n != 0 || fault != mmu.FaultPTE {
		t.Errorf("mapped, the command left out: %d reads, %s", n, fault)
	}
	if _, va, found := r.t.Stale(r.m); !found || va != 0 {
		t.Errorf("stale: %v at %X", found, va)
	}
	r.t.Invalidate(&mmu.Inval{VA: 0, Bytes: 4096, Depth: 5})
	if _, fault := reads(r, 0, 0); fault != mmu.NoFault {
		t.Errorf("after the command: %s", fault)
	}
	if _, fault := reads(r, 0, 1<<40); fault != mmu.FaultPDE {
		t.Errorf("no directory: %s", fault)
	}
	if bad := r.t.Check(); bad != "" {
		t.Error(bad)
	}
}

// Eight ways and eight victims hold sixteen spans of one set; a seventeenth, or
// an eviction of the other set, empties the buffer of what it held.
func TestVictims(t *testing.T) {
	h := profile.TLBGA100
	h.Levels = []profile.TLBLevel{h.Levels[2]}
	h.Levels[0].Sets, h.Levels[0].Hash = 2, profile.HashModulo
	walks := func(spans []uint64) (n int) {
		r := newRig(profile.FormatV2Ampere, h, true)
		for _, span := range append(spans, 1) {
			r.m.Map(0, span<<25, 0, 2<<20, 2<<20, mmu.Attr{})
		}
		for lap := range 3 {
			n = 0
			for _, span := range spans {
				reads, _ := reads(r, 0, span<<25)
				n += min(reads, 1)
				if bad := r.t.Check(); bad != "" {
					t.Fatalf("lap %d: %s", lap, bad)
				}
			}
		}
		undo(t, r)
		return n
	}
	even := func(n uint64) (spans []uint64) {
		for i := range n {
			spans = append(spans, 2*i)
		}
		return spans
	}
	odd := []uint64{1, 3, 5, 7, 9, 11, 13, 15, 17}
	var turns []uint64
	for i := range uint64(18) {
		turns = append(turns, i)
	}
	for _, c := range []struct {
		name  string
		spans []uint64
		want  int
	}{
		{"sixteen of one set", even(16), 0}, {"seventeen", even(17), 17},
		{"nine of one set, then nine of the other: what is pushed out is asked for next", append(even(9), odd...), 2},
		{"nine of each set in turns", turns, 18},
	} {
		if got := walks(c.spans); got != c.want {
			t.Errorf("%s: %d walks a lap, want %d", c.name, got, c.want)
		}
	}
}
