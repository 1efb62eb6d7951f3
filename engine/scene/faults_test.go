package scene

import (
	"slices"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/timeline"
)

// TestBatchesOfAKernel: at every moment of a kernel whose warps fault together,
// one batch is the present one from its fetch to its replay, and the buffer
// holds what the events leave in it.
func TestBatchesOfAKernel(t *testing.T) {
	run, b := recorded(t, "gh100-small", `
__global__ void f(char *m) { m[threadIdx.x * 4096] = 1; }
int main() { char *m;  cudaMallocManaged(&m, 4 << 20);  f<<<1, 512>>>(m);  cudaDeviceSynchronize(); }`)
	run.Seek(event.None)
	most, batches, served := uint32(0), 0, 0
	for run.Move(timeline.UnitEvent, true) {
		m := b.Moment()
		g := &m.Managed
		most = max(most, g.Buffered)
		now := slices.IndexFunc(g.Batches, func(r BatchRow) bool { return r.State == RungNow })
		switch b.event.Kind {
		case event.FaultBatch:
			f := event.FaultBatchOf(b.event)
			if batches++; now < 0 || g.Batches[now].Packets != f.Packets || g.Batches[now].Number != uint32(batches) || g.Buffered != f.Left {
				t.Errorf("event %d: batch %+v is number %d of %+v, %d left", m.Event, f, now, g.Batches, g.Buffered)
			}
		case event.ManagedFault:
			at := slices.IndexFunc(g.Faults, func(f FaultRow) bool { return f.State == RungNow })
			if served++; at < 0 || g.Faults[at].Batch != uint32(batches) || g.Faults[at].Faults != 256 || now < 0 {
				t.Errorf("event %d: fault %d of %+v", m.Event, at, g.Faults)
			}
		case event.FaultReplay:
			if r := &g.Batches[max(now, 0)]; now < 0 || r.Done != 256 || g.Buffered != r.Again {
				t.Errorf("event %d: the replay belongs to %+v, %d packets", m.Event, r, g.Buffered)
			}
		}
	}
	if most != 512 || batches != 2 || served != 2 {
		t.Errorf("at most %d packets, %d batches, %d services", most, batches, served)
	}
}
