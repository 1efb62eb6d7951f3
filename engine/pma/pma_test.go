package pma

import (
	"slices"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// A request is served from the lowest run that is long enough, not from the
// run that fits best.
func TestPlaceFirstFit(t *testing.T) {
	tests := []struct {
		name  string
		busy  []Run // pages
		ask   Request
		want  []Run // pages
		page  uint32
		whyID target.WhyID
	}{
		{"empty card", nil, malloc(96), []Run{{0, 3}}, 32, 0},
		{"lowest run, though a tighter one exists", []Run{{5, 1}, {8, 1}, {10, 6}}, malloc(64), []Run{{0, 2}}, 32, 0},
		{"skips runs that are too short", []Run{{1, 1}, {3, 1}, {6, 1}}, malloc(96), []Run{{7, 3}}, 32, 0},
		{"scattered when no run fits", []Run{{1, 1}, {3, 1}, {5, 1}, {7, 9}}, malloc(96), []Run{{0, 1}, {2, 1}, {4, 1}}, 32, 0},
		{"contiguous or nothing", []Run{{1, 1}, {3, 1}, {5, 1}, {7, 9}}, Request{Frames: 64, PageFrames: 32, Contiguous: true}, nil, 32, target.NoRoom},
		{"from the top down", []Run{{15, 1}}, Request{Frames: 64, PageFrames: 32, AllowScattered: true, Reverse: true}, []Run{{13, 2}}, 32, 0},
		{"from the top down past a busy page", []Run{{14, 1}}, Request{Frames: 64, PageFrames: 32, Contiguous: true, Reverse: true}, []Run{{12, 2}}, 32, 0},
		{"scattered from the top, told ascending", []Run{{0, 8}, {9, 1}, {11, 1}, {13, 1}, {15, 1}}, Request{Frames: 96, PageFrames: 32, AllowScattered: true, Reverse: true}, []Run{{10, 1}, {12, 1}, {14, 1}}, 32, 0},
		{"only inside a range", nil, Request{Frames: 64, PageFrames: 32, Lo: 100, Hi: 224}, []Run{{4, 2}}, 32, 0},
		{"a range too small", nil, Request{Frames: 64, PageFrames: 32, Lo: 100, Hi: 180}, nil, 32, target.NoRoom},
		{"partial takes what is there", []Run{{2, 14}}, Request{Frames: 160, PageFrames: 32, Partial: true, NoEvict: true}, []Run{{0, 2}}, 32, 0},
		{"partial wants at least one page", []Run{{0, 16}}, Request{Frames: 160, PageFrames: 32, Partial: true, NoEvict: true}, nil, 32, target.NoRoom},
		{"a 512 MiB page does not fit", nil, Request{Frames: 8192, PageFrames: 8192}, nil, 32, target.NoRoom},
		{"an odd page size", nil, Request{Frames: 4, PageFrames: 4}, nil, 32, target.BadArgument},
		{"not whole pages", nil, Request{Frames: 40, PageFrames: 32}, nil, 32, target.BadArgument},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(small(16, 5, false)).boot(small(16, 5, false))
			for _, b := range tt.busy {
				r.Reserve(Run{b.First * 32, b.N * 32})
			}
			before := r.set.Hash()
			runs, why := r.Alloc(tt.ask, nil)
			if why.ID != tt.whyID {
				t.Fatalf("why %v, want %v", why.ID.Name(), tt.whyID.Name())
			}
			var want []Run
			for _, w := range tt.want {
				want = append(want, Run{w.First * 32, w.N * 32})
			}
			if !slices.Equal(runs, want) {
				t.Fatalf("got %v, want %v", runs, want)
			}
			if want == nil && r.set.Hash() != before {
				t.Fatal("a refused request left a trace")
			}
			r.check(t)
			r.undoAll(t)
		})
	}
}

// Frames of 64 KiB and pairs of them come from the lowest frames, the frames
// behind the last whole page included.
func TestPlaceSmallPages(t *testing.T) {
	r := newRig(small(2, 5, false)).boot(small(2, 5, false))
	one := Request{Frames: 1, PageFrames: 1}
	pair := Request{Frames: 2, PageFrames: 2}
	if got := r.must(t, one); got[0] != (Run{0, 1}) {
		t.Fatal(got)
	}
	if got := r.must(t, pair); got[0] != (Run{2, 2}) {
		t.Fatal("a pair starts at an even frame:", got)
	}
	if got := r.must(t, one); got[0] != (Run{1, 1}) {
		t.Fatal(got)
	}
	if got := r.must(t, Request{Frames: 65, PageFrames: 1}); got[0] != (Run{4, 65}) {
		t.Fatal(got)
	}
	if s := r.Stats(); s.FreeFrames != 0 || s.FreePages != 0 {
		t.Fatal(s)
	}
	r.undoAll(t)
}

// The last 3,276,800 B of an H200 cannot be had: 31 frames after the last
// whole page and 19 inside the context's pages are free but in no free page.
func TestCapacityOfH200(t *testing.T) {
	p := h200()
	r := newRig(p).boot(p)
	free := r.FreeBytes()
	if free != 149_557_477_376 {
		t.Fatal("free with an idle context:", free)
	}
	const unreachable = 3_276_800
	frames := uint32((free - unreachable) >> 16)
	if _, why := r.Alloc(malloc(frames+32), nil); why.ID != target.NoRoom ||
		why.N != [4]uint64{free - unreachable + PageBytes, free, free - unreachable + 50*FrameBytes, free - unreachable} {
		t.Fatal(why)
	}
	runs := r.must(t, malloc(frames))
	if len(runs) != 1 || uint64(runs[0].First)*FrameBytes != 0x21000000 {
		t.Fatal("the first block of a process lies at 0x21000000:", runs)
	}
	if left := r.FreeBytes(); left != unreachable {
		t.Fatal(left)
	}
	if _, why := r.Alloc(malloc(32), nil); why.ID != target.NoRoom {
		t.Fatal("one page more must not fit")
	}
	r.undoAll(t)
}

// Freed frames count as free at once, are not handed out while they are being
// cleared, and come back in order when their time is over.
func TestScrubTakesTime(t *testing.T) {
	p := small(16, 0, true)
	r := newRig(p).boot(p)
	a, b := r.must(t, malloc(32)), r.must(t, malloc(64))
	r.clock.Advance(100 * us)
	r.Free(a[0])
	r.Free(b[0])
	r.check(t)
	if s := r.Stats(); s.FreePages != 16 || s.Scrubbing != 96 || s.Queued != 2 {
		t.Fatal(s)
	}
	var done []uint64
	r.EachScrub(func(_ uint32, s *Scrub) { done = append(done, s.Done) })
	if want := []uint64{100*us + 7_100_000, 100*us + 7_100_000 + 12_200_000}; !slices.Equal(done, want) {
		t.Fatal(done, want)
	}
	if got := r.must(t, malloc(32)); got[0].First != 3*32 {
		t.Fatal("page 3 is the lowest that is clear:", got)
	}
	r.clock.AdvanceTo(done[0])
	before := r.clock.Now()
	if got := r.must(t, malloc(32)); got[0].First != 0 {
		t.Fatal("page 0 is clear now:", got)
	}
	if took := r.clock.Now() - before; took != 2*us/2 {
		t.Fatal("noticing 2 MiB takes 1 µs:", took)
	}
	if s := r.Stats(); s.Queued != 1 {
		t.Fatal(s)
	}
	r.undoAll(t)
}

// A request that fits only beside its own scrub waits for the oldest scrubs
// that add up to more than itself.
func TestWaitForScrub(t *testing.T) {
	p := small(16, 0, true)
	r := newRig(p).boot(p)
	all := r.must(t, malloc(16*32))
	r.Free(Run{all[0].First, 4 * 32})
	r.Free(Run{all[0].First + 4*32, 4 * 32})
	r.Free(Run{all[0].First + 8*32, 4 * 32})
	r.Free(Run{all[0].First + 12*32, 4 * 32})
	each := uint64(2*us + 8*2_550_000)
	got := r.must(t, malloc(4*32))
	if got[0] != (Run{0, 128}) {
		t.Fatal(got)
	}
	// Two entries: the first adds up to as much as asked, not more.
	if want := 2*each + 2*4*us; r.clock.Now() != want {
		t.Fatalf("now %d, want %d", r.clock.Now(), want)
	}
	if s := r.Stats(); s.Queued != 2 {
		t.Fatal(s)
	}
	r.undoAll(t)
}

// When runs are too short even after the wait, the request waits once more and
// takes the lowest pages; one that cannot be served has waited for everything,
// unless it forbids eviction: then the counters refuse it at once.
func TestScatteredAfterWaits(t *testing.T) {
	p := small(16, 0, true)
	r := newRig(p).boot(p)
	r.must(t, malloc(16*32))
	for page := uint32(0); page < 16; page += 2 {
		r.Free(Run{page * 32, 32})
	}
	got := r.must(t, malloc(3*32))
	if want := []Run{{0, 32}, {64, 32}, {128, 32}}; !slices.Equal(got, want) {
		t.Fatal(got)
	}
	// Two waits of four entries each.
	if s := r.Stats(); s.Queued != 0 {
		t.Fatal("two waits have collected all eight entries:", s)
	}
	r.Free(got[0])
	now := r.clock.Now()
	q := malloc(7 * 32)
	q.NoEvict = true
	if _, why := r.Alloc(q, nil); why.ID != target.NoRoom || r.clock.Now() != now || r.Stats().Queued != 1 {
		t.Fatal("the counters refuse at once", why)
	}
	if _, why := r.Alloc(malloc(7*32), nil); why.ID != target.NoRoom || r.clock.Now() == now || r.Stats().Queued != 0 {
		t.Fatal("a failing call has waited for everything", why)
	}
	if got = r.must(t, malloc(6*32)); len(got) != 6 {
		t.Fatal(got)
	}
	r.undoAll(t)
}

// A host with a timer sleeps while it waits, by ticks, and notices at the end what
// else is done by then.
func TestWaitSleepsByTicks(t *testing.T) {
	p := small(16, 0, true)
	p.Cost.Tick = 4_000 * us
	r := newRig(p).boot(p)
	r.must(t, malloc(16*32))
	r.clock.Advance(5_000 * us)
	for page := uint32(0); page < 12; page += 4 {
		r.Free(Run{page * 32, 4 * 32})
	}
	if got := r.must(t, malloc(2*32)); got[0] != (Run{0, 64}) {
		t.Fatal(got)
	}
	// All is clear after 67 µs; the second tick after 5 ms is at 12 ms.
	if want := uint64(12_000*us + 24*us/2); r.clock.Now() != want || r.Stats().Queued != 0 {
		t.Fatalf("now %d, want %d, %v", r.clock.Now(), want, r.Stats())
	}
	r.undoAll(t)
}

// Pages of an allocation in pieces are joined up to less than 4 GiB: what is
// beyond is an entry of its own. One run is one entry.
func TestJoinedPages(t *testing.T) {
	p := small(5000, 0, true)
	r := newRig(p).boot(p)
	r.must(t, malloc(5000*32))
	r.FreePages(Run{0, 2047 * 32})
	r.FreePages(Run{2047 * 32, 2048 * 32})
	r.Free(Run{4095 * 32, 905 * 32})
	if s := r.Stats(); s.Queued != 4 {
		t.Fatal(s)
	}
	h := r.State.Head.At(0)
	var sizes []uint32
	for id := h.Oldest; id != 0; id = r.State.Scrubs.At(id).Next {
		sizes = append(sizes, r.State.Scrubs.At(id).N/32)
	}
	if !slices.Equal(sizes, []uint32{2047, 2047, 1, 905}) {
		t.Fatal(sizes)
	}
	r.undoAll(t)
}

// Who takes pages wherever they are waits only for those that are missing.
func TestWaitsForMissingPages(t *testing.T) {
	p := small(64, 0, true)
	p.Cost.UnmarkMiB = 0
	r := newRig(p).boot(p)
	r.must(t, malloc(64*32))
	for page := uint32(0); page < 64; page += 2 {
		r.Free(Run{page * 32, 32})
	}
	// Two waits for more than 20 entries would have been all 32; nothing is
	// missing after the first.
	r.must(t, malloc(10*32))
	if s := r.Stats(); s.Queued != 32-22 {
		t.Fatal("two waits of eleven entries each:", s)
	}
	roots := Request{Frames: 15 * 32, PageFrames: PageFrames}
	r.must(t, roots)
	// 12 pages are free, 3 are missing: four entries.
	if s := r.Stats(); s.Queued != 32-22-4 {
		t.Fatal("one wait of four entries:", s)
	}
	r.undoAll(t)
}

func TestPinAllOrNone(t *testing.T) {
	p := small(4, 0, false)
	r := newRig(p).boot(p)
	u := r.must(t, Request{Frames: 64, PageFrames: 32})
	if why := r.Pin(Run{32, 64}); why.ID != target.RuleTransition || why.N[2] != 64 {
		t.Fatal("frame 64 is free:", why)
	}
	if r.Bits(40) != AllocUnpin {
		t.Fatal("a refused pin changed a frame")
	}
	if why := r.Pin(u[0]); why.ID != target.NoReason || r.Bits(0) != AllocPin {
		t.Fatal(why)
	}
	if why := r.Pin(u[0]); why.ID != target.RuleTransition {
		t.Fatal("pinned twice:", why)
	}
	if why := r.Unpin(u[0]); why.ID != target.NoReason || r.Bits(63) != AllocUnpin {
		t.Fatal(why)
	}
	r.setRun(Run{10, 3}, AllocUnpin, AllocUnpin|Evicting)
	if why := r.Pin(u[0]); why.ID != target.RulePinned || why.N[0] != 10 {
		t.Fatal("frame 10 is chosen by an eviction:", why)
	}
	r.Free(u[0])
	if r.Bits(10) != Evicting || r.Bits(9) != 0 {
		t.Fatal("a free leaves EVICTING alone")
	}
	r.check(t)
	r.undoAll(t)
}

// A bad frame costs its 64 KiB, and 2 MiB of what can be had in whole pages.
func TestBlacklist(t *testing.T) {
	p := small(4, 0, true)
	r := newRig(p).boot(p)
	r.Blacklist(40)
	if s := r.Stats(); s.FreeFrames != 127 || s.FreePages != 3 {
		t.Fatal(s)
	}
	got := r.must(t, malloc(3*32))
	if want := []Run{{0, 32}, {64, 64}}; !slices.Equal(got, want) {
		t.Fatal("around the bad page:", got)
	}
	if got := r.must(t, Request{Frames: 9, PageFrames: 1, Contiguous: true}); got[0] != (Run{41, 9}) {
		t.Fatal("the good frames of that page still serve small requests:", got)
	}
	if why := r.Unpin(Run{40, 1}); why.ID != target.NoReason || r.Bits(40) != AllocUnpin|Blacklist {
		t.Fatal(why)
	}
	r.Free(Run{40, 1})
	if r.Bits(40) != Blacklist|Scrubbing {
		t.Fatal("a free leaves BLACKLIST alone")
	}
	r.undoAll(t)
}

func TestChurnUndo(t *testing.T) {
	for seed := range uint64(4) {
		p := small(40, 7, seed%2 == 0)
		r := newRig(p).boot(p)
		r.churn(t, seed, 600, func() { r.check(t) })
		r.undoAll(t)
	}
}

// Recording changes nothing but the log.
func TestRecordedEqualsUnrecorded(t *testing.T) {
	p := small(40, 7, true)
	a, b := newRig(p).boot(p), newRig(p).boot(p)
	b.rec.Log = nil
	a.churn(t, 9, 500, func() {})
	b.churn(t, 9, 500, func() {})
	if !a.set.Equal(b.set) || a.clock.Now() != b.clock.Now() {
		t.Fatal("states differ")
	}
	if a.rec.Log.Len() == 0 {
		t.Fatal("nothing was recorded")
	}
}

func TestLargeCardChurn(t *testing.T) {
	p := h200()
	r := newRig(p).boot(p)
	r.churn(t, 3, 300, func() {})
	r.check(t)
	r.undoAll(t)
}

func TestEventsKeepTheirContent(t *testing.T) {
	var e event.Event
	f := event.FrameRunInfo{First: 7, N: 1 << 20, From: 2, To: 8}
	f.Put(&e)
	if event.FrameRunOf(&e) != f {
		t.Fatal(event.FrameRunOf(&e))
	}
	for _, k := range []event.Kind{event.ScrubQueued, event.ScrubDone} {
		e = event.Event{Kind: k}
		s := event.ScrubInfo{ID: 3, Prev: 2, First: 9, N: 11, Done: 1 << 50}
		if k == event.ScrubQueued {
			s.Fresh = true
		} else {
			s.Next = 77
		}
		s.Put(&e)
		if event.ScrubOf(&e) != s {
			t.Fatal(event.ScrubOf(&e))
		}
	}
}

func BenchmarkMallocFree2MiB(b *testing.B) {
	p := h200()
	p.Memory.Scrub = false
	r := newRig(p).boot(p)
	r.rec.Log = nil
	var runs []Run
	b.ReportAllocs()
	for b.Loop() {
		runs, _ = r.Alloc(malloc(32), runs[:0])
		r.Free(runs[0])
	}
}
