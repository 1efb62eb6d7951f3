// Package test runs the front end's own tests: the logic that needs no page,
// bundled by esbuild and run by node --test.
package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// TestPages bundles every *.test.ts beside this file and lets node run them.
func TestPages(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	if _, err := os.Stat("../node_modules/@preact/signals-core"); err != nil {
		t.Skip("web/node_modules is not installed")
	}
	sources, err := filepath.Glob("*.test.ts")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no tests found: %v", err)
	}
	dir := t.TempDir()
	for i, s := range sources {
		sources[i] = "./" + s
	}
	result := api.Build(api.BuildOptions{
		EntryPoints:  sources,
		Bundle:       true,
		Platform:     api.PlatformNode,
		Format:       api.FormatESModule,
		Target:       api.ES2022,
		Outdir:       dir,
		OutExtension: map[string]string{".js": ".mjs"},
		Write:        true,
		TsconfigRaw:  `{"compilerOptions":{"useDefineForClassFields":false}}`,
	})
	for _, e := range result.Errors {
		t.Errorf("%s: %s", e.Location.File, e.Text)
	}
	if t.Failed() {
		return
	}
	args := []string{"--test"}
	for _, f := range result.OutputFiles {
		if strings.HasSuffix(f.Path, ".mjs") {
			args = append(args, f.Path)
		}
	}
	out, err := exec.Command(node, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("node --test: %v\n%s", err, out)
	}
}
