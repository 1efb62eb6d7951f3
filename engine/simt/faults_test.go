package simt_test

import (
	"strings"
	"testing"
	"time"

	"pagewalk/engine/explain"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

const report = `
cudaError_t launch = cudaGetLastError(); cudaError_t sync = cudaDeviceSynchronize(); cudaError_t after = cudaGetLastError();
printf("%d %d %d", launch, sync, after);`

// TestFaults: what a thread does wrong is told by the call that waits, not by
// the launch; what is wrong with the launch is the launch's error.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, program, printed, why string }{
		{"beyond the memory", `__global__ void k(int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i * (1 << 20)] = i;
}
int *d; cudaMalloc(&d, 4096); k<<<2, 64>>>(d);`, "0 700 700", "Line 4: thread (1, 0, 0) of block (0, 0, 0) uses 0x"},
		{"null", `__global__ void k(int *p) { if (threadIdx.x == 37 && blockIdx.y == 1) *p = 1; }
dim3 g(1, 2); k<<<g, 64>>>(nullptr);`, "0 700 700", "Line 2: thread (37, 0, 0) of block (0, 1, 0) uses 0x0"},
		{"host memory", `__global__ void k(int *p) { *p = 1; }
int *h = (int *)malloc(64); k<<<1, 1>>>(h);`, "0 700 700", "an address of the host that the GPU cannot reach"},
		{"misaligned", `__global__ void k(char *p) { *(int *)(p + threadIdx.x) = 1; }
char *d; cudaMalloc(&d, 64); k<<<1, 2>>>(d);`, "0 716 716", "thread (1, 0, 0) of block (0, 0, 0)"},
		{"beyond shared memory", `__global__ void k(int *p) { __shared__ int s[8]; s[threadIdx.x] = 1; *p = s[0]; }
int *d; cudaMalloc(&d, 64); k<<<1, 32>>>(d);`, "0 700 700", "thread (8, 0, 0) of block (0, 0, 0) goes beyond the shared memory"},
		{"endless recursion", `__device__ int f(int n) { return f(n + 1) + 1; } __global__ void k(int *p) { *p = f(0); }
int *d; cudaMalloc(&d, 64); k<<<1, 1>>>(d);`, "0 719 719", "local memory"},
		{"assertion", `__global__ void k(int n) { assert(n > (int)threadIdx.x); }
k<<<1, 64>>>(40);`, "0 710 710", "thread (40, 0, 0)"},
		{"no blocks", `__global__ void k() { } int n = 0; k<<<n, 32>>>();`, "9 0 0", "1 to 2,147,483,647 blocks in x, not 0"},
		{"too many threads", `__global__ void k() { } k<<<1, 1025>>>();`, "9 0 0", "1 to 1,024 threads in x, not 1,025"},
		{"a block too big", `__global__ void k() { } k<<<1, dim3(32, 64)>>>();`, "9 0 0", "1,024 threads at most, not 2,048"},
		{"too much shared memory", `__global__ void k() { extern __shared__ int s[]; s[0] = 1; } k<<<1, 32, 49153>>>();`, "1 0 0", "of shared memory"},
		{"no stream", `__global__ void k() { } k<<<1, 32, 0, (cudaStream_t)40>>>();`, "400 0 0", ""},
		{"fine", `__global__ void k() { } k<<<1, 32>>>(); cudaStream_t s; cudaStreamCreate(&s); k<<<1, 32, 0, s>>>();`, "0 0 0", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, o, printed := run(t, "\n"+c.program+report, "textbook-ampere")
			if printed != c.printed {
				t.Errorf("prints %q, want %q", printed, c.printed)
			}
			said := ""
			for i := range o.Rows {
				if r := &o.Rows[i]; r.Call.Op == target.Launch {
					said = explain.Why(explain.EN, r.Why)
				}
			}
			if !strings.Contains(said, c.why) {
				t.Errorf("says %q, want %q", said, c.why)
			}
		})
	}
}

// TestOtherProcess: after a kernel's error a process gets nothing any more, and
// another one goes on.
func TestOtherProcess(t *testing.T) {
	_, _, printed := run(t, `__global__ void k(int *p) { *p = 7; }
int *d, *e, x = 0; cudaMalloc(&d, 64); k<<<1, 1>>>((int *)0x1234567000); printf("%d ", cudaMemcpy(&x, d, 4, cudaMemcpyDeviceToHost)); printf("%d ", cudaMalloc(&e, 64));
pw_context(1); printf("%d ", cudaMalloc(&e, 64)); k<<<1, 1>>>(e); printf("%d %d", cudaMemcpy(&x, e, 4, cudaMemcpyDeviceToHost), x);`, "gh100-small")
	if printed != "700 700 0 0 7" {
		t.Error(printed)
	}
}

// TestLimits: what never ends is ended, soon and with a name.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ name, program, limit string }{
		{"endless loop", `__global__ void k(volatile int *p) { while (*p == 0) ; } int *d; cudaMalloc(&d, 64); k<<<1, 32>>>(d);`, "limit-thread-steps"},
		{"a lock in a warp", `__global__ void k(int *p) { while (atomicCAS(p, 0, 1) != 0) ; p[1]++; atomicExch(p, 0); } int *d; cudaMalloc(&d, 64); cudaMemset(d, 0, 64); k<<<1, 32>>>(d);`, "limit-thread-steps"},
		{"a lock that one thread waits for", `__global__ void k(int *p) { while (atomicExch(p, 1) >= 0) ; } int *d; cudaMalloc(&d, 64); cudaMemset(d, 0, 64); k<<<1, 1>>>(d);`, "limit-thread-steps"},
		{"threads", `__global__ void k() { } k<<<1 << 20, 1024>>>();`, "limit-threads"},
		{"output", `__global__ void k() { for (int i = 0; i < 1000; i++) printf("%d\n", i); } k<<<16, 1024>>>();`, "limit-output"},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := time.Now()
			_, o, _ := run(t, c.program, "textbook-ampere")
			if o.Status.Why != scenario.Limit || !strings.Contains(o.Status.Diagnostic.Text("en"), c.limit) {
				t.Errorf("ended with %v: %s", o.Status.Why, o.Status.Diagnostic.Text("en"))
			}
			if d := time.Since(begin); d > 20*time.Second {
				t.Errorf("after %v", d)
			}
		})
	}
}

// TestCounters: a request asks for as many sectors as its lanes touch, and for
// one translation of each page.
func TestCounters(t *testing.T) {
	for _, c := range []struct {
		body              string
		requests, sectors uint64
	}{
		{"p[i] = 1;", 1, 4},
		{"p[i + 1] = 1;", 1, 5},
		{"p[2 * i] = 1;", 1, 8},
		{"p[8 * i] = 1;", 1, 32},
		{"p[0] = 1;", 1, 1},
		{"p[31 - i] = 1;", 1, 4},
		{"((char *)p)[i] = 1;", 1, 1},
		{"((double *)p)[i] = 1;", 1, 8},
		{"if (i & 1) p[i] = 1; else p[i] = 2;", 2, 8},
		{"p[i] = p[i] + 1;", 2, 8},
		{"atomicAdd(p, 1);", 1, 1},
		{"((float4 *)p)[i] = make_float4(1, 2, 3, 4);", 1, 16},
		{"float4 v = ((float4 *)p)[i]; ((float4 *)p)[i + 32] = v;", 2, 32},
	} {
		m, _, _ := run(t, "__global__ void k(int *p) { int i = threadIdx.x; "+c.body+" }\nint *d; cudaMalloc(&d, 4096); k<<<1, 32>>>(d);", "textbook-ampere")
		if n := m.KernelCounters(); n.Requests != c.requests || n.Sectors != c.sectors {
			t.Errorf("%s: %d requests for %d sectors, want %d and %d", c.body, n.Requests, n.Sectors, c.requests, c.sectors)
		}
	}
}
