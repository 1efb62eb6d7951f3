package timeline_test

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/timeline"
)

// TestLineInsideKernel: while a warp's request is served, the line at work is the
// kernel's, and before and after it that of the launch.
func TestLineInsideKernel(t *testing.T) {
	compiled, _ := scenario.Compile([]byte(`__global__ void k(int *p) {
  int x = p[0];
  p[threadIdx.x * 1024] = x;
}
int *p; cudaMalloc(&p, 1 << 20);
k<<<1, 32>>>(p);
`), scenario.Options{})
	vm := scenario.NewVM(compiled, 1)
	run := timeline.New(machine.New(profile.Get("textbook-ampere"), 1), vm, vm, 1, 1<<20)
	for !run.Step(10_000) {
	}
	at := map[event.Kind]map[uint32]int{}
	for e := range run.Len() {
		k := run.Event(e).Kind
		if at[k] == nil {
			at[k] = map[uint32]int{}
		}
		at[k][run.LineAt(e)]++
		if row := run.LineOf(e); row != 5 && row != 6 {
			t.Fatalf("event %d is in a row of line %d", e, row)
		}
	}
	for _, c := range []struct {
		kind event.Kind
		line uint32
		want bool
	}{
		{event.WarpAccess, 2, true}, {event.WarpAccess, 3, true}, {event.WarpAccess, 6, false}, {event.TLBFill, 2, true}, {event.TLBFill, 3, true}, {event.TLBFill, 6, false},
		{event.KernelBegin, 6, true}, {event.KernelEnd, 6, true}, {event.KernelBegin, 2, false}, {event.Return, 6, true},
	} {
		if got := at[c.kind][c.line] > 0; got != c.want {
			t.Errorf("%s at line %d: %v", c.kind, c.line, got)
		}
	}
}
