package scene

import (
	"slices"
	"strings"
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

// The moment at which the entry is written, as the lesson shows it.
func TestMomentOfTheEntry(t *testing.T) {
	run, b := recorded(t, "h200-r580", twoCalls)
	run.Seek(event.None)
	var m *Moment
	for run.Move(timeline.UnitEvent, true) {
		if e := run.Event(run.Cursor() - 1); e.Kind == event.EntryRun {
			if m = b.Moment(); strings.Contains(m.Sentence, "2 MiB leaf") {
				break
			}
		}
	}
	want := []Station{{PaneRuntime, PartCall, 0}, {PaneDriver, PartRung, 3}, {PaneTranslation, PartLevel, 4}, {PaneTranslation, PartEntry, 0}, {PanePhysical, PartPage, 264}}
	if !slices.Equal(m.Thread, want) {
		t.Errorf("the thread runs through %v, want %v", m.Thread, want)
	}
	if m.Line != 2 || m.Pane != PaneTranslation || m.Kind != "mmu.entries" || m.Runtime.Call.Text != "cudaMalloc(&a, 4096)" || m.Runtime.Call.State != CallRunning {
		t.Errorf("line %d, pane %d, %s, call %+v", m.Line, m.Pane, m.Kind, m.Runtime.Call)
	}
	var rungs []string
	for _, r := range m.Driver.Rungs {
		rungs = append(rungs, r.Name+" "+strings.Join(r.Lines, " "))
	}
	if len(rungs) != 4 || rungs[0] != "RM_ALLOC class 0x40 · 2 MiB → 0x2100 0000" || rungs[1] != "RM_CONTROL 503c0104 REGISTER_VIDMEM" || m.Driver.Rungs[3].State != RungNow {
		t.Errorf("rungs %q, the last is %d", rungs, m.Driver.Rungs[3].State)
	}
	x := &m.Translation
	if x.Entry.Title != "PDE0[175]" || x.Entry.Raw != "0000 0000 2100 0681" || !x.Entry.Now || len(x.Levels) != 5 || x.Levels[4].Target != "→ 2 MiB leaf" || x.Offset.Hi != 20 {
		t.Errorf("entry %+v, %d levels, offset %+v", x.Entry, len(x.Levels), x.Offset)
	}
	if i := slices.IndexFunc(x.Entry.Fields, func(f EntryField) bool { return f.Name == "ADDRESS" }); i < 0 || x.Entry.Fields[i].Meaning != "page 264" {
		t.Errorf("fields %+v", x.Entry.Fields)
	}
	p := &m.Physical
	if p.Whole[264] != CellYours || p.Whole[0] != CellContext || p.Whole[265] != CellFree || p.First != 248 || p.Count != 48 || p.Root.Page != 264 {
		t.Errorf("cells %d %d %d, window %d+%d, root %d", p.Whole[264], p.Whole[0], p.Whole[265], p.First, p.Count, p.Root.Page)
	}
}

// What pointers, slabs and the program's output say when all is over.
func TestMomentOfTheEnd(t *testing.T) {
	run, b := recorded(t, "h200-r580", twoCalls)
	rows := run.Rows()
	run.Seek(rows[1].Last)
	m := b.Moment()
	if r := &m.Runtime; len(r.Pointers) != 2 || r.Pointers[1].Name != "b" || !r.Pointers[1].Now || r.Pointers[1].Bytes != 4096 ||
		len(r.Slabs) != 1 || len(r.Slabs[0].Pieces) != 3 || r.Slabs[0].Pieces[0].Name != "a" || r.Call.State != CallDone {
		t.Errorf("after the second call: %+v", r)
	}
	if len(m.Driver.Rungs) != 0 || m.Driver.Asked || m.Translation.Asked || m.Physical.Asked {
		t.Errorf("the second call stays in user space, but: %v %v %v, rungs %v", m.Driver.Asked, m.Translation.Asked, m.Physical.Asked, m.Driver.Rungs)
	}
	run.Seek(run.Len() - 1)
	m = b.Moment()
	if !strings.HasPrefix(m.Output, "b is at 0x7f") || len(m.Runtime.Slabs) != 0 || m.Runtime.Pointers[0].State != PointerFreed || m.Physical.Whole[264] != CellClearing {
		t.Errorf("at the end: output %q, %d slabs, pointers %+v, page 264 is %d", m.Output, len(m.Runtime.Slabs), m.Runtime.Pointers, m.Physical.Whole[264])
	}
}

// A moment depends on where the cursor stands and on nothing else: going back
// and jumping show what going forward showed.
func TestMomentsAreTheSameFromEverywhere(t *testing.T) {
	programs := []string{twoCalls, managedProgram, chunkProgram, "char *p; for (int i = 0; i < 3; i++) { cudaMalloc(&p, 9000 << i); cudaMemset(p, 1, 9000); cudaFree(p); } cudaFree(p);"}
	for _, name := range []string{"h200-r580", "textbook-ampere", "gh100-small"} {
		for _, source := range programs {
			run, b := recorded(t, name, source)
			texts := NewTexts()
			see := func(n uint32) *Scene {
				run.SeekCount(n)
				var s Scene
				s.Encode(b.Moment(), texts)
				return &s
			}
			var forward []*Scene
			for n := range run.Len() + 1 {
				forward = append(forward, see(n))
			}
			for n := int(run.Len()); n >= 0; n-- {
				if !see(uint32(n)).Equal(forward[n]) {
					t.Fatalf("%s: back at %d the picture differs", name, n)
				}
			}
			for n := uint32(0); n <= run.Len(); n += 5 {
				if k := n * 7 % (run.Len() + 1); !see(k).Equal(forward[k]) {
					t.Fatalf("%s: the picture at %d differs after a jump", name, k)
				}
			}
		}
	}
}

// Whoever asks who set something gets the event that did.
func TestWho(t *testing.T) {
	run, b := recorded(t, "h200-r580", twoCalls)
	run.Seek(run.Rows()[1].Last)
	tests := []struct {
		station Station
		kind    event.Kind
	}{
		{Station{PaneRuntime, PartCall, 0}, event.Call}, {Station{PaneRuntime, PartPointer, 0}, event.Return},
		{Station{PaneRuntime, PartPiece, 1}, event.HoleTake}, {Station{PanePhysical, PartPage, 264}, event.FrameRun},
		{Station{PaneTranslation, PartEntry, 0}, event.EntryRun},
	}
	for _, c := range tests {
		if e := b.Who(c.station); e == event.None || run.Event(e).Kind != c.kind {
			t.Errorf("station %v was set by event %d, want one of kind %v", c.station, e, c.kind)
		}
	}
	if e := b.Who(Station{PanePhysical, PartPage, 9000}); e != event.None {
		t.Errorf("page 9000 was never touched, but event %d is named", e)
	}
}
