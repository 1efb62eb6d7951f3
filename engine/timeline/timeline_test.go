package timeline

import (
	"math/rand"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// hashes is the hash after every prefix, walking forward.
func hashes(r *Run) []uint64 {
	r.SeekCount(0)
	list := []uint64{r.Hash()}
	for r.Cursor() < r.Len() {
		r.SeekCount(r.Cursor() + 1)
		list = append(list, r.Hash())
	}
	return list
}

func TestEveryPrefixForwardAndBack(t *testing.T) {
	r := fakeRun(0, 5, 0, 17, 3, 40, 1)
	end := r.Hash()
	want := hashes(r)
	if want[len(want)-1] != end {
		t.Fatal("the end reached by walking is not the end of the recording")
	}
	for n := int(r.Len()); n >= 0; n-- {
		r.SeekCount(uint32(n))
		if got := r.Hash(); got != want[n] {
			t.Fatalf("back at %d: hash %x, forward it was %x", n, got, want[n])
		}
		if full := r.machine.Set().Hash() ^ r.program.Hash(); full != want[n] {
			t.Fatalf("at %d the incremental hash differs from the full one", n)
		}
	}
}

func TestSeekByKeyframe(t *testing.T) {
	r := fakeRun(0, 70_000, 3, 150_000, 2, 2)
	if len(r.marks) < 4 {
		t.Fatalf("only %d keyframes", len(r.marks))
	}
	random := rand.New(rand.NewSource(3))
	want := map[uint32]uint64{}
	var places []uint32
	for range 25 {
		n := uint32(random.Intn(int(r.Len()) + 1))
		r.SeekCount(0)
		r.rec.Log = nil
		r.walk(n) // on foot
		r.redo()
		r.rec.Log = &r.log
		want[n] = r.Hash()
		places = append(places, n)
	}
	for range 200 {
		n := places[random.Intn(len(places))]
		r.SeekCount(n)
		if r.Hash() != want[n] {
			t.Fatalf("seek to %d gives another state than walking there", n)
		}
		if bad := r.machine.Check(); bad != "" {
			t.Fatal(bad)
		}
		if now := r.timeBefore(n); r.rec.Now != now {
			t.Fatalf("seek to %d: clock %d, want %d", n, r.rec.Now, now)
		}
	}
}

func TestBudgetsDoNotMatter(t *testing.T) {
	whole := fakeRun(0, 4, 9, 70_000, 7, 1, 30)
	p := &fakeProgram{calls: whole.program.(*fakeProgram).calls}
	r := New(newFake(), p, nil, 1, 0)
	for !r.Step(1) {
		if r.SeekCount(0); r.Cursor() != r.Len() {
			t.Fatal("the cursor moved while the program was running")
		}
	}
	if r.Len() != whole.Len() || r.Hash() != whole.Hash() {
		t.Fatalf("the budget changed the run: %d events, want %d", r.Len(), whole.Len())
	}
}

func TestStopKeepsWhatThereIs(t *testing.T) {
	p := &fakeProgram{}
	for range 10 {
		p.calls = append(p.calls, target.Call{Arg: [8]uint64{3}})
	}
	r := New(newFake(), p, nil, 1, 0)
	r.Step(4)
	r.Stop()
	if !r.Done() || r.Why().ID != target.Stopped || len(r.Rows()) != 4 {
		t.Fatalf("stopped after 4 calls: done %v, why %v, %d rows", r.Done(), r.Why(), len(r.Rows()))
	}
	want := hashes(r)
	r.SeekCount(0)
	r.SeekCount(r.Len())
	if r.Hash() != want[r.Len()] {
		t.Fatal("a stopped run does not go back and forth")
	}
}

func TestPoints(t *testing.T) {
	r := fakeRun(0, 2, 0, 1, 2)
	for e := range r.Len() {
		p := r.PointOf(e)
		if got := r.EventAt(p); got != e {
			t.Fatalf("event %d is point %v, which is event %d", e, p, got)
		}
	}
	tests := []struct {
		p    Point
		want uint32
	}{
		{Point{0, 0}, 0}, {Point{0, 99}, 3}, {Point{1, 0}, 4}, {Point{9, 0}, r.Len() - 1},
	}
	for _, c := range tests {
		if got := r.EventAt(c.p); got != c.want {
			t.Errorf("point %v is event %d, want %d", c.p, got, c.want)
		}
	}
}

func TestMoves(t *testing.T) {
	// Rows 0 and 1 are line 1, rows 2 and 3 line 2. Events: row 0 has 0-3, row 1
	// 4-5, row 2 6-8 and an output 9, row 3 10-13.
	r := fakeRun(0, 2, 0, 1, 2)
	tests := []struct {
		unit    Unit
		forward bool
		from    uint32 // events that have happened
		want    uint32
	}{
		{UnitEvent, true, 0, 1}, {UnitEvent, false, 1, 0}, {UnitEvent, false, 0, 0}, {UnitEvent, true, 14, 14},
		{UnitCall, true, 0, 4}, {UnitCall, true, 1, 4}, {UnitCall, true, 4, 6}, {UnitCall, true, 6, 10}, {UnitCall, true, 10, 14},
		{UnitCall, false, 14, 10}, {UnitCall, false, 12, 10}, {UnitCall, false, 10, 6}, {UnitCall, false, 2, 0},
		{UnitLine, true, 0, 6}, {UnitLine, true, 5, 6}, {UnitLine, true, 6, 14}, {UnitLine, false, 14, 6}, {UnitLine, false, 6, 0},
	}
	for _, c := range tests {
		r.SeekCount(c.from)
		moved := r.Move(c.unit, c.forward)
		if r.Cursor() != c.want || moved != (c.from != c.want) {
			t.Errorf("unit %d forward %v from %d: at %d (moved %v), want %d", c.unit, c.forward, c.from, r.Cursor(), moved, c.want)
		}
	}
}

func TestFinding(t *testing.T) {
	r := fakeRun(0, 2, 0, 1)
	r.Seek(event.None)
	for _, want := range []uint32{0, 4, 6} {
		if !r.Jump(event.Call, true) || r.Cursor() != want+1 {
			t.Fatalf("next call: at %d, want event %d", r.Cursor(), want)
		}
	}
	if r.Jump(event.Call, true) {
		t.Fatal("there is no fourth call")
	}
	for _, want := range []uint32{4, 0} {
		if !r.Jump(event.Call, false) || r.Cursor() != want+1 {
			t.Fatalf("previous call: at %d, want event %d", r.Cursor(), want)
		}
	}
	r.Seek(r.Len() - 1)
	cell := r.Event(2).Subject
	if got := r.LastWriter(func(e *event.Event) bool { return e.Kind == event.StreamQueue && e.Subject == cell }); got != 2 {
		t.Fatalf("the last writer of cell %d is event %d, want 2", cell, got)
	}
}

func TestOutputFollowsTheCursor(t *testing.T) {
	r := fakeRun(0, 1, 1, 1, 1, 1, 1)
	r.SeekCount(0)
	if got := r.Printed(100); got != "" {
		t.Fatalf("before the first event it had printed %q", got)
	}
	r.SeekCount(r.Len())
	if got := r.Printed(100); got != "line\nline\n" {
		t.Fatalf("at the end it had printed %q", got)
	}
	if got := r.Printed(7); got != "e\nline\n" {
		t.Fatalf("the last 7 bytes are %q", got)
	}
}

func TestEventLimitEndsTheRun(t *testing.T) {
	r := fakeRun(20, 5, 5, 5, 5, 5, 5, 5)
	if r.Why().ID != target.LimitEvents || r.Len() > 40 {
		t.Fatalf("the run ended with %v after %d events", r.Why(), r.Len())
	}
	if last := r.Event(r.Len() - 1); last.Kind != event.Limit {
		t.Fatalf("the last event is %v", last.Kind)
	}
}

func TestHistoryLimitEndsTheRun(t *testing.T) {
	p := &fakeProgram{weight: mostHeld / 4}
	for range 20 {
		p.calls = append(p.calls, target.Call{Op: target.PwTouch, Line: 1, Arg: [8]uint64{1}})
	}
	r := New(newFake(), p, nil, 1, 0)
	for !r.Step(2) {
	}
	if r.Why() != (target.Why{ID: target.LimitHistory, N: [4]uint64{mostHeld}}) || len(r.Rows()) != 4 {
		t.Fatalf("the run ended with %v after %d calls", r.Why(), len(r.Rows()))
	}
}

func BenchmarkSeek(b *testing.B) {
	r := fakeRun(0, 250_000, 250_000, 250_000, 250_000)
	random := rand.New(rand.NewSource(1))
	for b.Loop() {
		r.SeekCount(uint32(random.Intn(int(r.Len()))))
	}
}

func TestForkSaysWhereItLeaves(t *testing.T) {
	first := fakeRun(0, 4, 5, 6, 7)
	tests := []struct {
		writes []uint64
		at     Point
		common uint32
		holds  bool
	}{
		{[]uint64{4, 5, 9, 7}, Point{2, 0}, 2, true},
		{[]uint64{4, 5, 9, 7}, Point{3, 1}, 2, false},
		{[]uint64{4, 5, 6, 7, 8}, Point{4, 0}, 4, true},
		{[]uint64{1}, Point{0, 0}, 0, true},
	}
	for _, c := range tests {
		f, holds := first.Fork(c.at, fakeRun(0, c.writes...))
		if f.Common != c.common || holds != c.holds {
			t.Errorf("fork of %v at %v: common %d, holds %v", c.writes, c.at, f.Common, holds)
		}
	}
}
