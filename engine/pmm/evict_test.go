package pmm

import (
	"math/rand/v2"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pma"
	"pagewalk/engine/target"
)

// blocks is a VA layer that can move everything, or refuses after some moves.
type blocks struct {
	t      testing.TB
	r      *rig
	refuse int // fail the nth call, 0 = never
	calls  int
	moved  []uint32
	during func(root ChunkID)
}

func (b *blocks) EvictChunks(block uint32, root ChunkID) target.Why {
	b.r.check(b.t) // the manager's state is in order at every up-call
	if b.calls++; b.calls == b.refuse {
		return target.Why{ID: target.NoRoom}
	}
	if b.during != nil {
		b.during(root)
	}
	b.moved = append(b.moved, block)
	b.r.MarkAllEvicted(block, root)
	return target.Why{}
}

// evicting gives a rig whose PMA and PMM know each other.
func evicting(t testing.TB, pages uint32, scrub bool) (*rig, *blocks) {
	r := newRig(documented(pages, 0, scrub))
	r.pma.Evictor = r.PMM
	b := &blocks{t: t, r: r}
	r.Blocks = b
	return r, b
}

// Lesson 4: a pinned user chunk and a kernel chunk are refused, an unpinned
// user chunk goes.
func TestEvictChunkRefusals(t *testing.T) {
	r, b := evicting(t, 128, false)
	u := r.user(t, m2)
	refused(t, r.EvictChunk(u), target.RulePinned, uint64(u))
	ok(t, r.Unpin(u, 7))
	k, why := r.Alloc(Kernel, k64, 0)
	ok(t, why)
	refused(t, r.EvictChunk(k), target.RuleKernel, uint64(k))
	refused(t, r.EvictChunk(k+1), target.BadArgument)
	refused(t, r.EvictChunk(r.Root(127)), target.BadArgument)
	refused(t, r.MarkEvicted(u), target.RuleTransition, uint64(Allocated), uint64(TempPinned), uint64(u))
	ok(t, r.EvictChunk(u))
	if len(b.moved) != 1 || b.moved[0] != 7 || r.Node(u).State == Allocated {
		t.Fatal("block 7 was moved and its root given back")
	}
	r.check(t)
	r.undoAll(t)
}

// The order in which victims are looked for: free roots, those not zero first,
// then the heads of unused, discarded and used.
func TestVictimOrder(t *testing.T) {
	r, _ := evicting(t, 80, true)
	u := [4]ChunkID{}
	for i := range u {
		u[i] = r.owned(t, m2, uint32(i+1))
	}
	pinned := r.user(t, k4) // its root is on no list
	if v := r.DriverVictim(); r.Node(v).State != Free || !r.Node(v).Zero() {
		t.Fatal("the rest of the batch comes first")
	}
	notZero := r.head(freeList(User, maxLog, true))
	r.move(notZero, 1, TempPinned, r.Node(notZero).Flags, 0)
	r.move(notZero, 1, Free, 0, 0)
	if r.DriverVictim() != notZero {
		t.Fatal("a free root that is not zero comes before those that are")
	}
	r.ReleaseFreeRoots()
	r.MarkRootDiscarded(u[2])
	r.MarkRootUnused(u[3])
	r.MarkRootUsed(u[0])
	for i, want := range []ChunkID{u[3], u[2], u[1], u[0], 0} {
		if got := r.DriverVictim(); got != want {
			t.Fatalf("victim %d: root %d, want %d", i, got, want)
		} else if got != 0 {
			ok(t, r.EvictChunk(got))
		}
	}
	if r.MarkRootUnused(r.RootOf(pinned)); r.DriverVictim() != 0 {
		t.Fatal("a root with a pinned leaf is on no list and cannot be put on one")
	}
	r.check(t)
	r.undoAll(t)
}

// A full card: without Evict there is no memory, with it the oldest root of a
// split tree is emptied, block by block, and merged.
func TestEvictSplitRoot(t *testing.T) {
	r, b := evicting(t, 4, false)
	var first []ChunkID
	for i := range 32 {
		first = append(first, r.owned(t, k64, uint32(1+i/16)))
	}
	ok(t, r.Free(first[5]))
	for range 3 {
		r.owned(t, m2, 9)
	}
	_, why := r.Alloc(User, m2, 0)
	refused(t, why, target.NoRoom, m2, 0)
	r.MarkRootUnused(r.Root(0))
	at := r.rec.Log.Len()
	c, why := r.Alloc(User, m2, Evict)
	ok(t, why)
	if c != r.Root(0) || r.Node(c).State != TempPinned || r.Node(c).Zero() || r.Node(c).InEviction() {
		t.Fatal("root 0, whole and pinned")
	}
	if len(b.moved) != 2 || b.moved[0] != 1 || b.moved[1] != 2 {
		t.Fatal("both owners moved out, in order of address:", b.moved)
	}
	got := r.steps(at)
	if got[0].rule != 3 || got[len(got)-1] != (step{event.ChunkMerge, 7, 32, IsSplit, TempPinned}) {
		t.Fatal("pin what is free first, merge last:", got)
	}
	r.check(t)
	r.undoAll(t)
}

// A chunk that its owner frees while its root is evicted stays pinned; the
// eviction collects it.
func TestFreeDuringEviction(t *testing.T) {
	r, b := evicting(t, 1, false)
	a, c := r.owned(t, k64, 1), r.owned(t, k64, 2)
	b.during = func(root ChunkID) {
		if r.Exists(c) && r.Node(c).State == Allocated {
			ok(t, r.Free(c))
			if r.Node(c).State != TempPinned {
				t.Fatal("freed under an eviction: pinned, not free")
			}
			r.check(t)
		}
	}
	got, why := r.Alloc(User, m2, Evict)
	ok(t, why)
	if got != r.Root(0) || len(b.moved) != 1 {
		t.Fatal("one owner was asked")
	}
	_ = a
	r.check(t)
	r.undoAll(t)
}

// An owner that cannot move fails the eviction: what it pinned is free again,
// the root can be evicted later.
func TestEvictionFails(t *testing.T) {
	r, b := evicting(t, 1, false)
	a, c := r.owned(t, k64, 1), r.owned(t, k4, 2)
	b.refuse = 2
	_, why := r.Alloc(User, m2, Evict)
	refused(t, why, target.NoRoom, m2)
	if r.Node(a).State != Free || r.Node(c).State != Allocated || r.Node(r.Root(0)).List != Used {
		t.Fatal("the first owner is out, the second stays, the root is in use")
	}
	r.check(t)
	b.refuse = 0
	_, why = r.Alloc(User, m2, Evict)
	ok(t, why)
	r.check(t)
	r.undoAll(t)
}

// Nothing to evict: try again later if a whole root is pinned, else no memory.
func TestNothingToEvict(t *testing.T) {
	r, _ := evicting(t, 2, false)
	small, whole := r.user(t, k4), r.user(t, m2)
	_, why := r.Alloc(User, m2, Evict)
	refused(t, why, target.RulePinned, 0, 1, 0)
	_, why = r.Alloc(Kernel, m2, Evict)
	refused(t, why, target.NoRoom, m2)
	ok(t, r.Free(whole))
	again := r.owned(t, m2, 1)
	ok(t, r.Unpin(small, 1))
	if c, why := r.Alloc(Kernel, m2, Evict); why.ID != target.NoReason || c != r.Root(0) && c != again {
		t.Fatal(why)
	} else if r.Node(c).Type() != Kernel || r.pma.Bits((c-r.rootBase)*RootFrames) != pma.AllocPin {
		t.Fatal("the root is kernel memory now, pinned in the PMA")
	}
	r.check(t)
	r.undoAll(t)
}

// RM pushes user memory out, first as a range, and never kernel memory; UVM's
// own requests push nothing out.
func TestRMEvictsUserMemory(t *testing.T) {
	for _, scrub := range []bool{false, true} {
		r, b := evicting(t, 8, scrub)
		k, why := r.Alloc(Kernel, m2, 0)
		ok(t, why)
		for i := range 7 {
			r.owned(t, m2, uint32(i+1))
		}
		rm := pma.Request{Frames: 3 * 32, PageFrames: 32, Pinned: true, AllowScattered: true}
		runs, why := r.pma.Alloc(rm, nil)
		ok(t, why)
		if len(runs) != 1 || runs[0] != (pma.Run{First: 32, N: 96}) || len(b.moved) != 3 {
			t.Fatal("the lowest range of user memory:", runs, b.moved)
		}
		if r.Node(k).State != Allocated {
			t.Fatal("kernel memory stays")
		}
		r.check(t)
		rm.Frames = 5 * 32
		_, why = r.pma.Alloc(rm, nil)
		refused(t, why, target.NoRoom)
		_, why = r.Alloc(User, m2, 0)
		refused(t, why, target.NoRoom)
		r.check(t)
		r.undoAll(t)
	}
}

// Pages wherever they are: the free ones are kept, the others evicted.
func TestRMEvictsScatteredPages(t *testing.T) {
	r, b := evicting(t, 6, false)
	rm := pma.Request{Frames: 32, PageFrames: 32, Pinned: true, AllowScattered: true}
	var held []pma.Run
	for range 3 {
		runs, why := r.pma.Alloc(rm, nil)
		ok(t, why)
		held = append(held, runs...)
		c, why := r.Alloc(User, m2, DontBatch)
		ok(t, why)
		ok(t, r.Unpin(c, uint32(len(held))))
	}
	r.pma.Free(held[1])
	rm.Frames = 4 * 32 // one page is free, three hold user memory, no two of the rest touch
	runs, why := r.pma.Alloc(rm, nil)
	ok(t, why)
	if len(b.moved) != 3 || len(runs) != 2 || runs[0] != (pma.Run{First: 32, N: 96}) || runs[1] != (pma.Run{First: 160, N: 32}) {
		t.Fatal(runs, b.moved)
	}
	if s := r.pma.Stats(); s.FreeFrames != 0 || r.State.Head.At(0).Owned != 0 {
		t.Fatal(s)
	}
	r.check(t)
	r.undoAll(t)
}

// A policy of one's own chooses the victim.
type newest struct{}

func (newest) Victim(m *PMM) (c ChunkID) {
	m.EachOn(Used, func(r ChunkID) { c = r })
	return c
}

func TestPolicy(t *testing.T) {
	r, b := evicting(t, 3, false)
	for i := range 3 {
		r.owned(t, m2, uint32(i+1))
	}
	r.Policy = newest{}
	_, why := r.Alloc(User, m2, Evict)
	ok(t, why)
	if b.moved[0] != 3 {
		t.Fatal("the newest goes:", b.moved)
	}
}

// pressure plays n calls on a card that is always full: user and kernel chunks
// with Evict, frees, marks, RM taking and giving, owners that sometimes refuse.
// A chunk may have been evicted since; calls about it are then refused.
func (r *rig) pressure(t testing.TB, seed uint64, n int, b *blocks) {
	rnd := rand.New(rand.NewPCG(seed, 3))
	rm := pma.Request{Frames: 64, PageFrames: 32, Pinned: true, AllowScattered: true}
	var live []ChunkID
	var held []pma.Run
	for range n {
		r.clock.Advance(rnd.Uint64N(50_000_000))
		b.refuse = 0
		if rnd.IntN(8) == 0 {
			b.refuse = b.calls + 1 + rnd.IntN(2)
		}
		var any ChunkID
		if len(live) > 0 {
			any = live[rnd.IntN(len(live))]
		}
		switch k := rnd.IntN(12); {
		case k < 5:
			size := r.p.PMM.UserSizes[rnd.IntN(3)]
			if c, _ := r.Alloc(User, size, Evict); c != 0 {
				live = append(live, c)
				if rnd.IntN(20) > 0 {
					ok(t, r.Unpin(c, 1+rnd.Uint32N(4)))
				}
			}
		case k < 6:
			if c, _ := r.Alloc(Kernel, r.p.PMM.KernelSizes[rnd.IntN(4)], Evict*Flags(rnd.IntN(2))); c != 0 {
				live = append(live, c)
			}
		case k < 8:
			r.Free(any)
		case k < 9 && any != 0 && r.Exists(any):
			[]func(ChunkID){r.MarkRootUsed, r.MarkRootUnused, r.MarkRootDiscarded}[rnd.IntN(3)](r.RootOf(any))
			r.Unpin(any, 1)
		case k < 10:
			rm.Frames, rm.Contiguous = 32*(1+rnd.Uint32N(3)), rnd.IntN(2) == 0
			if runs, why := r.pma.Alloc(rm, nil); why.ID == target.NoReason {
				held = append(held, runs...)
			}
		case k < 11 && len(held) > 0:
			r.pma.Free(held[0])
			held = held[1:]
		default:
			r.EvictChunk(any)
			r.Split(any, k4)
		}
		if len(live) > 40 {
			r.Free(live[0])
			live = live[1:]
		}
		r.check(t)
	}
}

func TestPressureUndo(t *testing.T) {
	for seed := range uint64(4) {
		r, b := evicting(t, 10, seed%2 == 1)
		r.pressure(t, seed, 2000, b)
		if b.calls < 100 {
			t.Fatal("only", b.calls, "up-calls")
		}
		r.undoAll(t)
	}
}

func TestPressureUnrecorded(t *testing.T) {
	a, ab := evicting(t, 10, true)
	c, cb := evicting(t, 10, true)
	c.rec.Log = nil
	a.pressure(t, 8, 500, ab)
	c.pressure(t, 8, 500, cb)
	if !a.set.Equal(c.set) || a.clock.Now() != c.clock.Now() {
		t.Fatal("states differ")
	}
}
