package machine

import (
	"encoding/binary"
	"math/rand"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

// player plays a scenario on a machine and keeps the rows.
type player struct {
	*Machine
	calls   []target.Call
	results []target.Result
	printed string
}

func (p *player) Boundary(*scenario.VM, uint32, uint32) {}
func (p *player) Output(_ uint8, text []byte)           { p.printed += string(text) }
func (p *player) Call(c *target.Call, r *target.Result) target.Progress {
	progress := p.Do(c, r)
	for progress == target.Pending {
		progress = p.Resume(1<<20, r)
	}
	p.calls, p.results = append(p.calls, *c), append(p.results, *r)
	return progress
}

// run plays a program and fails the test if the program does.
func run(t *testing.T, p *profile.Profile, source string, log *event.Log) *player {
	t.Helper()
	program, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
	for _, d := range diagnostics {
		t.Log(d.Line, d.Text("en"))
	}
	if program == nil {
		t.Fatal("the program does not compile")
	}
	h := &player{Machine: New(p, 0)}
	h.Recorder().Log = log
	vm := scenario.NewVM(program, 0)
	vm.Record(true)
	h.Start(0, vm)
	for {
		s := vm.Run(h, 1<<20)
		if s.Why == scenario.Done {
			break
		}
		if s.Why != scenario.Budget {
			t.Fatalf("the program ends in %v on line %d: %v", s.Why, s.Line, s.Diagnostic.Text("en"))
		}
	}
	if broken := h.Check(); broken != "" {
		t.Fatal(broken)
	}
	return h
}

func count(log *event.Log, k event.Kind) (n int) {
	for i := range log.Len() {
		if log.At(i).Kind == k {
			n++
		}
	}
	return n
}

const splitAndMerge = `
uvm_gpu_chunk_t *c, *s[32];
uvm_pmm_gpu_alloc_kernel(pmm, 1, UVM_CHUNK_SIZE_2M, 0, &c, NULL);  uvm_pmm_gpu_split_chunk(pmm, c, UVM_CHUNK_SIZE_64K, s);
for (int i = 0; i < 31; i++) uvm_pmm_gpu_free(pmm, s[i], NULL);
pw_checkpoint("31 free");  uvm_pmm_gpu_free(pmm, s[31], NULL);
`

// TestSplitAndMerge: one split makes 32 children in the driver and takes five
// levels in a textbook; 31 frees merge nothing in the driver.
func TestSplitAndMerge(t *testing.T) {
	for _, c := range []struct {
		gpu           string
		splits        int
		before, after int // merges
	}{{"gh100", 1, 0, 1}, {"textbook-ampere", 31, 26, 31}} {
		var log event.Log
		h := run(t, profile.Get(c.gpu), splitAndMerge, &log)
		if n := count(&log, event.ChunkSplit); n != c.splits {
			t.Errorf("%s: %d splits, want %d", c.gpu, n, c.splits)
		}
		merges, before := 0, -1
		for i := range log.Len() {
			switch e := log.At(i); {
			case e.Kind == event.ChunkMerge:
				merges++
			case e.Kind == event.Call && target.Op(event.CallOf(e).Op) == target.PwCheckpoint:
				before = merges
			}
		}
		if before != c.before || merges != c.after {
			t.Errorf("%s: %d merges, then %d; want %d, then %d", c.gpu, before, merges, c.before, c.after)
		}
		root := h.PMM.RootOf(pmm.ChunkID(h.results[0].Out[0]))
		if want := map[string]pmm.ChunkState{"gh100": pmm.PMAOwned, "textbook-ampere": pmm.Free}[c.gpu]; h.PMM.Node(root).State != want {
			t.Errorf("%s: the root ends %s", c.gpu, pmm.StateName(h.PMM.Node(root).State))
		}
	}
}

const threeEvictions = `
uvm_gpu_chunk_t *u, *k;
uvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_2M, 0, &u, NULL);  printf("%d ", uvm_pmm_gpu_evict_chunk(pmm, u));
uvm_pmm_gpu_unpin_allocated(pmm, u, block0);  uvm_pmm_gpu_alloc_kernel(pmm, 1, UVM_CHUNK_SIZE_64K, 0, &k, NULL);
printf("%d ", uvm_pmm_gpu_evict_chunk(pmm, k));  printf("%d ", uvm_pmm_gpu_evict_chunk(pmm, u));
`

// TestThreeEvictions: a pinned chunk and a kernel chunk refuse, each by its
// rule; the third eviction works.
func TestThreeEvictions(t *testing.T) {
	for _, gpu := range []string{"gh100", "gh100-small", "textbook-ampere"} {
		var log event.Log
		h := run(t, profile.Get(gpu), threeEvictions, &log)
		if h.printed != "64 64 0 " {
			t.Errorf("%s: the evictions answer %q", gpu, h.printed)
		}
		if h.results[1].Why.ID != target.RulePinned || h.results[4].Why.ID != target.RuleKernel {
			t.Errorf("%s: refused by %s and %s", gpu, h.results[1].Why.ID.Name(), h.results[4].Why.ID.Name())
		}
		if gpu == "gh100" {
			checkKernelRoot(t, h, &log)
		}
	}
}

// checkKernelRoot: the root of the kernel chunk comes from the PMA, pinned,
// and is split once.
func checkKernelRoot(t *testing.T, h *player, log *event.Log) {
	k := pmm.ChunkID(h.results[3].Out[0])
	root := h.PMM.RootOf(k)
	if first, n := h.PMM.Children(root); n != 32 || k != first || h.PMM.Node(root).Allocated != 1 {
		t.Errorf("the kernel chunk is not the first of 32 children, the others free")
	}
	var states []uint8
	for i := range log.Len() {
		switch e := log.At(i); {
		case e.Kind == event.ChunkState && e.Subject == uint32(root):
			states = append(states, event.ChunkOf(e).To)
		case e.Kind == event.ChunkSplit && e.Subject == uint32(root):
			states = append(states, pmm.IsSplit)
		}
	}
	if len(states) != 2 || states[0] != pmm.TempPinned || states[1] != pmm.IsSplit {
		t.Errorf("the root of the kernel chunk passes through %v", states)
	}
}

// TestUserBatch: one user chunk on an empty card costs the PMA 64 roots.
func TestUserBatch(t *testing.T) {
	h := run(t, profile.Get("gh100"), `
size_t f0, f1, n;  uvm_gpu_chunk_t *u;
cudaMemGetInfo(&f0, &n);  uvm_pmm_gpu_alloc_user(pmm, 1, UVM_CHUNK_SIZE_4K, 0, &u, NULL);  cudaMemGetInfo(&f1, &n);
printf("%zu", f0 - f1);`, nil)
	if h.printed != "134217728" {
		t.Error(h.printed)
	}
	if a, b := h.PMM.FreeCount(pmm.User, 64<<10), h.PMM.FreeCount(pmm.User, 4<<10); a != 31 || b != 15 {
		t.Errorf("%d and %d free siblings, want 31 and 15", a, b)
	}
}

const holes = `
void *p[1024], *big;
for (int i = 0; i < 1024; i++) cudaMalloc(&p[i], 64 << 10);
for (int i = 0; i < 1024; i += 2) cudaFree(p[i]);
char mark[5] = "wxyz", back[5] = "";
cudaMemcpy(p[1023], mark, 4, cudaMemcpyHostToDevice);
printf("%d ", cudaMalloc(&big, 128 << 10));  uvm_pmm_gpu_defrag(pmm);  printf("%d ", cudaMalloc(&big, 128 << 10));
cudaMemcpy(back, p[1023], 4, cudaMemcpyDeviceToHost);  cudaFree(big);  printf("%s", back);
`

// TestDefrag: compaction makes 512 holes one; nothing is lost on the way.
func TestDefrag(t *testing.T) {
	p := profile.Get("textbook-ampere")
	profile.Set(p, "driver.free=immediate")
	h := run(t, p, holes, nil)
	if h.printed != "2 0 wxyz" {
		t.Errorf("the program prints %q", h.printed)
	}
	for i, c := range h.calls {
		if r := &h.results[i]; c.Op == target.PmmDefrag && (r.Out[1] != 32<<20 || r.Out[0] != 16<<20) {
			t.Errorf("%d bytes copied, the largest hole is %d", r.Out[0], r.Out[1])
		}
	}
}

// TestDefragLargeBlocks: a block of several roots moves down, and its contents
// with it.
func TestDefragLargeBlocks(t *testing.T) {
	p := profile.Get("textbook-ampere")
	profile.Set(p, "driver.free=immediate")
	h := run(t, p, `
void *a, *b;  char mark[4] = "abc", back[4];
cudaMalloc(&a, 8 << 20);  cudaMalloc(&b, 6 << 20);  cudaMemcpy((char *)b + (5 << 20), mark, 4, cudaMemcpyHostToDevice);
cudaFree(a);  uvm_pmm_gpu_defrag(pmm);  cudaMemcpy(back, (char *)b + (5 << 20), 4, cudaMemcpyDeviceToHost);  printf("%s", back);`, nil)
	if hole, at := h.PMM.LargestFree(); h.printed != "abc" || hole != 58<<20 || at != 6<<20 {
		t.Errorf("%q, hole of %d at %d", h.printed, hole, at)
	}
}

// TestNotMine: a program cannot move what is not its own.
func TestNotMine(t *testing.T) {
	for _, gpu := range []string{"textbook-ampere", "gh100"} {
		m := New(profile.Get(gpu), 0)
		m.Start(0, &hostMemory{make([]byte, 1<<16)})
		var r target.Result
		m.Do(&target.Call{Op: target.CudaMalloc, Arg: [8]uint64{4 << 10}}, &r)
		before := m.Logical()
		for chunk := range m.PMM.State.Head.At(0).HighWater {
			for _, op := range []target.Op{target.PmmFree, target.PmmSplitChunk, target.PmmMergeChunk, target.PmmEvictChunk} {
				if !m.PMM.Exists(chunk) || m.PMM.Node(chunk).State != pmm.Allocated {
					continue
				}
				m.Do(&target.Call{Op: op, Arg: [8]uint64{1, uint64(chunk), 4096}}, &r)
				if r.Code == target.Success || r.Why.ID == target.NoReason {
					t.Fatalf("%s: %s of chunk %d is answered %s", gpu, op, chunk, r.Code.StatusName())
				}
			}
		}
		if m.Logical() != before || m.CUDA.Process(0).Last != 0 {
			t.Errorf("%s: the refusals left something behind", gpu)
		}
	}
}

// TestKernelWalk: calls on chunks, mistakes included, keep every invariant and
// can be undone event by event.
func TestKernelWalk(t *testing.T) {
	for i, gpu := range []string{"gh100-small", "textbook-ampere"} {
		p := profile.Get(gpu)
		calls := kernelCalls(rand.New(rand.NewSource(int64(i))), 120)
		t.Run(gpu, func(t *testing.T) { undoEverywhere(t, p, calls) })
	}
}

// kernelCalls mixes calls on chunks with those that share memory with them.
func kernelCalls(r *rand.Rand, n int) []target.Call {
	sizes := []uint64{4 << 10, 64 << 10, 2 << 20, 256}
	calls := make([]target.Call, n)
	for i := range calls {
		chunk, size := aPointer|uint64(r.Intn(1<<16)), sizes[r.Intn(len(sizes))]
		c := target.Call{Line: uint32(i + 1)}
		switch r.Intn(12) {
		case 0, 1:
			c.Op, c.Arg = target.PmmAllocUser, [8]uint64{1, uint64(1 + r.Intn(3)), size, uint64(r.Intn(4)), hostBase}
		case 2:
			c.Op, c.Arg = target.PmmAllocKernel, [8]uint64{1, 1, size, uint64(r.Intn(2)), hostBase}
		case 3, 4:
			c.Op, c.Arg = target.PmmUnpinAllocated, [8]uint64{1, chunk, uint64(1 + r.Intn(3))}
		case 5, 6:
			c.Op, c.Arg = target.PmmFree, [8]uint64{1, chunk}
		case 7:
			c.Op, c.Arg = target.PmmSplitChunk, [8]uint64{1, chunk, size, hostBase}
		case 8:
			c.Op, c.Arg = target.PmmMergeChunk, [8]uint64{1, chunk}
		case 9:
			c.Op, c.Arg = target.PmmEvictChunk, [8]uint64{1, chunk}
		case 10:
			c.Op, c.Arg = []target.Op{target.PmmMarkEvictable, target.PmmDefrag, target.PmmPrintStats}[r.Intn(3)], [8]uint64{1, chunk}
		default:
			c.Op, c.Arg = target.CudaMalloc, [8]uint64{uint64(1 + r.Intn(8<<20))}
		}
		calls[i] = c
	}
	return calls
}

func TestHandlesAreLittleEndian(t *testing.T) {
	h := make(handles, 16)
	h.put(1, 0x01020304)
	if binary.LittleEndian.Uint64(h[8:]) != 0x01020304 {
		t.Error(h)
	}
}

func TestTextbookNamesAreLabelled(t *testing.T) {
	can := New(profile.Get("gh100"), 0).Info().Can
	for _, op := range []target.Op{target.PmmDefrag, target.PmmPrintStats, target.PmmMarkEvictable, target.PmmEvictChunk} {
		if ok, label := can(op); !ok || !strings.HasPrefix(label, "textbook: not in the driver; the nearest real thing is ") {
			t.Errorf("%s: %v %q", op, ok, label)
		}
	}
	if ok, label := can(target.PmmSplitChunk); !ok || label != "" {
		t.Error("a call that exists is labelled")
	}
}

// TestStats: the textbook's statistics are printed, as to the kernel's log.
func TestStats(t *testing.T) {
	p := profile.Get("textbook-ampere")
	profile.Set(p, "driver.free=immediate")
	h := run(t, p, `void *a, *b; cudaMalloc(&a, 2 << 20); cudaMalloc(&b, 2 << 20); cudaFree(a); uvm_pmm_gpu_print_stats(pmm);`, nil)
	if h.printed != "pmm: 65011712 bytes free, largest hole 62914560\n" {
		t.Errorf("%q", h.printed)
	}
}
