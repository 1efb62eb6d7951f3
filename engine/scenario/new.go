package scenario

import "pagewalk/engine/isa"

// newObject reads new T, new T(x) and new T[n]; the word is read. What it gives
// comes from the same heap as malloc's.
func (c *compiler) newObject(t *token) *node {
	if c.fn.card {
		c.report(HostOnly, t.at, t.text)
	}
	d := &declarator{typ: c.specifiers().typ}
	c.stars(d)
	n := c.number(1, ulongType, t.at)
	if c.accept("[") {
		n = c.assigned(ulongType)
		c.expect("]")
		d.typ = c.dimensions(d.typ)
	}
	if !d.typ.complete && !c.skidding {
		c.report(IncompleteType, t.at, d.typ.String())
		return c.badNode(t.at)
	}
	call := hostMalloc
	var value *node
	switch {
	case c.accept("("):
		if call = hostCalloc; !c.tok().is(")") {
			value = c.assigned(d.typ)
		}
		c.expect(")")
	case c.accept("{"):
		call = hostCalloc
		c.expect("}")
	}
	at := t.at.to(c.last())
	size := c.number(d.typ.size, ulongType, at)
	list := []*node{n, size}
	if call == hostMalloc {
		list = []*node{c.finish(&node{kind: binaryNode, op: isa.Mul, x: n, y: size, typ: ulongType, at: at})}
	}
	p := c.finish(&node{kind: castNode, x: c.hostNode(call, voidPtr, at, list...), typ: pointerTo(d.typ), at: at})
	if value == nil {
		return p
	}
	v := c.temporary(p.typ, at)
	first := c.stored(v, p, at)
	second := c.comma(first, c.assign(c.dereference(v, at), value), at)
	return c.comma(second, v, at)
}

// deleteObject reads delete p and delete[] p; the word is read.
func (c *compiler) deleteObject(t *token) *node {
	if c.fn.card {
		c.report(HostOnly, t.at, t.text)
	}
	if c.accept("[") {
		c.expect("]")
	}
	p := c.decay(c.unary())
	at := t.at.to(p.at)
	if !p.typ.pointer() {
		if !p.typ.bad() {
			c.report(NotAPointer, p.at, p.typ.String())
		}
		return c.badNode(at)
	}
	return c.hostNode(hostFree, voidType, at, p)
}

// hostNode is a call of a function that the interpreter answers.
func (c *compiler) hostNode(call hostCall, t *ctype, at place, list ...*node) *node {
	return c.finishCall(&node{kind: hostNode, val: uint64(call), typ: t, at: at, list: list})
}
