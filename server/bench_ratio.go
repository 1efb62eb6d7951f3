package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"pagewalk/wasm/trim"
)

// wasmRatio is how many times longer the machine's own benchmark takes in
// WebAssembly under Node.js than here.
func wasmRatio(o *benchOptions, variant string) (float64, error) {
	if !o.wasm {
		return 0, errors.New("--wasm measures it")
	}
	native, err := benchmarkSpeed(variant, nil)
	if err != nil {
		return 0, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return 0, errors.New("there is no Go")
	}
	if _, err := exec.LookPath("node"); err != nil {
		return 0, errors.New("there is no Node.js")
	}
	wrapper := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	if _, err := os.Stat(wrapper); err != nil {
		return 0, errors.New("there is no lib/wasm/go_js_wasm_exec where Go is")
	}
	wasm, err := benchmarkSpeed(variant, []string{"-exec", wrapper})
	if err != nil {
		return 0, err
	}
	return native / wasm, nil
}

var speedOf = regexp.MustCompile(`([0-9.]+) Mops/s`)

// benchmarkSpeed runs the slab benchmark of package machine with go test, in
// the source tree, here or through a wrapper for WebAssembly.
func benchmarkSpeed(variant string, wrapper []string) (float64, error) {
	args := append([]string{"test", "-run", "^$", "-count", "3", "-bench", "^BenchmarkSlabOps$/^" + variant + "$"}, wrapper...)
	c := exec.Command("go", append(args, "./engine/machine")...)
	c.Env = os.Environ()
	if wrapper != nil {
		c.Args = append(c.Args[:len(c.Args)-1], append(trim.Inlining(), "./engine/machine")...)
		c.Env = append(c.Env, "GOOS=js", "GOARCH=wasm")
	}
	out, err := c.CombinedOutput()
	best := 0.0
	for _, found := range speedOf.FindAllSubmatch(out, -1) {
		speed, _ := strconv.ParseFloat(string(found[1]), 64)
		best = max(best, speed)
	}
	if err != nil || best == 0 {
		return 0, errors.New("go test in the source tree failed")
	}
	return best, nil
}
