package oom

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Bounds of the work, whatever is pasted.
const (
	wholeBytes   = 2 << 20   // a text up to this size is read whole
	headBytes    = 64 << 10  // of a longer one: its beginning,
	tailBytes    = 256 << 10 // its end,
	beforeBytes  = 4 << 10   // and the surroundings of each mention,
	afterBytes   = 16 << 10
	mentionsMax  = 64       // of at most so many mentions
	scannedBytes = 64 << 20 // mentions are looked for up to here
)

// narrow turns UTF-16, which Windows' PowerShell writes into files, into UTF-8;
// any other text is given back as it is.
func narrow(text []byte) []byte {
	if len(text) < 2 || text[0]^text[1] != 0xff^0xfe || text[0]|text[1] != 0xff {
		return text
	}
	lo := 0 // FF FE: the low byte stands first
	if text[0] == 0xfe {
		lo = 1
	}
	text = text[2:min(len(text), scannedBytes)]
	out := make([]byte, 0, len(text)/2)
	for i := 0; i+1 < len(text); i += 2 {
		out = utf8.AppendRune(out, rune(text[i+lo])|rune(text[i+1-lo])<<8)
	}
	return out
}

// excerpt gives the part of a text that is looked at, and whether that is all.
func excerpt(text []byte) (part []byte, all bool) {
	if len(text) <= wholeBytes {
		return text, true
	}
	scan := text[:min(len(text), scannedBytes)]
	out := append([]byte{}, text[:headBytes]...)
	end := headBytes
	for _, at := range findMentions(scan) {
		from, to := max(end, at-beforeBytes), min(len(scan), at+afterBytes)
		if from < to {
			out = append(append(out, '\n'), text[from:to]...)
			end = to
		}
	}
	return append(append(out, '\n'), text[max(end, len(text)-tailBytes):]...), false
}

// findMentions gives the places, in order, where the text speaks of memory that
// ran out, of its tables or of settings. Each is recognised by a single word,
// so that a line break inside a message does not hide it; plain "memory" does
// not count, because a log has many. For speed only words' rare letters are
// looked at.
func findMentions(text []byte) []int {
	var at []int
	for i := 0; i < len(text) && len(at) < mentionsMax; i++ {
		found := false
		switch text[i] {
		case 'y', 'Y':
			found = has(text, i-4, "emory") && (outOfBefore(text, i-5) || has(text, i+1, ".used")) ||
				has(text, i-4, "EMORY") && outOfBefore(text, i-5)
		case 'X':
			found = has(text, i-1, "EXHAUSTED")
		case 'x':
			found = has(text, i-1, "Exhausted")
		case 'M':
			found = has(text, i-2, "-SMI")
		case 'C':
			found = has(text, i-4, "ALLOC_CONF") || has(text, i-4, "ALLOC_FAILED")
		}
		if found {
			at = append(at, i)
			i += afterBytes / 4
		}
	}
	return at
}

// has says whether a word stands at a place.
func has(text []byte, at int, word string) bool {
	return at >= 0 && len(text)-at >= len(word) && string(text[at:at+len(word)]) == word
}

// outOfBefore says whether "out of" stands before place i, with anything but
// letters between.
func outOfBefore(text []byte, i int) bool {
	letters := make([]byte, 0, 5)
	for k := i - 1; k >= 0 && k > i-24 && len(letters) < 5; k-- {
		if c := text[k] | 0x20; c >= 'a' && c <= 'z' {
			letters = append(letters, c)
		}
	}
	return string(letters) == "fotuo"
}

// clean makes plain lines of text out of what people paste: terminal colours
// go, escapes of JSON and of Python strings and entities of HTML become what
// they stand for, and odd spaces become spaces.
func clean(raw []byte) string {
	var out strings.Builder
	out.Grow(len(raw))
	for i := 0; i < len(raw); {
		table := isTableRow(raw[i:])
		for ; i < len(raw); i++ {
			c := raw[i]
			if c == '\n' {
				out.WriteByte('\n')
				i++
				break
			}
			i += cleanOne(&out, raw[i:], table)
		}
	}
	return out.String()
}

// isTableRow says whether the line at the start of raw is drawn with bars at
// both ends: there a backslash is part of a Windows path.
func isTableRow(raw []byte) bool {
	if n := bytes.IndexByte(raw[:min(len(raw), 512)], '\n'); n >= 0 {
		raw = raw[:n]
	} else if len(raw) > 512 {
		return false
	}
	raw = bytes.TrimSpace(raw)
	return len(raw) > 2 && raw[0] == '|' && raw[len(raw)-1] == '|'
}

// cleanOne writes what stands at the start of raw and gives how many bytes
// beyond the first it took.
func cleanOne(out *strings.Builder, raw []byte, table bool) int {
	switch c := raw[0]; {
	case c == '\r' || c == '\t':
		out.WriteByte(' ')
	case c == 0x1b:
		return skipEscape(raw)
	case c == '\\' && !table:
		return unescape(out, raw)
	case c == '&':
		return entity(out, raw)
	case c == 0xc2 && len(raw) > 1 && raw[1] == 0xa0:
		out.WriteByte(' ')
		return 1
	default:
		out.WriteByte(c)
	}
	return 0
}

// skipEscape gives the length, less one, of a terminal's escape sequence.
func skipEscape(raw []byte) int {
	if len(raw) < 2 || raw[1] != '[' {
		return 0
	}
	for i := 2; i < len(raw) && i < 32; i++ {
		if raw[i] >= 0x40 && raw[i] <= 0x7e {
			return i
		}
	}
	return 1
}

// unescape reads backslashes and what follows. A text that was quoted twice
// has two of them; they mean the same here.
func unescape(out *strings.Builder, raw []byte) int {
	i := 0
	for i < len(raw) && raw[i] == '\\' {
		i++
	}
	if i == len(raw) {
		return i - 1
	}
	switch c := raw[i]; {
	case c == 'n' || c == 'r':
		out.WriteByte('\n')
	case c == 't':
		out.WriteByte(' ')
	case c == '"' || c == '\'' || c == '/':
		out.WriteByte(c)
	case c == 'u' && i+5 <= len(raw):
		if r, ok := hex4(raw[i+1 : i+5]); ok {
			out.WriteRune(r)
			return i + 4
		}
		out.WriteByte(c)
	default:
		out.WriteByte('\\')
		return i - 1
	}
	return i
}

func hex4(b []byte) (rune, bool) {
	var r rune
	for _, c := range b {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

var entities = [...]struct{ name, char string }{{"&gt;", ">"}, {"&lt;", "<"}, {"&amp;", "&"}, {"&quot;", `"`}, {"&#39;", "'"}, {"&nbsp;", " "}}

func entity(out *strings.Builder, raw []byte) int {
	for _, e := range entities {
		if bytes.HasPrefix(raw, []byte(e.name)) {
			out.WriteString(e.char)
			return len(e.name) - 1
		}
	}
	out.WriteByte('&')
	return 0
}

// flatten joins the lines of a text: every run of spaces and line ends, with
// marks of quotation at the beginning of a line, becomes one space.
func flatten(text string) string {
	out := make([]byte, 0, len(text))
	lineStart := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			lineStart = true
			fallthrough
		case c == ' ':
			if len(out) > 0 && out[len(out)-1] != ' ' {
				out = append(out, ' ')
			}
		case lineStart && (c == '>' || c == '#' || c == '|'):
		default:
			lineStart = false
			out = append(out, c)
		}
	}
	return string(out)
}
