package machine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// TestSetsOfPages: inserting and removing runs agrees with a plain array.
func TestSetsOfPages(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var set []pages
	var plain [64]bool
	for range 20_000 {
		first := uint32(r.IntN(64))
		run := pages{first, 1 + uint32(r.IntN(int(64-first)))}
		in := r.IntN(2) == 0
		for i := run.first; i < run.end(); i++ {
			plain[i] = in
		}
		if in {
			set = insert(set, run)
		} else {
			set = remove(set, run)
		}
		var want []pages
		for i := uint32(0); i < 64; i++ {
			switch n := len(want); {
			case !plain[i]:
			case n > 0 && want[n-1].end() == i:
				want[n-1].n++
			default:
				want = append(want, pages{i, 1})
			}
		}
		if !slices.Equal(set, want) {
			t.Fatalf("after %v, %v: %v, expected %v", run, in, set, want)
		}
	}
}

// TestFollowerAgreesWithMachine: told of itself, a machine on a full card is
// predicted, also where it waits and scatters, and nothing ever has to be
// adopted. So the rule of a belief is the PMA's. (What is missed is time: a card
// looks some µs into a call, the machine at once.)
func TestFollowerAgreesWithMachine(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		card := New(profile.Get("h200-r580"), 0)
		card.Watched = true
		f := NewFollower(New(profile.Get("h200-r580"), 0))
		var live []uint64
		var a, b target.Result
		for range 400 {
			c := target.Call{Op: target.CuMemAlloc, Arg: [8]uint64{uint64(1+r.IntN(4096)) << 22}}
			if len(live) > 0 && r.IntN(100) < 45 {
				i := r.IntN(len(live))
				c = target.Call{Op: target.CuMemFree, Arg: [8]uint64{live[i]}}
				live = slices.Delete(live, i, i+1)
			}
			begin := card.rec.Now
			card.Do(&c, &a)
			truth := Truth{PS: card.rec.Now - begin, Begin: begin + 1}
			truth.Offset, truth.Placed = offset(&a)
			f.Step(&c, &b, truth)
			card.rec.Now += betweenCalls
			if c.Op == target.CuMemAlloc && a.Code == target.Success {
				live = append(live, a.Out[0])
			}
		}
		t.Logf("seed %d: %d of %d, %d adopted", seed, f.Predicted, f.Judged, f.Adopted)
		if f.Predicted*100 < f.Judged*93 || f.Adopted > 0 {
			t.Errorf("seed %d: %d of %d predicted, %d adopted", seed, f.Predicted, f.Judged, f.Adopted)
		}
	}
}

// offset is where the call's memory begins.
func offset(r *target.Result) (uint64, bool) {
	for i := range r.Ioctls {
		if x := &r.Ioctls[i]; x.Name == target.RMAlloc && !x.Failed {
			return x.Offset, true
		}
	}
	return 0, false
}

// TestWaking: a call that waits wakes up with the second tick from now, and with
// each second one after that.
func TestWaking(t *testing.T) {
	tests := []struct{ tick, phase, at, done, wakes uint64 }{
		{4000, 0, 5000, 4999, 5000},
		{4000, 0, 5000, 5000, 5000},
		{4000, 0, 5000, 5001, 12_000},
		{4000, 0, 5000, 12_000, 12_000},
		{4000, 0, 5000, 12_001, 20_000},
		{4000, 0, 8000, 8001, 16_000},
		{4000, 1500, 5000, 5001, 9500},
		{4000, 1500, 1000, 1001, 5500},
		{4000, 1500, 5500, 9500, 13_500},
		{0, 0, 5000, 5001, 5001},
	}
	for _, x := range tests {
		tempo := tempo{tick: x.tick, phase: x.phase}
		if got := tempo.wakes(x.at, x.done); got != x.wakes {
			t.Errorf("%+v: woke at %d", x, got)
		}
	}
}

// TestTicksAreLearnt: from the ends of calls that waited follows the phase of the
// ticks, whatever it is.
func TestTicksAreLearnt(t *testing.T) {
	const tick = 4_000_000_000
	for want := range phases {
		var k ticks
		now := uint64(1e12)
		for i := range 6 {
			b := &belief{queue: []clearing{{pages{0, 100}, now + uint64(3+5*i)*1e9}}}
			tempo := tempo{tick: tick, phase: phase(want, tick)}
			o := b.foresee(50, now, &tempo)
			t := taking{n: 50, at: o.offset(), look: now, tempo: &tempo}
			t.ends = o.ends + t.rest(&o)
			k.learn(b, &t)
			now += 777_000_000_000
		}
		if off := (k.best() - want + phases) % phases; off > 1 && off < phases-1 {
			t.Errorf("phase %d taken for %d", want, k.best())
		}
	}
}

// TestJoinedPages: a block in several runs is cleared in pieces of less than 4
// GiB, one run as one.
func TestJoinedPages(t *testing.T) {
	b := &belief{scattered: []holding{{7, []pages{{10, 3}, {100, 5000}}}}}
	b.release(8, pages{9000, 5000}, 0, &tempo{fixed: 1, perPage: 2})
	b.release(7, pages{10, 5003}, 0, &tempo{fixed: 1, perPage: 2})
	want := []clearing{
		{pages{9000, 5000}, 10_001}, {pages{10, 3}, 10_008}, {pages{100, 2047}, 14_103},
		{pages{2147, 2047}, 18_198}, {pages{4194, 906}, 20_011},
	}
	if !slices.Equal(b.queue, want) {
		t.Errorf("queued %v, expected %v", b.queue, want)
	}
}

// TestWaitsForWhatIsMissing: who takes pages wherever they are waits for as many
// as are missing, not for as many as it wants.
func TestWaitsForWhatIsMissing(t *testing.T) {
	b := &belief{free: []pages{{0, 10}, {20, 10}, {40, 10}}}
	for i := range uint32(8) {
		b.queue = append(b.queue, clearing{pages{100 + 20*i, 10}, uint64(i+1) * 1e9})
	}
	o := b.foresee(38, 0, &tempo{})
	if o.seen != 8 || len(o.runs) != 4 || o.look != 0 {
		t.Errorf("38 pages: %+v", o)
	}
	b.queue = b.queue[:1]
	if o = b.foresee(38, 0, &tempo{}); o.seen != 1 || len(o.runs) != 4 {
		t.Errorf("38 pages, one entry: %+v", o)
	}
	if o = b.foresee(41, 0, &tempo{}); o.runs != nil {
		t.Errorf("41 pages of 40: %+v", o)
	}
}
