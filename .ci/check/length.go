package main

import (
	"fmt"
	"go/ast"
	"strings"
)

const (
	functionLimit = 70  // lines of one function, head and closing brace included
	testLimit     = 100 // of one function of a test, which may begin with a long table
	fileLimit     = 400 // lines of one file
	testFileLimit = 700 // tables of tests are long and easy to read
)

// short: one screen for a function, one mechanism for a file.
func short(root string) []string {
	var broken []string
	for _, s := range sources(root, ".") {
		if !s.generatedFile() {
			broken = append(broken, longParts(s)...)
		}
	}
	return broken
}

func longParts(s *source) []string {
	var broken []string
	limit, functionLimit := fileLimit, functionLimit
	if s.test() {
		limit, functionLimit = testFileLimit, testLimit
	}
	if lines := strings.Count(s.text, "\n"); lines > limit {
		broken = append(broken, fmt.Sprintf("%s: %d lines, at most %d", s.path, lines, limit))
	}
	for _, decl := range s.file.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		first, last := s.line(function.Pos()), s.line(function.End())
		if lines := last - first + 1; lines > functionLimit {
			broken = append(broken, fmt.Sprintf("%s:%d: %s has %d lines, at most %d", s.path, first, function.Name.Name, lines, functionLimit))
		}
	}
	return broken
}
