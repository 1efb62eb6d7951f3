package scene

import (
	"slices"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/timeline"
)

// managedProgram touches one array on the host, then on the card, then half of
// it on the host again.
const managedProgram = `char *a, *b;
cudaMallocManaged(&a, 6 << 20);
cudaMallocManaged(&b, 1 << 20);
for (int i = 0; i < 6 << 20; i += 4096) a[i] = 1;
pw_touch(a, 6 << 20, 4096);
cudaMemAdvise(b, 1 << 20, cudaMemAdviseSetReadMostly, 0);
b[0] = 1;
pw_touch(b, 4096, 64);
a[0] = 2;
cudaMemPrefetchAsync(a, 2 << 20, 0, 0);
cudaDeviceSynchronize();
cudaFree(a);
cudaFree(b);
`

const chunkProgram = `uvm_gpu_chunk_t *u, *c, *k;
uvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_2M, 0, &u, NULL);
uvm_pmm_gpu_unpin_allocated(pmm, u, block0);
uvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_64K, 0, &c, NULL);
uvm_pmm_gpu_unpin_allocated(pmm, c, block0);
uvm_pmm_gpu_alloc_kernel(pmm, 1, UVM_CHUNK_SIZE_64K, 0, &k, NULL);
uvm_pmm_gpu_evict_chunk(pmm, u);
uvm_pmm_gpu_free(pmm, c, NULL);
uvm_pmm_gpu_free(pmm, k, NULL);
`

// What is kept from moment to moment says what counting anew would say.
func TestKeptNumbersAreThoseOfACount(t *testing.T) {
	for _, source := range []string{twoCalls, managedProgram, chunkProgram} {
		for _, name := range []string{"gh100-small", "textbook-ampere"} {
			run, b := recorded(t, name, source)
			for i := range run.Len() + 1 {
				run.SeekCount(i * 7 % (run.Len() + 1))
				m := b.Moment()
				for state, n := range population(b.m.PMM) {
					if got := m.Physical.Machine.Count[state]; int64(got) != n {
						t.Fatalf("%s, %d: %d chunks are %s, the picture says %d", name, run.Cursor(), n, pmm.StateName(uint8(state)), got)
					}
				}
				var total Share
				blocks := &b.m.VA.State.Blocks
				for id := 1; id < blocks.Len(); id++ {
					total = total.plus(shareOf(blocks.At(uint32(id))))
				}
				if m.Managed.Total != total {
					t.Fatalf("%s, %d: pages are at %+v, the picture says %+v", name, run.Cursor(), total, m.Managed.Total)
				}
			}
		}
	}
}

// The transition that an event makes is the one that is lit, and no other event
// lights any.
func TestTransitionIsLit(t *testing.T) {
	run, b := recorded(t, "gh100-small", chunkProgram)
	var rules []uint8
	run.Seek(event.None)
	for run.Move(timeline.UnitEvent, true) {
		m := b.Moment()
		chunks := b.event.Kind == event.ChunkState || b.event.Kind == event.ChunkRun || b.event.Kind == event.ChunkSplit || b.event.Kind == event.ChunkMerge
		if m.Physical.Machine.Moved != chunks {
			t.Errorf("event %d, %s: lit is %v", m.Event, m.Kind, m.Physical.Machine.Moved)
		}
		if chunks {
			rules = append(rules, m.Physical.Machine.Rule)
		}
	}
	for _, rule := range []uint8{1, 2, 3, 4, 5, 7, 9, 10, 11} {
		if !slices.Contains(rules, rule) {
			t.Errorf("no event lit rule T%d; lit were %v", rule, rules)
		}
	}
	if slices.Contains(rules, 0) {
		t.Errorf("a step without a rule was lit: %v", rules)
	}
}

// A list's length before and after differ by what the neighbouring moment
// shows.
func TestListsAreStepped(t *testing.T) {
	for _, source := range []string{chunkProgram, managedProgram} {
		run, b := recorded(t, "gh100-small", source)
		run.SeekCount(0)
		before := b.Moment().Physical.Lists
		touched := 0
		for run.Move(timeline.UnitEvent, true) {
			now := b.Moment().Physical.Lists
			for i, l := range now {
				if l.Before != before[i].Count {
					t.Errorf("event %d: list %d was %d long, says it was %d", run.Cursor()-1, i, before[i].Count, l.Before)
				}
				if l.Now {
					touched++
				}
				if want := min(l.Count, listHead+listTail); uint32(len(l.Chunks)) != want {
					t.Errorf("list %d of %d shows %d chunks", i, l.Count, len(l.Chunks))
				}
			}
			before = now
		}
		if touched == 0 {
			t.Error("no event touched a list")
		}
	}
}

// Managed memory: pages come to the card with a fault, and the block's inside
// says by what entries.
func TestResidencyFollowsTheFault(t *testing.T) {
	run, b := recorded(t, "gh100-small", managedProgram)
	var onCard, onHost []uint32
	entry := uint8(0)
	run.Seek(event.None)
	for run.Move(timeline.UnitEvent, true) {
		m := b.Moment()
		if m.Ever&EverManaged == 0 || m.Ever&EverFaults == 0 {
			t.Fatalf("ever is %b", m.Ever)
		}
		onCard, onHost = append(onCard, m.Managed.Total.GPU), append(onHost, m.Managed.Total.CPU)
		if g := &m.Managed; g.Block.Has && len(g.Block.Pages) == 512 {
			entry = max(entry, g.Block.Pages[511]&(3<<3))
		}
	}
	if !slices.Contains(onCard, 1536) || !slices.Contains(onHost, 1536) {
		t.Errorf("the array was never whole on one side: card %v, host %v", slices.Max(onCard), slices.Max(onHost))
	}
	if entry != PageEntry2M {
		t.Errorf("the largest entry of a whole block is %b", entry)
	}
}

// What hangs on the page of a block of cudaMalloc: its pointer, the allocation,
// the entry, and after a touch the TLBs.
func TestHangs(t *testing.T) {
	run, b := recorded(t, "h200-r580", twoCalls)
	say := func(s Station) (texts []string) {
		for _, h := range b.Hangs(s) {
			texts = append(texts, h.Text)
		}
		return texts
	}
	page := Station{PanePhysical, PartPage, 264}
	run.Seek(run.Rows()[0].First)
	if got := say(page); len(got) != 0 {
		t.Errorf("before the call %q hang on the page", got)
	}
	run.Seek(run.Rows()[0].Last)
	got := say(page)
	if len(got) != 3 || !strings.HasPrefix(got[0], "An allocation of 2 MiB, held by 2") || !strings.HasPrefix(got[1], "a = 0x7f") || !strings.HasPrefix(got[2], "PDE0[") {
		t.Errorf("after the call: %q", got)
	}
	if pointer := say(Station{PaneRuntime, PartPointer, 0}); !slices.Equal(pointer, got) {
		t.Errorf("the pointer leads to %q, its page to %q", pointer, got)
	}
	run.Seek(run.Rows()[2].Last)
	if got := strings.Join(say(page), "\n"); !strings.Contains(got, "holds the translation of 0x7f") {
		t.Errorf("after the touch no TLB holds it: %s", got)
	}
	run.Seek(run.Len() - 1)
	if got := say(page); len(got) != 0 {
		t.Errorf("after the frees: %q", got)
	}
}

func TestFaultsOfACall(t *testing.T) {
	run, b := recorded(t, "gh100-small", managedProgram)
	run.Seek(event.None)
	seen := 0
	for run.Move(timeline.UnitEvent, true) {
		m := b.Moment()
		if b.event.Kind != event.ManagedFault {
			continue
		}
		seen++
		i := slices.IndexFunc(m.Managed.Faults, func(f FaultRow) bool { return f.State == RungNow })
		f := event.ManagedFaultOf(b.event)
		if i < 0 || m.Managed.Faults[i].Address != f.Address || m.Managed.Faults[i].Moves != f.Moves {
			t.Errorf("event %d: the fault at %x is number %d of %+v", m.Event, f.Address, i, m.Managed.Faults)
		}
		if at := slices.IndexFunc(m.Managed.Shown, func(s BlockShare) bool { return s.Current }); at < 0 || !m.Managed.Shown[at].Now {
			t.Errorf("event %d: the block of the fault is not marked", m.Event)
		}
	}
	if seen < 3 {
		t.Errorf("%d faults", seen)
	}
}
