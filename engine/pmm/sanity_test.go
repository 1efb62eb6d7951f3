package pmm

import (
	"fmt"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pma"
	"pagewalk/engine/target"
)

// The driver's own tests of the manager (UVM_TEST_PMM_SANITY and the ioctls
// around it, uvm_pmm_test.c), under the numbers that the reference gives them.
// Where a scenario is about trackers or struct pages, which the model leaves
// out, only the part that remains is here, and the name says so.

// pattern is which chunks are freed when: after every allocation how many of
// the oldest or newest.
type pattern struct {
	name string
	free func(live []ChunkID, i int) (drop []ChunkID, keep []ChunkID)
}

var patterns = []pattern{
	{"immediate", func(l []ChunkID, _ int) ([]ChunkID, []ChunkID) { return l, nil }},
	{"all forward", func(l []ChunkID, _ int) ([]ChunkID, []ChunkID) { return nil, l }},
	{"all reverse", func(l []ChunkID, _ int) ([]ChunkID, []ChunkID) { return nil, l }},
	{"every 3", func(l []ChunkID, i int) ([]ChunkID, []ChunkID) {
		if i%3 == 2 {
			return l[:1], l[1:]
		}
		return nil, l
	}},
}

func (r *rig) sanity(t *testing.T, typ Type, p pattern, sizes []uint32, rounds func(size uint32) int) {
	var live []ChunkID
	give := func(c ChunkID, size uint32) {
		if n := r.Node(c); n.Bytes() != size {
			t.Fatal("a chunk changed its size")
		}
		ok(t, r.Free(c))
	}
	size := map[ChunkID]uint32{}
	i := 0
	for _, s := range sizes {
		for range rounds(s) {
			c, why := r.Alloc(typ, s, 0)
			ok(t, why)
			r.wantChunk(t, c, typ, s)
			size[c] = s
			live = append(live, c)
			drop, keep := p.free(live, i)
			for _, d := range drop {
				give(d, size[d])
			}
			live = append([]ChunkID(nil), keep...)
			i++
		}
		r.check(t)
	}
	for len(live) > 0 {
		k := 0
		if p.name == "all reverse" {
			k = len(live) - 1
		}
		give(live[k], size[live[k]])
		live = append(live[:k], live[k+1:]...)
	}
	r.ReleaseFreeRoots()
	r.check(t)
	if h := r.State.Head.At(0); h.Owned != 0 || h.Pinned != 0 {
		t.Fatal("every root is the PMA's again", *h)
	}
}

func (r *rig) wantChunk(t *testing.T, c ChunkID, typ Type, size uint32) {
	t.Helper()
	n := r.Node(c)
	want := TempPinned
	if typ == Kernel {
		want = Allocated
	}
	if n.Type() != typ || n.Bytes() != size || n.Address()%uint64(size) != 0 || n.FirstChild != 0 || n.State != want {
		t.Fatalf("asked for %v %d, got %+v", typ, size, *n)
	}
}

func ladders(r *rig, typ Type, descending bool) []uint32 {
	enabled := r.p.PMM.UserSizes
	if typ == Kernel {
		enabled = r.p.PMM.KernelSizes
	}
	out := make([]uint32, len(enabled))
	for i, s := range enabled {
		if descending {
			out[i] = s
		} else {
			out[len(out)-1-i] = s
		}
	}
	return out
}

func eachSanity(t *testing.T, descending bool, run func(t *testing.T, r *rig, typ Type, p pattern, sizes []uint32)) {
	for typ := range types {
		for _, p := range patterns {
			t.Run(fmt.Sprint(typ, " ", p.name), func(t *testing.T) {
				r := newRig(documented(400, 0, true))
				r.rec.Log = nil
				run(t, r, typ, p, ladders(r, typ, descending))
			})
		}
	}
}

func perSize(size uint32) int { return int(m2/size) + 1 }

func TestPM01BasicAscending(t *testing.T) {
	eachSanity(t, false, func(t *testing.T, r *rig, typ Type, p pattern, sizes []uint32) {
		r.sanity(t, typ, p, sizes, perSize)
	})
}

func TestPM02BasicDescending(t *testing.T) {
	eachSanity(t, true, func(t *testing.T, r *rig, typ Type, p pattern, sizes []uint32) {
		r.sanity(t, typ, p, sizes, perSize)
	})
}

// 33 rounds are more than the largest fan-out, so at least one root fills.
func rounds33(sizes []uint32) (all []uint32) {
	for range 33 {
		all = append(all, sizes...)
	}
	return all
}

func one(uint32) int { return 1 }

func TestPM03MixedAscending(t *testing.T) {
	eachSanity(t, false, func(t *testing.T, r *rig, typ Type, p pattern, sizes []uint32) {
		r.sanity(t, typ, p, rounds33(sizes), one)
	})
}

func TestPM04MixedDescending(t *testing.T) {
	eachSanity(t, true, func(t *testing.T, r *rig, typ Type, p pattern, sizes []uint32) {
		r.sanity(t, typ, p, rounds33(sizes), one)
	})
}

// eachSplit runs over every parent size above the smallest and every smaller
// child size, for both types.
func eachSplit(t *testing.T, run func(t *testing.T, r *rig, c ChunkID, child uint32)) {
	for typ := range types {
		sizes := ladders(newRig(documented(2, 0, false)), typ, true)
		for i, parent := range sizes {
			for _, child := range sizes[i+1:] {
				t.Run(fmt.Sprint(typ, parent, child), func(t *testing.T) {
					r := newRig(documented(200, 0, true))
					c, why := r.Alloc(typ, parent, 0)
					ok(t, why)
					run(t, r, c, child)
					r.check(t)
					r.undoAll(t)
				})
			}
		}
	}
}

func TestPM06SplitNormal(t *testing.T) {
	eachSplit(t, func(t *testing.T, r *rig, c ChunkID, child uint32) {
		parent := *r.Node(c)
		ok(t, r.Split(c, child))
		subs := r.Subchunks(c, nil)
		if len(subs) != int(parent.Bytes()/child) {
			t.Fatal(len(subs))
		}
		for i, s := range subs {
			n := r.Node(s)
			if n.Address() != parent.Address()+uint64(i)*uint64(child) || n.State != parent.State || n.Bytes() != child {
				t.Fatal(i, *n)
			}
		}
		for _, s := range subs {
			ok(t, r.Free(s))
		}
	})
}

func TestPM07SplitMerge(t *testing.T) {
	eachSplit(t, func(t *testing.T, r *rig, c ChunkID, child uint32) {
		before := *r.Node(c)
		before.Flags &^= flagZero
		ok(t, r.Split(c, child))
		ok(t, r.Merge(c))
		if *r.Node(c) != before {
			t.Fatal(*r.Node(c), before)
		}
		ok(t, r.Free(c))
	})
}

func TestPM08SplitInjectError(t *testing.T) {
	eachSplit(t, func(t *testing.T, r *rig, c ChunkID, child uint32) {
		before := *r.Node(c)
		before.Flags &^= flagZero
		r.InjectError(PointSplit, 1)
		refused(t, r.Split(c, child), target.NoRoom, uint64(child))
		if *r.Node(c) != before {
			t.Fatal("the chunk is not as before", *r.Node(c), before)
		}
		ok(t, r.Split(c, child))
	})
}

// get_subchunks: here all leaves come at once, so over-asking is cut by the
// caller's slice; an unsplit chunk is its own only leaf.
func TestPM09Subchunks(t *testing.T) {
	r := newRig(documented(128, 0, false))
	c := r.user(t, m2)
	if s := r.Subchunks(c, nil); len(s) != 1 || s[0] != c {
		t.Fatal(s)
	}
	ok(t, r.Split(c, k64))
	ok(t, r.Split(r.Subchunks(c, nil)[3], k4))
	s := r.Subchunks(c, nil)
	if len(s) != 31+16 {
		t.Fatal(len(s))
	}
	at := uint64(0)
	for _, d := range s {
		if r.Address(d) != at {
			t.Fatal("in order of address, without a gap")
		}
		at += uint64(r.Node(d).Bytes())
	}
}

// Allocate until there is no memory, free all, twice: the same number.
func TestPM10CheckLeak(t *testing.T) {
	for typ := range types {
		r := newRig(documented(10, 3, true))
		for _, size := range ladders(r, typ, true)[:3] {
			fill := func() (all []ChunkID) {
				for {
					c, why := r.Alloc(typ, size, 0)
					if c == 0 {
						refused(t, why, target.NoRoom, uint64(size))
						return all
					}
					all = append(all, c)
				}
			}
			var counts [2]int
			for i := range counts {
				all := fill()
				counts[i] = len(all)
				for _, c := range all {
					ok(t, r.Free(c))
				}
				r.check(t)
			}
			if counts[0] != counts[1] || counts[0] != 10*m2/int(size) {
				t.Fatal(typ, size, counts)
			}
		}
		r.undoAll(t)
	}
}

// evict_chunk, mode Default: the root in front goes; nothing evictable is no
// error, there is just nothing.
func TestPM13EvictChunk(t *testing.T) {
	r, _ := evicting(t, 128, false)
	if r.DriverVictim() != 0 {
		t.Fatal("nothing to evict")
	}
	c := r.owned(t, m2, 1)
	r.ReleaseFreeRoots()
	if v := r.DriverVictim(); v != c || r.Address(v) != 0 {
		t.Fatal(v)
	}
	ok(t, r.EvictChunk(c))
	refused(t, r.EvictChunk(r.State.Head.At(0).HighWater), target.NotAPointer)
}

// Pages taken from the PMA directly: aligned, and the root over them stays the
// PMA's.
func TestPM14PMAAllocFree(t *testing.T) {
	r := newRig(documented(300, 0, true))
	tests := []pma.Request{
		{Frames: 1, PageFrames: 1}, {Frames: 7, PageFrames: 1, Contiguous: true}, {Frames: 6, PageFrames: 2, Contiguous: true},
		{Frames: 64, PageFrames: 32}, {Frames: 96, PageFrames: 32, Contiguous: true, Lo: 320, Hi: 6400}, {Frames: 8192, PageFrames: 8192},
	}
	for _, q := range tests {
		runs, why := r.pma.Alloc(q, nil)
		ok(t, why)
		for _, run := range runs {
			if run.First%q.PageFrames != 0 || run.First < q.Lo || q.Hi != 0 && run.End() > q.Hi {
				t.Fatal(q, run)
			}
			if r.Node(r.Root(run.First/RootFrames)).State != PMAOwned {
				t.Fatal("the root is not the PMA's")
			}
			r.pma.Free(run)
		}
		r.check(t)
	}
	r.undoAll(t)
}

func TestPM15AllocFreeRoot(t *testing.T) {
	r, _ := evicting(t, 4, true)
	c, why := r.Alloc(User, m2, Evict|DontBatch)
	ok(t, why)
	if r.pma.Stats().FreePages != 3 || r.FreeCount(User, m2) != 0 {
		t.Fatal("one root, no batch")
	}
	ok(t, r.Free(c))
	if r.Node(c).State != PMAOwned || r.pma.Stats().FreePages != 4 {
		t.Fatal("given back")
	}
}

// The nth root evicted by a callback fails; pages evicted before go back.
func TestPM16InjectPMAEvictError(t *testing.T) {
	for n := uint32(1); n <= 3; n++ {
		r, b := evicting(t, 6, false)
		for i := range 6 {
			r.owned(t, m2, uint32(i+1))
		}
		r.InjectError(PointEvict, n)
		pages, why := r.EvictPages(32, 3, 0, 6*32, nil)
		refused(t, why, target.NoRoom)
		if len(pages) != 0 || r.pma.Stats().FreePages != n-1 || b.calls != int(n-1) {
			t.Fatal("pages evicted before the error are the PMA's and free:", n, r.pma.Stats())
		}
		r.check(t)
		r.undoAll(t)
	}
}

func TestPM17ReleaseFreeRootChunks(t *testing.T) {
	r := newRig(documented(128, 0, true))
	c := r.user(t, k4)
	r.ReleaseFreeRoots()
	if r.FreeCount(User, m2)+r.FreeCount(Kernel, m2) != 0 || r.State.Head.At(0).Owned != 1 {
		t.Fatal("all 2 MiB lists are empty; one root is in use")
	}
	ok(t, r.Free(c))
	r.check(t)
}

func TestPM18BatchSize(t *testing.T) {
	r := newRig(documented(128, 0, true))
	r.user(t, k4)
	if got := event.FrameRunOf(r.rec.Log.At(0)).N; uint64(got)*pma.FrameBytes != 128<<20 {
		t.Fatal(got)
	}
}

func TestPM19AllocList(t *testing.T) {
	r := newRig(documented(128, 0, true))
	c := r.owned(t, k64, 1)
	root := r.RootOf(c)
	for _, move := range []struct {
		to uint8
		do func(ChunkID)
	}{{Used, r.MarkRootUsed}, {Unused, r.MarkRootUnused}, {Discarded, r.MarkRootDiscarded}} {
		if move.do(root); r.Node(root).List != move.to {
			t.Fatal(move.to)
		}
	}
	r.user(t, k64)
	if r.Node(root).List != onNone {
		t.Fatal("a pinned leaf takes the root off every list")
	}
}
