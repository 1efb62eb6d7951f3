package simt_test

import (
	"os"
	"path/filepath"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

// small slices a pending call finely.
type small struct{ target.Target }

func (s small) Resume(_ int, r *target.Result) target.Progress { return s.Target.Resume(1000, r) }

func play(t *testing.T, source, gpu string, log *event.Log, fine bool) (*machine.Machine, string) {
	t.Helper()
	p, _ := scenario.Compile([]byte(source), scenario.Options{})
	if p == nil {
		t.Fatal("the program has errors")
	}
	m := machine.New(profile.Get(gpu), 1)
	m.Recorder().Log = log
	var on target.Target = m
	if fine {
		on = small{m}
	}
	var out []byte
	o := scenario.RunOn(on, p, scenario.RunOptions{Seed: 1, Record: log != nil, Output: func(_ uint8, text []byte) { out = append(out, text...) }})
	if o.Status.Why != scenario.Done {
		t.Fatal(o.Status.Diagnostic.Text("en"))
	}
	m.Recorder().Log = nil
	return m, string(out)
}

// TestUndo: a run with kernels goes back through exactly the states that it
// came through; recorded or not, in large slices or small ones, it is the same.
func TestUndo(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.cu")
	for _, file := range files {
		source, _ := os.ReadFile(file)
		for _, gpu := range []string{"textbook-ampere", "gh100-small"} {
			t.Run(filepath.Base(file)+" "+gpu, func(t *testing.T) { undo(t, string(source), gpu) })
		}
	}
}

// wholeUndo is how many events a run may have to be held against itself after
// each of them.
const wholeUndo = 40_000

func undo(t *testing.T, source, gpu string) {
	var log, fine event.Log
	m, printed := play(t, source, gpu, &log, false)
	end := m.Hash()
	quiet, again := play(t, source, gpu, nil, true)
	if quiet.Hash() != end || again != printed {
		t.Error("without recording, the same run ends otherwise")
	}
	if play(t, source, gpu, &fine, true); fine.Len() != log.Len() {
		t.Errorf("in small slices there are %d events, not %d", fine.Len(), log.Len())
	}
	every := uint32(1) // the hash after every event; of a long run, of some
	if log.Len() > wholeUndo {
		every = log.Len() / 4000
	}
	hashes := make([]uint64, log.Len()+1)
	for i := log.Len(); i > 0; i-- {
		if i%every == 0 {
			hashes[i] = m.Hash()
		}
		before := uint64(0)
		if i > 1 {
			before = log.At(i - 2).Time
		}
		m.Revert(log.At(i-1), before)
	}
	if m.FullHash() != machine.New(profile.Get(gpu), 1).FullHash() {
		t.Error("undoing everything does not lead back to the start")
	}
	for i := range log.Len() {
		m.Apply(log.At(i))
		if (i+1)%every == 0 && m.Hash() != hashes[i+1] {
			t.Fatalf("after event %d (%s) forward differs from backward", i, log.At(i).Kind)
		}
	}
	if m.FullHash() != end {
		t.Error("replaying everything does not lead to the end")
	}
	if broken := m.Check(); broken != "" {
		t.Error(broken)
	}
}

// TestBulk: of a kernel that asks for much the first requests are single events,
// and the rest is one.
func TestBulk(t *testing.T) {
	source := `
__global__ void fill(int *p, int n) { for (int i = threadIdx.x; i < n; i += 32) p[i * 17 % n] += i; }
int *d; cudaMalloc(&d, 4 << 20); fill<<<4, 32>>>(d, 1 << 18); int h[3]; cudaMemcpy(h, d + 5, 12, cudaMemcpyDeviceToHost); printf("%d %d %d", h[0], h[1], h[2]); cudaFree(d);`
	var log event.Log
	play(t, source, "textbook-ampere", &log, false)
	bulks := 0
	for i := range log.Len() {
		if log.At(i).Kind == event.Bulk {
			bulks++
		}
	}
	if bulks != 1 || log.Len() > 80_000 {
		t.Errorf("%d bulk events among %d", bulks, log.Len())
	}
	undo(t, source, "textbook-ampere")
}
