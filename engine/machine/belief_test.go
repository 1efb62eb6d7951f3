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
