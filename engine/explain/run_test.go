package explain_test

import (
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/timeline"
)

// program uses every part of the runtime once.
const program = `
char *a, *b, *c;
printf("begin\n");
cudaMalloc((void**)&a, 5000);
cudaMalloc((void**)&b, 6 << 20);
cudaMemset(b, 7, 3 << 20);
pw_touch(a, 4096, 512);
cudaFree(a + 16);
cudaFree(a);
cudaFree(a);
cudaStream_t s;
cudaStreamCreate(&s);
cudaMallocAsync((void**)&c, 1 << 20, s);
cudaFreeAsync(c, s);
cudaStreamSynchronize(s);
cudaMalloc((void**)&c, (size_t)1 << 50);
cudaFree(b);
pw_touch(b, 16, 4);
cudaMalloc((void**)&c, 1);
`

// TestRun says every event of a whole run in both languages, on every profile:
// no place of a pattern stays open, and no event needs more than two sentences
// beside what a name contains.
func TestRun(t *testing.T) {
	compiled, problems := scenario.Compile([]byte(program), scenario.Options{})
	if compiled == nil {
		t.Fatal(problems)
	}
	for _, p := range profile.List() {
		t.Run(p.Name, func(t *testing.T) {
			vm := scenario.NewVM(compiled, 1)
			run := timeline.New(machine.New(p, 1), vm, vm, 1, p.Limits.Events)
			for i := 0; i < 1000 && !run.Step(10_000); i++ {
			}
			if run.Len() < 40 {
				t.Fatalf("only %d events: %s", run.Len(), explain.Why(explain.EN, run.Why()))
			}
			kinds := map[event.Kind]bool{}
			for i := range run.Len() {
				e := run.Event(i)
				kinds[e.Kind] = true
				for lang := range explain.Langs {
					check(t, e, explain.Sentence(lang, e, explain.Bare{Machine: p}))
				}
			}
			if len(kinds) < 12 {
				t.Errorf("only %d kinds of events", len(kinds))
			}
		})
	}
}

func check(t *testing.T, e *event.Event, s string) {
	t.Helper()
	info, _ := event.InfoOf(e.Kind)
	switch {
	case s == "", strings.ContainsAny(s, "{}"), strings.Contains(s, "%!"):
		t.Errorf("%s: %q", info.Name, s)
	case strings.Count(s, ". ")+strings.Count(s, "。") > 3:
		t.Errorf("%s is long: %q", info.Name, s)
	}
}
