package pma

import (
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// FuzzRequests reads bytes as requests and frees, three for each. After each
// the invariants hold; at the end everything can be undone.
func FuzzRequests(f *testing.F) {
	f.Add([]byte{0, 3, 0, 1, 2, 1, 64, 0, 0, 2, 40, 9, 65, 0, 0}, true, false)
	f.Add([]byte{6, 1, 0, 30, 9, 3, 128, 0, 1, 17, 4, 2, 200, 1, 1}, false, false)
	f.Add([]byte{10, 5, 0, 2, 7, 2, 75, 3, 8, 200, 1, 1, 10, 9, 12}, true, true)
	f.Fuzz(func(t *testing.T, in []byte, scrub, several bool) {
		if len(in) > 300 {
			return
		}
		p := small(6, 9, scrub)
		if several {
			p.Memory.Regions = []profile.Region{{Bytes: 2 * PageBytes, Speed: 1}, {Speed: 7}, {Bytes: PageBytes + 9*FrameBytes, Protected: true}}
			p.Memory.BadFrames = []uint32{70, 100}
		}
		r := newRig(p).boot(p)
		var held []Run
		for ; len(in) >= 3; in = in[3:] {
			held = r.fuzzRequest(t, in[0], in[1], in[2], held)
			r.check(t)
		}
		r.undoAll(t)
	})
}

func (r *rig) fuzzRequest(t *testing.T, what, size, where byte, held []Run) []Run {
	r.clock.Advance(uint64(where) * us)
	if what >= 128 {
		if len(held) == 0 {
			return held
		}
		i := int(size) % len(held)
		run := held[i]
		held = append(held[:i], held[i+1:]...)
		switch what % 4 {
		case 0:
			r.FreeZero(run)
		case 1: // in two pieces
			if run.N > 1 {
				r.Free(Run{run.First + 1, run.N - 1})
			}
			r.Free(Run{run.First, 1})
		default:
			r.Free(run)
		}
		return held
	}
	page := []uint32{1, 2, 32, 32}[what%4]
	q := Request{
		Frames: page * (1 + uint32(size)%20), PageFrames: page, Pinned: where&1 != 0,
		Contiguous: what&4 != 0, AllowScattered: what&8 != 0, Reverse: what&16 != 0, Partial: what&32 != 0, NoEvict: what&64 != 0,
		Slowest: where&2 != 0, Protected: where&12 == 12, MinSpeed: uint32(where >> 4 & 1),
	}
	if where >= 128 {
		q.Lo, q.Hi = uint32(where)-128, uint32(where)
	}
	runs, why := r.Alloc(q, nil)
	last, region := Frame(0), -1
	for _, run := range runs {
		in := r.RegionOf(run.First)
		if in != region {
			last, region = 0, in
		}
		if g := r.Regions()[in]; r.RegionOf(run.End()-1) != in || !g.serves(&q) {
			t.Fatal("a run is in a region that does not serve the request, or in two:", q, runs)
		}
		if run.N == 0 || run.First < last || run.First < q.Lo || q.Hi != 0 && run.End() > q.Hi || run.First%page != 0 && page > 1 {
			t.Fatal("a run is out of order or out of place:", q, runs)
		}
		last = run.End()
	}
	if (why.ID == target.NoReason) != (len(runs) > 0) {
		t.Fatal("refused and served", why, runs)
	}
	return append(held, runs...)
}

// What can be had in whole pages is the free pages, on every card: the frames
// behind the last page and those left over inside the context are out of reach.
func TestCapacityOfEveryProfile(t *testing.T) {
	for _, p := range profile.List() {
		r := newRig(p).boot(p)
		whole := p.Memory.Pages() - p.Memory.ContextPages
		if s := r.Stats(); s.FreePages != whole {
			t.Fatal(p.Name, s.FreePages, whole)
		}
		if _, why := r.Alloc(malloc((whole+1)*PageFrames), nil); why.ID != target.NoRoom {
			t.Fatal(p.Name, "one page too many")
		}
		runs := r.must(t, malloc(whole*PageFrames))
		if len(runs) != 1 || runs[0].First != p.Memory.ContextPages*PageFrames {
			t.Fatal(p.Name, runs)
		}
		r.undoAll(t)
	}
}
