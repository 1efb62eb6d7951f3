package trim

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const program = `package main

import "runtime"

func deep(n int) int {
	if n == 0 {
		panic("found")
	}
	return deep(n-1) + 1
}

type words struct{ text string }

func (w words) Error() string { return w.text }

// fault is what a function panics with.
func fault(f func()) (said string) {
	defer func() {
		switch x := recover().(type) {
		case string:
			said = x
		case error:
			said = x.Error()
		}
	}()
	f()
	return "nothing"
}

type node struct {
	next *node
	rest [10]int
}

var list *node

// garbage fills the heap many times over, from several goroutines.
func garbage(done chan int) {
	all := map[int][]byte{}
	for i := range 20000 {
		all[i%100] = make([]byte, i)
		if list = (&node{next: list}); i%1000 == 0 {
			list = nil
			runtime.GC()
			runtime.Gosched()
		}
	}
	done <- len(all)
}

func main() {
	var none *words
	var any interface{} = 5
	zero, few := 0, []int{1}
	println(fault(func() { deep(40) }))
	println(fault(func() { deep(5000) }))
	println(fault(func() { println(none.text) }))
	println(fault(func() { println(1 / zero) }))
	println(fault(func() { println(few[zero+7]) }))
	println(fault(func() { println(any.(string)) }))
	println(fault(func() { panic(words{"own words"}) }))
	println(fault(func() { defer func() { panic("second") }(); panic("first") }))
	done := make(chan int)
	for range 4 {
		go garbage(done)
	}
	println(<-done + <-done + <-done + <-done)
}
`

const said = `found
found
runtime error: invalid memory address or nil pointer dereference
runtime error: integer divide by zero
runtime error: index out of range [7] with length 1
interface conversion: interface {} is int, not string
own words
second
400
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
	module, emptied, ok := Stub(module)
	if !ok || len(emptied) == 0 {
		t.Fatalf("%d functions, ok %v", len(emptied), ok)
	}
	removed, ok := Lines(module, emptied)
	if !ok || removed < 20_000 {
		t.Fatalf("%d bytes removed, ok %v", removed, ok)
	}
	if again, ok := Lines(module, emptied); !ok || again != 0 {
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
	output, err := exec.Command(node, script, target).CombinedOutput()
	if err != nil || string(output) != said {
		t.Fatalf("%v: %q", err, output)
	}
}

func TestUnknownModuleIsLeftAlone(t *testing.T) {
	module := []byte("\x00asm\x01\x00\x00\x00")
	if _, ok := Lines(module, nil); ok {
		t.Fatal("an empty module has no line tables")
	}
}
