package scenario

// outsideWords are constructs that begin with a word of their own and are not
// part of the language, each with the message that names it.
var outsideWords = map[string]ID{
	"template": OutsideTemplate, "class": OutsideClass, "namespace": OutsideNamespace, "try": OutsideException, "throw": OutsideException,
	"asm": OutsideAssembly, "__asm__": OutsideAssembly, "texture": OutsideTexture, "surface": OutsideTexture, "operator": OutsideClass,
	"cudaTextureObject_t": OutsideTexture, "cudaArray_t": OutsideTexture, "public": OutsideClass, "private": OutsideClass, "virtual": OutsideClass, "_Generic": OutsideTemplate,
}

// outsideStatement reports a construct outside the language where a statement
// begins, and skips what belongs to it.
func (c *compiler) outsideStatement() bool {
	t := c.tok()
	if t.kind != nameToken {
		return false
	}
	id, known := outsideWords[t.text]
	switch {
	case t.text == "std" && c.ahead(1).is("::"):
		c.reportStd(t)
		known = true
	case known:
		c.report(id, t.at, t.text)
	case c.ahead(1).is("::"):
		c.report(OutsideNamespace, t.at.to(c.ahead(1).at), t.text)
		known = true
	}
	if known {
		c.skipConstruct()
	}
	return known
}

// skipConstruct skips to behind the semicolon or the braces of a construct.
func (c *compiler) skipConstruct() {
	depth := 0
	for c.tok().kind != endToken {
		if depth == 0 && c.tok().is("}") {
			return
		}
		t := c.next()
		switch {
		case t.is("{") || t.is("("):
			depth++
		case t.is(")"):
			depth--
		case t.is("}"):
			if depth--; depth <= 0 && c.tok().text != "catch" {
				c.accept(";")
				return
			}
		case t.is(";") && depth <= 0:
			return
		}
	}
}

// standardWords pairs names of the C++ library with what to write instead.
var standardWords = map[string]string{
	"vector": "malloc", "string": "const char *", "unique_ptr": "malloc / free", "array": "T a[N]",
}

func (c *compiler) reportStd(t *token) {
	name := c.ahead(2)
	instead := standardWords[name.text]
	if instead == "" {
		instead = "C"
	}
	c.report(OutsideStandard, t.at.to(name.at), "std::"+name.text, instead)
}

// outsideExpression reports a construct outside the language where an operand
// should stand.
func (c *compiler) outsideExpression(t *token) bool {
	switch {
	case t.is("["):
		c.report(OutsideLambda, t.at)
		c.skipConstruct()
		if c.tokens[c.at-1].is(";") {
			c.at--
		}
		c.skidding = true
	case t.kind == nameToken && t.text == "std" && c.ahead(1).is("::"):
		c.reportStd(t)
		c.skidding = true
	case t.kind == nameToken && (t.text == "dynamic_cast" || t.text == "typeid" || t.text == "this"):
		c.syntax(OutsideClass, t.at)
	case t.kind == nameToken && outsideWords[t.text] != NoDiagnostic:
		c.syntax(outsideWords[t.text], t.at, t.text)
	case t.kind == nameToken && c.ahead(1).is("::"):
		c.syntax(OutsideNamespace, t.at.to(c.ahead(1).at), t.text)
	case t.is("{"):
		c.report(BracesInExpression, t.at)
		c.skipBraces()
	default:
		return false
	}
	return true
}
