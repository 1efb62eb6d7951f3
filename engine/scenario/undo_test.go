package scenario

import (
	"os"
	"path/filepath"
	"testing"

	"pagewalk/engine/target"
)

// tape records what a target answered, so that a run can be repeated without
// it, and checks the machine at every boundary.
type tape struct {
	t       *fake
	lines   []uint32
	hashes  []uint64
	results []target.Result
	play    bool
	next    int
}

func (h *tape) Boundary(vm *VM, d, line uint32) {
	if h.play {
		return
	}
	if int(d) != len(h.hashes) {
		panic("delta numbers have a hole")
	}
	h.hashes = append(h.hashes, vm.Hash())
	h.lines = append(h.lines, line)
}

func (h *tape) Output(uint8, []byte) {}

func (h *tape) Call(c *target.Call, r *target.Result) target.Progress {
	if h.play {
		*r = h.results[h.next]
		h.next++
		return target.Done
	}
	p := h.t.Do(c, r)
	h.results = append(h.results, *r)
	return p
}

func recorded(t *testing.T, p *Program) (*VM, *tape, uint64) {
	t.Helper()
	v, h := NewVM(p, 7), &tape{t: newFake()}
	v.Record(true)
	h.t.Start(0, v)
	start := v.Hash()
	for {
		if s := v.Run(h, 1000); s.Why != Budget {
			if s.Why != Done && s.Why != Fault {
				t.Fatalf("%v %s", s.Why, s.Diagnostic.Text("en"))
			}
			break
		}
	}
	if v.Deltas() == 0 || int(v.Deltas()) != len(h.hashes) || v.At() != v.Deltas() {
		t.Fatalf("%d deltas, at %d, %d boundaries", v.Deltas(), v.At(), len(h.hashes))
	}
	return v, h, start
}

// checkUndo goes all the way back and forward again, and compares the hash at
// every boundary.
func checkUndo(t *testing.T, p *Program) {
	t.Helper()
	v, h, start := recorded(t, p)
	n := v.Deltas()
	for round := range 2 {
		for d := n; d > 0; d-- {
			if got := v.Hash(); got != h.hashes[d-1] {
				t.Fatalf("round %d: before undo of delta %d (line %d) the hash differs", round, d-1, h.lines[d-1])
			}
			v.Undo(d - 1)
		}
		if v.Hash() != start {
			t.Fatalf("round %d: the start is not reached again", round)
		}
		for d := range n {
			v.Redo(d)
			if got := v.Hash(); got != h.hashes[d] {
				t.Fatalf("round %d: after redo of delta %d (line %d) the hash differs", round, d, h.lines[d])
			}
		}
	}
	checkUnrecorded(t, p, h)
	checkBetween(t, v, h)
}

// checkUnrecorded runs without deltas: the states must be the same.
func checkUnrecorded(t *testing.T, p *Program, h *tape) {
	t.Helper()
	v, plain := NewVM(p, 7), &plainHost{t: newFake()}
	plain.t.Start(0, v)
	for v.Run(plain, 1<<20).Why == Budget {
	}
	for i, x := range plain.hashes {
		if x != h.hashes[i] {
			t.Fatalf("boundary %d: recording changes the state", i)
		}
	}
}

type plainHost struct {
	t      *fake
	hashes []uint64
}

func (h *plainHost) Boundary(vm *VM, _, _ uint32) { h.hashes = append(h.hashes, vm.Hash()) }
func (h *plainHost) Output(uint8, []byte)         {}
func (h *plainHost) Call(c *target.Call, r *target.Result) target.Progress {
	return h.t.Do(c, r)
}

// checkBetween stands at some boundary, goes on line by line with the recorded
// answers up to the next call, and then rewinds: nothing must be left of it.
func checkBetween(t *testing.T, v *VM, h *tape) {
	t.Helper()
	n := v.Deltas()
	for d := n; d > 0; d-- {
		v.Undo(d - 1)
		if d == 1 {
			break
		}
		before := v.Hash()
		v.Pause = PauseLine
		again := &tape{play: true, results: h.results, next: int(d) - 2}
		for k := 0; k < 100_000; k++ {
			if s := v.Run(again, 1<<16); s.Why != Line && s.Why != Budget {
				break
			}
		}
		if v.Deltas() != n || v.At() != d-1 {
			t.Fatalf("line stepping closed a delta: %d of %d, at %d", v.Deltas(), n, v.At())
		}
		v.Rewind()
		if v.Hash() != before {
			t.Fatalf("rewind to boundary %d (line %d) leaves traces", d-2, h.lines[d-2])
		}
		v.Redo(d - 1)
		if v.Hash() != h.hashes[d-1] {
			t.Fatalf("redo of delta %d after a rewind differs", d-1)
		}
		v.Undo(d - 1)
	}
	v.Pause = PauseNever
}

func TestUndoOfPrograms(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.cu")
	c, _ := filepath.Glob("testdata/c/*.c")
	for _, f := range append(files, c...) {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, _ := os.ReadFile(f)
			checkUndo(t, compile(t, string(src)))
		})
	}
}

func TestUndoOfBlocksAndFrames(t *testing.T) {
	tests := []struct{ name, src string }{
		{"heap", `char *a, *b, *d; cudaFree(0); a = (char *)malloc(1000); a[999] = 5; cudaFree(0); b = (char *)malloc(7); memset(b, 1, 7); a[3] = 9; cudaFree(0); free(a); cudaFree(0); free(b); d = (char *)malloc(1); free(d); cudaFree(0);`},
		{"pinned", `char *a, *b; cudaMallocHost(&a, 5000); a[4999] = 1; cudaMallocHost(&b, 600); b[0] = 3; cudaFree(0); a[0] = 9; cudaFreeHost(a); b[599] = 4; cudaFreeHost(b); cudaFree(0);`},
		{"copy", `int h[300], *d; for (int i = 0; i < 300; i++) h[i] = i; cudaMalloc(&d, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); memset(h, 0, sizeof h); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); printf("%d\n", h[299]);`},
		{"recursion", `int f(int n) { int big[200]; big[n] = n; cudaFree(0); return n == 0 ? 0 : big[n] + f(n - 1); } printf("%d\n", f(20));`},
		{"fault", `int *p = (int *)malloc(8); p[1] = 3; cudaFree(0); p[0] = 1; p[2] = 1;`},
		{"exit", `for (int i = 0; ; i++) { cudaFree(0); if (i == 3) exit(i); }`},
		{"nested", `int g(int x) { cudaFree(0); return x; } int a = g(1) + 2 * g(3) - (g(4) + g(5)); printf("%d", a);`},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) { checkUndo(t, compile(t, x.src)) })
	}
}

// After a cut the machine goes another way: the target gives other answers.
func TestFork(t *testing.T) {
	p := compile(t, `int *a; for (int i = 0; i < 5; i++) { cudaMalloc(&a, 100); a = a + 1; } printf("%p", a);`)
	v, h, _ := recorded(t, p)
	for d := v.Deltas(); d > 3; d-- {
		v.Undo(d - 1)
	}
	v.CutDeltas(3)
	other := &tape{t: newFake(), hashes: h.hashes[:3:3], lines: h.lines[:3:3]}
	other.t.next = fakeBase + 1<<30
	for v.Run(other, 1000).Why == Budget {
	}
	if v.At() != 6 || other.hashes[2] != h.hashes[2] || other.hashes[5] == h.hashes[5] {
		t.Errorf("the fork is not another way: at %d", v.At())
	}
	for d := v.Deltas(); d > 3; d-- {
		v.Undo(d - 1)
	}
	if v.Hash() != h.hashes[2] {
		t.Error("undo of the fork does not lead to where it left")
	}
}
