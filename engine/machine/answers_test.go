package machine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
)

// TestAnswersOfTheAPI plays programs that a real H200 answered through the
// runtime of CUDA 13.0 and compares every line that they print: the name of the
// error of each call, right and wrong, and the values.
func TestAnswersOfTheAPI(t *testing.T) {
	names, _ := filepath.Glob("testdata/api/*.cu")
	if len(names) < 30 {
		t.Fatalf("%d programs", len(names))
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".cu"), func(t *testing.T) {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			recorded, err := os.ReadFile(strings.TrimSuffix(name, ".cu") + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			answers(t, string(source), strings.Split(strings.TrimSuffix(string(recorded), "\n"), "\n"))
		})
	}
}

func answers(t *testing.T, source string, want []string) {
	program, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
	if program == nil {
		t.Fatal(diagnostics[0].Line, diagnostics[0].Text("en"))
	}
	var printed strings.Builder
	out := scenario.RunOn(New(profile.Get("h200-r580"), 0), program, scenario.RunOptions{
		Output: func(_ uint8, text []byte) { printed.Write(text) }, Row: func(*scenario.Row) {},
	})
	if out.Status.Why != scenario.Done {
		t.Errorf("ends with %s", out.Status.Diagnostic.Text("en"))
	}
	got := strings.Split(strings.TrimSuffix(printed.String(), "\n"), "\n")
	if len(got) != len(want) {
		t.Errorf("%d lines, the card printed %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("line %d: %s, the card %s", i+1, got[i], want[i])
		}
	}
}
