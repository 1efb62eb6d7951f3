package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// stepOn runs the stepper on a program of lesson 1 and gives its lines.
func stepOn(t *testing.T, profile, program string, args []string, commands ...string) []string {
	t.Helper()
	args = append([]string{"step", "--gpu", profile, "../lessons/cudamalloc/" + program + ".cu"}, args...)
	status, out, err := callWith(strings.Join(commands, "\n")+"\n", args...)
	if status != 0 || err != "" {
		t.Fatalf("%v: status %d, %s", commands, status, err)
	}
	return strings.Split(strings.TrimSpace(out), "\n")
}

var atEvent = regexp.MustCompile(`^(\d+) (?:of|/) (\d+)`)

// Each act answers with one line that begins with the event's number.
func TestStepsForwardAndBack(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		lines := stepOn(t, "textbook-ampere", "three-acts", []string{"--lang", lang}, "n", "n", "p", "c", "C", "l", "l", "L", "g 5", "call 2", "line 5", "undo", "g 0", "p", "where")
		var at []string
		for _, line := range lines[1:] {
			if m := atEvent.FindStringSubmatch(line); m != nil {
				at = append(at, m[1])
			} else {
				at = append(at, "-")
			}
		}
		want := "1 2 1 44 0 44 56 44 5 57 62 57 0 - 0"
		if got := strings.Join(at, " "); got != want {
			t.Errorf("%s: %s, want %s\n%s", lang, got, want, strings.Join(lines, "\n"))
		}
	}
}

// Going through every event and back ends where it began, and each of them has
// a sentence.
func TestEveryEventForwardAndBack(t *testing.T) {
	const most = 200
	commands := append(slicesOf("n", most), slicesOf("p", most)...)
	lines := stepOn(t, "h200-r580", "two-calls", nil, commands...)
	n := 0
	for _, line := range lines[1:] {
		if strings.HasPrefix(line, fmt.Sprintf("%d of ", n+1)) && strings.Contains(line, ": ") {
			n++
		}
	}
	if want := atEvent.FindStringSubmatch(lines[1])[2]; fmt.Sprint(n) != want {
		t.Errorf("%d events were told, the run has %s", n, want)
	}
	if last := lines[len(lines)-1]; last != "This is the beginning." {
		t.Errorf("the last line is %q", last)
	}
}

func slicesOf(s string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = s
	}
	return list
}

// Questions are answered from the events, and mistakes are told.
func TestQuestionsOfTheStepper(t *testing.T) {
	tests := []struct {
		commands string // separated by ;
		want     string // in the last line
	}{
		{"c;why", "because of 1: "},
		{"c;who d_data", "of 71"},
		{"c;walk d_data", "is physical 0x0, in a page of 4 KiB."},
		{"c;walk 0x7f0000400000", "0x7f00 0040 0000"},
		{"walk d_data", "walk needs an address"},
		{"c;who chunk 0", "Nothing has changed chunk 0 so far."},
		{"c;who page 0", "of 71"},
		{"c;who cat 3", "cat is no object"},
		{"c;map", "67,104,768 bytes free, largest piece 65,011,712 bytes"},
		{"c;vars", "d_data = 0x7f00 0000 0000, 4 KiB live"},
		{"g 61;vars", "d_data = 0x7f00 0000 0000, freed"},
		{"vars", "No pointer holds an address yet."},
		{"next split;next split", "6 of 71"},
		{"next pmm.split;prev split", "There is no split in that direction."},
		{"next cats", "No kind of event is called cats"},
		{"g 999", "g needs a number from 0 to 71"},
		{"g 1.3", "48 of 71"},
		{"line 99", "No call was made on line 99."},
		{"line x", "line needs a number"},
		{"call 99", "call needs a row from 0 to 4"},
		{"output", "Nothing yet."},
		{"undo", "There is nothing to undo."},
		{"bogus", "There is no command bogus"},
		{"c;list", "6  cudaFree(d_data);"},
		{"help", "q"},
		{"fork", "fork needs a setting"},
		{"fork driver.fre=lazy", "did you mean driver.free"},
		{"fork driver.free=immediate;g 58;undo", "0 of "},
		{"l;l;l;fork driver.free=immediate", "58 of "},
		{"g 61;fork driver.free=immediate;undo", "61 of 71"},
		{"fork driver.trim=pressure", "0 of 71"},
	}
	for _, test := range tests {
		lines := stepOn(t, "textbook-ampere", "three-acts", nil, strings.Split(test.commands, ";")...)
		if last := lines[len(lines)-1]; !strings.Contains(last, test.want) {
			t.Errorf("%s: %q does not contain %q", test.commands, last, test.want)
		}
	}
}

// After a fork the events are those of the changed machine.
func TestForkFollowsTheChange(t *testing.T) {
	lines := stepOn(t, "textbook-ampere", "three-acts", nil, "g 61", "fork driver.free=immediate", "next merge")
	all := strings.Join(lines, "\n")
	if !strings.Contains(all, "event 58 is the first that differs") {
		t.Errorf("%s", all)
	}
	if strings.Contains(lines[len(lines)-1], "There is no") {
		t.Errorf("an immediate free does not merge: %s", all)
	}
}

// The three books of a driver that keeps what is freed, and of one that does
// not.
func TestUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "books.cu")
	source := "void *p[8];\nfor (int i = 0; i < 8; i++) cudaMalloc(&p[i], 8 << 20);\nfor (int i = 0; i < 8; i++) cudaFree(p[i]);\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ set, want string }{
		{"driver.free=lazy", "the program: 0 bytes (0 B)\nthe driver: 67,108,864 bytes (64 MiB)\nnvidia-smi: 67,108,864 bytes (64 MiB)"},
		{"driver.free=immediate", "the program: 0 bytes (0 B)\nthe driver: 0 bytes (0 B)\nnvidia-smi: 0 bytes (0 B)"},
	} {
		status, out, err := callWith("g 100000\nline 3\nl\nused\n", "step", "--gpu", "textbook-ampere", "--set", c.set, file)
		if status != 0 || !strings.HasSuffix(strings.TrimSpace(out), c.want) {
			t.Errorf("%s: %s%s", c.set, out, err)
		}
	}
}
