package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// run runs a program in root and gives its output as lines; none if it
// succeeded in silence.
func run(root string, env []string, name string, args ...string) (lines []string, ok bool) {
	command := exec.Command(name, args...)
	command.Dir = root
	command.Env = append(os.Environ(), env...)
	said, err := command.CombinedOutput()
	if text := strings.TrimSpace(string(said)); text != "" {
		lines = strings.Split(text, "\n")
	}
	if err != nil && len(lines) == 0 {
		lines = []string{name + ": " + err.Error()}
	}
	return lines, err == nil
}

// broken gives the lines of a tool that says nothing when all is well.
func broken(lines []string, ok bool) []string {
	if ok {
		return nil
	}
	return lines
}

// formatted: gofmt has nothing to change.
func formatted(root string) []string {
	folders := []string{"-l"}
	for _, folder := range []string{"engine", "wasm", "web", "lessons", "server", "static", ".ci"} {
		if _, err := os.Stat(filepath.Join(root, folder)); err == nil {
			folders = append(folders, folder)
		}
	}
	lines, _ := run(root, nil, "gofmt", folders...)
	var unformatted []string
	for _, line := range lines {
		if !strings.Contains(line, "node_modules") {
			unformatted = append(unformatted, line+": run gofmt -w")
		}
	}
	return unformatted
}

// generated: the committed _templ.go files are what the templ files give.
func generated(root string) []string {
	before := templOutput(root)
	if lines, ok := run(root, nil, "go", "tool", "templ", "generate", "-path", "web/pages"); !ok {
		return lines
	}
	var changed []string
	for name, text := range templOutput(root) {
		if before[name] != text {
			changed = append(changed, name+": was not up to date; it is now, commit it")
		}
	}
	return changed
}

func templOutput(root string) map[string]string {
	files := map[string]string{}
	names, _ := filepath.Glob(filepath.Join(root, "web", "pages", "*_templ.go"))
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err == nil {
			files[name] = string(text)
		}
	}
	return files
}

func vet(root string) []string {
	lines, ok := run(root, nil, "go", "vet", "./...")
	if !ok {
		return lines
	}
	return broken(run(root, []string{"GOOS=js", "GOARCH=wasm"}, "go", "vet", "./wasm"))
}

func staticcheck(root string) []string {
	return broken(run(root, nil, "go", "tool", "staticcheck", "./..."))
}

// typed: the scripts have no type errors.
func typed(root string) []string {
	compiler := filepath.Join(root, "web", "node_modules", ".bin", "tsc")
	if _, err := os.Stat(compiler); err != nil {
		return []string{"web/node_modules is missing: cd web && npm ci"}
	}
	return broken(run(filepath.Join(root, "web"), nil, filepath.Join("node_modules", ".bin", "tsc"), "--noEmit"))
}

// budget: the engine fits its budget after compression.
func budget(root string) []string {
	lines, ok := run(root, nil, "go", "run", "./web/build", "-check")
	if ok {
		return nil
	}
	return lines[max(0, len(lines)-5):]
}
