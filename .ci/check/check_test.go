package main

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// parsed makes a source from text.
func parsed(t *testing.T, path, text string) *source {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &source{path, set, file, text}
}

func TestImpurities(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"pure", "package a\nimport \"strconv\"\nvar _ = strconv.Itoa", ""},
		{"engine", "package a\nimport _ \"pagewalk/engine/event\"", ""},
		{"clock", "package a\nimport _ \"time\"", `2: the engine may not import "time"`},
		{"format", "package a\nimport _ \"fmt\"", `2: the engine may not import "fmt"`},
		{"upward", "package a\nimport _ \"pagewalk/server\"", `2: the engine may not import "pagewalk/server"`},
		{"foreign", "package a\nimport _ \"example.org/x\"", `2: the engine may not import "example.org/x"`},
		{"goroutine", "package a\nfunc f() {\n go f()\n}", "3: the engine may not start a goroutine"},
		{"channel", "package a\nvar c chan int", "2: the engine may not use channels"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := strings.Join(impurities(parsed(t, "engine/a/a.go", test.text)), "\n")
			if test.want == "" && got != "" || !strings.Contains(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestHeavyOf(t *testing.T) {
	got := heavyOf([]string{"runtime", "errors", "internal/reflectlite", "encoding/json", "ostrich", "time"})
	if len(got) != 2 || !strings.HasPrefix(got[0], "encoding/json ") || !strings.HasPrefix(got[1], "time ") {
		t.Errorf("got %q", got)
	}
}

func TestLongParts(t *testing.T) {
	function := func(lines int) string {
		return "package a\nfunc f() {\n" + strings.Repeat("\n", lines-2) + "}\n"
	}
	if got := longParts(parsed(t, "a.go", function(functionLimit))); len(got) != 0 {
		t.Errorf("a function at the limit is refused: %q", got)
	}
	if got := longParts(parsed(t, "a.go", function(functionLimit+1))); len(got) != 1 {
		t.Errorf("a function over the limit: %q", got)
	}
	if got := longParts(parsed(t, "a.go", "package a\n"+strings.Repeat("// x\n", fileLimit))); len(got) != 1 {
		t.Errorf("a file over the limit: %q", got)
	}
}

func TestWordsOf(t *testing.T) {
	tests := []struct {
		path, text string
		want       int
	}{
		{"docs/a.md", "fine", 0}, {"docs/a.md", "see /" + "root/x", 1}, {"lessons/a/text.zh.md", "a\n一键部署", 1},
		{"engine/scenario/token.go", "'！'", 0}, {"engine/scenario/token.go", "/home/x/", 1},
	}
	for _, test := range tests {
		if got := wordsOf(test.path, test.text); len(got) != test.want {
			t.Errorf("%s %q: %q", test.path, test.text, got)
		}
	}
}
