package simt_test

import (
	"fmt"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/profile"
)

// TestPadding: the transpose reads columns of a tile; one more column of padding
// puts the words of a column into different banks.
func TestPadding(t *testing.T) {
	source := func(pad int) string {
		return fmt.Sprintf(`
__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32 + %d];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
float h[1024], *in, *out; for (int i = 0; i < 1024; i++) h[i] = i;
cudaMalloc(&in, sizeof(h)); cudaMalloc(&out, sizeof(h)); cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
dim3 block(32, 32); transpose<<<1, block>>>(out, in); cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
printf("%%g %%g %%g", h[1], h[32], h[1000]);`, pad)
	}
	var times [2]uint64
	for pad, want := range []uint64{32 * 31, 0} {
		var log event.Log
		m, printed := play(t, source(pad), "h200-r580", &log, false)
		if printed != "32 1 287" {
			t.Errorf("padding %d: %q", pad, printed)
		}
		c := m.KernelCounters()
		if c.Conflicts != want || c.Passes != 64+want {
			t.Errorf("padding %d: %d passes, %d of them needless", pad, c.Passes, c.Conflicts)
		}
		times[pad] = c.Picoseconds
		for i := range log.Len() {
			if e := log.At(i); e.Kind == event.KernelEnd {
				said, _ := explain.Say(explain.EN, e, explain.Bare{Machine: profile.Get("h200-r580")})
				if strings.Contains(said, "992 bank conflicts") != (pad == 0) {
					t.Errorf("padding %d: %q", pad, said)
				}
			}
		}
	}
	if times[0] <= times[1] {
		t.Errorf("%d ps with conflicts, %d without", times[0], times[1])
	}
}
