package main

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"pagewalk/lessons"
)

var exportCommand = command{
	name: "export",
	usage: `[--include] [--header] FILE.cu

Bare statements get a main around them; functions, types and preprocessor lines
stay outside of it. The result needs nothing but CUDA: what pagewalk.h defines
is copied in if the program uses it. With --include the program includes
pagewalk.h instead, which --header prints.`,
	summary: "a complete program that nvcc compiles, from bare statements",
	example: "pagewalk export scenario.cu > complete.cu && nvcc complete.cu -lcuda -o complete",
}

func init() { exportCommand.run = runExport }

func runExport(env *environment, args []string) error {
	set := exportCommand.flags(env)
	header := set.Bool("header", false, "print pagewalk.h and nothing else")
	include := set.Bool("include", false, "include pagewalk.h instead of copying it in")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	if *header && len(rest) == 0 {
		_, err := io.WriteString(env.out, lessons.Header)
		return err
	}
	if len(rest) != 1 || *header {
		return badUsage("expected one scenario file, or --header alone")
	}
	l, err := loadScenario(env, scenarioOptions{file: rest[0]})
	if err != nil {
		return err
	}
	_, err = io.WriteString(env.out, exportProgram(filepath.Base(l.name), string(l.source), *include))
	return err
}

// ours finds what only pagewalk.h defines.
var ours = regexp.MustCompile(`\b(pw_\w+|uvm_\w+|UVM_\w+|Nv[UB]\w+|NV_\w+)\b`)

// ambient are the names that programs may use without declaring them, with the
// declaration that makes up for it.
var ambient = []struct{ name, declaration string }{
	{"my_gpu", "uvm_gpu_t *my_gpu = (uvm_gpu_t *)1;"},
	{"pmm", "uvm_pmm_gpu_t *pmm = (uvm_pmm_gpu_t *)1;"},
	{"block0", "uvm_va_block_t *block0 = (uvm_va_block_t *)1;"},
	{"stream0", "cudaStream_t stream0 = 0;"},
	{"mm", "struct mm_struct *mm = (struct mm_struct *)1;"},
	{"small_params", "uvm_mem_alloc_params_t small_params = { 4096, UVM_CHUNK_SIZE_4K, (uvm_gpu_t *)1, 0, 0, false };"},
	{"mem", "uvm_mem_t *mem[1000];"},
	{"mems", "uvm_mem_t *mems[1000];"},
	{"num_mems", "int num_mems = 1000;"},
}

// exportProgram makes a complete program of a scenario that compiles.
func exportProgram(name, source string, include bool) string {
	source = strings.ReplaceAll(source, "\r\n", "\n")
	parts := cutProgram(source)
	var b strings.Builder
	fmt.Fprintf(&b, "// Made from %s by pagewalk export.\n", name)
	used := withoutComments(source)
	included := strings.Contains(source, `"pagewalk.h"`)
	needed := ours.MatchString(used)
	switch {
	case include && !included:
		b.WriteString("#include \"pagewalk.h\"\n")
	case needed && !include:
		source, parts = withoutInclude(source, parts)
		b.WriteString("\n" + strings.TrimSpace(strings.Replace(lessons.Header, "#pragma once\n", "", 1)) + "\n")
	case !included:
		b.WriteString("#include <assert.h>\n#include <limits.h>\n#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n#include <cuda.h>\n#include <cuda_runtime.h>\n")
	}
	b.WriteString("\n")
	for _, a := range ambient {
		if (needed || a.name == "stream0") && usesName(used, a.name) && !declaresName(used, a.name) {
			b.WriteString("static " + a.declaration + "\n")
		}
	}
	if hasMain(parts) {
		b.WriteString(source)
		return b.String()
	}
	inside := splitOutside(parts, &b)
	b.WriteString("\nint main(void)\n{\n")
	for i, p := range inside {
		if i > 0 && strings.HasPrefix(p.text, "\n") {
			b.WriteString("\n")
		}
		b.WriteString(indent(p.text))
	}
	b.WriteString("    return 0;\n}\n")
	return b.String()
}

// withoutInclude drops #include "pagewalk.h", whose text is copied in.
func withoutInclude(source string, parts []part) (string, []part) {
	line := regexp.MustCompile(`(?m)^\s*#\s*include\s*"pagewalk.h".*\n?`)
	kept := slices.DeleteFunc(parts, func(p part) bool { return p.kind == preprocessor && line.MatchString(p.text) })
	return line.ReplaceAllString(source, ""), kept
}

func hasMain(parts []part) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return p.kind == functionPart && p.name == "main" })
}

// splitOutside writes what belongs outside of main and gives the rest. A
// variable that a function uses goes outside with it.
func splitOutside(parts []part, b *strings.Builder) (inside []part) {
	var functions strings.Builder
	for _, p := range parts {
		if p.kind == functionPart {
			functions.WriteString(withoutComments(p.text))
		}
	}
	for _, p := range parts {
		outside := p.kind != statementPart
		for _, name := range p.declares {
			outside = outside || usesName(functions.String(), name)
		}
		if outside {
			b.WriteString(p.text)
		} else {
			inside = append(inside, p)
		}
	}
	return inside
}

func usesName(text, name string) bool {
	return regexp.MustCompile(`(^|[^\w.>])` + name + `\b`).MatchString(text)
}

// declaresName says whether a name stands where a declaration has it: behind a
// type or a star, before what ends a declarator.
func declaresName(text, name string) bool {
	return regexp.MustCompile(`\b[A-Za-z_]\w*[\s*]*[\s*]` + name + `\s*(=[^=]|[;,\[)])`).MatchString(text)
}

// indent moves a text four columns to the right.
func indent(s string) string {
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "    " + line
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
