package recording

import (
	"bytes"
	"strings"
	"testing"

	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/target/contract"
)

// recorded plays the contract suite on the simulated machine and gives each
// program's file, packed or not.
func recorded(t *testing.T, packed bool) [][]byte {
	t.Helper()
	var files []*bytes.Buffer
	var writers []*Writer
	t.Run("recording", func(t *testing.T) {
		contract.Run(t, func() target.Target {
			b := &bytes.Buffer{}
			w, err := NewWriter(b, packed, Header{Kind: "simulated", Card: "h200-r580", Total: 150_109_880_320, Free: 149_557_477_376})
			if err != nil {
				t.Fatal(err)
			}
			files, writers = append(files, b), append(writers, w)
			return NewRecorder(machine.New(profile.Get("h200-r580"), 0), w)
		})
	})
	out := make([][]byte, len(files))
	for i := range files {
		if err := writers[i].Close(); err != nil {
			t.Fatal(err)
		}
		out[i] = files[i].Bytes()
	}
	return out
}

// TestContract: what was recorded of each program of the suite answers that
// program as the recorded target did.
func TestContract(t *testing.T) {
	for _, packed := range []bool{false, true} {
		files := recorded(t, packed)
		next := 0
		skipped := contract.Run(t, func() target.Target {
			f, err := Read(files[next])
			if err != nil {
				t.Fatal(err)
			}
			next++
			return NewTarget(f)
		})
		if skipped != 0 || next != len(files) {
			t.Errorf("%d programs skipped, %d of %d files played", skipped, next, len(files))
		}
	}
}

func TestDiverges(t *testing.T) {
	f := &File{Rows: []Row{{Call: "cudaMalloc", Args: []uint64{4096}, Out: []uint64{0x7000}}, {Row: 1, Call: "cudaFree", Args: []uint64{0x7000}}}}
	tests := []struct {
		name string
		call target.Call
		ok   bool
	}{
		{"the same", target.Call{Op: target.CudaMalloc, Arg: [8]uint64{4096}}, true},
		{"another line of the source", target.Call{Op: target.CudaMalloc, Line: 9, Arg: [8]uint64{4096}}, true},
		{"another size", target.Call{Op: target.CudaMalloc, Arg: [8]uint64{4097}}, false},
		{"another call", target.Call{Op: target.CudaMallocHost, Arg: [8]uint64{4096}}, false},
		{"another context", target.Call{Op: target.CudaMalloc, Ctx: 1, Arg: [8]uint64{4096}}, false},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			g := NewTarget(f)
			g.Start(0, nil)
			var r target.Result
			p := g.Do(&x.call, &r)
			if x.ok != (p == target.Done) || x.ok != (r.Out[0] == 0x7000) || x.ok == (r.Why.ID == target.Diverged) {
				t.Errorf("answered %v, %+v", p, r)
			}
			free := target.Call{Op: target.CudaFree, Arg: [8]uint64{0x7000}}
			if p := g.Do(&free, &r); x.ok != (p == target.Done) {
				t.Errorf("the next call: %v, %s", p, r.Why.ID.Name())
			}
			if p := g.Do(&free, &r); p != target.Unable || r.Why.ID != target.Diverged {
				t.Error("a call behind the last is answered")
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	head := `{"pagewalk_recording":1,"card":"x"}` + "\n"
	row := `{"row":0,"call":"cudaMalloc","args":[1],"error":"cudaSuccess","code":0,"out":[1],"ps":5}` + "\n"
	tests := []struct {
		name, text, err string
		rows            int
		cut             bool
	}{
		{"whole", head + row, "", 1, false},
		{"no rows", head, "", 0, false},
		{"cut in a row", head + row + row[:30], "", 1, true},
		{"no header", row, "line 1: expected a header", 0, false},
		{"of the future", `{"pagewalk_recording":2}` + "\n", "version 2", 0, false},
		{"a broken line", head + row[:30] + "\n" + row, "line 2", 0, false},
		{"a row missing", head + row + strings.Replace(row, `"row":0`, `"row":2`, 1), "line 3: found row 2, expected 1", 1, false},
		{"an unknown call", head + strings.Replace(row, "cudaMalloc", "cudaMallow", 1), `line 2: no call is named "cudaMallow"`, 0, false},
		{"no gzip", "\x1f\x8bxxxxxxxxxxxxxx", "gzip", 0, false},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			f, err := Read([]byte(x.text))
			if x.err == "" && err != nil || x.err != "" && (err == nil || !strings.Contains(err.Error(), x.err)) {
				t.Fatalf("got %v, want %q", err, x.err)
			}
			if err == nil && (len(f.Rows) != x.rows || f.Cut != x.cut) {
				t.Errorf("%d rows, cut %v", len(f.Rows), f.Cut)
			}
		})
	}
}

// FuzzRead: no bytes make it panic, and what it accepts can be played.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"pagewalk_recording":1}` + "\n" + `{"row":0,"call":"cudaMalloc","args":[1],"out":[1],"ioctls":[{"name":"RM_ALLOC"}]}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := Read(data)
		if err != nil {
			return
		}
		g := NewTarget(x)
		g.Start(0, nil)
		var r target.Result
		for i := range x.Rows {
			c := x.Rows[i].Target()
			g.Do(&c, &r)
		}
	})
}

// TestLaunchRow: a launch is kept with its kernel and its arguments, and is
// answered only if both are the same.
func TestLaunchRow(t *testing.T) {
	launch := func(kernel, packed string) *target.Call {
		c := &target.Call{Op: target.Launch, Text: "the source", Kernel: &target.Kernel{Name: kernel}, Packed: packed}
		c.SetShape(&target.Shape{Grid: [3]uint32{2, 1, 1}, Block: [3]uint32{32, 1, 1}})
		return c
	}
	row := RowOf(0, launch("fill", "12345678"), &target.Result{Printed: []uint64{1, 0}}, 5)
	if row.Text != "fill" || row.Free != 5 || row.Result().Printed[0] != 1 {
		t.Errorf("%+v", row)
	}
	for _, x := range []struct {
		kernel, packed string
		is             bool
	}{{"fill", "12345678", true}, {"other", "12345678", false}, {"fill", "12345679", false}} {
		if got := row.is(launch(x.kernel, x.packed)); got != x.is {
			t.Errorf("%s(%s): %v", x.kernel, x.packed, got)
		}
	}
}
