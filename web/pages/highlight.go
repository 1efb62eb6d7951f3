package pages

import (
	"slices"
	"strings"
)

// token is a run of a source line and the class it is set in ("" for none).
type token struct {
	class, text string
}

var keywords = []string{
	"auto", "bool", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "float",
	"for", "if", "int", "long", "return", "short", "signed", "size_t", "sizeof", "static", "struct", "switch",
	"typedef", "unsigned", "void", "while", "__global__", "__device__", "__host__",
}

// highlight cuts one line of CUDA C into tokens: comments, numbers, strings,
// keywords, and names before a parenthesis. It is for reading, not for checking.
func highlight(line string) []token {
	var tokens []token
	for len(line) > 0 {
		length, class := next(line)
		text := line[:length]
		if last := len(tokens) - 1; class == "" && last >= 0 && tokens[last].class == "" {
			tokens[last].text += text
		} else {
			tokens = append(tokens, token{class, text})
		}
		line = line[length:]
	}
	return tokens
}

// next measures the token at the front of a line.
func next(line string) (length int, class string) {
	switch c := line[0]; {
	case strings.HasPrefix(line, "//"):
		return len(line), "cm"
	case c == '"':
		if end := strings.IndexByte(line[1:], '"'); end >= 0 {
			return end + 2, "nn"
		}
		return len(line), "nn"
	case c >= '0' && c <= '9':
		return span(line, isName), "nn"
	case isName(c):
		length = span(line, isName)
		return length, nameClass(line[:length], strings.TrimLeft(line[length:], " "))
	}
	return 1, ""
}

func nameClass(name, rest string) string {
	switch {
	case slices.Contains(keywords, name):
		return "k"
	case strings.HasPrefix(rest, "("):
		return "f"
	}
	return ""
}

func isName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// span counts the bytes at the front of s that are in the set.
func span(s string, in func(byte) bool) int {
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}
