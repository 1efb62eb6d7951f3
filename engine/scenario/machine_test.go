package scenario

import (
	"strings"
	"testing"

	"pagewalk/engine/target"
)

// What the source texts print runs as printed.
func TestPrintedTexts(t *testing.T) {
	declared := `
typedef struct
{
    uvm_gpu_t *backing_gpu;  // NULL: system memory
    uvm_gpu_t *dma_owner;
    NvU64 size;
    struct mm_struct *mm;
    NvU64 page_size;
    bool zero;
} uvm_mem_alloc_params_t;
typedef enum { UVM_CHUNK_SIZE_1 = 1, UVM_CHUNK_SIZE_2 = 2, UVM_CHUNK_SIZE_2M = 2*1024*1024, UVM_CHUNK_SIZE_MAX = UVM_CHUNK_SIZE_2M } uvm_chunk_size_t;
NV_STATUS uvm_mem_map_gpu_kernel(uvm_mem_t *mem, uvm_gpu_t *gpu);
void uvm_mem_free(uvm_mem_t *mem);
`
	use := `
uvm_mem_t *m;
uvm_mem_alloc_params_t params = {
    .size = 1024 * 1024 * 1024,  // 1GB
    .page_size = UVM_CHUNK_SIZE_2M,
    .backing_gpu = my_gpu
};
uvm_mem_alloc(&params, &m);
for (int i = 0; i < 1000; i++) {
    uvm_mem_alloc(&small_params, &mem[i]);
}
for (int i = 0; i < num_mems; i++) {
    uvm_mem_free(mems[i]);
}
uvm_pmm_gpu_defrag(pmm);
uvm_pmm_gpu_print_stats(pmm);
`
	for name, src := range map[string]string{"bare": use, "with its own declarations": declared + use} {
		_, o := play(t, src)
		if o.Status.Why != Done || len(o.Rows) != 2003 {
			t.Fatalf("%s: %v, %d rows", name, o.Status.Why, len(o.Rows))
		}
		first := o.Rows[0].Call
		if first.Op != target.UvmMemAlloc || first.Arg != [8]uint64{1 << 30, 2 << 20, 1} {
			t.Errorf("%s: the parameters arrive as %v", name, first.Arg)
		}
		if small := o.Rows[1].Call.Arg; small != [8]uint64{4096, 4096, 1} {
			t.Errorf("%s: small_params arrive as %v", name, small)
		}
	}
}

// How arguments and answers of calls are passed.
func TestCallsOfTheTarget(t *testing.T) {
	tests := []struct {
		src  string
		op   target.Op
		args [8]uint64
		text string
	}{
		{"void *p; cudaMalloc(&p, 4096);", target.CudaMalloc, [8]uint64{4096}, ""},
		{"char *p; cudaMallocManaged(&p, 64);", target.CudaMallocManaged, [8]uint64{64, 1}, ""},
		{"char *p; cudaHostAlloc((void **)&p, 64, cudaHostAllocMapped);", target.CudaMallocHost, [8]uint64{64, 2}, ""},
		{"cudaFree((void*)0x1234);", target.CudaFree, [8]uint64{0x1234}, ""},
		{"cudaMemcpy((void *)8, (void *)16, 4, cudaMemcpyDeviceToHost);", target.CudaMemcpy, [8]uint64{8, 16, 4, 2}, ""},
		{"CUdeviceptr p; cuMemAddressReserve(&p, 100, 2, 3, 4);", target.CuMemAddressReserve, [8]uint64{100, 2, 3, 4}, ""},
		{"CUmemAccessDesc d[2] = { { { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, CU_MEM_ACCESS_FLAGS_PROT_READWRITE }, { { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, CU_MEM_ACCESS_FLAGS_PROT_READ } }; cuMemSetAccess(1, 2, d, 2);", target.CuMemSetAccess, [8]uint64{1, 2, 1}, ""},
		{"cuMemSetAccess(1, 2, 0, 1);", target.CuMemSetAccess, [8]uint64{1, 2, 0, 1 << 63}, ""},
		{"CUmemAllocationProp p = { .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } }; CUmemGenericAllocationHandle h; cuMemCreate(&h, 9, &p, 3);", target.CuMemCreate, [8]uint64{9, 0, 3}, ""},
		{"CUmemAllocationProp p = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, -1 } }; size_t g; cuMemGetAllocationGranularity(&g, &p, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);", target.CuMemGetAllocationGranularity, [8]uint64{1, 0xFFFF<<32 | 1}, ""},
		{"struct cudaMemPoolProps p = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 }, .maxSize = 77 }; cudaMemPool_t m; cudaMemPoolCreate(&m, &p);", target.CudaMemPoolCreate, [8]uint64{0, 77}, ""},
		{"CUmemAccessDesc d = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE }; cuMemSetAccess(1, 2, &d, 1);", target.CuMemSetAccess, [8]uint64{1, 2, 3}, ""},
		{"cuuint64_t v = 77; cudaMemPoolSetAttribute(0, cudaMemPoolAttrReleaseThreshold, &v);", target.CudaMemPoolSetAttribute, [8]uint64{0, 4, 77}, ""},
		{"pw_note(\"hello\");", target.PwNote, [8]uint64{}, "hello"},
		{"pw_touch((char *)64 + 4, 8, 4);", target.PwTouch, [8]uint64{68, 8, 4}, ""},
		{"uvm_mem_t *m; uvm_mem_alloc_vidmem(10, my_gpu, &m);", target.UvmMemAllocVidmem, [8]uint64{10, 1}, ""},
		{"cudaMemPrefetchAsync((void *)64, 4096, cudaCpuDeviceId);", target.CudaMemPrefetchAsync, [8]uint64{64, 4096, ^uint64(0)}, ""},
	}
	for _, x := range tests {
		_, o := play(t, x.src)
		if len(o.Rows) != 1 {
			t.Errorf("%s: %d rows", x.src, len(o.Rows))
			continue
		}
		if c := o.Rows[0].Call; c.Op != x.op || c.Arg != x.args || c.Text != x.text || c.Line != 1 {
			t.Errorf("%s: %v %v %q line %d", x.src, c.Op, c.Arg, c.Text, c.Line)
		}
	}
	for op := target.CudaMalloc; op < target.Launch; op++ {
		found := false
		for _, b := range recipes {
			found = found || b.op == op
		}
		if !found {
			t.Errorf("no function reaches %v", op)
		}
	}
}

func TestAnswers(t *testing.T) {
	tests := []struct{ src, want string }{
		{`size_t f, t; cudaMalloc((void **)&f, 1 << 20); cudaMemGetInfo(&f, &t); printf("%zu %zu", t - f, t);`, "1048576 67108864"},
		{`cudaEvent_t a, b; float ms; cudaEventCreate(&a); cudaEventElapsedTime(&ms, a, b); printf("%.2f", ms);`, "2.50"},
		{`printf("%.3f", pw_chase((void *)0, 10, 1));`, "262.160"},
		{`uvm_mem_t *m; printf("%d", uvm_mem_map_cpu_kernel(m));`, "86"},
		{`const char *s; cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &s); printf("%s %s %s", s, cudaGetErrorName((cudaError_t)2), cudaGetErrorString((cudaError_t)12345));`, "CUDA_ERROR_OUT_OF_MEMORY cudaErrorMemoryAllocation unrecognized error code"},
		{`float *h, *d; cudaMallocHost(&h, 16); cudaMalloc(&d, 16); h[1] = 2.5f; cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice); h[1] = 0; cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost); printf("%g", h[1]); cudaFreeHost(h);`, "2.5"},
		{`void *p = (void *)5; cudaMalloc(&p, 1UL << 40); printf("%p", p);`, "(nil)"}, // as the H200 does
		{`pw_context(3); cudaFree(0); printf("ok");`, "ok"},
		{`srand(1); int a = rand(), b = rand(); srand(1); printf("%d %d", a == rand(), a == b);`, "1 0"},
	}
	for _, x := range tests {
		if got, o := play(t, x.src); got != x.want || o.Status.Why != Done {
			t.Errorf("%s prints %q (%s)", x.src, got, o.Status.Diagnostic.Text("en"))
		}
	}
}

func TestPendingAndUnable(t *testing.T) {
	f := newFake()
	f.wait = 5
	f.unable[target.CudaMallocManaged] = true
	var out strings.Builder
	o := RunOn(f, compile(t, `char *p; cudaDeviceSynchronize(); printf("%d", cudaMallocManaged(&p, 4));`), RunOptions{Output: func(_ uint8, b []byte) { out.Write(b) }})
	if f.wait != 0 || len(o.Rows) != 2 || out.String() != "801" || o.Rows[1].Progress != target.Unable || o.Rows[1].Why.ID != target.NotOnThisTarget {
		t.Errorf("wait %d, %d rows, printed %q", f.wait, len(o.Rows), out.String())
	}
}

// Stopping by line and by call, in any slices, comes to the same end.
func TestPauses(t *testing.T) {
	src := "int *a, s = 0;\nfor (int i = 0; i < 3; i++) {\n  cudaMalloc(&a, 64);\n  s += i;\n}\nprintf(\"%d\", s);"
	p := compile(t, src)
	var want uint64
	for _, pause := range []Pause{PauseNever, PauseCall, PauseLine} {
		for _, budget := range []int{1, 3, 1000} {
			v, f := NewVM(p, 0), newFake()
			v.Pause = pause
			h := &plainHost{t: f}
			f.Start(0, v)
			var lines []uint32
			calls := 0
			s := v.Run(h, budget)
			for ; s.Why != Done; s = v.Run(h, budget) {
				switch s.Why {
				case Line:
					lines = append(lines, s.Line)
				case Call:
					calls++
					if v.CallText() != "cudaMalloc(&a, 64)" {
						t.Fatalf("stands at %q", v.CallText())
					}
				case Fault, Limit:
					t.Fatal(s.Diagnostic.Text("en"))
				}
			}
			if want == 0 {
				want = v.Hash()
			}
			if v.Hash() != want || len(f.calls) != 3 {
				t.Errorf("pause %d, budget %d: another end", pause, budget)
			}
			if pause != PauseNever && calls != 3 || pause == PauseLine && len(lines) < 10 {
				t.Errorf("pause %d, budget %d: %d calls, lines %v", pause, budget, calls, lines)
			}
		}
	}
}

func TestPointers(t *testing.T) {
	src := `float *g; void *list[4]; int x, *host = &x;
void f(char *arg) { { char *gone; cudaMalloc(&gone, 1); } cudaFree(arg); }
int main() { char *a; cudaMalloc(&a, 16); cudaMalloc(&g, 16); cudaMalloc(&list[2], 16); f(a); return 0; }`
	v, f := NewVM(compile(t, src), 0), newFake()
	h := &plainHost{t: f}
	f.Start(0, v)
	v.Pause = PauseCall
	for v.Run(h, 1000).Why != Done && v.CallText() != "cudaFree(arg)" {
	}
	var got []string
	v.Pointers(func(name string, value uint64, line uint32) {
		got = append(got, name+"="+hex(value-fakeBase)+"@"+number(uint64(line)))
	})
	if s := strings.Join(got, " "); s != "arg=0x0@2 g=0x200@1 list[2]=0x400@1" {
		t.Errorf("%s", s)
	}
}

func TestSettings(t *testing.T) {
	p := compile(t, "\n// lesson one\n// pagewalk: gpu=gh100 set=driver.free=lazy set=driver.trim=never seed=42\ncudaFree(0);\n// pagewalk: gpu=other\n")
	s := p.Settings
	if s.GPU != "gh100" || strings.Join(s.Set, " ") != "driver.free=lazy driver.trim=never" || s.Seed != 42 || !s.HasSeed {
		t.Errorf("%+v", s)
	}
}

func BenchmarkInstructions(b *testing.B) {
	p := compile(b, `long s = 0; for (int i = 0; i < 1000000; i++) s += i ^ 3; printf("%ld", s);`)
	var steps uint64
	for b.Loop() {
		v, h := NewVM(p, 0), &plainHost{t: newFake()}
		v.Record(true)
		for v.Run(h, 1<<20).Why == Budget {
		}
		steps += v.regs.Steps
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/instruction")
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		Compile([]byte("float *d; cudaMalloc(&d, 4096); cudaFree(d);"), Options{})
	}
}
