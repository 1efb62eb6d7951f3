package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func main() {
	root := flag.String("root", ".", "the repository")
	check := flag.Bool("check", false, "fail if the engine is larger than its budget")
	engine := flag.Bool("engine", true, "compile the engine for the browser and ship the logs that it writes")
	flag.Parse()
	start := time.Now()
	b := &builder{root: *root, dist: filepath.Join(*root, "static", "dist"), manifest: manifest{}}
	if err := b.build(*engine); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n", err)
		os.Exit(1)
	}
	b.report(os.Stdout, time.Since(start))
	if *check {
		if err := b.checkBudget(); err != nil {
			fmt.Fprintf(os.Stderr, "build: %v\n", err)
			os.Exit(1)
		}
	}
}

// builder collects the output of one build.
type builder struct {
	root, dist string
	files      []output
	manifest   manifest
}

// output is a file to be written, before it is compressed.
type output struct {
	logical string // name in the manifest; "" for a chunk that only scripts import
	name    string // file name in dist, with its hash
	bytes   []byte
	imports []string
}

// build runs the steps in order; the manifest comes last, so that a build that
// fails leaves the one before it in place.
func (b *builder) build(engine bool) error {
	steps := []func() error{b.bundleScripts, b.bundleStyle, b.takeIcon}
	if engine {
		steps = append(steps, b.makeLogs, b.compileEngine)
	}
	for _, step := range append(steps, b.write, b.writeManifest, b.sweep) {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// writeManifest writes the table of logical names.
func (b *builder) writeManifest() error {
	text, err := json.MarshalIndent(b.manifest, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.dist, manifestName), append(text, '\n'), 0o644)
}
