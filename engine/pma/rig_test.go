package pma

import (
	"math/rand/v2"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
	"pagewalk/engine/work"
)

const us = 1_000_000

// h200 is the measured card as far as this layer reads it.
func h200() *profile.Profile {
	return &profile.Profile{
		Memory: profile.Memory{Bytes: 150_109_880_320, ContextPages: 264, ContextSlackFrames: 19, Scrub: true},
		Cost:   profile.Cost{Scrub: 2 * us, ScrubMiB: 2_550_000, UnmarkMiB: us / 2},
	}
}

// small is a card of some pages and some frames after them.
func small(pages, tail uint32, scrub bool) *profile.Profile {
	p := h200()
	p.Memory = profile.Memory{Bytes: uint64(pages*PageFrames+tail) * FrameBytes, Scrub: scrub}
	return p
}

type rig struct {
	*PMA
	rec *event.Recorder
	set *state.Set
}

func newRig(p *profile.Profile) *rig {
	rec := &event.Recorder{Cause: event.None}
	r := &rig{PMA: New(p, rec, work.NewClock(rec)), rec: rec, set: &state.Set{}}
	r.State.Columns(r.set)
	return r
}

// boot reserves the context and starts recording.
func (r *rig) boot(p *profile.Profile) *rig {
	m := &p.Memory
	r.Reserve(Run{0, m.ContextPages*PageFrames - m.ContextSlackFrames})
	r.rec.Log = &event.Log{}
	return r
}

func (r *rig) check(t *testing.T) {
	t.Helper()
	if s := r.Check(); s != "" {
		t.Fatal(s)
	}
}

func malloc(n uint32) Request {
	return Request{Frames: n, PageFrames: PageFrames, Pinned: true, AllowScattered: true}
}

// must allocates and fails the test if that is refused.
func (r *rig) must(t *testing.T, q Request) []Run {
	t.Helper()
	runs, why := r.Alloc(q, nil)
	if why.ID != target.NoReason {
		t.Fatalf("refused: %v %v", why.ID.Name(), why.N)
	}
	r.check(t)
	return runs
}

// undoAll goes back over the whole log and forward again, and compares the
// hash at every prefix; it ends where it began.
func (r *rig) undoAll(t *testing.T) {
	t.Helper()
	log := r.rec.Log
	r.rec.Log = nil
	h := state.NewHasher(r.set)
	hash := make([]uint64, log.Len()+1)
	for i := log.Len(); ; i-- {
		hash[i] = h.Sum()
		if i%64 == 0 && hash[i] != r.set.Hash() {
			t.Fatalf("before event %d: incremental hash differs from the full one", i)
		}
		if i == 0 {
			break
		}
		r.Revert(log.At(i - 1))
	}
	r.check(t)
	for i := range log.Len() {
		r.Apply(log.At(i))
		if h.Sum() != hash[i+1] {
			t.Fatalf("after event %d (%v): forward and back differ", i, log.At(i).Kind)
		}
	}
	r.check(t)
	r.rec.Log = log
}

// churn plays n random allocations and frees of all sorts.
func (r *rig) churn(t *testing.T, seed uint64, n int, each func()) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	var live [][]Run
	for range n {
		r.clock.Advance(rnd.Uint64N(300 * us))
		if len(live) > 0 && rnd.IntN(5) < 2 {
			i := rnd.IntN(len(live))
			for _, run := range live[i] {
				if rnd.IntN(8) == 0 {
					r.FreeZero(run)
				} else {
					r.Free(run)
				}
			}
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
			each()
			continue
		}
		page := []uint32{1, 2, 32, 32, 32}[rnd.IntN(5)]
		q := Request{
			Frames: page * (1 + rnd.Uint32N(12)), PageFrames: page, Pinned: rnd.IntN(2) == 0,
			Reverse: rnd.IntN(6) == 0, Partial: rnd.IntN(6) == 0, NoEvict: rnd.IntN(2) == 0,
		}
		switch rnd.IntN(3) {
		case 0:
			q.Contiguous = true
		case 1:
			q.AllowScattered = true
		}
		before := *r.State.Head.At(0)
		runs, why := r.Alloc(q, nil)
		after := *r.State.Head.At(0)
		if why.ID == target.NoReason {
			live = append(live, runs)
			var got uint32
			for _, run := range runs {
				got += run.N
			}
			if before.FreeFrames-after.FreeFrames != got || got != q.Frames && !q.Partial {
				t.Fatalf("asked %d frames, got %d, free fell by %d", q.Frames, got, before.FreeFrames-after.FreeFrames)
			}
		} else if before.FreeFrames != after.FreeFrames || before.FreePages != after.FreePages {
			t.Fatal("a refused request changed what is free")
		}
		each()
	}
}
