package machine

import (
	"slices"
	"testing"

	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// chunkIn gives the program a chunk of 2 MiB of user memory in a state.
func chunkIn(t *testing.T, m *Machine, state pmm.ChunkState) uint64 {
	t.Helper()
	do := func(op target.Op, arg ...uint64) uint64 {
		c := target.Call{Op: op}
		copy(c.Arg[1:], arg)
		var r target.Result
		m.Do(&c, &r)
		if r.Code != target.Success {
			t.Fatalf("%s: %s", op, r.Why.ID.Name())
		}
		return r.Out[0]
	}
	c := do(target.PmmAllocUser, 1, 2<<20, 0, hostBase)
	switch state {
	case pmm.Allocated:
		do(target.PmmUnpinAllocated, c, 1)
	case pmm.IsSplit:
		do(target.PmmUnpinAllocated, c, 1)
		do(target.PmmSplitChunk, c, 64<<10, 0)
	case pmm.Free: // a child whose siblings live
		do(target.PmmSplitChunk, c, 64<<10, 0)
		first, _ := m.PMM.Children(pmm.ChunkID(c))
		do(target.PmmFree, uint64(first))
		c = uint64(first)
	case pmm.PMAOwned:
		do(target.PmmFree, c)
	}
	if got := m.PMM.Node(pmm.ChunkID(c)).State; got != state {
		t.Fatalf("the chunk is %s, want %s", pmm.StateName(got), pmm.StateName(state))
	}
	return c
}

// TestTransitionsAskedFor asks, for a chunk in each state, for each of the
// others, by the call that leads there. What the rules do not allow is refused
// by name, with both states, and changes nothing.
func TestTransitionsAskedFor(t *testing.T) {
	const ok, foreign = 0, target.NotAPointer
	calls := []struct {
		op   target.Op
		to   pmm.ChunkState // what it asks for
		arg  uint64
		want [5]target.WhyID // by the state before
	}{
		//                                                 PMA_OWNED FREE                   IS_SPLIT               TEMP_PINNED            ALLOCATED
		{target.PmmUnpinAllocated, pmm.Allocated, 1, [5]target.WhyID{foreign, target.RuleTransition, target.RuleTransition, ok, target.RuleTransition}},
		{target.PmmFree, pmm.Free, 0, [5]target.WhyID{foreign, target.RuleTransition, target.RuleTransition, ok, ok}},
		{target.PmmSplitChunk, pmm.IsSplit, 4 << 10, [5]target.WhyID{foreign, target.RuleTransition, target.RuleTransition, ok, ok}},
		{target.PmmEvictChunk, pmm.TempPinned, 0, [5]target.WhyID{foreign, target.BadArgument, ok, target.RulePinned, ok}},
		{target.PmmMarkEvictable, pmm.Allocated, 0, [5]target.WhyID{foreign, target.RuleTransition, ok, ok, ok}},
	}
	for _, call := range calls {
		for from, want := range call.want {
			m := New(profile.Get("gh100-small"), 0)
			m.Start(0, &hostMemory{make([]byte, 1<<16)})
			c := target.Call{Op: call.op, Arg: [8]uint64{1, chunkIn(t, m, pmm.ChunkState(from)), call.arg}}
			before := m.Logical()
			var r target.Result
			m.Do(&c, &r)
			name := call.op.String() + " of " + pmm.StateName(pmm.ChunkState(from))
			if r.Why.ID != want {
				t.Errorf("%s: %s, want %s", name, r.Why.ID.Name(), want.Name())
			}
			if want != ok && m.Logical() != before {
				t.Errorf("%s was refused and changed something", name)
			}
			if want == target.RuleTransition && (r.Why.N[0] != uint64(from) || r.Why.N[1] != uint64(call.to) || r.Why.N[2] != c.Arg[1]) {
				t.Errorf("%s: the refusal names %v", name, r.Why.N)
			}
			if broken := m.Check(); broken != "" {
				t.Fatal(name, broken)
			}
		}
	}
}

// TestMergesAskedFor: only pieces that are all pinned, or all one owner's, become
// one again.
func TestMergesAskedFor(t *testing.T) {
	for from, want := range [5]target.WhyID{target.NotAPointer, target.RuleTransition, 0, target.RuleTransition, target.RuleTransition} {
		m := New(profile.Get("gh100-small"), 0)
		m.Start(0, &hostMemory{make([]byte, 1<<16)})
		c := target.Call{Op: target.PmmMergeChunk, Arg: [8]uint64{1, chunkIn(t, m, pmm.ChunkState(from))}}
		var r target.Result
		if m.Do(&c, &r); r.Why.ID != want {
			t.Errorf("merge of %s: %s, want %s", pmm.StateName(pmm.ChunkState(from)), r.Why.ID.Name(), want.Name())
		}
	}
	// What stands in the way of a merge is named.
	for _, x := range []struct {
		name   string
		second func(m *Machine, piece uint64) // done to the second of 32 allocated pieces
		want   target.Why
	}{
		{"a free piece", func(m *Machine, p uint64) { m.PMM.Free(pmm.ChunkID(p)) },
			target.Why{ID: target.RuleTransition, N: [4]uint64{uint64(pmm.Free), uint64(pmm.Allocated)}}},
		{"a pinned piece", func(m *Machine, p uint64) {
			m.PMM.Free(pmm.ChunkID(p))
			m.PMM.Alloc(pmm.User, 64<<10, 0)
		}, target.Why{ID: target.RulePinned}},
		{"a stranger's piece", func(m *Machine, p uint64) {
			m.PMM.Free(pmm.ChunkID(p))
			m.PMM.Alloc(pmm.User, 64<<10, 0)
			m.PMM.Unpin(pmm.ChunkID(p), ownedByProgram|2)
		}, target.Why{ID: target.RuleTransition, N: [4]uint64{uint64(pmm.Allocated), uint64(pmm.Allocated)}}},
	} {
		m := New(profile.Get("gh100-small"), 0)
		m.Start(0, &hostMemory{make([]byte, 1<<16)})
		parent := chunkIn(t, m, pmm.IsSplit)
		first, _ := m.PMM.Children(pmm.ChunkID(parent))
		x.second(m, uint64(first+1))
		x.want.N[slices.Index([]target.WhyID{target.RulePinned, 0, target.RuleTransition}, x.want.ID)] = uint64(first + 1)
		c := target.Call{Op: target.PmmMergeChunk, Arg: [8]uint64{1, parent}}
		before := m.Logical()
		var r target.Result
		if m.Do(&c, &r); r.Why.ID != x.want.ID || r.Why.N != x.want.N || m.Logical() != before {
			t.Errorf("merge with %s: %s %v, want %s %v", x.name, r.Why.ID.Name(), r.Why.N, x.want.ID.Name(), x.want.N)
		}
	}
}
