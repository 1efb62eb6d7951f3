package machine

import (
	"fmt"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/va"
)

// batches tells what the fault buffer went through.
func batches(log *event.Log) (told string) {
	for i := range log.Len() {
		switch e := log.At(i); e.Kind {
		case event.FaultBatch:
			b := event.FaultBatchOf(e)
			told += fmt.Sprintf("%d.%d: %d=%d+%d+%d in %d, %d left; ", b.Service, b.Number, b.Packets, b.Pages, b.Merged, b.Duplicates, b.Blocks, b.Left)
		case event.FaultReplay:
			r := event.FaultReplayOf(e)
			told += fmt.Sprintf("-%d replay %d/%d; ", r.Dropped, r.Done, r.Again)
			if r.ReadPut {
				told += "PUT; "
			}
		case event.FaultCancel:
			told += "cancel; "
		}
	}
	return strings.TrimSuffix(told, "; ")
}

// TestFaultBatches: sixteen warps of a block touch 512 pages before the driver
// comes; what it fetches, and what is left to be fetched, follows from the
// parameters of the module.
func TestFaultBatches(t *testing.T) {
	every := "m[threadIdx.x * 4096] = 1;"
	for _, c := range []struct{ settings, body, want string }{
		{"", every, "1.1: 256=256+0+0 in 1, 256 left; -256 replay 256/256; 1.2: 256=256+0+0 in 1, 0 left; -0 replay 256/0"},
		{"uvm_perf_fault_replay_policy=1", every, "1.1: 256=256+0+0 in 1, 256 left; -0 replay 256/256; 1.2: 256=256+0+0 in 1, 256 left; -0 replay 256/0; " +
			"1.3: 256=256+0+0 in 1, 0 left; -0 replay 0/0"},
		{"uvm_perf_fault_replay_policy=3", every, "1.1: 256=256+0+0 in 1, 256 left; 1.2: 256=256+0+0 in 1, 0 left; -0 replay 512/0"},
		{"uvm_perf_fault_replay_policy=0", every, "1.1: 256=256+0+0 in 1, 256 left; -0 replay 256/256; 1.2: 256=256+0+0 in 1, 256 left; -0 replay 256/0; " +
			"1.3: 256=256+0+0 in 1, 0 left; -0 replay 0/0"},
		{"uvm_perf_fault_max_batches_per_service=1", every, "1.1: 256=256+0+0 in 1, 256 left; -256 replay 256/256; 2.1: 256=256+0+0 in 1, 0 left; -0 replay 256/0"},
		{"uvm_perf_fault_batch_count=64", every, "1.1: 64=64+0+0 in 1, 448 left; -448 replay 64/448; 1.2: 64=64+0+0 in 1, 384 left; -384 replay 64/384; " +
			"1.3: 64=64+0+0 in 1, 320 left; -320 replay 128/256; 1.4: 64=64+0+0 in 1, 192 left; -192 replay 256/0"},
		{"uvm_perf_fault_batch_count=1024", every, "1.1: 512=512+0+0 in 1, 0 left; -0 replay 512/0"},
		{"", "m[threadIdx.x] = 1;", "1.1: 16=1+15+0 in 1, 0 left; -0 replay 16/0"},
		{"uvm_perf_fault_coalesce=0", "m[threadIdx.x] = 1;", "1.1: 16=1+0+15 in 1, 0 left; -0 replay 16/0; PUT"},
		{"uvm_perf_fault_coalesce=0,uvm_perf_fault_replay_update_put_ratio=94", "m[threadIdx.x] = 1;", "1.1: 16=1+0+15 in 1, 0 left; -0 replay 16/0"},
		{"", "m[threadIdx.x % 64 * 4096] = 1;", "1.1: 256=64+0+192 in 1, 256 left; -256 replay 512/0; PUT"},
		{"", "m[threadIdx.x * 65536] = 1;", "1.1: 256=256+0+0 in 8, 256 left; -256 replay 256/256; 1.2: 256=256+0+0 in 8, 0 left; -0 replay 256/0"},
		{"", "if (threadIdx.x == 0) atomicAdd((int *)m, 1);", "1.1: 1=1+0+0 in 1, 0 left; -0 replay 1/0"},
	} {
		var log event.Log
		p := profile.Get("gh100")
		if c.settings != "" {
			p = set(t, p, strings.Split(c.settings, ",")...)
		}
		h := run(t, p, `
__global__ void f(char *m) { `+c.body+` }
int main() { char *m;  cudaMallocManaged(&m, 32 << 20);  f<<<1, 512>>>(m);  cudaDeviceSynchronize();  printf("%d", m[0]); }`, &log)
		if got := batches(&log); got != c.want {
			t.Errorf("%s %s:\n%s, want\n%s", c.settings, c.body, got, c.want)
		}
		if h.printed != "1" {
			t.Errorf("%s %s: the program reads %s", c.settings, c.body, h.printed)
		}
	}
}

// TestPacketsOfOneWarp: the pages of one request fault together, and a warp that
// has waited stores once.
func TestPacketsOfOneWarp(t *testing.T) {
	var log event.Log
	h := run(t, profile.Get("gh100"), `
__global__ void f(int *m) { m[threadIdx.x * 1024] += 1 + threadIdx.x; }
int main() { int *m;  cudaMallocManaged(&m, 128 << 10);  for (int i = 0; i < 32; i++) m[i * 1024] = 100;
  f<<<1, 32>>>(m);  cudaDeviceSynchronize();  int s = 0;  for (int i = 0; i < 32; i++) s += m[i * 1024];  printf("%d", s); }`, &log)
	if h.printed != fmt.Sprint(32*100+32*33/2) {
		t.Errorf("the sum is %s", h.printed)
	}
	if got := batches(&log); got != "1.1: 32=32+0+0 in 1, 0 left; -0 replay 32/0" {
		t.Error(got)
	}
	if got := faults(&log, va.GPU); len(got) != 1 || got[0].Faults != 32 || got[0].Moves != 32 {
		t.Errorf("%+v", got)
	}
}

// TestMinFaults: pages come along when enough of them fault together.
func TestMinFaults(t *testing.T) {
	for _, c := range []struct {
		threads int
		there   uint32
	}{{4, 4}, {5, 16}} {
		var log event.Log
		run(t, set(t, profile.Get("gh100"), "uvm_perf_prefetch_min_faults=5"), fmt.Sprintf(`
__global__ void f(char *m) { m[threadIdx.x * 4096] = 1; }
int main() { char *m;  cudaMallocManaged(&m, 2 << 20);  f<<<1, %d>>>(m);  cudaDeviceSynchronize(); }`, c.threads), &log)
		if got := faults(&log, va.GPU); len(got) != 1 || got[0].There != c.there {
			t.Errorf("%d faults together: %+v, want %d pages there", c.threads, got, c.there)
		}
	}
}

// TestCancelledFault: where nothing can leave and nothing is free, the access is
// given up.
func TestCancelledFault(t *testing.T) {
	var log event.Log
	h := run(t, set(t, profile.Get("gh100-small"), "uvm_global_oversubscription=0"), `
__global__ void f(char *m) { m[threadIdx.x * (2 << 20)] = 1; }
int main() { char *m;  cudaMallocManaged(&m, 512 << 20);  f<<<1, 256>>>(m);  printf("%d", cudaDeviceSynchronize()); }`, &log)
	if got := batches(&log); !strings.HasSuffix(got, "cancel") || strings.Count(got, "cancel") != 1 {
		t.Error(got)
	}
	if h.printed == "0" {
		t.Error("the kernel is said to have succeeded")
	}
}

// TestBatchWiderThanTheCard: warps that wait for more blocks than the card has
// room for go on one by one, and none waits for ever.
func TestBatchWiderThanTheCard(t *testing.T) {
	var log event.Log
	h := run(t, profile.Get("gh100-small"), `
__global__ void f(char *m) { m[threadIdx.x * (2 << 20)] = threadIdx.x; }
int main() { char *m;  cudaMallocManaged(&m, 512 << 20);  f<<<1, 256>>>(m);  cudaDeviceSynchronize();
  int wrong = 0;  for (int i = 0; i < 256; i++) wrong += (unsigned char)m[i * (2 << 20)] != i;  printf("%d", wrong); }`, &log)
	if h.printed != "0" {
		t.Errorf("%s bytes are wrong", h.printed)
	}
	if n := count(&log, event.FaultBatch); n < 2 {
		t.Errorf("%d batches", n)
	}
}

// TestKernelsTeachPolicies: what a kernel touches is told to the policy under
// study as what pw_touch touches is: one miss a block and batch, and then an
// access.
func TestKernelsTeachPolicies(t *testing.T) {
	h := run(t, set(t, profile.Get("gh100"), "eviction.policy=lru"), `
__global__ void f(char *m) { m[threadIdx.x * (2 << 20)] = 1; }
int main() { char *m;  cudaMallocManaged(&m, 16 << 20);  f<<<1, 8>>>(m);  f<<<1, 4>>>(m);  cudaDeviceSynchronize(); }`, nil)
	if n := h.Moved().Misses; n != 8 {
		t.Errorf("%d misses, want one for each of 8 blocks", n)
	}
	first, last := h.lab.tracker.Of(1), h.lab.tracker.Of(8)
	if first.LastTouch <= last.LastTouch || first.Touches <= last.Touches || !first.Dirty {
		t.Errorf("block 1 was touched last: %+v, block 8 %+v", first, last)
	}
}
