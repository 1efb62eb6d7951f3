package machine

import (
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
)

// TestVariablesOnTheCard: a module with variables takes 2 MiB by itself at the
// first call that needs it, at the address that the next slab would have had; a
// reset gives them back, and another context has its own (the bytes and the
// places measured on an H200, driver 580.159.04).
func TestVariablesOnTheCard(t *testing.T) {
	for gpu, want := range map[string]string{
		"h200-r580":       "2097152 0 77598720 7; 6; 5 1 1",
		"gh100":           "2097152 0 77598720 7; 6; 5 1 1",
		"textbook-ampere": "8192 0 8192 7; 6; 5 1 1",
	} {
		h := run(t, profile.Get(gpu), variables, nil)
		if h.printed != want {
			t.Errorf("%s: %q, want %q", gpu, h.printed, want)
		}
	}
}

const variables = `
__device__ int count = 5; __constant__ float weights[1000];
__global__ void add() { count += 1; }
size_t f0, f1, f2, n; char *a, *p, *q; int x;
cudaMalloc(&a, 4096); cudaMemGetInfo(&f0, &n);
cudaGetSymbolAddress((void **)&p, count); cudaMemGetInfo(&f1, &n);
add<<<1, 1>>>(); add<<<1, 1>>>(); cudaMemcpyFromSymbol(&x, count, 4); cudaMemGetInfo(&f2, &n);
printf("%zu %zu %td %d;", f0 - f1, f1 - f2, p - a, x);
pw_context(1); add<<<1, 1>>>(); cudaMemcpyFromSymbol(&x, count, 4); printf(" %d;", x);
pw_context(0); cudaFree(a); cudaDeviceReset();
cudaMemcpyFromSymbol(&x, count, 4); cudaGetSymbolAddress((void **)&q, count); printf(" %d %d %d", x, cudaFree(q), cudaGetLastError());
`

// TestVariableLayout: constants first and close together, then each variable at
// a multiple of 256, in the order of declarations (as seen on an H200 with code
// of NVRTC 13.0).
func TestVariableLayout(t *testing.T) {
	h := run(t, profile.Get("h200-r580"), `
__device__ int a = 1; __device__ char z1; __constant__ char k1[3]; __device__ double b = 2; __device__ char z2[5];
__constant__ double k2; __device__ double z3; __device__ char c = 3; __constant__ int k3 = 7; __device__ float z4[10]; __device__ short d[3] = { 1, 2, 3 };
__global__ void use() { z1 = k1[0] + k3; z2[0] = a + c; z3 = b + k2; z4[1] = d[1]; }
char *p, *q; int x; use<<<1, 1>>>(); cudaGetSymbolAddress((void **)&p, a);
#define PLACE(v) cudaGetSymbolAddress((void **)&q, v); printf(" %td", q - p)
PLACE(z1); PLACE(k1); PLACE(b); PLACE(z2); PLACE(k2); PLACE(z3); PLACE(c); PLACE(k3); PLACE(z4); PLACE(d);
cudaMemcpyFromSymbol(&x, k3, 4); printf(", %d", x);`, nil)
	if h.printed != " 256 -256 512 768 -248 1024 1280 -240 1536 1792, 7" {
		t.Error(h.printed)
	}
}

// TestLargeVariables: a module of more than a slab gets a block of its own.
func TestLargeVariables(t *testing.T) {
	h := run(t, profile.Get("h200-r580"), `
__device__ char big[5 << 20]; __device__ int last = 9; size_t f0, f1, n; int x; char c = 7, d = 0;
cudaMemGetInfo(&f0, &n); cudaMemcpyFromSymbol(&x, last, 4); cudaMemGetInfo(&f1, &n);
cudaMemcpyToSymbol(big, &c, 1, (5 << 20) - 1); cudaMemcpyFromSymbol(&d, big, 1, (5 << 20) - 1);
printf("%zu %d %d", f0 - f1, x, d);`, nil)
	if h.printed != "6291456 9 7" {
		t.Error(h.printed)
	}
}

const overlapping = `
__global__ void work(int *p) { int s = 0; for (int i = 0; i < 20000; i++) s += i; p[threadIdx.x] = s; }
cudaStream_t s, u; cudaStreamCreate(&s); cudaStreamCreate(&u);
cudaEvent_t a, b, c, d; cudaEventCreate(&a); cudaEventCreate(&b); cudaEventCreate(&c); cudaEventCreate(&d);
int *x, *y, *pinned, *pageable = (int *)malloc(1 << 20); float kernel, copy, both;
cudaMalloc(&x, 1 << 20); cudaMalloc(&y, 1 << 20); cudaMallocHost(&pinned, 1 << 20);
pinned[9] = 77; pageable[9] = 77;
cudaEventRecord(a, s); work<<<1, 32, 0, s>>>(x); cudaEventRecord(b, s);
cudaEventRecord(c, u); cudaMemcpyAsync(y, SOURCE, 1 << 20, cudaMemcpyHostToDevice, u); cudaEventRecord(d, u);
cudaStreamSynchronize(u); cudaDeviceSynchronize();
cudaEventElapsedTime(&kernel, a, b); cudaEventElapsedTime(&copy, c, d); cudaEventElapsedTime(&both, a, d);
int back; cudaMemcpy(&back, y + 9, 4, cudaMemcpyDeviceToHost);
printf("%d %d %d", back, kernel > 0 && copy > 0, both < kernel + copy);
`

// TestCopiesOverlap: an asynchronous copy of pinned memory goes on behind the
// program's back and beside a kernel of another stream; one of pageable memory
// keeps the program waiting; in one stream they follow each other.
func TestCopiesOverlap(t *testing.T) {
	spent := func(source string) (call, total uint64) {
		h := run(t, profile.Get("h200-r580"), source, nil)
		if h.printed[:2] != "77" || h.printed != "77 1 1" && h.printed != "77 1 0" {
			t.Errorf("%q", h.printed)
		}
		for i, c := range h.calls {
			if r := h.results[i]; c.Op.String() == "cudaMemcpyAsync" || c.Op.String() == "cudaMemsetAsync" {
				call = r.End - r.Begin
			}
		}
		return call, h.Recorder().Now
	}
	pinned, overlapped := spent("#define SOURCE pinned\n" + overlapping)
	pageable, _ := spent("#define SOURCE pageable\n" + overlapping)
	_, serial := spent("#define SOURCE pinned\n" + strings.ReplaceAll(overlapping, ", u)", ", s)"))
	if pinned*4 > pageable {
		t.Errorf("the call takes %d ps for pinned memory and %d for pageable", pinned, pageable)
	}
	if overlapped+20_000_000 >= serial {
		t.Errorf("in two streams %d ps, in one %d", overlapped, serial)
	}
}

// TestSymbolAndStreamUndo: what streams hold, and variables through a reset and
// in two contexts, go back event by event.
func TestSymbolAndStreamUndo(t *testing.T) {
	for _, source := range []string{"#define SOURCE pinned\n" + overlapping, variables} {
		var log event.Log
		m := run(t, profile.Get("gh100-small"), source, &log).Machine
		m.Recorder().Log = nil
		hashes := make([]uint64, log.Len()+1)
		for i := log.Len(); i > 0; i-- {
			hashes[i] = m.Hash()
			before := uint64(0)
			if i > 1 {
				before = log.At(i - 2).Time
			}
			m.Revert(log.At(i-1), before)
		}
		if broken := m.Check(); broken != "" {
			t.Error(broken)
		}
		for i := range log.Len() {
			m.Apply(log.At(i))
			if m.Hash() != hashes[i+1] {
				t.Fatalf("after event %d (%s) forward differs from backward", i, log.At(i).Kind)
			}
		}
	}
}
