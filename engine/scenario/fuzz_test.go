package scenario

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzCompile: whatever the text, the compiler comes back, its messages lie in
// the text, and what compiles also runs without a panic, with undo.
func FuzzCompile(f *testing.F) {
	for _, s := range wrongPrograms {
		f.Add([]byte(s))
	}
	for _, pattern := range []string{"testdata/*.cu", "testdata/c/*.c"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			src, _ := os.ReadFile(name)
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, diags := Compile(src, Options{})
		for _, d := range diags {
			if d.Line < 1 || d.Column < 1 || d.EndLine < d.Line || d.EndLine == d.Line && d.EndColumn < d.Column {
				t.Errorf("%s at %d:%d-%d:%d", d.ID.Name(), d.Line, d.Column, d.EndLine, d.EndColumn)
			}
			Render(src, d, "zh")
		}
		if p == nil {
			if len(diags) == 0 {
				t.Error("refused without a word")
			}
			return
		}
		v, h := NewVM(p, 1), &tape{t: newFake()}
		v.Record(true)
		h.t.Start(1, v)
		start := v.Hash()
		for k := 0; k < 20 && v.Run(h, 5000).Why == Budget; k++ {
		}
		v.Rewind()
		for d := v.Deltas(); d > 0; d-- {
			v.Undo(d - 1)
		}
		if v.Hash() != start {
			t.Error("undo does not lead back to the start")
		}
	})
}
