package main

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// allowed are the packages of the standard library that the engine may import.
// All of them are functions of their arguments and light in a browser.
var allowed = map[string]bool{
	"bytes": true, "cmp": true, "errors": true, "iter": true, "math": true, "math/bits": true, "slices": true,
	"sort": true, "strconv": true, "strings": true, "unicode": true, "unicode/utf8": true, "unsafe": true,
}

// outside are the folders of engine/ that are not part of the pure machine: the
// real GPU, and the suite of tests that every target passes.
var outside = []string{"engine/native/", "engine/target/contract/"}

// pure: files of engine/ that are compiled into the product import nothing that
// makes a run depend on more than program, profile and seed.
func pure(root string) []string {
	var broken []string
	for _, s := range sources(root, "engine") {
		within := func(folder string) bool { return strings.HasPrefix(s.path, folder) }
		if !s.test() && !slices.ContainsFunc(outside, within) {
			broken = append(broken, impurities(s)...)
		}
	}
	return broken
}

// impurities are what one file of the engine may not have.
func impurities(s *source) []string {
	var broken []string
	say := func(node ast.Node, text string) {
		broken = append(broken, fmt.Sprintf("%s:%d: %s", s.path, s.line(node.Pos()), text))
	}
	for _, spec := range s.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !allowed[path] && !strings.HasPrefix(path, "pagewalk/engine/") {
			say(spec, "the engine may not import "+spec.Path.Value)
		}
	}
	ast.Inspect(s.file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GoStmt:
			say(node, "the engine may not start a goroutine")
		case *ast.ChanType:
			say(node, "the engine may not use channels")
		case *ast.SelectStmt:
			say(node, "the engine may not wait")
		}
		return true
	})
	return broken
}
