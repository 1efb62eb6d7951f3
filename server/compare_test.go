package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// What the simulated H200 still does otherwise than the real one, by program.
// Everything else agrees in calls, errors, values, addresses, free memory and
// ioctls.
var knownDifferences = map[string]string{
	"mistakes":      "neighbour",        // 64 MiB above the first slab lies the context's own memory
	"after-a-fault": "other-trips",      // a reset's own trips
	"reset":         "other-trips",      // a reset's own trips, and where the next context lies
	"copy":          "kept-free-memory", // its first line names a textbook machine
}

// TestRecordedOnCard: the simulated machine beside each run that was recorded on
// a real H200.
func TestRecordedOnCard(t *testing.T) {
	files, err := filepath.Glob("../lessons/recordings/*.jsonl.gz")
	if err != nil || len(files) < 25 {
		t.Fatalf("%d recordings, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		t.Run(name, func(t *testing.T) {
			status, out, errors := callWith("", "compare", "--strict", "--format", "json", "sim", file)
			var report compareObject
			if err := json.Unmarshal([]byte(out), &report); err != nil {
				t.Fatalf("status %d, %s: %v", status, errors, err)
			}
			known := knownDifferences[name]
			if known == "" && (status != 0 || !report.Agrees) {
				t.Errorf("status %d, the runs part: %+v", status, report.Differences)
			}
			if known != "" && (status != 1 || !strings.Contains(out, known)) {
				t.Errorf("status %d: the known difference %q is gone; take it off the list", status, known)
			}
			for _, d := range report.Differences {
				if d.Rule == "unexplained" {
					t.Errorf("rows %d and %d differ in %s: %s, %s", d.RowA, d.RowB, d.Column, d.A, d.B)
				}
			}
		})
	}
}

func TestCompareText(t *testing.T) {
	file := "../lessons/recordings/slab-pinning.jsonl.gz"
	status, out, errors := callWith("", "compare", file, file)
	for _, want := range []string{"NVIDIA H200, driver 580.159.04", "calls              132    132  –", "Median of B's time by A's: "} {
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("status %d, %q missing in %s%s", status, want, out, errors)
		}
	}
	status, out, _ = callWith("", "compare", "--strict", "--lang", "zh", "--gpu", "textbook-ampere", "sim", file)
	if status != 1 || !strings.Contains(out, "空闲内存") {
		t.Errorf("status %d, %s", status, out)
	}
}

func TestCompareRefuses(t *testing.T) {
	tests := []struct{ args, want string }{
		{"compare sim", "expected two runs"},
		{"compare sim sim", "need a program"},
		{"compare sim nowhere.jsonl", "nowhere.jsonl"},
		{"compare sim ../lessons/play/holes.cu", "line 1: expected a header"},
		{"compare --lang fr sim sim", "expected en or zh"},
	}
	for _, x := range tests {
		status, out, errors := callWith("", strings.Fields(x.args)...)
		if status != 2 || out != "" || !strings.Contains(errors, x.want) {
			t.Errorf("%s: status %d, %q, %q", x.args, status, out, errors)
		}
	}
}
