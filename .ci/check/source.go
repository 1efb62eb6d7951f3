package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// source is one parsed Go file.
type source struct {
	path string // below the root, with slashes
	set  *token.FileSet
	file *ast.File
	text string
}

// line is the line of a position.
func (s *source) line(p token.Pos) int { return s.set.Position(p).Line }

// generatedFile says whether a tool wrote the file.
func (s *source) generatedFile() bool { return strings.HasSuffix(s.path, "_templ.go") }

// test says whether the file is part of tests only.
func (s *source) test() bool { return strings.HasSuffix(s.path, "_test.go") }

// skipped are folders that hold nothing of ours.
var skipped = map[string]bool{"node_modules": true, ".git": true, "bin": true, "dist": true, "testdata": true}

// sources parses the Go files below root/folder. A file that does not parse is
// left to the compiler.
func sources(root, folder string) []*source {
	var all []*source
	eachFile(root, folder, func(path, text string) {
		if !strings.HasSuffix(path, ".go") {
			return
		}
		set := token.NewFileSet()
		if file, err := parser.ParseFile(set, path, text, parser.ParseComments); err == nil {
			all = append(all, &source{path, set, file, text})
		}
	})
	return all
}

// eachFile calls do with every file below root/folder.
func eachFile(root, folder string, do func(path, text string)) {
	filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if entry.IsDir() {
			if skipped[entry.Name()] {
				return filepath.SkipDir
			}
			return nil
		}
		if text, err := os.ReadFile(path); err == nil {
			below, _ := filepath.Rel(root, path)
			do(filepath.ToSlash(below), string(text))
		}
		return nil
	})
}
