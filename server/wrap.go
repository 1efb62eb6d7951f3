package main

import (
	"regexp"
	"strings"
)

// lineWidth is how wide text is set, in columns of a terminal.
const lineWidth = 78

// wrap breaks a text into lines of at most width columns; lines after the first
// are indented. Latin text breaks at spaces, Chinese between any two characters
// but before closing punctuation and after opening.
func wrap(s, indent string, width int) string {
	s = together.ReplaceAllString(s, "$1\u00a0$2")
	s = together.ReplaceAllString(s, "$1\u00a0$2") // neighbours overlap
	var out strings.Builder
	column := 0
	for _, word := range pieces(s) {
		n := columns(word)
		switch {
		case word == "\n":
			column = 0
		case word == " " && column >= width:
			continue
		case column > columns(indent) && column+n > width:
			text := strings.TrimRight(out.String(), " ")
			out.Reset()
			out.WriteString(text + "\n" + indent)
			column = columns(indent)
			if word == " " {
				continue
			}
		}
		out.WriteString(word)
		if word != "\n" {
			column += n
		}
	}
	return strings.ReplaceAll(out.String(), "\u00a0", " ")
}

// together finds spaces at which no line may break: inside an address, and
// between a number and its unit.
var together = regexp.MustCompile(`(0x[0-9a-f\x{a0}]+|[0-9]) ([0-9a-f]{4}\b|[KMG]iB\b|bytes?\b|µs|B\b)`)

// pieces cuts a text where a line may break: into words, spaces, and single
// Chinese characters with the punctuation that belongs to them.
func pieces(s string) []string {
	var list []string
	glue := false
	for _, r := range s {
		c := string(r)
		last := len(list) - 1
		wide := columns(c) == 2
		switch {
		case r == ' ' || r == '\n':
			list, glue = append(list, c), false
			continue
		case last < 0 || list[last] == " " || list[last] == "\n":
			list = append(list, c)
		case glue || strings.ContainsRune("，。；：、）”？》", r) || !wide && columns(lastOf(list[last])) == 1:
			list[last] += c
		default:
			list = append(list, c)
		}
		glue = strings.ContainsRune("（“《", r)
	}
	return list
}

// lastOf is the last character of a piece.
func lastOf(s string) string {
	r := []rune(s)
	return string(r[len(r)-1])
}
