package trim

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const program = `package main

func deep(n int) int {
	if n == 0 {
		panic("found")
	}
	return deep(n-1) + 1
}

func main() {
	defer func() { println("recovered", recover().(string)) }()
	deep(40)
}
`

// A trimmed program runs, unwinds and recovers as before, and there is nothing
// left to trim.
func TestLines(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": program, "go.mod": "module small\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	target := filepath.Join(dir, "small.wasm")
	build := exec.Command("go", "build", "-o", target, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	module, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	removed, ok := Lines(module)
	if !ok || removed < 20_000 {
		t.Fatalf("%d bytes removed, ok %v", removed, ok)
	}
	if again, ok := Lines(module); !ok || again != 0 {
		t.Fatalf("a second time %d bytes were removed, ok %v", again, ok)
	}
	joined, ok := Join(module)
	if !ok {
		t.Fatal("the data section is not joined")
	}
	if again, ok := Join(joined); !ok || !bytes.Equal(again, joined) {
		t.Error("joining twice differs from joining once")
	}
	if err := os.WriteFile(target, joined, 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, target)
}

func run(t *testing.T, target string) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the trimmed program is not run")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(string(root[:len(root)-1]), "lib", "wasm", "wasm_exec_node.js")
	said, err := exec.Command(node, script, target).CombinedOutput()
	if err != nil || string(said) != "recovered found\n" {
		t.Fatalf("%v: %q", err, said)
	}
}

func TestUnknownModuleIsLeftAlone(t *testing.T) {
	module := []byte("\x00asm\x01\x00\x00\x00")
	if _, ok := Lines(module); ok {
		t.Fatal("an empty module has no line tables")
	}
}
