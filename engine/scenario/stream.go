package scenario

import (
	"strconv"
	"strings"

	"pagewalk/engine/isa"
)

// The little of the C++ library that CUDA tutorials use without thinking:
// std:: before names that C has too, using, and output with <<, which becomes
// one call of fprintf.

// output is how << writes floating numbers and the next value.
type output struct {
	precision int // digits; -1: six, as at first
	letter    byte
	width     int
}

// withoutStd takes std:: away where the name behind it is known without.
func (c *compiler) withoutStd() {
	kept := c.tokens[:0]
	for i := 0; i < len(c.tokens); i++ {
		t := &c.tokens[i]
		if i+2 < len(c.tokens) && t.kind == nameToken && t.text == "std" && c.tokens[i+1].is("::") && c.plain(c.tokens[i+2].text) {
			first := t.first
			i += 2
			c.tokens[i].first = c.tokens[i].first || first
		}
		kept = append(kept, c.tokens[i])
	}
	c.tokens = kept
	c.usual = output{-1, 'g', 0}
}

// plain says whether a name of std means here what it means there.
func (c *compiler) plain(name string) bool {
	r, _ := isa.RoutineOf(name)
	return r != nil || isWord(streamWords, name) || c.scope.find(name) != nil
}

var streamWords = []string{"cout", "cerr", "clog", "endl", "flush", "fixed", "scientific", "defaultfloat", "setprecision", "setw", "boolalpha", "left", "right", "swap"}

// usingDirective reads using namespace N, using N::x and using T = type, where
// one begins.
func (c *compiler) usingDirective() bool {
	if t := c.tok(); t.kind != nameToken || t.text != "using" {
		return false
	}
	c.next()
	if name := c.tok(); c.ahead(1).is("=") {
		c.at += 2
		typ := *c.typeName()
		if typ.kind != structKind {
			typ.name = name.text
		}
		c.declare(&symbol{kind: typeSymbol, name: name.text, typ: &typ, at: name.at})
		c.forCard = true
	} else {
		for c.tok().kind == nameToken || c.tok().is("::") {
			c.next()
		}
	}
	c.expect(";")
	return true
}

// swap makes swap(a, b) of two objects of one type.
func (c *compiler) swap(args []*node, at place) *node {
	x, y := args[0], args[1]
	if !c.changeable(x) || !c.changeable(y) {
		return c.badNode(at)
	}
	v := c.temporary(x.typ, at)
	first := c.assign(v, x)
	second := c.comma(first, c.assign(x, y), at)
	third := c.comma(second, c.assign(y, v), at)
	return c.convert(third, voidType)
}

// streams says whether a statement that writes with << begins here.
func (c *compiler) streams(t *token) bool {
	return t.kind == nameToken && (t.text == "cout" || t.text == "cerr" || t.text == "clog") && c.scope.find(t.text) == nil
}

// streamStatement reads cout << … << …; as a call of fprintf.
func (c *compiler) streamStatement(t *token) *node {
	c.next()
	stream := uint64(1)
	if t.text != "cout" {
		stream = 2
	}
	if c.fn.card {
		c.report(HostOnly, t.at, t.text)
	}
	var format strings.Builder
	var values []*node
	for c.accept("<<") {
		if word, ok := c.manipulator(); ok {
			format.WriteString(word)
			continue
		}
		x := c.operators(9)
		if x.kind == stringNode && c.usual.width == 0 {
			format.WriteString(strings.ReplaceAll(c.stringText(x), "%", "%%"))
			continue
		}
		x = c.decay(x)
		verb, ok := c.usual.verb(x.typ)
		if !ok {
			if !x.typ.bad() {
				c.report(BadOperand, x.at, "<<", x.typ.String())
			}
			continue
		}
		format.WriteString(verb)
		values = append(values, c.promoteVariadic(x))
	}
	at := t.at.to(c.last())
	c.expect(";")
	list := append([]*node{c.number(stream, ulongType, at), c.decay(c.stringConstant(format.String(), at))}, values...)
	return c.expressionStatement(c.hostNode(hostFprintf, intType, at, list...))
}

// manipulator reads a word that changes how values are written, or ends a line.
func (c *compiler) manipulator() (text string, ok bool) {
	t, o := c.tok(), &c.usual
	if t.kind != nameToken || !isWord(streamWords, t.text) || c.scope.find(t.text) != nil {
		return "", false
	}
	c.next()
	switch t.text {
	case "endl":
		return "\n", true
	case "fixed":
		o.letter = 'f'
	case "scientific":
		o.letter = 'e'
	case "defaultfloat":
		o.letter = 'g'
	case "setprecision", "setw":
		c.expect("(")
		n := int(min(c.constant().val, maxWidth))
		c.expect(")")
		if t.text == "setw" {
			o.width = n
		} else {
			o.precision = n
		}
	}
	return "", true
}

// verb is the conversion of printf that writes a value as << does.
func (o *output) verb(t *ctype) (string, bool) {
	width := ""
	if o.width > 0 {
		width = strconv.Itoa(o.width)
		o.width = 0
	}
	letter := "d"
	switch {
	case t.floating():
		if o.precision >= 0 {
			width += "." + strconv.Itoa(o.precision)
		}
		letter = string(o.letter)
	case t.kind == charKind || t.kind == ucharKind:
		letter = "c"
	case t.integer() && t.unsigned() && t.size >= 4:
		letter = "u"
	case t.integer():
	case t.pointer() && charLike(t.elem, charType):
		letter = "s"
	case t.pointer():
		letter = "p"
	default:
		return "", false
	}
	if t.integer() && t.size == 8 {
		letter = "l" + letter
	}
	return "%" + width + letter, true
}

// stringText is the text of a string constant.
func (c *compiler) stringText(n *node) string {
	return string(c.prog.ReadOnly[n.val : n.val+n.typ.count-1])
}
