package scenario

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// lexer cuts a text into tokens.
type lexer struct {
	c     *compiler
	src   []byte
	at    int
	first bool
	space bool
	out   []token
}

// lex gives the tokens of src, without an end token. Errors go to c.
func lex(c *compiler, src []byte) []token {
	l := lexer{c: c, src: src, first: true}
	for l.next() {
	}
	return l.out
}

func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.src) {
		return l.src[l.at+n]
	}
	return 0
}

// next reads one token or one piece of white space; false at the end or at an
// error after which going on makes no sense.
func (l *lexer) next() bool {
	if l.at >= len(l.src) || l.c.full() {
		return false
	}
	switch b := l.src[l.at]; {
	case b == '\n':
		l.at++
		l.first, l.space = true, true
	case b == ' ' || b == '\t' || b == '\r' || b == '\v' || b == '\f' || b == 0xEF && l.at == 0 && strings.HasPrefix(string(l.src), "\uFEFF"):
		l.at++
		if b == 0xEF {
			l.at += 2
		}
		l.space = true
	case b == '\\' && (l.peek(1) == '\n' || l.peek(1) == '\r' && l.peek(2) == '\n'):
		l.at += 2
		if l.src[l.at-1] == '\r' {
			l.at++
		}
		l.space = true
	case b == '/' && (l.peek(1) == '/' || l.peek(1) == '*'):
		return l.comment()
	case isLetter(b):
		start := l.at
		for isLetter(l.peek(0)) || isDigit(l.peek(0)) {
			l.at++
		}
		l.add(nameToken, start, string(l.src[start:l.at]))
	case isDigit(b) || b == '.' && isDigit(l.peek(1)):
		l.number()
	case b == '"' || b == '\'':
		return l.quoted(b)
	default:
		return l.mark()
	}
	return true
}

func isLetter(b byte) bool { return b == '_' || b|32 >= 'a' && b|32 <= 'z' }
func isDigit(b byte) bool  { return b >= '0' && b <= '9' }

func (l *lexer) add(k tokenKind, start int, text string) {
	l.out = append(l.out, token{kind: k, first: l.first, space: l.space, text: text, at: place{uint32(start), uint32(l.at)}})
	l.first, l.space = false, false
}

func (l *lexer) comment() bool {
	start := l.at
	l.space = true
	if l.src[l.at+1] == '/' {
		for l.at < len(l.src) && l.src[l.at] != '\n' {
			l.at++
		}
		return true
	}
	end := bytes.Index(l.src[l.at+2:], []byte("*/"))
	if end < 0 {
		l.c.report(UnclosedComment, place{uint32(start), uint32(start) + 2})
		l.at = len(l.src)
		return false
	}
	for _, b := range l.src[l.at : l.at+end] {
		l.first = l.first || b == '\n'
	}
	l.at += end + 4
	return true
}

// number takes a preprocessing number: digits, letters, points, and signs
// after an exponent letter. The parser decides what it means.
func (l *lexer) number() {
	start := l.at
	hex := l.peek(0) == '0' && l.peek(1)|32 == 'x'
	for {
		b := l.peek(0)
		exponent := b|32 == 'e' && !hex || b|32 == 'p' && hex
		if exponent && (l.peek(1) == '+' || l.peek(1) == '-') {
			l.at += 2
		} else if isLetter(b) || isDigit(b) || b == '.' || b == '\'' && isDigit(l.peek(1)) {
			l.at++
		} else {
			break
		}
	}
	l.add(numberToken, start, strings.ReplaceAll(string(l.src[start:l.at]), "'", ""))
}

// quoted reads a string or character constant and decodes its escapes.
func (l *lexer) quoted(quote byte) bool {
	start := l.at
	var text []byte
	for l.at++; ; {
		b := l.peek(0)
		if l.at >= len(l.src) || b == '\n' {
			l.add(brokenToken, start, string(quote)) // an error only where it is used
			return l.at < len(l.src)
		}
		l.at++
		if b == quote {
			break
		}
		if b == '\\' {
			text = l.escape(text)
		} else {
			text = append(text, b)
		}
	}
	if quote == '"' {
		l.add(stringToken, start, string(text))
	} else if len(text) == 1 {
		l.add(charToken, start, string(text))
	} else {
		l.c.report(BadCharacter, place{uint32(start), uint32(l.at)}, string(l.src[start:l.at]))
		l.add(charToken, start, "?")
	}
	return true
}

func (l *lexer) escape(text []byte) []byte {
	b := l.peek(0)
	l.at++
	if i := strings.IndexByte("nrtvabf\\'\"?", b); i >= 0 && b != 0 {
		return append(text, "\n\r\t\v\a\b\f\\'\"?"[i])
	}
	value, digits := 0, 0
	if b == 'x' {
		for ; digits < 2 && hexDigit(l.peek(0)) >= 0; digits++ {
			value = value*16 + hexDigit(l.peek(0))
			l.at++
		}
		return append(text, byte(value))
	}
	if b >= '0' && b <= '7' {
		for l.at--; digits < 3 && l.peek(0) >= '0' && l.peek(0) <= '7'; digits++ {
			value = value*8 + int(l.peek(0)-'0')
			l.at++
		}
		return append(text, byte(value))
	}
	if b == '\n' {
		return text // a continued line inside a string
	}
	return append(text, b)
}

func hexDigit(b byte) int {
	switch {
	case isDigit(b):
		return int(b - '0')
	case b|32 >= 'a' && b|32 <= 'f':
		return int(b|32-'a') + 10
	}
	return -1
}

// mark reads an operator, or names the character that has no place here.
func (l *lexer) mark() bool {
	start := l.at
	for _, m := range marks {
		if m[0] == l.src[l.at] && (len(m) < 2 || m[1] == l.peek(1)) && (len(m) < 3 || m[2] == l.peek(2)) {
			l.at += len(m)
			l.add(markToken, start, m)
			return true
		}
	}
	r, n := utf8.DecodeRune(l.src[l.at:])
	l.at += n
	at := place{uint32(start), uint32(l.at)}
	if m, wide := wideMarks[r]; wide {
		l.c.report(WideMark, at, string(r), m)
		l.add(markToken, start, m)
		return true
	}
	l.c.report(StrayCharacter, at, printable(r, l.src[start:l.at]))
	return true
}

// printable is what a message shows of a stray character: bytes that no screen
// shows stand as a C string would write them.
func printable(r rune, text []byte) string {
	if r >= ' ' && r != utf8.RuneError {
		return string(text)
	}
	const digits = "0123456789abcdef"
	return "\\x" + string([]byte{digits[text[0]>>4], digits[text[0]&15]})
}
