package machine

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/va"
)

// TestPushing: cudaMalloc takes from managed memory what it needs, and managed
// memory takes nothing from cudaMalloc.
func TestPushing(t *testing.T) {
	const block = 512
	for _, c := range []struct {
		name, gpu, settings, program, printed string
		stay                                  uint32 // managed pages on the card afterwards
		roots, cancels                        int    // that were emptied; faults that nobody could serve
	}{
		{"textbook, a run", "textbook-ampere", "driver.trim=never",
			`cudaMallocManaged(&m, 60 << 20);  pw_touch(m, 60 << 20, 4096);  printf("%d", cudaMalloc(&p, 32 << 20));`, "0", 14 * block, 16, 0},
		{"textbook, small pieces", "textbook-ampere", "driver.trim=never",
			`cudaMallocManaged(&m, 64 << 20);  pw_touch(m, 64 << 20, 4096);  int e = 0;  for (int i = 0; i < 16; i++) e += cudaMalloc(&p, 4096);  printf("%d", e);`, "0", 31 * block, 1, 0},
		{"textbook, no oversubscription", "textbook-ampere", "uvm_global_oversubscription=0",
			`cudaMallocManaged(&m, 60 << 20);  pw_touch(m, 60 << 20, 4096);  printf("%d", cudaMalloc(&p, 32 << 20));`, "2", 30 * block, 0, 0},
		{"textbook, a card of cudaMalloc between", "textbook-ampere", "driver.trim=never",
			`cudaMallocManaged(&m, 32 << 20);  pw_touch(m, 16 << 20, 4096);  cudaMalloc(&q, 32 << 20);  pw_touch(m + (16 << 20), 16 << 20, 4096);
printf("%d", cudaMalloc(&p, 18 << 20));  printf(" %d", cudaMalloc(&p, 16 << 20));`, "2 0", 8 * block, 8, 0},
		{"textbook, the reverse", "textbook-ampere", "driver.trim=never",
			`cudaMalloc(&p, 64 << 20);  cudaMemset(p, 1, 4096);  cudaMallocManaged(&m, 4 << 20);  pw_touch(m, 4096, 4096);
char b;  printf("%d", cudaMemcpy(&b, p, 1, cudaMemcpyDeviceToHost) + b);`, "1", 0, 0, 1},
		{"documented, a run", "gh100-small", "uvm_perf_prefetch_enable=1",
			`cudaMallocManaged(&m, 192 << 20);  pw_touch(m, 192 << 20, 4096);  printf("%d", cudaMalloc(&p, 128 << 20));`, "0", 32 * block, 64, 0},
		{"documented, the reverse", "gh100-small", "uvm_perf_prefetch_enable=1",
			`while (cudaMalloc(&p, 2 << 20) == cudaSuccess) ;  cudaGetLastError();  cudaMallocManaged(&m, 4 << 20);  pw_touch(m, 4096, 4096);  printf("%d", cudaGetLastError());`, "2", 0, 0, 1},
	} {
		var log event.Log
		h := run(t, set(t, profile.Get(c.gpu), c.settings), "char *m, *p, *q; "+c.program, &log)
		there, roots := uint32(0), 0
		h.VA.EachBlock(func(b *va.Block) { there += b.GPU.Count() })
		for i := range log.Len() {
			if e := log.At(i); e.Kind == event.Evicting && event.RootListOf(e).Begins {
				roots++
			}
		}
		if h.printed != c.printed || there != c.stay || roots != c.roots || count(&log, event.FaultCancel) != c.cancels {
			t.Errorf("%s: prints %s, %d pages stay, %d roots emptied, %d cancelled; want %s, %d, %d, %d",
				c.name, h.printed, there, roots, count(&log, event.FaultCancel), c.printed, c.stay, c.roots, c.cancels)
		}
	}
}
