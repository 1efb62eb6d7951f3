package scenario

import "strconv"

// specifiers is what stands before the first declarator.
type specifiers struct {
	typ      *ctype
	typedef  bool
	static   bool
	extern   bool
	constant bool
	kernel   bool // __global__
	device   bool // __device__
	fixed    bool // __constant__
	host     bool // __host__
	shared   bool // __shared__
	auto     bool
}

// words of declarations, by what they do.
var typeWords = []string{
	"void", "bool", "_Bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double",
}

var otherWords = []string{
	"const", "volatile", "static", "extern", "inline", "typedef", "struct", "union", "enum", "auto", "register", "constexpr",
	"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__inline__", "__forceinline__", "__restrict__", "restrict", "__launch_bounds__", "__align__", "__noinline__",
}

// startsDeclaration says whether a declaration begins here.
func (c *compiler) startsDeclaration() bool {
	t := c.tok()
	if t.kind != nameToken {
		return false
	}
	if isWord(otherWords, t.text) {
		return true
	}
	if c.startsType() {
		return !c.ahead(1).is("(") || c.ahead(2).is("*") && c.ahead(3).kind == nameToken && c.ahead(4).is(")") && (c.ahead(5).is("(") || c.ahead(5).is("["))
	}
	// A name that is no type, then another name: the type is misspelt or unknown.
	n := c.ahead(1)
	return n.kind == nameToken && !c.isKeyword(t.text) && c.scope.find(t.text) == nil && (c.ahead(2).is(";") || c.ahead(2).is("=") || c.ahead(2).is("("))
}

// startsType says whether a type name begins here.
func (c *compiler) startsType() bool {
	t := c.tok()
	if t.kind != nameToken {
		return false
	}
	if isWord(typeWords, t.text) || t.text == "struct" || t.text == "union" || t.text == "enum" || t.text == "const" || t.text == "volatile" {
		return true
	}
	s := c.scope.find(t.text)
	return s != nil && s.kind == typeSymbol
}

var statementWords = []string{
	"if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "return", "sizeof", "goto", "new", "delete", "throw", "try", "using", "namespace", "template", "class", "asm", "operator",
}

//go:noinline
func isWord(list []string, s string) bool { return index(list, s) >= 0 }

func (c *compiler) isKeyword(s string) bool {
	return isWord(statementWords, s) || isWord(typeWords, s) || isWord(otherWords, s)
}

// specifiers reads storage words and the type.
func (c *compiler) specifiers() *specifiers {
	s := &specifiers{}
	var words []string
	start := c.tok().at
	for c.tok().kind == nameToken {
		t := c.tok()
		switch t.text {
		case "const", "constexpr":
			s.constant = true
		case "volatile", "inline", "register", "__inline__", "__forceinline__", "__noinline__", "__restrict__", "restrict":
		case "static":
			s.static = true
		case "extern":
			s.extern = true
		case "typedef":
			s.typedef = true
		case "auto":
			s.auto = true
		case "__global__":
			s.kernel = true
		case "__device__":
			s.device = true
		case "__host__":
			s.host = true
		case "__shared__":
			s.shared = true
		case "__launch_bounds__", "__align__":
			c.at++
			c.skipParentheses()
			continue
		case "__constant__":
			s.device, s.fixed = true, true
		case "__managed__":
			c.syntax(OutsideMemorySpace, t.at, t.text)
		case "struct", "union", "enum":
			if s.typ = c.tagged(); c.skidding {
				s.typ = badType
				return s
			}
			continue
		default:
			if isWord(typeWords, t.text) {
				words = append(words, t.text)
				break
			}
			sym := c.scope.find(t.text)
			if s.typ != nil || len(words) > 0 || s.auto || sym == nil || sym.kind != typeSymbol {
				if s.typ == nil && len(words) == 0 && !s.auto {
					c.unknownType(t)
					break
				}
				s.finish(c, words, start)
				return s
			}
			s.typ = sym.typ
		}
		c.at++
	}
	s.finish(c, words, start)
	return s
}

// skipParentheses skips ( … ), which says nothing here.
func (c *compiler) skipParentheses() {
	c.expect("(")
	for depth := 1; depth > 0 && c.tok().kind != endToken; {
		if t := c.next(); t.is("(") {
			depth++
		} else if t.is(")") {
			depth--
		}
	}
}

func (c *compiler) unknownType(t *token) {
	c.report(UnknownType, t.at, t.text, c.nearest(t.text, typeSymbol))
	c.skidding = true
}

func (s *specifiers) finish(c *compiler, words []string, at place) {
	if len(words) > 0 {
		s.typ = typeOfWords(words)
		if s.typ == nil {
			c.report(BadType, at.to(c.last()))
			s.typ = badType
		}
	}
	if s.typ == nil {
		s.typ = badType
		if !s.auto {
			c.syntax(ExpectedType, c.tok().at, c.found())
		}
	}
}

// typeOfWords gives the type that a list of words in any order names.
func typeOfWords(words []string) *ctype {
	n := map[string]int{}
	for _, w := range words {
		n[w]++
	}
	unsigned := n["unsigned"] > 0
	pick := func(signed, un *ctype) *ctype {
		if unsigned {
			return un
		}
		return signed
	}
	switch {
	case n["void"] > 0 && len(words) == 1:
		return voidType
	case n["bool"]+n["_Bool"] > 0 && len(words) == 1:
		return boolType
	case n["float"] > 0 && len(words) == 1:
		return floatType
	case n["double"] > 0:
		return doubleType
	case n["char"] > 0:
		return pick(charType, ucharType)
	case n["short"] > 0:
		return pick(shortType, ushortType)
	case n["long"] > 1:
		return pick(llongType, ullongType)
	case n["long"] > 0:
		return pick(longType, ulongType)
	case n["int"]+n["signed"]+n["unsigned"] == len(words):
		return pick(intType, uintType)
	}
	return nil
}

// tagged reads a struct, union or enum.
func (c *compiler) tagged() *ctype {
	word := c.next()
	at, name := c.tok().at, ""
	if c.tok().kind == nameToken {
		name = c.next().text
	}
	if word.text == "enum" {
		if c.acceptName("class") || name == "class" {
			c.syntax(OutsideClass, word.at)
		}
		return c.enumeration(name)
	}
	t := c.scope.tags[name]
	opens := c.tok().is("{")
	if c.tok().is(":") {
		c.syntax(OutsideClass, c.tok().at)
		return badType
	}
	if t == nil && !opens {
		t = c.scope.findTag(name)
	}
	if t == nil || name == "" || opens && t.complete && !c.prelude {
		if opens && t != nil && t.complete && name != "" {
			c.report(Redeclared, at, name)
		}
		t = &ctype{kind: structKind, union: word.text == "union", align: 1, name: name}
		if name != "" {
			c.scope.enterTag(name, t)
			if c.scope.names[name] == nil {
				c.declare(&symbol{kind: typeSymbol, name: name, typ: t, at: at})
			}
		} else if !opens {
			c.syntax(Expected, c.tok().at, "{", c.found())
		}
	}
	if opens {
		c.fields(t)
	}
	return t
}

func (c *compiler) fields(t *ctype) {
	if !c.enter() {
		return
	}
	defer c.leave()
	c.next()
	var list []field
	for !c.accept("}") && c.tok().kind != endToken {
		if !c.startsType() || c.ahead(1).is("(") {
			c.syntax(FieldExpected, c.tok().at, c.found())
			return
		}
		spec := c.specifiers()
		if c.tok().is(";") && spec.typ.kind == structKind {
			list = append(list, field{typ: spec.typ})
		}
		for !c.tok().is(";") && c.tok().kind != endToken {
			d := c.declarator(spec.typ)
			switch {
			case c.tok().is(":"):
				c.syntax(OutsideBitField, c.tok().at)
			case d.typ.kind == functionKind:
				c.syntax(OutsideClass, d.at)
			case !d.typ.complete:
				c.report(IncompleteType, d.at, d.typ.String())
				d.typ = badType
			}
			list = append(list, field{name: d.name, typ: d.typ})
			if c.tok().is("=") {
				c.syntax(FieldDefault, c.tok().at)
			}
			if !c.accept(",") {
				break
			}
		}
		c.expect(";")
	}
	t.layOut(list)
	if t.size > maxObject {
		c.report(ObjectTooLarge, c.last(), t.name, strconv.FormatUint(t.size, 10))
		t.size = 8
	}
}

func (c *compiler) enumeration(name string) *ctype {
	if !c.tok().is("{") {
		if t := c.scope.findTag("enum " + name); t != nil {
			return t
		}
		return intType
	}
	t := basic(intKind, 4, name)
	if name == "" {
		t = intType
	} else {
		c.scope.enterTag("enum "+name, t)
		c.declare(&symbol{kind: typeSymbol, name: name, typ: t, at: c.last()})
	}
	c.next()
	value := uint64(0)
	for !c.accept("}") && c.tok().kind != endToken {
		id := c.next()
		if id.kind != nameToken {
			c.syntax(ExpectedName, id.at, id.text)
			break
		}
		vt := intType
		if c.accept("=") {
			n := c.constant()
			value = n.val
			if int64(value) != int64(int32(value)) {
				vt = longType
			}
		}
		c.declare(&symbol{kind: constantSymbol, name: id.text, typ: vt, val: value, at: id.at})
		value++
		if !c.accept(",") && !c.tok().is("}") {
			c.expect("}")
		}
	}
	return t
}
