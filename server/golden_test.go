package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// callWith runs the program with standard input.
func callWith(in string, args ...string) (status int, out, err string) {
	var o, e bytes.Buffer
	status = run(&environment{in: strings.NewReader(in), out: &o, err: &e}, args)
	return status, o.String(), e.String()
}

// golden compares a text with a file of testdata/golden.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from its golden file (go test ./server -update writes it anew)\n%s", name, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %q\nwant %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// What commands print, whole: standard output, standard error and status.
func TestGolden(t *testing.T) {
	acts, calls := "../lessons/cudamalloc/three-acts.cu", "../lessons/cudamalloc/two-calls.cu"
	tests := []struct {
		name string
		in   string
		args string
	}{
		{"run-text", "", "run --gpu textbook-ampere " + acts},
		{"run-text-zh", "", "run --gpu textbook-ampere --lang zh ../lessons/play/mistakes.cu"},
		{"run-csv", "", "run --gpu h200-r580 --format csv " + calls},
		{"run-csv-textbook", "", "run --gpu textbook-ampere --format csv " + acts},
		{"run-json", "", "run --gpu textbook-ampere --format json ../lessons/play/one-byte.cu"},
		{"run-header", "", "run --format csv ../lessons/scenarios/copy.cu"},
		{"run-full", "", "run testdata/scenarios/full.cu"},
		{"run-syntax", "", "run testdata/scenarios/syntax.cu"},
		{"run-syntax-zh", "", "run --lang zh testdata/scenarios/syntax.cu"},
		{"run-wild", "", "run testdata/scenarios/wild.cu"},
		{"run-assertion", "", "run testdata/scenarios/assertion.cu"},
		{"run-stdin", "char *p; cudaMalloc(&p, 1);", "run --gpu textbook-volta --format csv -"},
		{"mmu-formats", "", "mmu formats"},
		{"mmu-decode", "", "mmu decode hopper PDE0 0x0000000002100061 0"},
		{"mmu-decode-dual", "", "mmu decode hopper PDE0 0 0x0000000020e05002"},
		{"mmu-encode", "", "mmu encode hopper PDE0 state=leaf address=0x21000000"},
		{"mmu-encode-dual", "", "mmu encode hopper PDE0 address=0x20e04000 small-address=0x20e05000"},
		{"mmu-walk", "", "mmu walk --format ampere 0x7f1235e01234"},
		{"mmu-walk-2m", "", "mmu walk --format v3 --page 2MiB --lang zh 0x7f1235e01234"},
		{"mmu-compare", "", "mmu compare 0x7F12346ABCDE"},
		{"mmu-compare-run", "", "mmu compare --lang zh --gpu h200-r580 --at 1 --run " + calls},
		{"mmu-compare-far", "", "mmu compare --format blackwell 0x1007F1220000000"},
		{"mmu-dump", "", "mmu dump --gpu textbook-ampere --at 0 --run " + calls},
		{"tlb", "", "tlb --gpu textbook-ampere --stride-mib 2 --pages 1,8,9,32,33,100"},
		{"export-bare", "", "export --include " + acts},
		{"export-helper", "", "export --include ../lessons/scenarios/helper.cu"},
		{"export-thousand", "", "export --include ../lessons/scenarios/thousand.cu"},
		{"lessons-list", "", "lessons list"},
		{"lessons-list-zh", "", "lessons list --lang zh"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, out, err := callWith(test.in, strings.Fields(test.args)...)
			text := fmt.Sprintf("$ pagewalk %s\n%s", test.args, out)
			if err != "" {
				text += "--- standard error\n" + err
			}
			golden(t, test.name, fmt.Sprintf("%s--- status %d\n", text, status))
		})
	}
}

// Every mistake of the caller is status 2 and one line that says what was
// found and what was expected; help is status 0 and has an example.
func TestMistakes(t *testing.T) {
	tests := []struct{ args, said string }{
		{"run", "expected one scenario file"},
		{"run nowhere.cu", "no such file"},
		{"run --nonsense x.cu", "flag provided but not defined"},
		{"run --gpu h201 ../lessons/play/holes.cu", "expected a profile file or one of textbook-ampere"},
		{"run --set driver.fre=lazy ../lessons/play/holes.cu", "did you mean driver.free"},
		{"run --format xml ../lessons/play/holes.cu", "expected text, csv or json"},
		{"run --lang fr ../lessons/play/holes.cu", "expected en or zh"},
		{"run --target recorded:nowhere.jsonl ../lessons/play/holes.cu", "nowhere.jsonl"},
		{"run --target recorded:../lessons/play/holes.cu ../lessons/play/holes.cu", "line 1: expected a header"},
		{"run --record nowhere/x ../lessons/play/holes.cu", "nowhere/x"},
		{"run --events --record x ../lessons/play/holes.cu", "only the simulated machine has transitions"},
		{"run --target gpu ../lessons/play/holes.cu", "expected sim, native or recorded"},
		{"run testdata/scenarios/header.cu", `header.cu:1: header: found "seeds=3"`},
		{"run testdata/scenarios/setting.cu", "did you mean driver.free"},
		{"step -", "standard input is for commands"},
		{"step nowhere.cu", "no such file"},
		{"learn 99", "expected a number from 1 to 18"},
		{"learn gate", "is not there yet"},
		{"lessons", "expected list, or check"},
		{"lessons check nothing", "expected a number from 1 to 18"},
		{"open", "expected one file"},
		{"open nowhere.txt", "no such file"},
		{"open --format xml -", `--format: found "xml", expected text or json`},
		{"replay --format text -", `--format: found "text", expected csv or json`},
		{"replay", "expected one file of operations"},
		{"compare --format csv sim sim", `--format: found "csv", expected text or json`},
		{"gpus --format csv", `--format: found "csv", expected text or json`},
		{"gpus gh100 gh100", "expected at most one name"},
		{"open golden_test.go", "Nothing about memory"},
		{"mmu", "expected formats, decode"},
		{"mmu decode hopper PDE9 1", "expected one of PDE4"},
		{"mmu decode hoper PDE0 1", "expected a generation"},
		{"mmu decode hopper PTE_4K 1 2", "has 8 bytes, found two words"},
		{"mmu decode hopper PDE0 zz", "expected a number"},
		{"mmu encode hopper PTE_4K address=0x123", "cannot say that"},
		{"mmu encode hopper PTE_4K colour=red", "unknown key"},
		{"mmu walk --page 3MiB 0x1000", "expected one of 4KiB"},
		{"mmu walk --format textbook-4 0xffffffffffffffff", "has 64 bits"},
		{"mmu walk --run ../lessons/play/holes.cu --at x 0x1000", "expected ROW.ORDINAL"},
		{"mmu walk --at 0.1 0x1000", "expected --run"},
		{"mmu dump", "expected --run"},
		{"tlb --pages 3", "--stride-mib: found 0"},
		{"tlb --stride-mib 2", "--pages: found"},
		{"tlb --stride-mib 2 --pages 1,x", "--pages: found \"x\""},
		{"tlb --stride-mib 2 --pages 1 --sm 500", "--sm: found 500"},
		{"export", "expected one scenario file"},
		{"bench --only zork", "no benchmark has"},
	}
	for _, test := range tests {
		status, out, err := callWith("", strings.Fields(test.args)...)
		if status != 2 || !strings.Contains(err, test.said) || out != "" {
			t.Errorf("pagewalk %s: status %d, said %q, printed %q", test.args, status, err, out)
		}
		if strings.Count(err, "\n") != 1 {
			t.Errorf("pagewalk %s: a mistake is told in one line, got %q", test.args, err)
		}
	}
	for _, c := range commands() {
		status, out, _ := callWith("", c.name, "--help")
		if status != 0 || !strings.Contains(out, "example: ") || !strings.Contains(out, c.summary) {
			t.Errorf("pagewalk %s --help: status %d, %q", c.name, status, out)
		}
	}
}

func TestEndingsOfRuns(t *testing.T) {
	tests := []struct {
		file   string
		status int
		said   string
	}{
		{"testdata/scenarios/full.cu", 0, ""},
		{"../lessons/play/mistakes.cu", 0, ""},
		{"testdata/scenarios/endless.cu", 1, "20000000"},
		{"testdata/scenarios/assertion.cu", 1, "assertion.cu:4:"},
		{"testdata/scenarios/wild.cu", 1, "wild.cu:4:"},
		{"testdata/scenarios/syntax.cu", 2, "syntax.cu:2:1:"},
	}
	for _, test := range tests {
		for _, args := range [][]string{{"run", test.file}, {"run", "--events", "--format", "json", test.file}} {
			status, _, err := callWith("", args...)
			if status != test.status || !strings.Contains(err, test.said) {
				t.Errorf("pagewalk %q: status %d, want %d; said %q", args, status, test.status, err)
			}
		}
	}
}
