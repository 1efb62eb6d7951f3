package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Recorded or not, a run has the same rows, in every format.
func TestRowsAgreeAcrossFormats(t *testing.T) {
	files, _ := filepath.Glob("../lessons/*/*.cu")
	if len(files) < 10 {
		t.Fatalf("only %d scenarios", len(files))
	}
	for _, file := range files {
		if strings.Contains(file, "scenarios/thousand") {
			continue // a thousand refusals say no more than one
		}
		_, plain, _ := callWith("", "run", "--format", "csv", file)
		_, events, _ := callWith("", "run", "--format", "csv", "--events", file)
		if kept := withoutLines(events, "# "); kept != plain {
			t.Errorf("%s: rows with --events differ: %s", file, firstDifference(kept, plain))
		}
		rows, err := csv.NewReader(strings.NewReader(plain)).ReadAll()
		if err != nil || strings.Join(rows[0], ",") != "row,line,call,error,value,free_bytes,us,ioctls" {
			t.Fatalf("%s: %v, header %q", file, err, rows[0])
		}
		_, text, _ := callWith("", "run", "--format", "json", "--events", file)
		compareJSON(t, file, rows[1:], text)
	}
}

func withoutLines(s, prefix string) string {
	var kept strings.Builder
	for line := range strings.Lines(s) {
		if !strings.HasPrefix(line, prefix) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// compareJSON checks that each row stands in the JSON list, its transitions
// behind it, the first a call and the last a return.
func compareJSON(t *testing.T, file string, rows [][]string, text string) {
	t.Helper()
	var objects []map[string]any
	if err := json.Unmarshal([]byte(text), &objects); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	n, kinds := 0, []string{}
	closed := func() {
		if len(kinds) == 0 || kinds[0] != "program.call" || !strings.Contains(strings.Join(kinds, " "), "program.return") {
			t.Errorf("%s: row %d: transitions %v", file, n-1, kinds)
		}
	}
	for _, o := range objects {
		if kind, ok := o["kind"]; ok {
			kinds = append(kinds, kind.(string))
			if o["sentence"] == "" || o["point"] == "" {
				t.Errorf("%s: event without words: %v", file, o)
			}
			continue
		}
		if n > 0 {
			closed()
		}
		kinds = kinds[:0]
		if n >= len(rows) || o["call"] != rows[n][2] || o["error"] != rows[n][3] || o["value"] != rows[n][4] {
			t.Errorf("%s: row %d differs: %v", file, n, o)
		}
		n++
	}
	if n > 0 {
		closed()
	}
	if n != len(rows) {
		t.Errorf("%s: %d rows as JSON, %d as CSV", file, n, len(rows))
	}
}

func TestFlagsWinOverTheHeader(t *testing.T) {
	const program = "// pagewalk: gpu=textbook-ampere set=driver.free=immediate\nchar *p; cudaMalloc(&p, 4096); cudaFree(p);\n"
	for _, test := range []struct {
		args []string
		trip string
	}{
		{nil, "UNREGISTER_VIDMEM;UVM_FREE;RM_FREE"},
		{[]string{"--set", "driver.free=lazy"}, ",RM_FREE"},
	} {
		_, out, err := callWith(program, append([]string{"run", "--format", "csv", "-"}, test.args...)...)
		if !strings.Contains(out, test.trip) {
			t.Errorf("%v: %s %s", test.args, out, err)
		}
	}
}

// What a program prints comes before the table, and elsewhere as csv.
func TestOutputOfThePrograms(t *testing.T) {
	const program = "printf(\"no line break\");"
	if _, out, _ := callWith(program, "run", "-"); !strings.HasPrefix(out, "no line break\n") {
		t.Errorf("text: %q", out)
	}
	for _, format := range []string{"csv", "json"} {
		_, out, err := callWith(program, "run", "--format", format, "-")
		if strings.Contains(out, "break") || err != "no line break" {
			t.Errorf("%s: %q, %q", format, out, err)
		}
	}
}

// launch is the configuration of a kernel.
var launch = regexp.MustCompile(`<<<[^;]*>>>\(`)

// Every scenario of the lessons becomes a program that a C++ compiler accepts,
// with the header copied in and with the header included.
func TestExportedProgramsCompile(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("g++ is missing: apt-get install g++")
	}
	files, _ := filepath.Glob("../lessons/*/*.cu")
	dir := t.TempDir()
	var all []string
	for _, file := range files {
		for _, how := range [][]string{nil, {"--include"}} {
			status, out, err := callWith("", append(append([]string{"export"}, how...), file)...)
			if status != 0 {
				t.Fatalf("%s: %s", file, err)
			}
			name := filepath.Join(dir, strings.ReplaceAll(strings.TrimPrefix(file, "../lessons/"), "/", "-")+strings.Join(how, "")+".cpp")
			out = launch.ReplaceAllString(out, "(") // g++ sees a launch as a call
			if err := os.WriteFile(name, []byte(out), 0o644); err != nil {
				t.Fatal(err)
			}
			all = append(all, name)
		}
	}
	args := append([]string{"-std=c++20", "-fsyntax-only", "-Wall", "-Wno-unused", "-Werror", "-Itestdata/cuda", "-I../lessons"}, all...)
	if out, err := exec.Command("g++", args...).CombinedOutput(); err != nil {
		t.Errorf("g++: %v\n%s", err, out)
	}
	if _, out, _ := callWith("", "export", "--header"); !strings.Contains(out, "pw_chase") {
		t.Error("--header does not print the header")
	}
}

// A run that met a bound says which, with the bound's number and not another.
func TestRunBound(t *testing.T) {
	program := "__global__ void k(int *p) { }\nk<<<2147483647, 1024>>>(nullptr);\n"
	for _, flags := range [][]string{nil, {"--events"}, {"--format", "csv"}} {
		status, _, err := callWith(program, append(append([]string{"run", "--gpu", "gh100-small"}, flags...), "-")...)
		if status != 1 || !strings.Contains(err, "limit-threads (4194304)") || !strings.Contains(err, "The launch has 2,199,023,254,528 threads; 4,194,304 can be run here.") {
			t.Errorf("%v: status %d, %q", flags, status, err)
		}
	}
}

// Histories are told from texts by their head, comment lines before it or not.
func TestHistoryKinds(t *testing.T) {
	tests := []struct{ head, want string }{
		{"op,id,size\n", "a list of operations"}, {"# torch 2.11.0\nop,id,size,ptr,ok,reserved,allocated\na,0,504,1,1,2,3\n", "PyTorch's allocator"},
		{"\x80\x04x", "a pickle"}, {"Thread,Time,Action,Pointer,Size,Stream\n", "RMM"}, {"# nothing\n# more", ""}, {"CUDA out of memory\n", ""},
	}
	for _, x := range tests {
		if got := historyKind([]byte(x.head)); got != x.want && (x.want == "" || !strings.Contains(got, x.want)) {
			t.Errorf("%q: %q, want %q", x.head, got, x.want)
		}
	}
}
