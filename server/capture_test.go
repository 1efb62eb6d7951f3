package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	recorded "pagewalk/server/recording"
)

// buildCaptured builds the program to be watched and the library that it
// believes to be the driver's.
func buildCaptured(t *testing.T) (program, linked, library string) {
	t.Helper()
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("the program to be watched needs a C compiler: there is no cc")
	}
	folder := t.TempDir()
	program, linked, library = filepath.Join(folder, "program"), filepath.Join(folder, "linked"), filepath.Join(folder, "libstandin.so")
	for _, args := range [][]string{
		{"-std=gnu11", "-shared", "-fPIC", "-o", library, "../engine/native/testdata/standin.c", "-ldl", "-lpthread"},
		{"-o", program, "testdata/captured.c", "-ldl", "-lpthread"},
		{"-DLINKED", "-o", linked, "testdata/captured.c", "-L" + folder, "-lstandin", "-Wl,-rpath," + folder, "-ldl", "-lpthread"},
	} {
		if args[1] == program {
			args = append([]string{"-Wl,--unresolved-symbols=ignore-all"}, args...)
		}
		if text, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", args, text)
		}
	}
	return program, linked, library
}

// TestCapture: however the program finds the driver's functions, its calls are
// seen with their ioctls, those of its other thread too, and simulated.
func TestCapture(t *testing.T) {
	program, linked, library := buildCaptured(t)
	for _, way := range [][]string{{linked, "linked"}, {program, "symbols", library}, {program, "addresses", library}} {
		t.Run(way[1], func(t *testing.T) {
			record := filepath.Join(t.TempDir(), "calls.jsonl")
			var out, notes bytes.Buffer
			env := &environment{in: strings.NewReader(""), out: &out, err: &notes}
			if status := run(env, append([]string{"capture", "--record", record, "--"}, way...)); status != 0 {
				t.Fatalf("status %d: %s", status, notes.String())
			}
			if !strings.Contains(notes.String(), "it is over") {
				t.Errorf("the program's own output is %q", notes.String())
			}
			checkCapture(t, record)
			for _, want := range []string{"cuMemAlloc(3,145,728)", "CUDA_ERROR_INVALID_VALUE", "4: RM_ALLOC, REGISTER_VIDMEM", "cuInit 1", "exit status 0"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is missing in\n%s", want, out.String())
				}
			}
		})
	}
}

// checkCapture reads the recorded rows.
func checkCapture(t *testing.T, record string) {
	t.Helper()
	data, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	f, err := recorded.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range f.Rows {
		r := &f.Rows[i]
		line := r.Call + " " + r.Error
		for _, x := range r.Ioctls {
			line += " " + x.Name
		}
		got = append(got, line)
	}
	block, back := " RM_ALLOC REGISTER_VIDMEM UVM_CREATE_EXTERNAL_RANGE UVM_MAP_EXTERNAL_ALLOCATION", " UNREGISTER_VIDMEM UVM_FREE RM_FREE"
	want := []string{
		"cuMemAlloc cudaSuccess" + block, "cuMemAlloc cudaSuccess" + block, "cuMemGetInfo cudaSuccess FB_GET_INFO_V2", "cudaStreamCreate cudaSuccess UVM_CREATE_RANGE_GROUP",
		"cuMemAlloc cudaSuccess" + block, "cuMemFree cudaSuccess" + back, "cuMemFree cudaErrorInvalidValue", "cuMemFree cudaSuccess" + back,
		"cuMemAlloc cudaErrorMemoryAllocation RM_ALLOC RM_ALLOC", "cuMemFree cudaSuccess" + back,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("recorded\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestCaptureJSON: the report as JSON judges the card's rows against simulated
// ones; the program's own status is no failure.
func TestCaptureJSON(t *testing.T) {
	_, linked, _ := buildCaptured(t)
	var out, notes bytes.Buffer
	env := &environment{in: strings.NewReader(""), out: &out, err: &notes}
	if status := run(env, []string{"capture", "--format", "json", "--", linked, "linked", "x", "y"}); status != 0 {
		t.Fatalf("status %d: %s", status, notes.String())
	}
	var report struct {
		Columns []struct {
			Name           string
			Same, Compared int
		}
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil || len(report.Columns) == 0 || report.Columns[0].Same != 10 {
		t.Errorf("%v: %s", err, out.String())
	}
}

// TestCaptureProblems: what keeps a program from being watched is said in one
// line, with status 2.
func TestCaptureProblems(t *testing.T) {
	for _, x := range []struct {
		name, want string
		args       []string
		path       string
	}{
		{"no program", "expected flags, then --", []string{"--"}, ""},
		{"a program that is not there", "no such file", []string{"--", "/nowhere/program"}, ""},
		{"no compiler", "or a C compiler named cc", []string{"--", "/bin/true"}, "/nowhere"},
		{"a wrong flag", "not defined", []string{"--nonsense", "--", "/bin/true"}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.path != "" {
				t.Setenv("PATH", x.path)
			}
			var out, notes bytes.Buffer
			env := &environment{in: strings.NewReader(""), out: &out, err: &notes}
			if status := run(env, append([]string{"capture"}, x.args...)); status != 2 || !strings.Contains(notes.String(), x.want) {
				t.Errorf("status %d, %q", status, notes.String())
			}
		})
	}
}
