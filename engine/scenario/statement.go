package scenario

// statements reads up to the closing brace; the opening one is already read.
func (c *compiler) statements() []*node {
	if !c.enter() {
		return nil
	}
	defer c.leave()
	c.push()
	outer := c.fn.offset
	var list []*node
	for c.at < len(c.tokens) && !c.tok().is("}") && !c.full() {
		before := c.at
		if s := c.statement(); s != nil {
			list = append(list, s)
		}
		c.recover()
		if c.at == before && !c.tok().is("}") {
			c.at++
		}
	}
	c.expect("}")
	c.fn.offset = outer
	c.pop()
	return list
}

// statement reads one statement; nil for one that does nothing.
func (c *compiler) statement() *node {
	if !c.enter() {
		return nil
	}
	defer c.leave()
	t := c.tok()
	switch {
	case t.is("{"):
		c.next()
		return &node{kind: blockNode, at: t.at, list: c.statements()}
	case t.is(";"):
		c.next()
		return nil
	case c.outsideStatement():
		return nil
	case t.kind == nameToken && c.ahead(1).is(":") && !c.isKeyword(t.text):
		return c.labelStatement(t)
	case c.usingDirective():
		return nil
	case c.streams(t):
		return c.streamStatement(t)
	case t.kind == nameToken && isWord(statementWords, t.text):
		if n, ok := c.keyword(t); ok {
			return n
		}
	case c.startsDeclaration():
		list := c.declaration(false)
		return &node{kind: blockNode, at: t.at.to(c.last()), list: list, val: 1}
	}
	n := c.expression()
	c.expect(";")
	return &node{kind: expressionNode, at: n.at, x: n}
}

// keyword reads a statement that begins with its word.
func (c *compiler) keyword(t *token) (*node, bool) {
	n := &node{at: t.at}
	switch t.text {
	case "if":
		c.next()
		c.ifStatement(n)
	case "for":
		c.next()
		c.forStatement(n)
	case "while":
		c.next()
		n.kind = loopNode
		c.push()
		c.expect("(")
		n.w, n.x = c.condition()
		c.expect(")")
		n.y = c.loopBody()
		c.pop()
	case "do":
		c.next()
		n.kind = doNode
		n.y = c.loopBody()
		if !c.acceptName("while") {
			c.syntax(Expected, c.tok().at, "while", c.found())
		}
		c.expect("(")
		n.x = c.truth(c.expression())
		c.expect(")")
		c.expect(";")
	case "switch":
		c.next()
		c.switchStatement(n)
	case "case", "default":
		c.next()
		c.caseLabel(n, t)
	case "break", "continue":
		c.next()
		n.kind = breakNode
		if t.text == "continue" {
			n.kind = continueNode
		}
		if c.fn.loops == 0 && (len(c.fn.switches) == 0 || t.text == "continue") {
			c.report(OutsideLoop, t.at, t.text)
			n = nil
		}
		c.expect(";")
	case "return":
		c.next()
		c.returnStatement(n)
	case "goto":
		c.next()
		n = c.gotoStatement()
	case "else":
		c.syntax(StrayElse, t.at, "else")
	default:
		return nil, false
	}
	return n, true
}

// condition reads the condition of if or while, which may declare a variable.
func (c *compiler) condition() (init, cond *node) {
	if c.startsDeclaration() {
		at := c.tok().at
		spec := c.specifiers()
		d := c.declarator(spec.typ)
		if c.skidding {
			return nil, c.badNode(at)
		}
		init = c.variable(spec, d, false)
		return init, c.truth(c.decay(c.use(c.scope.find(d.name), d.at)))
	}
	return nil, c.truth(c.expression())
}

// ifStatement reads a whole chain of else if in one loop, so that a long chain
// is not deep.
func (c *compiler) ifStatement(n *node) {
	pushed := 0
	for {
		c.push()
		pushed++
		n.kind = ifNode
		c.expect("(")
		n.w, n.x = c.condition()
		c.expect(")")
		if c.scope.names == nil { // declared nothing: a long chain need not be a deep one
			c.pop()
			pushed--
		}
		n.y = c.statement()
		if !c.acceptName("else") {
			break
		}
		if c.tok().kind != nameToken || c.tok().text != "if" {
			n.z = c.statement()
			break
		}
		n.z = &node{at: c.next().at}
		n = n.z
	}
	for ; pushed > 0; pushed-- {
		c.pop()
	}
}

func (c *compiler) forStatement(n *node) {
	n.kind = loopNode
	c.push()
	outer := c.fn.offset
	c.expect("(")
	switch t := c.tok(); {
	case c.accept(";"):
	case c.startsDeclaration():
		if c.rangeFor() {
			c.syntax(OutsideRangeFor, t.at.to(c.tok().at))
		}
		n.w = &node{kind: blockNode, at: t.at, list: c.declaration(false), val: 1}
	default:
		x := c.expression()
		n.w = &node{kind: expressionNode, at: x.at, x: x}
		c.expect(";")
	}
	if !c.tok().is(";") {
		n.x = c.truth(c.expression())
	}
	c.expect(";")
	if !c.tok().is(")") {
		x := c.expression()
		n.z = &node{kind: expressionNode, at: x.at, x: x}
	}
	c.expect(")")
	n.y = c.loopBody()
	c.fn.offset = outer
	c.pop()
}

// rangeFor looks whether the parentheses hold a C++ range.
func (c *compiler) rangeFor() bool {
	for i, depth := 0, 0; ; i++ {
		switch t := c.ahead(i); {
		case t.kind == endToken || t.is(";") || t.is("?"):
			return false
		case t.is("("):
			depth++
		case t.is(")"):
			if depth--; depth < 0 {
				return false
			}
		case t.is(":"):
			return true
		}
	}
}

func (c *compiler) loopBody() *node {
	c.fn.loops++
	n := c.statement()
	c.fn.loops--
	return n
}

func (c *compiler) switchStatement(n *node) {
	n.kind = switchNode
	c.expect("(")
	n.x = c.decay(c.expression())
	c.expect(")")
	if !n.x.typ.integer() {
		c.report(SwitchType, n.x.at, n.x.typ.String())
	}
	n.x = c.convert(n.x, n.x.typ.promoted())
	n.w = c.temporary(n.x.typ, n.at)
	c.fn.switches = append(c.fn.switches, n)
	n.y = c.statement()
	c.fn.switches = c.fn.switches[:len(c.fn.switches)-1]
}

// caseLabel reads case V: or default: and enters it into its switch.
func (c *compiler) caseLabel(n *node, t *token) {
	n.kind = caseNode
	if t.text == "case" {
		n.x = c.constant()
	}
	c.expect(":")
	if len(c.fn.switches) == 0 {
		c.report(OutsideSwitch, t.at, t.text)
		return
	}
	s := c.fn.switches[len(c.fn.switches)-1]
	for _, other := range s.list {
		if (other.x == nil) == (n.x == nil) && (n.x == nil || other.x.val == n.x.val) {
			c.report(DoubleCase, t.at, c.src.cut(t.at.to(c.last())))
		}
	}
	s.list = append(s.list, n)
}

func (c *compiler) returnStatement(n *node) {
	n.kind = returnNode
	f := c.fn
	if !c.tok().is(";") {
		x := c.expression()
		if f.result.kind == voidKind {
			if x.typ.kind != voidKind {
				c.report(ReturnValue, x.at, f.sym.name)
			}
			n.x = x
		} else {
			n.x = c.assignable(x, f.result)
		}
	} else if f.result.kind != voidKind && f != c.start {
		c.report(ReturnMissing, n.at, f.sym.name, f.result.String())
	}
	c.expect(";")
}
