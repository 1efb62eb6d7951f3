package condition

import (
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/timeline"
)

// play records a program.
func play(t *testing.T, profileName, source string) *Run {
	t.Helper()
	p, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
	if p == nil {
		t.Fatal(diagnostics)
	}
	m := machine.New(profile.Get(profileName), 0)
	vm := scenario.NewVM(p, 0)
	run := timeline.New(m, vm, vm, 0, 0)
	for !run.Step(1_000_000) {
	}
	return &Run{Run: run, Machine: m, Pointers: func(yield func(string, uint64)) {
		vm.Pointers(func(name string, value uint64, _ uint32) { yield(name, value) })
	}}
}

const twoBlocks = `char *a, *b;
cudaMalloc(&a, 4096);
cudaMalloc(&b, 4096);
pw_checkpoint("both, live");
pw_touch(a, 4096, 4096);
cudaFree(a);
cudaFree(b);
cudaFree(b);
`

func TestMeasures(t *testing.T) {
	runs := map[string]*Run{"h200-r580": play(t, "h200-r580", twoBlocks), "textbook-ampere": play(t, "textbook-ampere", twoBlocks)}
	tests := []struct {
		profile, text string
		met           bool
	}{
		{"h200-r580", "ioctls(line 2)==4 && ioctls(line 3)==0 && ioctls(line 7)==3", true},
		{"h200-r580", "ioctls(all)==7", true},
		{"h200-r580", "ioctls(cudaMalloc)==4 && ioctls(cudaFree)==3", true},
		{"h200-r580", "count(cudaMalloc)==2 && count(cudaFree, line 6)==1", true},
		{"h200-r580", "count(cuda.hole-take)==2 && count(hole-take, line 3)==1", true},
		{"h200-r580", "count(split)!=0", false},
		{"h200-r580", "free(start)-free(line 2)==2097152", true},
		{"h200-r580", "free(end)==free(start) && free(line 6)<free(start)", true},
		{"h200-r580", `free("both, live")==free(line 3)`, true},
		{"h200-r580", "peak(used)==2097152", true},
		{"h200-r580", `live(start)==0 && live("both, live")==2 && live(line 6)==1 && live(end)==0`, true},
		{"h200-r580", "b-a==4096", true},
		{"h200-r580", "same(line 2, line 3)", false},
		{"h200-r580", "same(a, line 2) && same(a, a)", true},
		{"h200-r580", "error(line 8)==cudaErrorInvalidValue && error(line 7)==cudaSuccess", true},
		{"h200-r580", "reads(line 5)==5 && reads(all)>=5", true},
		{"h200-r580", "ioctls(line 2)==3 || ioctls(line 2)==4", true},
		{"h200-r580", "ioctls(line 2)==4 && (ioctls(line 3)==1 || ioctls(line 3)==2)", false},
		{"textbook-ampere", "count(split, line 2)==9 && count(entry, line 2)==5 && count(merge)==0", true},
		{"textbook-ampere", "largest_hole(start)==67108864 && largest_hole(end)<67108864", true},
		{"textbook-ampere", "ioctls(line 2)>4", false},
	}
	for _, test := range tests {
		c, err := Parse(test.text)
		if err != nil {
			t.Fatal(err)
		}
		r := runs[test.profile]
		at := r.Run.Cursor()
		out := c.Check(r)
		if out.Met != test.met || out.Unknown != "" {
			t.Errorf("%s: %s: met %v, unknown %q, parts %+v", test.profile, test.text, out.Met, out.Unknown, out.Parts)
		}
		if r.Run.Cursor() != at {
			t.Errorf("%s: the cursor moved", test.text)
		}
	}
}

// The deciding event is one that the condition is about.
func TestDecidingEvents(t *testing.T) {
	tests := []struct {
		profile, text string
		line          uint32
		kind          event.Kind
	}{
		{"h200-r580", "ioctls(line 2)==4", 2, event.Ioctl},
		{"h200-r580", "ioctls(line 3)==0", 3, event.Return},
		{"h200-r580", "free(start)-free(line 2)==2097152", 2, event.Ioctl},
		{"h200-r580", "free(line 6)<free(start)", 6, event.HoleGive},
		{"h200-r580", "b-a==4096", 3, event.HoleTake},
		{"textbook-ampere", "count(split, line 2)==9", 2, event.ChunkSplit},
		{"textbook-ampere", "error(line 8)==cudaErrorInvalidValue", 8, event.Return},
		{"textbook-ampere", "ioctls(line 2)==5 && count(split, line 3)==9", 2, event.Ioctl}, // the first that is not met
	}
	for _, test := range tests {
		r := play(t, test.profile, twoBlocks)
		c, err := Parse(test.text)
		if err != nil {
			t.Fatal(err)
		}
		out := c.Check(r)
		e := out.Decides()
		if e == event.None {
			t.Errorf("%s: nothing decides it", test.text)
			continue
		}
		if line, kind := r.Run.LineOf(e), r.Run.Event(e).Kind; line != test.line || kind != test.kind {
			t.Errorf("%s: decided on line %d by %s, want line %d and %s", test.text, line, kind, test.line, test.kind)
		}
	}
}

// What a run does not have is named, and the condition is not met.
func TestUnknownNames(t *testing.T) {
	r := play(t, "textbook-ampere", twoBlocks)
	for text, unknown := range map[string]string{
		"c-a==4096":                "c",
		"free(line 99)==0":         "free(line 99)",
		`free("elsewhere")==0`:     `free("elsewhere")`,
		"count(cats)==0":           "count(cats)",
		"count(split, nowhere)==0": "count(split, nowhere)",
		"error(line 99)==0":        "error(line 99)",
		"peak(reserved)==0":        "peak(reserved)",
		"same(line 2)==0":          "same(line 2)",
	} {
		c, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if out := c.Check(r); out.Unknown != unknown || out.Met {
			t.Errorf("%s: unknown %q, met %v", text, out.Unknown, out.Met)
		}
	}
}

func TestMistakesHaveAPlace(t *testing.T) {
	tests := []struct {
		text, said string
		at         int
	}{
		{"", "expected a number", 0},
		{"ioctls(all)", "", 0},
		{"4096", "expected a comparison", 4},
		{"a==", "expected a number", 3},
		{"a==1 &&", "expected a number", 7},
		{"a==1)", "expected the end", 4},
		{"(a==1", "expected )", 5},
		{"cats(all)==1", "unknown measure cats", 0},
		{"free(start==1", "expected )", 13},
		{"1+(a==2)==3", "a comparison is no number", 8},
		{"99999999999999999999==1", "not a number", 20},
		{strings.Repeat("(", 60) + "1==1", "nested too deep", 51},
		{strings.Repeat("a", 5000), "longer than", 0},
	}
	for _, test := range tests {
		_, err := Parse(test.text)
		if test.said == "" {
			if err != nil {
				t.Errorf("%s: %v", test.text, err)
			}
			continue
		}
		m, ok := err.(*Mistake)
		if !ok || !strings.Contains(m.Text, test.said) || m.At != test.at {
			t.Errorf("%.40q: %v, want %q at %d", test.text, err, test.said, test.at)
		}
	}
}
