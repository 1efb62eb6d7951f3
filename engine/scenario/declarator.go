package scenario

import "strconv"

// declarator is one name with its type.
type declarator struct {
	name     string
	typ      *ctype
	at       place
	constant bool     // the pointer itself is const
	indirect bool     // a pointer or array was added to the specifiers' type
	names    []string // of parameters
	places   []place
	defaults []*node
}

// declarator reads stars, a name, and what stands behind it.
func (c *compiler) declarator(base *ctype) *declarator {
	d := &declarator{typ: base}
	c.stars(d)
	if c.tok().is("&") || c.tok().is("&&") {
		c.syntax(OutsideReference, c.tok().at)
		return d
	}
	if c.pointerToArray(d) {
		return d
	}
	if c.tok().is("(") && (c.ahead(1).is("*") || c.ahead(1).is("(")) {
		c.syntax(OutsideFunctionPointer, c.tok().at)
		return d
	}
	if c.tok().kind == nameToken && !c.isKeyword(c.tok().text) {
		t := c.next()
		d.name, d.at = t.text, t.at
		if c.tok().is("::") {
			c.syntax(OutsideNamespace, t.at.to(c.tok().at), t.text)
		}
	} else {
		c.syntax(ExpectedName, c.tok().at, c.found())
		return d
	}
	c.suffix(d)
	return d
}

// pointerToArray reads (*name)[n], with or without a name; false if something
// else stands here.
func (c *compiler) pointerToArray(d *declarator) bool {
	if !c.tok().is("(") || !c.ahead(1).is("*") {
		return false
	}
	at, name := 2, c.ahead(2)
	if name.kind == nameToken {
		at++
	}
	if !c.ahead(at).is(")") || !c.ahead(at+1).is("[") {
		return false
	}
	if at > 2 {
		d.name, d.at = name.text, name.at
	}
	c.at += at + 1
	d.typ, d.constant, d.indirect = pointerTo(c.dimensions(d.typ)), false, true
	return true
}

func (c *compiler) stars(d *declarator) {
	for {
		switch t := c.tok(); {
		case t.is("*"):
			d.typ, d.constant, d.indirect = pointerTo(d.typ), false, true
		case t.kind == nameToken && t.text == "const":
			d.constant = true
		case t.kind == nameToken && (t.text == "__restrict__" || t.text == "restrict" || t.text == "volatile" || t.text == "__restrict"):
		default:
			return
		}
		c.at++
	}
}

func (c *compiler) suffix(d *declarator) {
	if c.tok().is("(") {
		if d.typ.name != "dim3" || c.ahead(1).is(")") || c.typeAhead(1) { // else dim3 grid(2, 2);
			c.parameters(d)
		}
		return
	}
	d.typ = c.dimensions(d.typ)
}

// dimensions reads [n][m]… and gives the array type.
func (c *compiler) dimensions(t *ctype) *ctype {
	if !c.tok().is("[") || !c.enter() {
		return t
	}
	defer c.leave()
	at := c.next().at
	if c.accept("]") {
		t = c.dimensions(t)
		if !t.complete {
			c.report(IncompleteType, at, t.String())
			return badType
		}
		return &ctype{kind: arrayKind, align: t.align, elem: t}
	}
	n := c.constant()
	c.expect("]")
	t = c.dimensions(t)
	switch {
	case !t.complete:
		c.report(IncompleteType, at, t.String())
		return badType
	case int64(n.val) < 0 && !n.typ.unsigned() || n.val > maxObject/max(t.size, 1):
		c.report(ArrayTooLarge, n.at, strconv.FormatInt(int64(n.val), 10))
		return badType
	}
	return arrayOf(t, n.val)
}

// parameters reads the list of a function.
func (c *compiler) parameters(d *declarator) {
	if !c.enter() {
		return
	}
	defer c.leave()
	c.next()
	f := &ctype{kind: functionKind, elem: d.typ, align: 1, complete: true}
	if c.tok().text == "void" && c.ahead(1).is(")") {
		c.at++
	}
	for !c.accept(")") && c.tok().kind != endToken {
		if c.accept("...") {
			f.variadic = true
			c.expect(")")
			break
		}
		if !c.startsType() {
			c.syntax(ExpectedType, c.tok().at, c.found())
			return
		}
		spec := c.specifiers()
		p := &declarator{typ: spec.typ}
		c.stars(p)
		if c.tok().is("&") {
			c.syntax(OutsideReference, c.tok().at)
			return
		}
		if !c.pointerToArray(p) {
			if c.tok().is("(") {
				c.syntax(OutsideFunctionPointer, c.tok().at)
				return
			}
			p.at = c.tok().at
			if c.tok().kind == nameToken {
				p.name = c.next().text
			}
			if p.typ = c.dimensions(p.typ); p.typ.kind == arrayKind {
				p.typ = pointerTo(p.typ.elem)
			}
		}
		var value *node
		if c.accept("=") {
			value = c.assigned(p.typ)
		}
		f.params = append(f.params, p.typ)
		d.names, d.places, d.defaults = append(d.names, p.name), append(d.places, p.at), append(d.defaults, value)
		if !c.accept(",") && !c.tok().is(")") {
			c.expect(")")
		}
	}
	d.typ = f
}

// typeName reads a type as casts and sizeof write it.
func (c *compiler) typeName() *ctype {
	spec := c.specifiers()
	d := &declarator{typ: spec.typ}
	c.stars(d)
	if c.pointerToArray(d) {
		return d.typ
	}
	if c.tok().is("(") && c.ahead(1).is("*") {
		c.syntax(OutsideFunctionPointer, c.tok().at)
	}
	return c.dimensions(d.typ)
}
