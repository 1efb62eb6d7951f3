package simt_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

var update = flag.Bool("update", false, "write the expected outputs again")

// run compiles a program and runs it on a fresh machine.
func run(t testing.TB, source, gpu string) (*machine.Machine, *scenario.Outcome, string) {
	t.Helper()
	p, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
	for _, d := range diagnostics {
		if !d.Warning() {
			t.Fatal(scenario.Render([]byte(source), d, "en"))
		}
	}
	m := machine.New(profile.Get(gpu), 1)
	var out strings.Builder
	o := scenario.RunOn(m, p, scenario.RunOptions{Seed: 1, Output: func(_ uint8, text []byte) { out.Write(text) }})
	if broken := m.Check(); broken != "" {
		t.Error(broken)
	}
	return m, o, out.String()
}

// TestPrograms: programs of tutorials run as printed, on a textbook card and on
// a measured one, and print what they print there. Those in styles are written
// as different authors write.
func TestPrograms(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.cu")
	styles, _ := filepath.Glob("testdata/styles/*.cu")
	files = append(files, styles...)
	if len(files) < 20 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cu"), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, gpu := range []string{"textbook-ampere", "h200-r580"} {
				_, o, got := run(t, string(source), gpu)
				if o.Status.Why != scenario.Done || o.Status.ExitCode != 0 {
					t.Errorf("%s: ended with %v, code %d: %s", gpu, o.Status.Why, o.Status.ExitCode, o.Status.Diagnostic.Text("en"))
				}
				for i := range o.Rows {
					if r := &o.Rows[i]; r.Code != target.Success {
						t.Logf("%s: line %d: %s: %s", gpu, r.Call.Line, r.Call.Op, r.Code.Name())
					}
				}
				name := strings.TrimSuffix(file, ".cu") + ".txt"
				if *update && gpu == "textbook-ampere" {
					os.WriteFile(name, []byte(got), 0o644)
				}
				if want, _ := os.ReadFile(name); string(want) != got {
					t.Errorf("%s prints\n%s\nwant\n%s", gpu, got, want)
				}
			}
		})
	}
}
