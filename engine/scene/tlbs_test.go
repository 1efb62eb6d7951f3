package scene

import (
	"fmt"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/timeline"
)

// recordedWith is recorded, with settings.
func recordedWith(t *testing.T, name, source string, settings ...string) (*timeline.Run, *Builder) {
	t.Helper()
	program, _ := scenario.Compile([]byte(source), scenario.Options{})
	p := profile.Get(name)
	for _, text := range settings {
		if err := profile.Set(p, text); err != nil {
			t.Fatal(err)
		}
	}
	m := machine.New(p, 1)
	vm := scenario.NewVM(program, 1)
	run := timeline.New(m, vm, vm, 1, p.Limits.Events)
	for !run.Step(10_000) {
	}
	return run, NewBuilder(run, m, variablesOf(vm), explain.EN)
}

// The picture has what the hierarchy has: victims of a level that keeps them, and
// a row of the cache of directory entries for each level of directories.
func TestTLBsDrawn(t *testing.T) {
	const source = `char *a; cudaMalloc(&a, 64 << 20); pw_touch(a, 64 << 20, 2 << 20);`
	for _, c := range []struct {
		gpu      string
		settings []string
		names    string
	}{
		{"textbook-ampere", nil, "L1 TLB, L2 TLB"},
		{"h200-r580", nil, "L1 TLB, L2 TLB, L3 TLB"},
		{"gh100", []string{"tlb.hierarchy=ga100"}, "L1 TLB, L2 TLB, L3 TLB, L3 TLB: victims"},
		{"gh100", []string{"tlb.hierarchy=turing", "tlb.walk_cache=on"}, "L1 TLB, L2 TLB, L3 TLB, walk cache PDE4, walk cache PDE3, walk cache PDE2, walk cache PDE1, walk cache PDE0"},
	} {
		run, b := recordedWith(t, c.gpu, source, c.settings...)
		run.Seek(run.Len() - 1)
		var names []string
		held := 0
		for _, s := range b.Moment().Translation.TLB {
			names = append(names, s.Name)
			for _, w := range s.Ways {
				if w.State == WayValid && strings.HasPrefix(s.Name, "walk cache") {
					held++
				}
			}
		}
		if got := strings.Join(names, ", "); got != c.names {
			t.Errorf("%s %v draws %s, want %s", c.gpu, c.settings, got, c.names)
		}
		if walks := len(c.settings) > 1; walks != (held > 0) {
			t.Errorf("%s %v: %d lines of the walk cache are drawn", c.gpu, c.settings, held)
		}
	}
}

// A fill is drawn in the level that it is in, of a line of the walk cache, too,
// and of every processor.
func TestFillsDrawn(t *testing.T) {
	run, b := recordedWith(t, "h200-r580", `
__global__ void k(char *p) { p[(size_t)blockIdx.x << 25] = 1; }
char *a; cudaMalloc(&a, 256 << 20); k<<<8, 1>>>(a); cudaDeviceSynchronize();`, "tlb.walk_cache=on")
	fills := 0
	for i := range run.Len() {
		if run.Event(i).Kind != event.TLBFill {
			continue
		}
		fills++
		run.Seek(i)
		m := b.Moment()
		n := 0
		for _, s := range m.Translation.TLB {
			for _, w := range s.Ways {
				if w.State == WayFilled {
					n++
				}
			}
		}
		if n != 1 {
			t.Fatalf("event %d fills one entry, %d are drawn as filled", i, n)
		}
	}
	if fills < 16 {
		t.Errorf("%d fills", fills)
	}
}

// The processor whose caches are shown is that of the newest access, or the one
// that was asked for; those that hold anything can be.
func TestProcessorShown(t *testing.T) {
	run, b := recordedWith(t, "h200-r580", `
__global__ void k(char *p) { p[(size_t)blockIdx.x << 25] = 1; }
char *a; cudaMalloc(&a, 256 << 20); k<<<4, 1>>>(a); cudaDeviceSynchronize();`)
	for i := range run.Len() {
		if e := run.Event(i); e.Kind == event.WarpAccess {
			run.Seek(i)
			if got := b.Moment().Translation.SM; got != event.WarpAccessOf(e).SM {
				t.Errorf("processor %d is shown at an access of %d", got, event.WarpAccessOf(e).SM)
			}
		}
	}
	run.Seek(run.Len() - 1)
	valid := func() (n int) {
		for _, w := range b.Moment().Translation.TLB[0].Ways {
			if w.State == WayValid {
				n++
			}
		}
		return n
	}
	if got := fmt.Sprint(b.Moment().Translation.SMs); got != "[0 1 2 3]" {
		t.Errorf("processors %s can be asked for", got)
	}
	for _, sm := range []int{3, 70} {
		b.Processor(sm)
		m := &b.Moment().Translation
		if !m.SMAsked || int(m.SM) != sm || (valid() == 1) != (sm == 3) {
			t.Errorf("processor %d asked for: %d shown, %d entries valid", sm, m.SM, valid())
		}
	}
	if b.Processor(200); b.Moment().Translation.SMAsked {
		t.Error("a processor that is not there is shown")
	}
	if b.Processor(-1); b.Moment().Translation.SMAsked {
		t.Error("the run is not followed again")
	}
}
