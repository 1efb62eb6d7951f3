package scene

import (
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/timeline"
)

const twoCalls = `float *a, *b;
cudaMalloc(&a, 4096);
cudaMalloc(&b, 4096);
pw_touch(b, 4096, 128);
printf("b is at %p\n", b);
cudaFree(a);
cudaFree(b);
`

// recorded is a finished run with its builder.
func recorded(t testing.TB, profileName, source string) (*timeline.Run, *Builder) {
	t.Helper()
	program, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
	if program == nil {
		t.Fatalf("%v: %s", diagnostics, diagnostics[0].Text("en"))
	}
	p := profile.Get(profileName)
	m := machine.New(p, 1)
	vm := scenario.NewVM(program, 1)
	run := timeline.New(m, vm, vm, 1, p.Limits.Events)
	for !run.Step(10_000) {
	}
	return run, NewBuilder(run, m, variablesOf(vm), explain.EN)
}

func TestDump(t *testing.T) {
	for _, name := range []string{"h200-r580", "textbook-ampere"} {
		run, b := recorded(t, name, twoCalls)
		run.Seek(event.None)
		for run.Move(timeline.UnitEvent, true) {
			m := b.Moment()
			t.Logf("%d %v %s | %s | %s || seams %v thread %v callout %q", m.Event, run.PointOf(m.Event), m.Kind, m.Sentence, m.Note, m.Seams, m.Thread, m.Physical.Callout)
			t.Logf("   call %+v ptrs %+v slabs %+v", m.Runtime.Call, m.Runtime.Pointers, m.Runtime.Slabs)
			t.Logf("   driver %+v", m.Driver)
			t.Logf("   trans %x %+v entry %+v", m.Translation.Address, m.Translation.Levels, m.Translation.Entry)
			t.Logf("   phys now %d win %d+%d legend %b free %d largest %d root %+v", m.Physical.Now, m.Physical.First, m.Physical.Count, m.Physical.Legend, m.Physical.Free, m.Physical.Largest, m.Physical.Root)
		}
	}
}
