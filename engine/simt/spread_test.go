package simt_test

import (
	"fmt"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
)

// TestBlocksSpread: blocks are dealt to the processors in turn, and each has its
// own first level of the TLB: one page that all blocks read misses there once a
// processor, and is found there by blocks that come to a processor second.
func TestBlocksSpread(t *testing.T) {
	const more = 8
	sms := uint64(profile.Get("h200-r580").TLB.SMs)
	source := `
__global__ void read(const int *p, int *q) { q[0] = p[0]; }
int *p; cudaMalloc(&p, 4096); read<<<140, 32>>>(p, p + 8); cudaDeviceSynchronize();`
	var log event.Log
	m, _ := play(t, source, "h200-r580", &log, false)
	// The store finds what the load of the same block brought.
	if c := m.KernelCounters(); sms+more != 140 || c.Hits[0] != 140+more || c.Hits[1]+c.Hits[2]+c.Hits[3]+c.Walks != sms {
		t.Errorf("%d processors: %d hits in the first level, %v deeper, %d walks", sms, c.Hits[0], c.Hits[1:], c.Walks)
	}
	if c := m.KernelCounters(); c.Walks == 0 || c.Walks > 16 {
		t.Errorf("%d walks: levels behind the first are shared", c.Walks)
	}
	blocks := map[uint16]int{}
	for i := range log.Len() {
		if e := log.At(i); e.Kind == event.WarpAccess {
			a := event.WarpAccessOf(e)
			if blocks[a.SM]++; uint64(a.SM) != uint64(a.Warp)%sms {
				t.Fatalf("block %d runs on processor %d", a.Warp, a.SM)
			}
		}
	}
	if uint64(len(blocks)) != sms {
		t.Errorf("blocks run on %d processors", len(blocks))
	}
}

// TestStrides: a warp that goes through memory in steps of what an entry of the
// first level reaches (16 MiB, sixteen entries) finds everything there on the
// second lap, or nothing if there are more steps than entries.
func TestStrides(t *testing.T) {
	for steps, missed := range map[uint64]uint64{10: 10, 24: 48} {
		m, _ := play(t, fmt.Sprintf(`
__global__ void stride(char *p) { for (int lap = 0; lap < 2; lap++) for (int i = 0; i < %d; i++) p[(size_t)i << 24] = lap; }
char *p; cudaMalloc(&p, (size_t)400 << 20); stride<<<1, 1>>>(p); cudaDeviceSynchronize();`, steps), "h200-r580", nil, false)
		if k := m.KernelCounters(); k.Hits[0] != 2*steps-missed || k.Hits[1]+k.Hits[2]+k.Walks != missed {
			t.Errorf("%d steps: %v hits, %d walks", steps, k.Hits, k.Walks)
		}
	}
}
