package scenario

// address makes &x.
func (c *compiler) address(x *node, start place) *node {
	at := start.to(x.at)
	x = asVariable(x)
	if x.typ.bad() {
		return c.badNode(at)
	}
	if !lvalue(x) {
		c.report(NoAddress, at)
		return c.badNode(at)
	}
	if x.kind == derefNode {
		if e := x.x; e.kind == elementNode && e.y.kind == boundNode {
			e.y.op = 1 // the address one past the end is allowed
		}
		n := *x.x
		n.at = at
		return &n
	}
	return c.finish(&node{kind: addressNode, x: x, typ: pointerTo(x.typ), at: at})
}

// dereference makes *x.
func (c *compiler) dereference(x *node, start place) *node {
	x = c.decay(x)
	at := start.to(x.at)
	switch {
	case x.typ.bad():
		return c.badNode(at)
	case !x.typ.pointer():
		c.report(NotAPointer, at, x.typ.String())
		return c.badNode(at)
	case !x.typ.elem.complete:
		c.report(OpaquePointer, at, x.typ.String())
		return c.badNode(at)
	}
	return c.finish(&node{kind: derefNode, x: x, typ: x.typ.elem, at: at})
}

// constantPart gives the const or __constant__ variable that x is, or is an
// element or a field of; nil if it is none. What a pointer variable leads to is
// not known here.
func constantPart(x *node) *symbol {
	for {
		switch x.kind {
		case variableNode, numberNode:
			if x.sym != nil && x.sym.readOnly {
				return x.sym
			}
			return nil
		case memberNode:
			x = x.x
		case derefNode:
			if x = pointsInto(x.x); x == nil {
				return nil
			}
		default:
			return nil
		}
	}
}

// pointsInto gives the object whose address a pointer expression computes: of
// &a, a + i and &a[i] it is a.
func pointsInto(p *node) *node {
	for {
		switch {
		case p.kind == addressNode:
			return p.x
		case p.kind == elementNode, p.kind == binaryNode && p.x.typ.pointer():
			p = p.x
		default:
			return nil
		}
	}
}

// element makes x[i]. An index into an array whose length is known is checked
// when the program runs.
func (c *compiler) element(x, i *node, at place) *node {
	whole := x.typ
	x, i = c.decay(x), c.decay(i)
	if x.typ.integer() && i.typ.pointer() {
		x, i = i, x
	}
	switch {
	case x.typ.bad() || i.typ.bad():
		return c.badNode(at)
	case !x.typ.pointer() || !i.typ.integer():
		c.report(BadIndex, at, x.typ.String(), i.typ.String())
		return c.badNode(at)
	case !x.typ.elem.complete:
		c.report(OpaquePointer, at, x.typ.String())
		return c.badNode(at)
	}
	i = c.convert(i, longType)
	if whole.kind == arrayKind && !c.cardOnly() { // a card does not check
		i = c.finish(&node{kind: boundNode, x: i, val: whole.count, typ: longType, at: at})
	}
	e := c.finish(&node{kind: elementNode, x: x, y: i, val: x.typ.elem.size, typ: x.typ, at: at})
	return c.finish(&node{kind: derefNode, x: e, typ: x.typ.elem, at: at})
}

// member makes x.name and x->name.
func (c *compiler) member(x *node, dot, name *token) *node {
	at := x.at.to(name.at)
	if x.typ.bad() {
		return c.badNode(at)
	}
	if dot.text == "->" {
		x = c.decay(x)
		if !x.typ.pointer() || x.typ.elem.kind != structKind {
			id := NotAStructPointer
			if x.typ.kind == structKind {
				id = UseDot
			}
			c.report(id, dot.at, x.typ.String())
			return c.badNode(at)
		}
		if x = c.dereference(x, x.at); x.typ.bad() {
			return x
		}
	} else if x.typ.kind != structKind {
		id := NotAStruct
		if x.typ.pointer() && x.typ.elem.kind == structKind {
			id = UseArrow
		}
		c.report(id, dot.at, x.typ.String())
		return c.badNode(at)
	}
	f, ok := x.typ.find(name.text)
	if !ok {
		c.report(NoSuchField, name.at, name.text, x.typ.String(), nearestField(x.typ, name.text))
		return c.badNode(at)
	}
	return c.finish(&node{kind: memberNode, x: x, val: f.offset, typ: f.typ, at: at})
}
