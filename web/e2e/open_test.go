package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutOfMemoryMessage: a real message of PyTorch, read in both languages.
func TestOutOfMemoryMessage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "fragoom_default.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for path, words := range map[string][]string{"/en/open": {"59.49 MiB", "50", "260"}, "/zh/open": {"59.49 MiB", "50", "260"}} {
		p := open(t, path, wide)
		p.wait(`document.querySelector("oom-reader textarea") && document.querySelector("oom-reader .btn.pri")`)
		p.set(`const a = document.querySelector("oom-reader textarea"); a.value = ` + quote(string(text)) + `; a.dispatchEvent(new Event("input")); document.querySelector("oom-reader .btn.pri").click()`)
		p.wait(`document.querySelector("oom-reader .verdict, oom-reader h2")`)
		got := eval[string](p, `document.querySelector("oom-reader").innerText`)
		for _, word := range words {
			if !strings.Contains(got, word) {
				t.Errorf("%s: %q is not named in\n%s", path, word, got)
			}
		}
		p.checkAccess(wide)
		p.dress(narrowNight)
		p.settle()
		p.checkAccess(narrowNight)
		p.shot(name(t) + path[1:3])
	}
}
