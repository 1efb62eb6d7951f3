package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	recorded "pagewalk/server/recording"
)

// TestRecordedOnCard: the simulated machine beside each run that was recorded on
// a real H200. They agree in calls, errors, values, addresses, free memory and
// ioctls.
func TestRecordedOnCard(t *testing.T) {
	files, err := filepath.Glob("../lessons/recordings/*.jsonl.gz")
	more, _ := filepath.Glob("testdata/recorded/*.jsonl.gz") // of resets, and of what lies beside a block
	if err != nil || len(files) < 25 || len(more) < 13 {
		t.Fatalf("%d and %d recordings, %v", len(files), len(more), err)
	}
	files = append(files, more...)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		t.Run(name, func(t *testing.T) {
			status, out, errors := callWith("", "compare", "--strict", "--format", "json", "sim", file)
			var report compareObject
			if err := json.Unmarshal([]byte(out), &report); err != nil {
				t.Fatalf("status %d, %s: %v", status, errors, err)
			}
			if status != 0 || !report.Agrees {
				t.Errorf("status %d, the runs part: %+v", status, report.Differences)
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

// Beside a run on a real card, sim is that card; beside a simulated one its
// machine; a choice of the user's goes before both.
func TestCompareTakesTheCard(t *testing.T) {
	file := "../lessons/recordings/copy.jsonl.gz" // its first line names a textbook machine
	for gpu, want := range map[string]string{"": "A: h200-r580\n", "--gpu textbook-ampere ": "A: textbook-ampere\n"} {
		if _, out, _ := callWith("", strings.Fields("compare "+gpu+"sim "+file)...); !strings.HasPrefix(out, want) {
			t.Errorf("%q: %s", gpu, out)
		}
	}
	for _, x := range []struct {
		header recorded.Header
		other  string
		want   string
	}{
		{recorded.Header{Kind: "native", Card: "NVIDIA H200"}, "file", "h200-r580"},
		{recorded.Header{Kind: "native", Card: "NVIDIA A100-SXM4-80GB"}, "file", defaultProfile},
		{recorded.Header{Kind: "simulated", Card: "gh100", Profile: "gh100"}, "file", "gh100"},
		{recorded.Header{Kind: "simulated", Card: "mine"}, "file", ""},
		{recorded.Header{}, "native", defaultProfile},
	} {
		if got := cardOf(&x.header, x.other); got != x.want {
			t.Errorf("%+v beside %s: %q, want %q", x.header, x.other, got, x.want)
		}
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
