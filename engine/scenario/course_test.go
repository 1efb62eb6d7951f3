package scenario

import (
	"os"
	"path/filepath"
	"testing"
)

// Every program of the course compiles as printed and runs to its end on the
// fake target, which knows enough for that.
func TestCourse(t *testing.T) {
	files, _ := filepath.Glob("testdata/lesson*.cu")
	if len(files) != 18 {
		t.Fatalf("%d lessons", len(files))
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			_, o := play(t, string(src))
			if o.Status.Why != Done {
				t.Fatalf("%v at line %d: %s", o.Status.Why, o.Status.Line, Render(src, o.Status.Diagnostic, "en"))
			}
			if len(o.Rows) == 0 {
				t.Error("no call reached the target")
			}
		})
	}
}
