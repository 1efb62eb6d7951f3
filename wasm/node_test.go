//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	esbuild "github.com/evanw/esbuild/pkg/api"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/scene"
	"pagewalk/wasm/trim"
)

// programs are run natively and in WebAssembly.
var programs = []struct{ name, profile, set, source string }{
	{"two calls", "h200-r580", "", "float *a, *b;\ncudaMalloc(&a, 4096);\ncudaMalloc(&b, 4096);\npw_touch(b, 4096, 1024);\nprintf(\"b is at %p\\n\", b);\ncudaFree(a);\ncudaFree(b);\n"},
	{"lazy free", "textbook-ampere", "driver.free=lazy", "float *d;\nfor (int i = 0; i < 3; i++) {\n  cudaMalloc((void**)&d, 100000 * (i + 1));\n  cudaMemset(d, i, 100000);\n  cudaFree(d);\n}\n"},
	{"errors", "gh100-small", "", "char *p, *q;\ncudaMalloc(&p, 3 << 20);\ncudaFree(p);\ncudaFree(p);\ncudaMalloc(&q, (size_t)-1);\npw_touch(p, 4096, 512);\ncudaDeviceSynchronize();\n"},
	{"five levels", "textbook-volta", "", "void *p[8];\nfor (int i = 0; i < 8; i++) cudaMalloc(&p[i], 5000 << i);\nfor (int i = 0; i < 8; i += 2) cudaFree(p[i]);\nint x = 5;\ncudaMemcpy(p[1], &x, sizeof x, cudaMemcpyHostToDevice);\n"},
}

type want struct {
	Name      string   `json:"name"`
	Source    string   `json:"source"`
	Profile   string   `json:"profile"`
	Set       []string `json:"set"`
	Hashes    []string `json:"hashes"`
	Sentences []string `json:"sentences"`
}

// native runs a program here and notes the hash after every event.
func native(t *testing.T, i int) want {
	p := programs[i]
	s := scene.NewSession()
	s.Start(1, p.source, p.profile, p.set, 1, explain.EN)
	for n := 0; !s.Done(); n++ {
		s.Run(1, 1000)
		if n > 1e6 {
			t.Fatalf("%s does not end", p.name)
		}
	}
	w := want{Name: p.name, Source: p.source, Profile: p.profile, Set: []string{}}
	if p.set != "" {
		w.Set = strings.Split(p.set, "\n")
	}
	run := s.RunOf()
	s.Seek(1, event.None)
	w.Hashes = append(w.Hashes, fmt.Sprintf("%016x", run.Hash()))
	for e := range run.Len() {
		s.Seek(1, e)
		w.Hashes = append(w.Hashes, fmt.Sprintf("%016x", run.Hash()))
	}
	w.Sentences = s.Sentences()
	return w
}

// The same programs give the same hash after every event here and in the
// browser's engine, and the page's side of it works.
func TestWebAssembly(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the WebAssembly is not compared with the native engine")
	}
	dir := t.TempDir()
	if err := trim.Build("..", filepath.Join(dir, "pagewalk.wasm")); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "wasm_exec.js", support)
	var wants []want
	for i := range programs {
		wants = append(wants, native(t, i))
	}
	text, err := json.Marshal(wants)
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "want.json", text)
	log, err := scene.LessonLog(programs[0].source, programs[0].profile, programs[0].set, 1, explain.EN)
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "log.bin", log)
	result := esbuild.Build(esbuild.BuildOptions{
		EntryPoints: []string{"../web/src/engine/engine.test.ts"}, Bundle: true, Write: true,
		Platform: esbuild.PlatformNode, Format: esbuild.FormatESModule, Target: esbuild.ES2022,
		Outfile: filepath.Join(dir, "engine.test.mjs"),
	})
	for _, e := range result.Errors {
		t.Fatal(e.Text)
	}
	cmd := exec.Command(node, "--test", "engine.test.mjs")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func put(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
}
