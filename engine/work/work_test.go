package work

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/state"
)

func TestMiB(t *testing.T) {
	tests := []struct{ bytes, perMiB, want uint64 }{
		{0, 1000, 0},
		{1 << 20, 2_550_000, 2_550_000},
		{2 << 20, 2_550_000, 5_100_000},
		{64 << 10, 2_550_000, 159_375},
		{1<<20 + 512<<10, 1000, 1500},
		{1, 1 << 20, 1},
		{128 << 30, 2_550_000, 131_072 * 2_550_000},
		{1 << 47, 1 << 32, 1 << 59},
	}
	for _, tt := range tests {
		if got := MiB(tt.bytes, tt.perMiB); got != tt.want {
			t.Errorf("MiB(%d, %d) = %d, want %d", tt.bytes, tt.perMiB, got, tt.want)
		}
	}
}

func TestClock(t *testing.T) {
	rec := &event.Recorder{}
	c := NewClock(rec)
	c.Advance(5)
	if w := c.AdvanceTo(3); w != 0 || c.Now() != 5 {
		t.Fatal("the past is over")
	}
	if w := c.AdvanceTo(9); w != 4 || rec.Now != 9 {
		t.Fatal("waited", w)
	}
}

// Acts of one stream follow each other, acts of two do not, and a ticket of
// one stream holds up an act of another.
func TestStreams(t *testing.T) {
	rec := &event.Recorder{Log: &event.Log{}}
	s := NewStreams(3, rec, NewClock(rec))
	s.clock.Advance(100)
	a := s.Issue(0, 50, 0, 1)
	b := s.Issue(0, 50, 0, 2)
	c := s.Issue(1, 10, 0, 3)
	d := s.Issue(2, 10, b, 4)
	if a != 150 || b != 200 || c != 110 || d != 210 {
		t.Fatal(a, b, c, d)
	}
	if s.Wait(c) != 10 || s.Busy(1) || !s.Busy(0) {
		t.Fatal("stream 1 is over, stream 0 is not")
	}
	if s.WaitAll() != 100 || s.clock.Now() != 210 || s.Busy(2) {
		t.Fatal("now", s.clock.Now())
	}
	if e := s.Issue(0, 1, 0, 5); e != 211 {
		t.Fatal("an idle stream begins now:", e)
	}
	if w := s.Check(); w != "" {
		t.Fatal(w)
	}
}

func TestUndo(t *testing.T) {
	rec := &event.Recorder{Log: &event.Log{}}
	s := NewStreams(4, rec, NewClock(rec))
	var set state.Set
	s.State.Columns(&set)
	hash := []uint64{set.Hash()}
	for i := range uint32(200) {
		s.clock.Advance(uint64(i % 7))
		s.Issue(i*i%4, uint64(i%13), 0, i+1)
		hash = append(hash, set.Hash())
	}
	log := rec.Log
	rec.Log = nil
	for i := log.Len(); i > 0; i-- {
		s.Revert(log.At(i - 1))
		if set.Hash() != hash[i-1] {
			t.Fatal("back to", i-1)
		}
	}
	for i := range log.Len() {
		s.Apply(log.At(i))
		if set.Hash() != hash[i+1] {
			t.Fatal("forward to", i+1)
		}
	}
}
