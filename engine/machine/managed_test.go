package machine

import (
	"math/rand"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// faults gives what each fault of a processor found and brought.
func faults(log *event.Log, processor uint8) (all []event.ManagedFaultInfo) {
	for i := range log.Len() {
		if e := log.At(i); e.Kind == event.ManagedFault {
			if f := event.ManagedFaultOf(e); f.Processor == processor {
				all = append(all, f)
			}
		}
	}
	return all
}

// TestSixFaults: touching pages 0, 16, 32, 64, 128 and 256 brings a block of
// 2 MiB onto the card in six faults.
func TestSixFaults(t *testing.T) {
	var log event.Log
	h := run(t, profile.Get("gh100"), `
char *m;  cudaMallocManaged(&m, 2 << 20);  memset(m, 1, 2 << 20);
int at[6] = { 0, 16, 32, 64, 128, 256 };  for (int i = 0; i < 6; i++) pw_touch(m + at[i] * 4096, 1, 1);
printf("%d %d", m[0], m[1]);`, &log)
	got := faults(&log, va.GPU)
	if len(got) != 6 {
		t.Fatalf("%d faults, want 6", len(got))
	}
	for i, f := range got {
		if want := uint32(16 << i); i > 0 && f.There != want || i == 0 && f.There != 16 {
			t.Errorf("after fault %d: %d pages, want %d", i+1, f.There, want)
		}
	}
	if h.printed != "90 1" {
		t.Errorf("the program reads %q", h.printed)
	}
}

// TestEverySecondRegion: with a touch every 32 pages no part of the block ever
// passes the threshold.
func TestEverySecondRegion(t *testing.T) {
	var log event.Log
	h := run(t, profile.Get("gh100"), `
char *m;  cudaMallocManaged(&m, 2 << 20);  pw_touch(m, 2 << 20, 32 * 4096);`, &log)
	if got := faults(&log, va.GPU); len(got) != 16 || got[15].There != 256 {
		t.Errorf("%d faults, %d pages, want 16 and 256", len(got), got[len(got)-1].There)
	}
	if n := h.VA.State.Blocks.At(1).GPU.Count(); n != 256 {
		t.Errorf("%d pages on the card", n)
	}
}

// sweeps counts the blocks that came in during each call of a kind.
func sweeps(h *player, log *event.Log) (blocks []int) {
	for i, c := range h.calls {
		if c.Op != target.PwTouch {
			continue
		}
		seen := map[uint32]bool{}
		for e := h.results[i].First; e <= h.results[i].Last; e++ {
			if log.At(e).Kind == event.ManagedFault {
				seen[log.At(e).Subject] = true
			}
		}
		blocks = append(blocks, len(seen))
	}
	return blocks
}

// TestSecondSweep: a working set of one and a half cards comes in again as a
// whole: arrival order evicts what is needed next.
func TestSecondSweep(t *testing.T) {
	var log event.Log
	h := run(t, profile.Get("gh100-small"), `
char *w;  cudaMallocManaged(&w, 384 << 20);  for (int r = 0; r < 2; r++) pw_touch(w, 384 << 20, 4096);`, &log)
	if got := sweeps(h, &log); len(got) != 2 || got[0] != 192 || got[1] != 192 {
		t.Errorf("blocks that came in: %v, want 192 and 192", got)
	}
	there := 0
	h.VA.EachBlock(func(b *va.Block) {
		if !b.GPU.Empty() {
			there++
		}
	})
	evictions := 0
	for i := range log.Len() {
		if e := log.At(i); e.Kind == event.Evicting && event.RootListOf(e).Begins {
			evictions++
		}
	}
	if evictions != 384-there || there < 100 {
		t.Errorf("%d evictions with %d blocks left, want 384 in all", evictions, there)
	}
	if n := count(&log, event.Bulk); n != 0 {
		t.Errorf("%d acts were too long to be kept event by event", n)
	}
}

// TestPrefetchSparesFaults: pages that were sent ahead are there.
func TestPrefetchSparesFaults(t *testing.T) {
	var log event.Log
	run(t, profile.Get("gh100"), `
char *m;  cudaMallocManaged(&m, 5 << 20);  memset(m, 1, 5 << 20);
cudaMemPrefetchAsync(m, 5 << 20, 0);  pw_touch(m, 5 << 20, 4096);`, &log)
	if got := faults(&log, va.GPU); len(got) != 0 {
		t.Errorf("%d faults", len(got))
	}
}

// TestWhoPushesWhom: cudaMalloc pushes managed memory out, never the reverse.
func TestWhoPushesWhom(t *testing.T) {
	h := run(t, profile.Get("gh100-small"), `
char *m;  void *p[200];  int n = 0;
cudaMallocManaged(&m, 64 << 20);  pw_touch(m, 64 << 20, 4096);
while (n < 200 && cudaMalloc(&p[n], 2 << 20) == cudaSuccess) n++;
printf("%d %d", n, m[4096]);`, nil)
	if h.printed != "125 90" && h.printed != "126 90" {
		t.Errorf("%q", h.printed)
	}
	there := uint32(0)
	h.VA.EachBlock(func(b *va.Block) { there += b.GPU.Count() })
	if there != 0 {
		t.Errorf("%d managed pages kept their place", there)
	}
}

// TestArrivalOrder: the textbook moves whole blocks, and its victims go in
// order of arrival (numbers by calculation).
func TestArrivalOrder(t *testing.T) {
	for _, c := range []struct {
		name, stops string
		n, misses   int
		places      string
	}{
		{"hot block", "0, 1, 0, 2, 0, 3, 0, 4", 32, 20, "56"},
		{"cycle", "0, 1, 2, 3, 4, 0, 1, 2", 8, 8, "56"},
		{"three places", "1, 2, 3, 4, 1, 2, 5, 1", 12, 9, "58"},
	} {
		var log event.Log
		source := `void *pin; char *w; int s[12] = { ` + c.stops + ` };
cudaMalloc(&pin, ` + c.places + ` << 20);  cudaMallocManaged(&w, 12 << 20);`
		if c.n == 12 {
			source = `void *pin; char *w; int s[12] = { 1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5 };
cudaMalloc(&pin, 58 << 20);  cudaMallocManaged(&w, 12 << 20);
for (int i = 0; i < 12; i++) pw_touch(w + ((size_t)s[i] << 21), 1, 1);`
		} else {
			source += "\nfor (int i = 0; i < " + map[int]string{32: "32", 8: "8"}[c.n] + "; i++) pw_touch(w + ((size_t)s[i % 8] << 21), 1, 1);"
		}
		run(t, profile.Get("textbook-ampere"), source, &log)
		if got := len(faults(&log, va.GPU)); got != c.misses {
			t.Errorf("%s: %d misses, want %d", c.name, got, c.misses)
		}
	}
}

// TestReadMostly: read by both, a page has two copies; a write takes one away.
func TestReadMostly(t *testing.T) {
	h := run(t, profile.Get("gh100"), `
char *m;  cudaMallocManaged(&m, 2 << 20);  memset(m, 7, 2 << 20);
cudaMemAdvise(m, 2 << 20, cudaMemAdviseSetReadMostly, 0);  pw_chase(m, 2 << 20, 4096);
printf("%d", m[5]);  pw_checkpoint("two");  pw_touch(m, 1, 1);`, nil)
	b := h.VA.State.Blocks.At(1)
	if twice := b.CPU.And(b.GPU).Count(); twice != 511 || h.printed != "7" {
		t.Errorf("%d pages are in two places after the write, the program prints %q", twice, h.printed)
	}
}

// TestPreferredLocation: a page that is to stay with the host is reached there.
func TestPreferredLocation(t *testing.T) {
	var log event.Log
	h := run(t, profile.Get("gh100"), `
char *m;  cudaMallocManaged(&m, 2 << 20);  memset(m, 7, 2 << 20);
cudaMemAdvise(m, 2 << 20, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId);  pw_touch(m, 64 << 10, 4096);
m[0] = 1;  pw_touch(m, 64 << 10, 4096);`, &log)
	b := h.VA.State.Blocks.At(1)
	if b.GPU.Count() != 0 || b.Remote.Count() != 16 || len(faults(&log, va.GPU)) != 16 || len(faults(&log, va.CPU)) > 6 {
		t.Errorf("%d on the card, %d mapped in place, %d and %d faults", b.GPU.Count(), b.Remote.Count(), len(faults(&log, va.GPU)), len(faults(&log, va.CPU)))
	}
}

// TestBeyondManaged: a touch beyond the allocation, and beyond the context's own
// memory around it, is a fault like any other.
func TestBeyondManaged(t *testing.T) {
	h := run(t, profile.Get("gh100"), `char *m;  cudaMallocManaged(&m, 2 << 20);  printf("%d", pw_touch(m, 4 << 20, 4096)); printf(" %d", pw_touch(m + (90 << 20), 1, 1));`, nil)
	if h.printed != "0 700" {
		t.Error(h.printed)
	}
}

// managedCalls mixes managed memory with what shares the card with it.
func managedCalls(r *rand.Rand, n int) []target.Call {
	calls := make([]target.Call, n)
	for i := range calls {
		p, bytes := aPointer|uint64(r.Intn(1<<16)), uint64(1+r.Intn(5<<20))
		c := target.Call{Line: uint32(i + 1)}
		switch r.Intn(14) {
		case 0, 1, 2:
			c.Op, c.Arg = target.CudaMallocManaged, [8]uint64{uint64(1 + r.Intn(48<<20)), 1}
		case 3, 4, 5:
			c.Op, c.Arg = target.PwTouch, [8]uint64{p, bytes, uint64(4096 << r.Intn(6))}
		case 6, 7:
			c.Op, c.Arg = target.HostTouch, [8]uint64{p, bytes, uint64(r.Intn(2))}
		case 8:
			c.Op, c.Arg = target.CudaMemPrefetchAsync, [8]uint64{p, bytes, uint64(r.Intn(2)) - 1}
		case 9:
			c.Op, c.Arg = target.CudaMemAdvise, [8]uint64{p, bytes, uint64(1 + r.Intn(6)), uint64(r.Intn(2)) - 1}
		case 10:
			c.Op, c.Arg = target.CudaFree, [8]uint64{p}
		case 11:
			c.Op, c.Arg = target.CudaMalloc, [8]uint64{uint64(1 + r.Intn(64<<20))}
		case 12:
			c.Op, c.Arg = target.CudaMemset, [8]uint64{p, 0xAB, uint64(r.Intn(100000))}
		default:
			c.Op, c.Arg = target.PwChase, [8]uint64{p, bytes&^4095 + 4096, 4096}
		}
		calls[i] = c
	}
	return calls
}

// TestManagedUndo: faults, migrations and evictions keep every invariant and
// can be undone event by event.
func TestManagedUndo(t *testing.T) {
	for i, gpu := range []string{"gh100-small", "textbook-ampere", "gh100"} {
		p := profile.Get(gpu)
		if gpu == "gh100-small" {
			profile.Set(p, "memory.bytes=64MiB")
			profile.Set(p, "pmm.batch=4")
		}
		for seed := range int64(2) {
			calls := managedCalls(rand.New(rand.NewSource(seed*10+int64(i))), 60)
			t.Run(gpu, func(t *testing.T) { undoEverywhere(t, p, calls) })
		}
	}
}

// TestInjectedErrors is the driver's VA_BLOCK_INJECT_ERROR: an allocation that
// fails inside a fault is tried again, an eviction that fails leaves both
// blocks as they were.
func TestInjectedErrors(t *testing.T) {
	m := New(profile.Get("gh100-small"), 0)
	m.Start(0, &hostMemory{make([]byte, 1<<16)})
	var r target.Result
	m.Do(&target.Call{Op: target.CudaMallocManaged, Arg: [8]uint64{8 << 20, 1}}, &r)
	base := r.Out[0]
	m.PMM.InjectError(pmm.PointAlloc, 1)
	m.Do(&target.Call{Op: target.PwTouch, Arg: [8]uint64{base, 1, 1}}, &r)
	if r.Code != target.Success || m.VA.State.Blocks.At(1).GPU.Count() != 16 {
		t.Errorf("after one failed allocation: %s", r.Code.Name())
	}
	m.PMM.InjectError(pmm.PointAlloc, 1)
	if why := m.VA.Prefetch(0, base, 8<<20, va.GPU); why.ID != target.NoReason {
		t.Errorf("prefetch: %s", why.ID.Name())
	}
	if broken := m.Check(); broken != "" {
		t.Error(broken)
	}
}

// TestResidencyInfo is the driver's VA_RESIDENCY_INFO and VA_BLOCK_INFO: where
// pages are, what backs them, where a block begins and ends.
func TestResidencyInfo(t *testing.T) {
	h := run(t, profile.Get("gh100"), `
char *m;  cudaMallocManaged(&m, (3 << 20) + 5000);  m[0] = 1;  pw_touch(m + (2 << 20), 1, 1);`, nil)
	base := h.results[0].Out[0]
	a, b := h.VA.State.Blocks.At(h.VA.FindBlock(0, base)), h.VA.State.Blocks.At(h.VA.FindBlock(0, base+2<<20))
	if a.Base != base || a.Pages != 512 || b.Base != base+2<<20 || b.Pages != 258 {
		t.Errorf("blocks at %x of %d and %x of %d pages", a.Base, a.Pages, b.Base, b.Pages)
	}
	if a.Where(0) != va.OnCPU || a.Where(100) != 0 || b.Where(0) != va.OnGPU || b.Where(100) != 0 {
		t.Error("pages are not where they were touched")
	}
	if h.VA.FindBlock(0, base+4<<20) != 0 {
		t.Error("a block that nobody touched")
	}
	pa, why := h.translate(0, b.Base)
	if page := uint32(pa >> 21); why.ID != target.NoReason || h.PMM.Node(h.PMM.Root(page)).Type() != pmm.User {
		t.Error("a page does not lead to user memory")
	}
}

// TestThrashing: a block that host and card take from each other in quick turns
// is made to wait after three of them and pinned after ten waits; then the GPU
// reaches it where it is. Switched off, it moves every time.
func TestThrashing(t *testing.T) {
	const pingPong = `
char *m;  cudaMallocManaged(&m, 2 << 20);
for (int i = 0; i < 40; i++) { m[0] = i;  pw_touch(m, 1, 1); }
printf("%d", m[0]);`
	moves := map[string]int{}
	for _, set := range []string{"uvm_perf_thrashing_enable=1", "uvm_perf_thrashing_enable=0"} {
		p := profile.Get("gh100")
		if err := profile.Set(p, set); err != nil {
			t.Fatal(err)
		}
		var log event.Log
		h := run(t, p, pingPong, &log)
		if h.printed != "90" {
			t.Errorf("%s: the program reads %s", set, h.printed)
		}
		moves[set] = len(faults(&log, va.GPU)) + len(faults(&log, va.CPU))
		if b := h.VA.State.Blocks.At(1); set == "uvm_perf_thrashing_enable=1" && (b.Remote.Count() != 1 || h.VA.State.Tracks.At(b.Taker.Row*va.BlockPages).Pinned == 0) {
			t.Errorf("the block ends %+v", b.Taker)
		}
	}
	if on, off := moves["uvm_perf_thrashing_enable=1"], moves["uvm_perf_thrashing_enable=0"]; off != 81 || on > 20 || on < 12 {
		t.Errorf("%d faults with detection, %d without", on, off)
	}
}
