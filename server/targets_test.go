package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pagewalk/engine/native"
)

// A recorded run answers its own program with the same rows, and no other.
func TestRecordAndReplay(t *testing.T) {
	for _, name := range []string{"run.jsonl", "run.jsonl.gz"} {
		file := filepath.Join(t.TempDir(), name)
		status, first, errors := callWith("", "run", "--format", "csv", "--record", file, "../lessons/cudamalloc/three-acts.cu")
		if status != 0 {
			t.Fatal(errors)
		}
		status, second, errors := callWith("", "run", "--format", "csv", "--target", "recorded:"+file, "../lessons/cudamalloc/three-acts.cu")
		if status != 0 || first != second {
			t.Errorf("%s: status %d %s\n%s", name, status, errors, firstDifference(second, first))
		}
		status, _, errors = callWith("", "run", "--target", "recorded:"+file, "../lessons/play/holes.cu")
		if status != 1 || !strings.Contains(errors, "diverged") {
			t.Errorf("%s: another program: status %d, %s", name, status, errors)
		}
	}
}

// Without a card the program says what is missing, with status 1.
func TestNativeWithoutCard(t *testing.T) {
	t.Setenv(native.LibraryVariable, "/nowhere/libcuda.so.1")
	status, out, errors := callWith("", "run", "--target", "native", "../lessons/play/holes.cu")
	if status != 1 || out != "" || !strings.Contains(errors, "without cgo") && !strings.Contains(errors, "no NVIDIA driver") && !strings.Contains(errors, "process that was to hold the card") {
		t.Errorf("status %d, %q, %q", status, out, errors)
	}
}

// TestMain lets children of this program hold a card, as main does.
func TestMain(m *testing.M) {
	native.ServeIfChild()
	os.Exit(m.Run())
}
