package scenario

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Diagnostic is one thing that is wrong with a program, or that a run ended
// with: what, where, and the words that belong into the sentence. Lines and
// columns count from 1; columns count characters; the end is exclusive.
type Diagnostic struct {
	Line, Column, EndLine, EndColumn int32
	ID                               ID
	args                             [4]string
}

// message is what the tables of texts hold for one ID. {0} to {3} stand for the
// words of the diagnostic.
type message struct {
	name         string // for tests, logs and links
	warning      bool
	en, zh       string
	hintEn, hint string
}

// Name is the stable name of the message: "unknown-name".
func (id ID) Name() string { return messages[id].name }

// limit says whether the message is that a bound of ours was reached.
func (id ID) limit() bool { return strings.HasSuffix(messages[id].name, "-limit") }

// Warning says that the program runs all the same.
func (d Diagnostic) Warning() bool { return messages[d.ID].warning }

// Text is the message in a language: "zh", or English for anything else.
func (d Diagnostic) Text(lang string) string {
	m := &messages[d.ID]
	if lang == "zh" {
		return d.fill(m.zh, lang)
	}
	return d.fill(m.en, lang)
}

// Hint is what to do about it; empty where the message says all.
func (d Diagnostic) Hint(lang string) string {
	m := &messages[d.ID]
	if strings.HasPrefix(m.name, "unknown-") || m.name == "no-such-field" {
		if d.suggestion() == "" {
			return ""
		}
	}
	if lang == "zh" {
		return d.fill(m.hint, lang)
	}
	return d.fill(m.hintEn, lang)
}

// suggestion is the similar name of a message that has one.
func (d Diagnostic) suggestion() string {
	switch d.ID {
	case UnknownName, UnknownFunction, UnknownType:
		return d.args[1]
	case NoSuchField:
		return d.args[2]
	}
	return "-"
}

// programEnd stands in a message where the program ended.
const programEnd = "\x00"

func (d Diagnostic) fill(s, lang string) string {
	if strings.IndexByte(s, '{') < 0 {
		return s
	}
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '{' && i+2 < len(s) && s[i+2] == '}' && s[i+1] >= '0' && s[i+1] <= '3' {
			out = appendArgument(out, d.args[s[i+1]-'0'], lang)
			i += 2
		} else {
			out = append(out, s[i])
		}
	}
	return string(out)
}

// appendArgument writes an argument as the message shows it. Between Chinese
// words there is no space.
func appendArgument(out []byte, s, lang string) []byte {
	switch {
	case s != programEnd:
		return append(out, s...)
	case lang == "zh":
		return append(bytes.TrimRight(out, " "), "程序的结尾"...)
	}
	return append(out, "the end of the program"...)
}

// Render writes a diagnostic for a terminal: place and message, the source
// line, a caret line under what is meant, and the hint.
func Render(src []byte, d Diagnostic, lang string) string {
	s := newSource(src)
	words := [...]string{": error: ", ": warning: ", ": 错误：", ": 警告："}
	k := 0
	if d.Warning() {
		k = 1
	}
	if lang == "zh" {
		k += 2
	}
	out := number(uint64(max(d.Line, 0))) + ":" + number(uint64(max(d.Column, 0))) + words[k] + d.Text(lang) + "\n"
	if line := s.line(d.Line); line != "" && len(line) < 400 {
		out += "    " + line + "\n    " + carets(line, d) + "\n"
	}
	if hint := d.Hint(lang); hint != "" {
		out += "    " + hint + "\n"
	}
	return visible(out)
}

// visible makes text safe for a terminal: what the source has of tabs, escape
// codes and bytes that are no text is one visible character each.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' && r != '\n', r >= 0x7F && r < 0xA0, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
			return utf8.RuneError
		}
		return r
	}, s)
}

// carets gives the line of carets. Chinese characters are two columns wide in
// a terminal.
func carets(line string, d Diagnostic) string {
	var b strings.Builder
	column := int32(0)
	for _, r := range line {
		column++
		mark := byte(' ')
		if column >= d.Column {
			if column > d.Column && (d.EndLine == d.Line && column >= d.EndColumn) {
				break
			}
			mark = '^'
		}
		b.WriteByte(mark)
		if r >= 0x1100 && utf8.RuneLen(r) == 3 && r != '…' && r != '–' {
			b.WriteByte(mark)
		}
	}
	if column < d.Column {
		b.WriteByte('^')
	}
	return b.String()
}
