package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestCalibrateCommand: the twin of the H200, measured, gives a profile that
// plays like it.
func TestCalibrateCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.json")
	var out, notes bytes.Buffer
	env := &environment{in: strings.NewReader(""), out: &out, err: &notes}
	if status := run(env, []string{"calibrate", "--gpu", "h200-r580", "--out", file, "--name", "mine"}); status != 0 {
		t.Fatalf("status %d: %s", status, notes.String())
	}
	for _, want := range []string{"size of a slab", "2,097,152", "inconclusive"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	rows := func(gpu string) string {
		out.Reset()
		env.in = strings.NewReader("op,id,size\na,0,100\na,1,3000000\na,2,200000000000\nf,0,\nf,1,\n")
		if status := run(env, []string{"replay", "--gpu", gpu, "-"}); status != 0 {
			t.Fatalf("status %d: %s", status, notes.String())
		}
		return out.String()
	}
	addresses := func(text string) string {
		var b strings.Builder
		for line := range strings.Lines(text) {
			b.WriteString(strings.Join(strings.Split(line, ",")[:6], ",") + "\n")
		}
		return b.String()
	}
	if a, b := addresses(rows(file)), addresses(rows("h200-r580")); a != b {
		t.Errorf("the calibrated profile gives\n%s\nthe twin\n%s", a, b)
	}
}

// TestCalibrateProblems: bad input is one line and status 2.
func TestCalibrateProblems(t *testing.T) {
	for _, x := range []struct{ args, want string }{
		{"calibrate extra", "expected no arguments"}, {"calibrate --base nothing", "--base"}, {"calibrate --gpu nothing", "expected a profile file or one of"},
		{"gpus calibrate_test.go", "expected a profile file {"},
	} {
		var out, notes bytes.Buffer
		env := &environment{in: strings.NewReader(""), out: &out, err: &notes}
		if status := run(env, strings.Fields(x.args)); status != 2 || !strings.Contains(notes.String(), x.want) {
			t.Errorf("%s: status %d, %q", x.args, status, notes.String())
		}
	}
}
