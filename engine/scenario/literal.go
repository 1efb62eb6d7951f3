package scenario

import (
	"strconv"
	"strings"
)

// literal reads the value of a number.
func (c *compiler) literal(t *token) *node {
	s := strings.ToLower(t.text)
	hex := strings.HasPrefix(s, "0x")
	if !hex && strings.ContainsAny(s, ".e") || hex && strings.Contains(s, "p") {
		return c.floatLiteral(t, s)
	}
	body := strings.TrimRight(s, "ul")
	suffix := s[len(body):]
	if !hex && strings.HasSuffix(body, "f") {
		return c.floatLiteral(t, s)
	}
	base, digits := 10, body
	switch {
	case hex:
		base, digits = 16, body[2:]
	case strings.HasPrefix(body, "0b"):
		base, digits = 2, body[2:]
	case len(body) > 1 && body[0] == '0':
		base, digits = 8, body[1:]
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil || strings.Count(suffix, "u") > 1 || strings.Count(suffix, "l") > 2 {
		c.report(BadNumber, t.at, t.text)
		return c.badNode(t.at)
	}
	return c.number(v, literalType(v, suffix, base), t.at)
}

// literalType is the first type that holds the value, as C lists them.
func literalType(v uint64, suffix string, base int) *ctype {
	unsigned, long := strings.Contains(suffix, "u"), strings.Count(suffix, "l")
	small := long == 0
	switch {
	case small && !unsigned && v <= 1<<31-1:
		return intType
	case small && (unsigned || base != 10) && v <= 1<<32-1:
		return uintType
	case long == 2 && !unsigned && v <= 1<<63-1:
		return llongType
	case long == 2:
		return ullongType
	case !unsigned && v <= 1<<63-1:
		return longType
	}
	return ulongType
}

func (c *compiler) floatLiteral(t *token, s string) *node {
	typ := doubleType
	if body := strings.TrimSuffix(s, "f"); body != s {
		s, typ = body, floatType
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil && !strings.Contains(err.Error(), "range") {
		c.report(BadNumber, t.at, t.text)
		return c.badNode(t.at)
	}
	if typ == floatType {
		v = float64(float32(v))
	}
	return &node{kind: floatNode, fval: v, typ: typ, at: t.at}
}

// text reads adjacent string constants as one.
func (c *compiler) text() *node {
	start, s := c.tok().at, ""
	var b strings.Builder
	for c.tok().kind == stringToken {
		b.WriteString(c.next().text)
	}
	s = b.String()
	return c.stringConstant(s, start.to(c.last()))
}

// stringConstant gives the array node of a string; equal strings share one
// place.
func (c *compiler) stringConstant(s string, at place) *node {
	n := &node{kind: stringNode, typ: arrayOf(charType, uint64(len(s))+1), at: at}
	if old, ok := c.strings[s]; ok {
		n.val = old
		return n
	}
	n.val = uint64(len(c.prog.ReadOnly))
	c.strings[s] = n.val
	c.prog.ReadOnly = append(append(c.prog.ReadOnly, s...), 0)
	return n
}

// constant reads an integer expression whose value must be known now.
func (c *compiler) constant() *node {
	n := c.decay(c.ternary())
	if n.typ.bad() {
		return c.number(1, intType, n.at)
	}
	if n.kind != numberNode || !n.typ.integer() {
		c.report(NotConstant, n.at)
		return c.number(1, intType, n.at)
	}
	return n
}
