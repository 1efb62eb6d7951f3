package main

import (
	"testing"

	"pagewalk/engine/target"
)

// TestElapsedInMilliseconds: the value of cudaEventElapsedTime is shown as the
// program gets it, which may be negative.
func TestElapsedInMilliseconds(t *testing.T) {
	for ps, want := range map[int64]string{0: "0.000000 ms", 7_693_024_158: "7.693024 ms", -7_693_024_158: "-7.693024 ms", 1: "0.000000 ms", 1_500_000: "0.001500 ms"} {
		r := resultRow{call: &target.Call{Op: target.CudaEventElapsedTime}, out: [2]uint64{uint64(ps)}}
		if got := r.value(); got != want {
			t.Errorf("%d ps are shown as %q, want %q", ps, got, want)
		}
	}
	r := resultRow{call: &target.Call{Op: target.CudaEventElapsedTime}, code: target.NotReady, out: [2]uint64{1}}
	if got := r.value(); got != "" {
		t.Errorf("a refusal shows %q", got)
	}
}
