package pmm

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Every (from, to) pair, from the reference: eleven rules, twelve edges, and
// thirteen of the twenty-five pairs refused.
func TestTransitionTable(t *testing.T) {
	want := [states][states]uint8{
		PMAOwned:   {TempPinned: 1, Free: 2},
		Free:       {TempPinned: 3},
		TempPinned: {Allocated: 4, IsSplit: 5, Free: 9, PMAOwned: 11},
		Allocated:  {IsSplit: 6, Free: 9, TempPinned: 10},
		IsSplit:    {TempPinned: 7, Allocated: 8},
	}
	edges := 0
	for from := range states {
		for to := range states {
			if got := Rule(from, to); got != want[from][to] {
				t.Errorf("%s to %s: rule %d, want %d", StateName(from), StateName(to), got, want[from][to])
			}
			if Rule(from, to) != 0 {
				edges++
			}
		}
	}
	if edges != len(Transitions) {
		t.Errorf("%d edges", edges)
	}
	if Rule(Free, PMAOwned) != 0 {
		t.Error("a free root must be pinned before it goes back")
	}
	if Rule(states, Free) != 0 || Rule(Free, 200) != 0 {
		t.Error("a number that is no state has rules")
	}
}

// An illegal move is impossible by construction.
func TestIllegalMovePanics(t *testing.T) {
	for from := range states {
		for to := range states {
			if Rule(from, to) != 0 {
				continue
			}
			func() {
				r := newRig(documented(4, 0, false))
				c := r.Root(0)
				r.State.Nodes.Mut(c).State = from
				defer func() {
					if recover() == nil {
						t.Errorf("%s to %s was done", StateName(from), StateName(to))
					}
				}()
				r.move(c, 1, to, 0, 0)
			}()
		}
	}
}

type step struct {
	kind     event.Kind
	rule     uint8
	n        uint32
	from, to ChunkState
}

// steps lists the pmm events since the log had length at.
func (r *rig) steps(at uint32) (out []step) {
	for ; at < r.rec.Log.Len(); at++ {
		e := r.rec.Log.At(at)
		switch e.Kind {
		case event.ChunkState, event.ChunkRun:
			i := event.ChunkOf(e)
			out = append(out, step{e.Kind, Rule(i.From, i.To), i.N, i.From, i.To})
		case event.ChunkSplit:
			i := event.SplitOf(e)
			out = append(out, step{e.Kind, Rule(i.State, IsSplit), uint32(i.Children), i.State, IsSplit})
		case event.ChunkMerge:
			i := event.MergeOf(e)
			out = append(out, step{e.Kind, Rule(IsSplit, i.State), uint32(i.Children), IsSplit, i.State})
		}
	}
	return out
}

func wantSteps(t *testing.T, got, want []step) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %d steps %v, want %d", len(got), got, len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("step %d: got %v, want %v", i, got[i], want[i])
		}
	}
}

// The worked example of the documented driver: 64 KiB, then 4 KiB, from an
// empty manager on a card whose context holds the first 264 pages.
func TestWorkedExample(t *testing.T) {
	r := newRig(hopper(true))
	free := r.pma.Stats().FreePages
	a := r.user(t, k64)
	wantSteps(t, r.steps(0), []step{
		{event.ChunkState, 1, 1, PMAOwned, TempPinned},
		{event.ChunkRun, 2, 63, PMAOwned, Free},
		{event.ChunkSplit, 5, 32, TempPinned, IsSplit},
		{event.ChunkRun, 9, 31, TempPinned, Free},
	})
	if f := event.FrameRunOf(r.rec.Log.At(0)); f != (event.FrameRunInfo{First: 8448, N: 2048, To: 1}) {
		t.Fatal("the batch is one run of frames:", f)
	}
	if root := r.RootOf(a); root != r.Root(264) || r.Address(a) != 0x21000000 || r.Node(root).List != onNone {
		t.Fatal("child 0 of root 264, which is on no list while a leaf is pinned")
	}
	if got := free - r.pma.Stats().FreePages; got != 64 {
		t.Fatal("pages taken from the PMA:", got)
	}
	at := r.rec.Log.Len()
	ok(t, r.Unpin(a, 7))
	e := event.ChunkOf(r.rec.Log.At(at))
	if e.RootListTo != Used || e.RootListFrom != onNone || e.BlockTo != 7 || r.head(Used) != r.Root(264) {
		t.Fatal("the root goes to the tail of USED", e)
	}
	at = r.rec.Log.Len()
	b := r.user(t, k4)
	wantSteps(t, r.steps(at), []step{
		{event.ChunkState, 3, 1, Free, TempPinned},
		{event.ChunkSplit, 5, 16, TempPinned, IsSplit},
		{event.ChunkRun, 9, 15, TempPinned, Free},
	})
	if r.Address(b) != 0x21010000 {
		t.Fatalf("the first 64 KiB chunk on the list is cut: %#x", r.Address(b))
	}
	if r.FreeCount(User, k64) != 30 || r.FreeCount(User, k4) != 15 || r.FreeCount(User, m2) != 63 {
		t.Fatal("free chunks:", r.FreeCount(User, k64), r.FreeCount(User, k4), r.FreeCount(User, m2))
	}
	r.check(t)
	// Free in order: the 4 KiB chunk merges its sixteen, and one idle root of
	// the batch goes back although its own root is still in use.
	ok(t, r.Free(b))
	if r.FreeCount(User, m2) != 62 || r.FreeCount(User, k64) != 31 {
		t.Fatal("a partial merge drains the batch by one")
	}
	ok(t, r.Free(a))
	if r.Node(r.Root(264)).State != PMAOwned || r.FreeCount(User, m2) != 62 {
		t.Fatal("the root itself is the one that goes back")
	}
	r.ReleaseFreeRoots()
	if r.State.Head.At(0).Owned != 0 || r.pma.Stats().FreePages != free {
		t.Fatal("everything is the PMA's again")
	}
	r.check(t)
	r.undoAll(t)
}

// Only child 0 keeps the knowledge that the memory is zero.
func TestZeroFlag(t *testing.T) {
	r := newRig(documented(128, 0, true))
	a := r.user(t, k4)
	if !r.Node(a).Zero() {
		t.Fatal("child 0 of child 0 keeps zero")
	}
	if r.ListLength(freeList(User, 16, false)) != 31 || r.ListLength(freeList(User, 12, false)) != 15 {
		t.Fatal("the siblings are on the lists of what is not zero")
	}
	if r.ListLength(freeList(User, 21, true)) != 63 {
		t.Fatal("the rest of the batch is zero")
	}
	b := r.user(t, m2)
	if !r.Node(b).Zero() {
		t.Fatal("a root from the PMA is zero")
	}
	ok(t, r.Free(b))
	if r.Node(b).State != PMAOwned || r.pma.Stats().Scrubbing != RootFrames {
		t.Fatal("a freed root goes back and is cleared")
	}
	r.ReleaseFreeRoots()
	if r.pma.Stats().Scrubbing != RootFrames {
		t.Fatal("idle roots that are still zero need no clearing")
	}
	r.check(t)
	r.undoAll(t)
}

// Lesson 3, documented: 31 frees without a merge, then one merge and the root
// goes back to the PMA. Textbook: pairs merge as they can.
func TestLessonSplitAndMerge(t *testing.T) {
	tests := []struct {
		name           string
		p              *profile.Profile
		splits, merges int // merges before the last free
		all            int
		largest        uint32
		end            ChunkState
	}{
		{"gh100", hopper(true), 1, 0, 1, k64, PMAOwned},
		{"textbook", textbook(), 31, 26, 31, 1 << 20, Free},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(tt.p)
			c, why := r.Alloc(Kernel, m2, 0)
			ok(t, why)
			ok(t, r.Split(c, k64))
			s := r.Subchunks(c, nil)
			if len(s) != 32 || r.kinds(event.ChunkSplit) != tt.splits {
				t.Fatal(len(s), "pieces by", r.kinds(event.ChunkSplit), "splits")
			}
			for i, d := range s {
				if r.Address(d) != r.Address(c)+uint64(i)*k64 || r.Node(d).State != Allocated {
					t.Fatal("piece", i)
				}
			}
			for _, d := range s[:31] {
				ok(t, r.Free(d))
			}
			if got := r.kinds(event.ChunkMerge); got != tt.merges {
				t.Fatal("merges after 31 frees:", got)
			}
			if got := r.largestUnder(c); got != tt.largest {
				t.Fatal("largest free piece of the tree:", got)
			}
			ok(t, r.Free(s[31]))
			if got := r.kinds(event.ChunkMerge); got != tt.all || r.Node(c).State != tt.end {
				t.Fatal("merges in all:", got, "root", StateName(r.Node(c).State))
			}
			r.check(t)
			r.undoAll(t)
		})
	}
}

func (r *rig) kinds(k event.Kind) (n int) {
	for i := range r.rec.Log.Len() {
		if r.rec.Log.At(i).Kind == k {
			n++
		}
	}
	return n
}

func (r *rig) largestUnder(c ChunkID) (size uint32) {
	r.Walk(c, func(_ ChunkID, _ int, n *Node) {
		if n.State == Free {
			size = max(size, n.Bytes())
		}
	})
	return size
}

// Lesson 4: the states a kernel chunk's root goes through, and 63 free roots
// after one user chunk.
func TestLessonStates(t *testing.T) {
	r := newRig(hopper(true))
	free := r.pma.Stats().FreePages
	u := r.user(t, m2)
	if r.Node(u).State != TempPinned || r.FreeCount(User, m2) != 63 || free-r.pma.Stats().FreePages != 64 {
		t.Fatal("one user chunk takes 128 MiB")
	}
	at := r.rec.Log.Len()
	k, why := r.Alloc(Kernel, k64, 0)
	ok(t, why)
	wantSteps(t, r.steps(at), []step{
		{event.ChunkState, 1, 1, PMAOwned, TempPinned},
		{event.ChunkSplit, 5, 32, TempPinned, IsSplit},
		{event.ChunkRun, 9, 31, TempPinned, Free},
		{event.ChunkState, 4, 1, TempPinned, Allocated},
	})
	if r.FreeCount(Kernel, k64) != 31 || r.Node(r.RootOf(k)).List != onNone {
		t.Fatal("31 free kernel siblings; a kernel root is on no list")
	}
	r.undoAll(t)
}

// Lesson 1, textbook: 4 KiB takes nine splits and leaves nine free siblings,
// the freed block merges back over nine levels.
func TestTextbookLadder(t *testing.T) {
	r := newRig(textbook())
	c := r.owned(t, k4, 1)
	if r.kinds(event.ChunkSplit) != 9 || r.Address(c) != 0 {
		t.Fatal(r.kinds(event.ChunkSplit), "splits")
	}
	for s := uint32(k4); s <= 1<<20; s *= 2 {
		if r.FreeCount(User, s) != 1 {
			t.Fatal("one free sibling of each size")
		}
	}
	if b, at := r.LargestFree(); b != 64<<20-k4 || at != k4 {
		t.Fatal("the rest is one hole:", b, at)
	}
	d := r.owned(t, 8<<10, 2)
	if r.Address(d) != 8<<10 || r.kinds(event.ChunkSplit) != 9 {
		t.Fatal("the sibling of 8 KiB is taken as it is")
	}
	ok(t, r.Free(d))
	ok(t, r.Free(c))
	if r.kinds(event.ChunkMerge) != 9 || r.FreeCount(User, m2) != 32 {
		t.Fatal("everything is whole again")
	}
	r.check(t)
	r.undoAll(t)
}

// Lesson 11, textbook: every second 64 KiB freed leaves 32 MiB free and no
// hole above 64 KiB.
func TestTextbookFragmentation(t *testing.T) {
	r := newRig(textbook())
	var p [1024]ChunkID
	for i := range p {
		p[i] = r.owned(t, k64, uint32(i+1))
		if r.Address(p[i]) != uint64(i)*k64 {
			t.Fatal("the lowest free chunk is taken")
		}
	}
	for i := 0; i < 1024; i += 2 {
		ok(t, r.Free(p[i]))
	}
	_, why := r.Alloc(User, 128<<10, 0)
	refused(t, why, target.NoRoom, 128<<10, 32<<20, k64, 0)
	if b, _ := r.LargestFree(); b != k64 || r.FreeBytes() != 32<<20 || r.LargestChunk() != k64 {
		t.Fatal("largest hole", b)
	}
	if c := r.user(t, k64); c == 0 || r.Address(c) != 0 {
		t.Fatal("the lowest hole")
	}
	r.check(t)
	r.undoAll(t)
}

// Requests above 2 MiB: neighbouring roots at the lowest place, or nothing.
func TestContiguousRoots(t *testing.T) {
	r := newRig(textbook())
	a, why := r.AllocContiguousRoots(3)
	ok(t, why)
	b, why := r.AllocContiguousRoots(4)
	ok(t, why)
	c, why := r.AllocContiguousRoots(25)
	ok(t, why)
	if a != r.Root(0) || b != r.Root(3) || c != r.Root(7) {
		t.Fatal(a, b, c)
	}
	ok(t, r.UnpinRoots(a, 3, 1))
	ok(t, r.UnpinRoots(b, 4, 2))
	ok(t, r.UnpinRoots(c, 25, 3))
	refused(t, r.UnpinRoots(a, 1, 9), target.RuleTransition, uint64(Allocated), uint64(Allocated), uint64(a))
	ok(t, r.FreeRoots(a, 3))
	ok(t, r.FreeRoots(c+1, 2))
	_, why = r.AllocContiguousRoots(4)
	refused(t, why, target.NoRoom, 8<<20, 10<<20, 6<<20)
	d, why := r.AllocContiguousRoots(2)
	ok(t, why)
	if d != r.Root(0) {
		t.Fatal("lowest fit, not the tightest")
	}
	ok(t, r.FreeRoots(d, 2))
	r.check(t)
	r.undoAll(t)
}

func TestRefusals(t *testing.T) {
	r := newRig(documented(128, 0, false))
	u := r.user(t, m2)
	k, _ := r.Alloc(Kernel, k64, 0)
	small := r.owned(t, k64, 5)
	parent := r.Node(small).Parent
	before := r.set.Hash()
	n := r.rec.Log.Len()
	tests := []struct {
		name string
		do   func() target.Why
		id   target.WhyID
		n    []uint64
	}{
		{"a size that is not enabled", func() target.Why { _, w := r.Alloc(User, 8<<10, 0); return w }, target.BadArgument, nil},
		{"256 bytes are for the kernel", func() target.Why { _, w := r.Alloc(User, 256, 0); return w }, target.BadArgument, nil},
		{"no power of two", func() target.Why { _, w := r.Alloc(User, 5000, 0); return w }, target.BadArgument, nil},
		{"unpin twice", func() target.Why { return r.Unpin(small, 5) }, target.RuleTransition, []uint64{uint64(Allocated), uint64(Allocated), uint64(small)}},
		{"unpin kernel memory", func() target.Why { return r.Unpin(k, 5) }, target.RuleTransition, []uint64{uint64(Allocated), uint64(Allocated), uint64(k)}},
		{"unpin a split chunk", func() target.Why { return r.Unpin(parent, 5) }, target.RuleTransition, []uint64{uint64(IsSplit), uint64(Allocated), uint64(parent)}},
		{"unpin for nobody", func() target.Why { return r.Unpin(u, 0) }, target.BadArgument, nil},
		{"free a split chunk", func() target.Why { return r.Free(parent) }, target.RuleTransition, []uint64{uint64(IsSplit), uint64(Free), uint64(parent)}},
		{"free a free chunk", func() target.Why { return r.Free(small + 1) }, target.RuleTransition, []uint64{uint64(Free), uint64(Free), uint64(small + 1)}},
		{"free a root of the PMA", func() target.Why { return r.Free(r.Root(127)) }, target.RuleTransition, []uint64{uint64(PMAOwned), uint64(Free)}},
		{"free a number that is no chunk", func() target.Why { return r.Free(1 << 30) }, target.NotAPointer, []uint64{1 << 30}},
		{"split a split chunk", func() target.Why { return r.Split(parent, k64) }, target.RuleTransition, []uint64{uint64(IsSplit), uint64(IsSplit)}},
		{"split a free chunk", func() target.Why { return r.Split(small+1, k4) }, target.RuleTransition, []uint64{uint64(Free), uint64(IsSplit)}},
		{"split to the same size", func() target.Why { return r.Split(u, m2) }, target.BadArgument, nil},
		{"split to a size that is not enabled", func() target.Why { return r.Split(u, 1<<20) }, target.BadArgument, nil},
		{"merge what is not split", func() target.Why { return r.Merge(u) }, target.RuleTransition, []uint64{uint64(TempPinned), uint64(TempPinned)}},
		{"merge with free children", func() target.Why { return r.Merge(parent) }, target.RuleTransition, []uint64{uint64(Free), uint64(Allocated), uint64(small + 1)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			refused(t, tt.do(), tt.id, tt.n...)
			if r.set.Hash() != before || r.rec.Log.Len() != n {
				t.Fatal("a refused call left a trace")
			}
		})
	}
	ok(t, r.Free(0))
}

// The driver's split test: pieces at the right places with the state kept,
// merged back to the same chunk.
func TestSplitKeepsStateAndOwner(t *testing.T) {
	for _, pinned := range []bool{false, true} {
		r := newRig(documented(128, 0, false))
		c := r.user(t, m2)
		if !pinned {
			ok(t, r.Unpin(c, 3))
		}
		want := *r.Node(c)
		ok(t, r.Split(c, k4))
		s := r.Subchunks(c, nil)
		if len(s) != 512 {
			t.Fatal(len(s))
		}
		for i, d := range s {
			n := r.Node(d)
			if n.Address() != uint64(i)*k4 || n.State != want.State || n.Block != want.Block {
				t.Fatal("piece", i, *n)
			}
		}
		r.check(t)
		ok(t, r.Merge(c))
		if got := *r.Node(c); got != want {
			t.Fatal("merged:", got, "before:", want)
		}
		r.check(t)
		r.undoAll(t)
	}
}

// Freeing a chunk moves its root, still in use, to the tail of USED, as an
// allocation does.
func TestFreeRefreshesRoot(t *testing.T) {
	r := newRig(documented(256, 0, false))
	a, b := r.owned(t, k64, 1), r.owned(t, k64, 1)
	big := r.owned(t, m2, 2)
	if r.head(Used) != r.RootOf(a) {
		t.Fatal("the split root came first")
	}
	ok(t, r.Free(b))
	if r.head(Used) != big || r.after(big) != r.RootOf(a) {
		t.Fatal("the free moved the split root to the tail")
	}
	r.MarkRootUnused(big)
	if r.head(Unused) != big || r.head(Used) != r.RootOf(a) {
		t.Fatal("marked unused")
	}
	r.check(t)
	r.undoAll(t)
}

func TestLimitOfNodes(t *testing.T) {
	p := documented(8, 0, false)
	p.Limits.ChunkNodes = 40
	r := newRig(p)
	c := r.user(t, k64)
	before := *r.State.Head.At(0)
	_, why := r.Alloc(User, k4, 0)
	refused(t, why, target.LimitChunks, 40)
	before.Owned-- // a failed allocation gives one idle root back
	if after := *r.State.Head.At(0); after != before || r.FreeCount(User, k64) != 31 {
		t.Fatal("the claimed chunk is free again", after, before)
	}
	ok(t, r.Unpin(c, 1))
	refused(t, r.Split(c, k4), target.LimitChunks, 40)
	r.check(t)
	r.undoAll(t)
}

func TestAdoptedKernelRoot(t *testing.T) {
	p := hopper(true)
	r := newRig(p)
	r.AdoptKernelRoot(262)
	free := r.pma.Stats()
	k, why := r.Alloc(Kernel, k4, 0)
	ok(t, why)
	if r.Address(k) != 262*m2 || r.pma.Stats() != free {
		t.Fatal("tables come from inside the context")
	}
	ok(t, r.Free(k))
	r.ReleaseFreeRoots()
	if r.Node(r.Root(262)).State != Free || r.pma.Stats() != free {
		t.Fatal("the adopted root never goes back")
	}
	r.check(t)
	r.undoAll(t)
}

func TestFreedNodesAreUsedAgain(t *testing.T) {
	r := newRig(documented(128, 0, false))
	c := r.user(t, k4)
	high := r.State.Head.At(0).HighWater
	for range 5 {
		ok(t, r.Free(c))
		if c2 := r.user(t, k4); c2 != c {
			t.Fatal("the group freed last is the next to be used")
		}
	}
	if r.State.Head.At(0).HighWater != high {
		t.Fatal("nodes leak")
	}
	r.undoAll(t)
}

func TestChurnUndo(t *testing.T) {
	tests := []struct {
		name string
		p    *profile.Profile
		n    int
	}{
		{"small", documented(6, 3, false), 1500},
		{"small, cleared", documented(90, 0, true), 1500},
		{"textbook", textbook(), 1500},
		{"few nodes", func() *profile.Profile { p := documented(8, 0, true); p.Limits.ChunkNodes = 300; return p }(), 800},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range uint64(3) {
				r := newRig(tt.p)
				r.churn(t, seed, tt.n, func() { r.check(t) })
				r.undoAll(t)
			}
		})
	}
}

func TestLargeCardChurn(t *testing.T) {
	r := newRig(hopper(true))
	i := 0
	r.churn(t, 11, 500, func() {
		if i++; i%25 == 0 {
			r.check(t)
		}
	})
	r.undoAll(t)
}

func TestRecordedEqualsUnrecorded(t *testing.T) {
	for _, p := range []*profile.Profile{documented(90, 0, true), textbook()} {
		a, b := newRig(p), newRig(p)
		b.rec.Log = nil
		a.churn(t, 5, 1000, func() {})
		b.churn(t, 5, 1000, func() {})
		if !a.set.Equal(b.set) || a.clock.Now() != b.clock.Now() {
			t.Fatal("states differ")
		}
		if a.rec.Log.Len() < 1000 {
			t.Fatal("too little was recorded")
		}
	}
}
