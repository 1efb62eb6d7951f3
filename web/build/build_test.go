package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"pagewalk/web/assets"
)

// tree makes a small repository with a style sheet and scripts.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	base := map[string]string{
		"static/icon.svg":          "<svg xmlns='http://www.w3.org/2000/svg'/>",
		"static/css/main.css":      `@import "part.css";`,
		"static/css/part.css":      "a { color : red }",
		"web/src/main.ts":          `import("./late"); import("./later"); console.log("main" as string)`,
		"web/src/later.ts":         "export const later = 2",
		"web/src/late.ts":          "export const late: number = 1",
		"web/src/early.ts":         "document.title = 'x'",
		"web/src/engine/worker.ts": "postMessage(1)",
	}
	for name, text := range files {
		base[name] = text
	}
	for name, text := range base {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func buildTree(root string) (*builder, error) {
	b := &builder{root: root, dist: filepath.Join(root, "static", "dist"), manifest: manifest{}}
	return b, b.build(false)
}

func TestBuildWritesWhatTheManifestNames(t *testing.T) {
	var rules strings.Builder
	for i := range 80 {
		fmt.Fprintf(&rules, ".c%d{margin:%dpx}", i, i)
	}
	root := tree(t, map[string]string{"static/css/part.css": rules.String()})
	b, err := buildTree(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"main.js", "worker.js", "early.js", "main.css", "icon.svg"} {
		if b.manifest[name].Name == "" {
			t.Errorf("%s is not in the manifest", name)
		}
	}
	read, err := assets.Load(os.DirFS(b.dist))
	if err != nil || len(read) != len(b.manifest) {
		t.Fatalf("manifest on disk: %d entries, %v", len(read), err)
	}
	if chunks := len(read) - 5; chunks != 2 {
		t.Errorf("%d chunks, want one for each module that is loaded when needed", chunks)
	}
	for name, file := range read {
		text, err := os.ReadFile(filepath.Join(b.dist, file.Name))
		if err != nil || int64(len(text)) != file.Bytes {
			t.Errorf("%s: %d bytes on disk, %d in the manifest, %v", name, len(text), file.Bytes, err)
		}
	}
	checkCopies(t, b.dist, read["main.css"])
}

// checkCopies unpacks both compressed copies of a file.
func checkCopies(t *testing.T, dist string, file assets.File) {
	t.Helper()
	want, _ := os.ReadFile(filepath.Join(dist, file.Name))
	packed, err := os.ReadFile(filepath.Join(dist, file.Name+".br"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed))); err != nil || !bytes.Equal(got, want) {
		t.Errorf("brotli copy differs: %v", err)
	}
	packed, err = os.ReadFile(filepath.Join(dist, file.Name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(reader); err != nil || !bytes.Equal(got, want) {
		t.Errorf("gzip copy differs: %v", err)
	}
}

func TestBuildIsReproducible(t *testing.T) {
	root := tree(t, nil)
	first, err := buildTree(root)
	if err != nil {
		t.Fatal(err)
	}
	second, err := buildTree(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range first.manifest {
		if second.manifest[name].Name != file.Name {
			t.Errorf("%s: %s, then %s", name, file.Name, second.manifest[name].Name)
		}
	}
}

func TestChangeGivesANewNameAndSweepsTheOld(t *testing.T) {
	root := tree(t, nil)
	first, err := buildTree(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "web/src/early.ts"), []byte("document.title = 'y'"), 0o644); err != nil {
		t.Fatal(err)
	}
	second, err := buildTree(root)
	if err != nil {
		t.Fatal(err)
	}
	old := first.manifest["early.js"].Name
	if second.manifest["early.js"].Name == old || second.manifest["main.css"].Name != first.manifest["main.css"].Name {
		t.Error("names do not follow the bytes")
	}
	if _, err := os.Stat(filepath.Join(root, "static/dist", old)); err == nil {
		t.Error("the old file is still there")
	}
}

func TestBrokenScriptIsSaidWithFileAndLine(t *testing.T) {
	root := tree(t, map[string]string{"web/src/main.ts": "let a = 1\nlet = ;"})
	_, err := buildTree(root)
	if err == nil || !strings.Contains(err.Error(), "web/src/main.ts:2") {
		t.Errorf("got %v", err)
	}
}

func TestBudget(t *testing.T) {
	for size, fails := range map[int64]bool{engineBudget: false, engineBudget + 1: true} {
		b := &builder{manifest: manifest{engineName: {Name: "x", Brotli: size}}}
		if err := b.checkBudget(); (err != nil) != fails {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	if err := (&builder{manifest: manifest{}}).checkBudget(); err == nil {
		t.Error("a build without an engine passes")
	}
}

func TestNames(t *testing.T) {
	if got := logicalName("main-ABCD1234.js"); got != "main.js" {
		t.Errorf("logical name %q", got)
	}
	a, b := hashedName("log/x/y.en", []byte("1")), hashedName("log/x/y.en", []byte("2"))
	if a == b || strings.Contains(a, "/") || !strings.HasPrefix(a, "log-x-y-") || !strings.HasSuffix(a, ".en") {
		t.Errorf("hashed names %q, %q", a, b)
	}
}
