package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"pagewalk/wasm/trim"
)

const (
	engineName  = "pagewalk.wasm"
	supportName = "wasm_exec.js"

	// engineBudget is the most that the engine may weigh, after brotli: what a
	// phone on a slow line fetches in about two seconds.
	engineBudget = 1_030_000
)

// compileEngine compiles ./wasm and takes the toolchain's support file.
func (b *builder) compileEngine() error {
	sources, err := filepath.Glob(filepath.Join(b.root, "wasm", "*.go"))
	if err != nil || len(sources) == 0 {
		return errors.New("wasm: no Go files; build with -engine=false to leave the engine out")
	}
	folder, err := os.MkdirTemp("", "pagewalk-wasm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	target := filepath.Join(folder, engineName)
	root, err := filepath.Abs(b.root)
	if err != nil {
		return err
	}
	if err := trim.Build(root, target); err != nil {
		return err
	}
	if err := b.takeFile(target, engineName); err != nil {
		return err
	}
	return b.takeSupport()
}

// takeSupport copies wasm_exec.js of the toolchain that compiled the engine;
// the two must be of one version.
func (b *builder) takeSupport() error {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	return b.takeFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", supportName), supportName)
}

// takeIcon takes the site's icon.
func (b *builder) takeIcon() error {
	return b.takeFile(filepath.Join(b.root, "static", "icon.svg"), "icon.svg")
}

// takeFile adds a file as it is, under a name with its hash.
func (b *builder) takeFile(path, logical string) error {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	b.files = append(b.files, output{logical: logical, name: hashedName(logical, bytes), bytes: bytes})
	return nil
}

// checkBudget fails if the compressed engine is too large.
func (b *builder) checkBudget() error {
	engine, ok := b.manifest[engineName]
	if !ok {
		return errors.New("budget: the engine was not built")
	}
	if engine.Brotli > engineBudget {
		return fmt.Errorf("budget: %s is %d bytes after brotli, %d more than its budget of %d",
			engineName, engine.Brotli, engine.Brotli-engineBudget, engineBudget)
	}
	return nil
}
