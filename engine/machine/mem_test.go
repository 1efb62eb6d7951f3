package machine

import (
	"math/rand"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// leaves counts the entries that the rows of a call wrote valid.
func leaves(h *player, log *event.Log, op target.Op) (all []int) {
	for i, c := range h.calls {
		if c.Op != op {
			continue
		}
		n := 0
		for e := h.results[i].First; e <= h.results[i].Last; e++ {
			if x := log.At(e); x.Kind == event.EntryRun && event.EntryRunOf(x).New != 0 {
				n += int(event.EntryRunOf(x).N)
			}
		}
		all = append(all, n)
	}
	return all
}

// TestBothBranches: backing_gpu decides who gives the pages, and everything
// else follows from that.
func TestBothBranches(t *testing.T) {
	var log event.Log
	h := run(t, profile.Get("gh100"), `
uvm_mem_t *v, *s;
uvm_mem_alloc_params_t pv = { .size = 7 * 1048576 + 17, .page_size = UVM_CHUNK_SIZE_2M, .backing_gpu = my_gpu }, ps = { .size = 7 * 1048576 + 17, .zero = true };
uvm_mem_alloc(&pv, &v);  uvm_mem_alloc(&ps, &s);  uvm_mem_map_gpu_kernel(v, my_gpu);  uvm_mem_map_gpu_kernel(s, my_gpu);
NvU64 a = uvm_mem_get_gpu_va_kernel(v, my_gpu);  uvm_mem_map_gpu_kernel(v, my_gpu);
printf("%d %d %d", uvm_mem_map_cpu_kernel(v), uvm_mem_map_cpu_kernel(s), a == uvm_mem_get_gpu_va_kernel(v, my_gpu));
pv.zero = true;  printf(" %d", uvm_mem_alloc(&pv, &v));
uvm_mem_free(v);  uvm_mem_free(s);`, &log)
	if h.printed != "86 0 1 31" {
		t.Errorf("the program prints %q", h.printed)
	}
	made := []event.MemInfo{}
	for i := range log.Len() {
		if log.At(i).Kind == event.MemNew {
			made = append(made, event.MemOf(log.At(i)))
		}
	}
	if len(made) != 2 || made[0].Chunks != 4 || made[1].Chunks != 1793 {
		t.Errorf("%+v, want 4 chunks of 2 MiB and 1793 pages", made)
	}
	var written []int
	written = append(written, leaves(h, &log, target.UvmMemMapGpuKernel)...)
	// directories are entries too: at most one a level and table
	if written[0] < 4 || written[0] > 4+8 || written[1] < 1793 || written[1] > 1793+10 || written[2] != 0 {
		t.Errorf("entries written: %v", written)
	}
	left := 0
	h.VA.EachMem(func(uint32, *va.Mem) { left++ })
	if left != 0 {
		t.Errorf("%d allocations are left", left)
	}
}

// TestThousandSmall: the loop of a thousand small allocations runs as printed
// and needs a thousand leaves; one block of the same bytes needs two.
func TestThousandSmall(t *testing.T) {
	var log event.Log
	h := run(t, profile.Get("gh100"), `
size_t f0, f1, n;  cudaMemGetInfo(&f0, &n);
for (int i = 0; i < 1000; i++) uvm_mem_alloc(&small_params, &mem[i]);
for (int i = 0; i < 1000; i++) uvm_mem_map_gpu_kernel(mem[i], my_gpu);
for (int i = 0; i < num_mems; i++) { mems[i] = mem[i]; uvm_mem_free(mems[i]); }
uvm_mem_t *big;  uvm_mem_alloc_params_t p = { .size = 1000 * 4096, .page_size = UVM_CHUNK_SIZE_2M, .backing_gpu = my_gpu };
uvm_mem_alloc(&p, &big);  uvm_mem_map_gpu_kernel(big, my_gpu);  uvm_mem_free(big);
cudaMemGetInfo(&f1, &n);  printf("%d", f0 == f1);`, &log)
	written := leaves(h, &log, target.UvmMemMapGpuKernel)
	sum := 0
	for _, n := range written[:1000] {
		sum += n
	}
	if sum < 1000 || sum > 1012 || written[1000] < 2 || written[1000] > 8 {
		t.Errorf("%d entries for the thousand, %d for the block", sum, written[1000])
	}
	if h.printed != "1" {
		t.Error("memory does not come back")
	}
}

// TestMemChunkSizes is uvm_mem's test_basic_vidmem and test_basic_sysmem.
func TestMemChunkSizes(t *testing.T) {
	m := New(profile.Get("gh100"), 0)
	for _, c := range []struct {
		p     va.MemParams
		chunk uint8
		n     uint32
	}{
		{va.MemParams{Bytes: 4095, Vidmem: true}, 12, 1}, {va.MemParams{Bytes: 4096, Vidmem: true}, 12, 1},
		{va.MemParams{Bytes: 64<<10 - 1, Vidmem: true}, 12, 16}, {va.MemParams{Bytes: 64 << 10, Vidmem: true}, 16, 1},
		{va.MemParams{Bytes: 2<<20 - 1, Vidmem: true}, 16, 32}, {va.MemParams{Bytes: 2 << 20, Vidmem: true}, 21, 1},
		{va.MemParams{Bytes: 5*2<<20 - 1, Vidmem: true}, 21, 5},
		{va.MemParams{Bytes: 1}, 12, 1}, {va.MemParams{Bytes: 4095}, 12, 1}, {va.MemParams{Bytes: 4096}, 12, 1},
		{va.MemParams{Bytes: 7 * 4096}, 12, 7}, {va.MemParams{Bytes: 7 * 4096, DMA: true, Zero: true}, 12, 7},
	} {
		id, why := m.VA.AllocMem(c.p)
		if why.ID != target.NoReason {
			t.Fatal(why.ID.Name())
		}
		if x := m.VA.State.Mems.At(id); x.Chunk != c.chunk || x.Chunks != c.n {
			t.Errorf("%+v: %d chunks of 2^%d, want %d of 2^%d", c.p, x.Chunks, x.Chunk, c.n, c.chunk)
		}
	}
	if broken := m.Check(); broken != "" {
		t.Error(broken)
	}
}

// TestMemMapRemap is uvm_mem's test_all: sizes by page sizes, mapped, unmapped
// and mapped again at the same address, every page leading to its chunk.
func TestMemMapRemap(t *testing.T) {
	for _, gpu := range []string{"gh100", "textbook-ampere", "textbook-volta"} {
		m := New(profile.Get(gpu), 0)
		for _, size := range []uint64{1, 4, 16, 1024, 4096, 1 << 20, 7<<20 + 17} {
			for _, page := range []uint64{0, 4 << 10, 64 << 10, 128 << 10, 2 << 20} {
				for _, vidmem := range []bool{true, false} {
					p := va.MemParams{Bytes: size, PageSize: page, Vidmem: vidmem}
					if vidmem && !m.PMM.Enabled(pmm.Kernel, uint32(max(page, 4096))) {
						continue
					}
					mapTwice(t, m, p)
				}
			}
		}
		if broken := m.Check(); broken != "" {
			t.Error(gpu, broken)
		}
	}
}

func mapTwice(t *testing.T, m *Machine, p va.MemParams) {
	t.Helper()
	id, why := m.VA.AllocMem(p)
	if why.ID == target.NoReason {
		why = m.VA.MapMem(id)
	}
	if why.ID != target.NoReason {
		t.Fatalf("%+v: %s", p, why.ID.Name())
	}
	base := m.VA.State.Mems.At(id).VA
	at := base
	m.VA.EachMemChunk(id, func(c pmm.ChunkID) {
		if pa, why := m.translate(va.KernelSpace, at); why.ID != target.NoReason || pa != m.PMM.Address(c) {
			t.Errorf("%+v: an address does not lead to its chunk", p)
		}
		at += uint64(m.PMM.Node(c).Bytes())
	})
	m.VA.UnmapMem(id)
	m.VA.UnmapMem(id) // not mapped: nothing happens
	if m.VA.MapMem(id); m.VA.State.Mems.At(id).VA != base {
		t.Errorf("%+v: another address after a remap", p)
	}
	m.VA.FreeMem(id)
}

// TestMemRefusals: every field that may not be is refused by its position.
func TestMemRefusals(t *testing.T) {
	m := New(profile.Get("gh100"), 0)
	for _, c := range []struct {
		p        va.MemParams
		position uint64
	}{
		{va.MemParams{}, 0}, {va.MemParams{Bytes: 1, PageSize: 3}, 1}, {va.MemParams{Bytes: 1, PageSize: 4 << 20}, 1},
		{va.MemParams{Bytes: 1, PageSize: 128 << 10, Vidmem: true}, 1}, {va.MemParams{Bytes: 1, Vidmem: true, DMA: true}, 3},
		{va.MemParams{Bytes: 1, Vidmem: true, Zero: true}, 5},
	} {
		before := m.Logical()
		if _, why := m.VA.AllocMem(c.p); why.ID != target.BadArgument || why.N[0] != c.position || m.Logical() != before {
			t.Errorf("%+v: %s %v", c.p, why.ID.Name(), why.N)
		}
	}
	if _, why := m.VA.AllocMem(va.MemParams{Bytes: 1 << 40, Vidmem: true}); why.ID != target.NoRoom {
		t.Errorf("more than the card: %s", why.ID.Name())
	}
	textbook := New(profile.Get("textbook-ampere"), 0)
	if _, why := textbook.VA.AllocMem(va.MemParams{Bytes: 1, Vidmem: true, Zero: true}); why.ID != target.NoReason {
		t.Errorf("a textbook clears video memory: %s", why.ID.Name())
	}
}

// TestMemTouch: the driver's memory can be touched at its kernel address.
func TestMemTouch(t *testing.T) {
	for _, gpu := range []string{"gh100", "textbook-ampere"} {
		h := run(t, profile.Get(gpu), `
uvm_mem_t *m[3];  NvU64 ps[3] = { UVM_CHUNK_SIZE_4K, UVM_CHUNK_SIZE_64K, UVM_CHUNK_SIZE_2M };
for (int i = 0; i < 3; i++) {
    uvm_mem_alloc_params_t p = { .size = 2 << 20, .page_size = ps[i], .backing_gpu = my_gpu };
    uvm_mem_alloc(&p, &m[i]);  uvm_mem_map_gpu_kernel(m[i], my_gpu);  printf("%d ", pw_touch((void*)uvm_mem_get_gpu_va_kernel(m[i], my_gpu), 2 << 20, 4096)); }`, nil)
		if strings.TrimSpace(h.printed) != "0 0 0" {
			t.Errorf("%s: %q", gpu, h.printed)
		}
	}
}

// TestMemUndo: the driver's memory beside chunks and managed memory.
func TestMemUndo(t *testing.T) {
	for i, gpu := range []string{"gh100-small", "textbook-ampere"} {
		r := rand.New(rand.NewSource(int64(i)))
		calls := append(kernelCalls(r, 30), managedCalls(r, 20)...)
		for range 60 {
			mem := uint64(1 + r.Intn(12))
			c := target.Call{}
			switch r.Intn(6) {
			case 0, 1, 2:
				page := []uint64{0, 4 << 10, 64 << 10, 2 << 20}[r.Intn(4)]
				c.Op, c.Arg = target.UvmMemAlloc, [8]uint64{uint64(1 + r.Intn(3<<20)), page, uint64(r.Intn(2)), 0, 0, uint64(r.Intn(2))}
			case 3:
				c.Op, c.Arg = target.UvmMemMapGpuKernel, [8]uint64{mem, 1}
			case 4:
				c.Op, c.Arg = target.UvmMemFree, [8]uint64{mem}
			default:
				c.Op, c.Arg = target.UvmMemGetGpuVaKernel, [8]uint64{mem, 1}
			}
			calls = append(calls, c)
		}
		r.Shuffle(len(calls), func(a, b int) { calls[a], calls[b] = calls[b], calls[a] })
		t.Run(gpu, func(t *testing.T) { undoEverywhere(t, profile.Get(gpu), calls) })
	}
}
