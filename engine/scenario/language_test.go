package scenario

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The programs in testdata/c print what a C compiler for x86-64 makes of them:
// the .txt files are the output of gcc.
func TestAgainstC(t *testing.T) {
	files, _ := filepath.Glob("testdata/c/*.c")
	if len(files) < 5 {
		t.Fatal("programs are missing")
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, _ := os.ReadFile(f)
			want, err := os.ReadFile(strings.TrimSuffix(f, ".c") + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			got, o := play(t, string(src))
			if o.Status.Why != Done {
				t.Fatalf("%s", Render(src, o.Status.Diagnostic, "en"))
			}
			got += "exit " + strconv.Itoa(int(o.Status.ExitCode)) + "\n"
			a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Errorf("line %d: %q, C prints %q", i+1, a[i], b[i])
				}
			}
			if len(a) != len(b) {
				t.Errorf("%d lines, C prints %d", len(a), len(b))
			}
		})
	}
}
