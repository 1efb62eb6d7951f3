package scenario

import "pagewalk/engine/isa"

// The functions of this file build the nodes of the checked tree. Each looks
// at the types of its operands, says what is wrong with them, and puts in the
// conversions that C makes silently.

//go:noinline
func (c *compiler) badNode(at place) *node { return &node{kind: badNode, typ: badType, at: at} }

//go:noinline
func (c *compiler) number(v uint64, t *ctype, at place) *node {
	return &node{kind: numberNode, val: v, typ: t, at: at}
}

// finish notes how deep a node is, so that no expression is too deep to be
// walked.
//
//go:noinline
func (c *compiler) finish(n *node) *node {
	for _, x := range [...]*node{n.x, n.y, n.z} {
		if x != nil {
			n.depth = max(n.depth, x.depth)
		}
	}
	if n.depth++; n.depth > maxTerms {
		c.limit(TermLimit, n.at, maxTerms)
		n.depth = 0
	}
	return n
}

// comma makes x, y.
//
//go:noinline
func (c *compiler) comma(x, y *node, at place) *node {
	return c.finish(&node{kind: commaNode, x: x, y: y, typ: y.typ, at: at})
}

// stored makes x = y of what has the type of x already.
//
//go:noinline
func (c *compiler) stored(x, y *node, at place) *node {
	return c.finish(&node{kind: assignNode, x: x, y: y, typ: x.typ, at: at})
}

// use gives the node of a name.
func (c *compiler) use(s *symbol, at place) *node {
	switch {
	case s == nil:
		return c.badNode(at)
	case s.kind == constantSymbol:
		return c.number(s.val, s.typ, at)
	case s.kind == functionSymbol:
		c.report(FunctionAsValue, at, s.name)
		return c.badNode(at)
	case s.typ.bad():
		return c.badNode(at)
	}
	if s.module && !s.known && !c.naming && !c.cardOnly() {
		c.report(ModuleOnHost, at, s.name)
		return c.badNode(at)
	}
	if s.global && !s.shared && !s.module && !s.known && c.fn.card {
		c.report(HostVariable, at, s.name)
		return c.badNode(at)
	}
	if s.ambient && !s.placed && !c.prelude {
		c.placeGlobal(s, uint64(max(s.typ.align, 8)))
	}
	if s.known {
		n := c.number(s.value, s.typ, at)
		n.sym = s
		return n
	}
	return &node{kind: variableNode, sym: s, typ: s.typ, at: at}
}

// asVariable gives the variable of a known constant, when its address is wanted
// after all.
func asVariable(n *node) *node {
	if n.kind == numberNode && n.sym != nil {
		return &node{kind: variableNode, sym: n.sym, typ: n.sym.typ, at: n.at}
	}
	return n
}

func lvalue(n *node) bool {
	switch n.kind {
	case variableNode, derefNode, stringNode:
		return true
	case memberNode:
		return lvalue(n.x) || n.x.kind == callNode
	}
	return false
}

// decay turns an array into a pointer to its first element.
//
//go:noinline
func (c *compiler) decay(n *node) *node {
	if n.typ.kind != arrayKind {
		return n
	}
	return c.finish(&node{kind: addressNode, x: n, typ: pointerTo(n.typ.elem), at: n.at})
}

// convert makes a value of type t of n, without asking whether that is wise.
//
//go:noinline
func (c *compiler) convert(n *node, t *ctype) *node {
	from, to := n.typ, t
	if from == to || from.bad() || to.bad() || to.kind == voidKind || from.kind == structKind {
		return n
	}
	switch n.kind {
	case numberNode:
		if to.kind == boolKind {
			return c.number(isa.TruthOf(n.val), to, n.at)
		}
		v := isa.ConvertValue(n.val, from.cell(), to.cell())
		if to.floating() {
			return &node{kind: floatNode, fval: isa.FloatOf(v, to.cell()), typ: to, at: n.at}
		}
		return c.number(v, to, n.at)
	case floatNode:
		if to.integer() && to.kind != boolKind {
			return c.number(isa.ConvertValue(isa.BitsOf(n.fval, from.cell()), from.cell(), to.cell()), to, n.at)
		}
		if to.floating() {
			return &node{kind: floatNode, fval: isa.FloatOf(isa.BitsOf(n.fval, to.cell()), to.cell()), typ: to, at: n.at}
		}
	}
	return c.finish(&node{kind: castNode, x: n, typ: to, at: n.at})
}

// explicit makes a written cast.
func (c *compiler) explicit(n *node, t *ctype, start place) *node {
	n = c.decay(n)
	at := start.to(n.at).to(c.last())
	ok := t.kind == voidKind || n.typ.bad() || t.bad() || n.typ.scalar() && t.scalar() && !(n.typ.floating() && t.pointer()) && !(n.typ.pointer() && t.floating())
	if !ok && !(t.kind == structKind && same(t, n.typ)) {
		c.report(BadCast, at, n.typ.String(), t.String())
		return c.badNode(at)
	}
	if t.kind == voidKind {
		return c.finish(&node{kind: castNode, x: n, typ: voidType, at: at})
	}
	m := *c.convert(n, t)
	m.typ, m.at, m.sym = t, at, nil
	if m.kind == variableNode || m.kind == derefNode || m.kind == memberNode {
		m = node{kind: castNode, x: n, typ: t, at: at, depth: n.depth}
	}
	return &m
}

// truth makes a condition of n.
//
//go:noinline
func (c *compiler) truth(n *node) *node {
	n = c.decay(n)
	if !n.typ.scalar() {
		c.report(NotACondition, n.at, n.typ.String())
		return c.badNode(n.at)
	}
	return n
}

// assignable converts n as an assignment to t does, and says when C would not.
func (c *compiler) assignable(n *node, t *ctype) *node {
	n = c.decay(n)
	from := n.typ
	switch {
	case same(from, t) || from.bad() || t.bad():
		if from.kind == structKind {
			return n
		}
	case from.arithmetic() && t.arithmetic():
	case t.pointer() && from.pointer():
		if from.elem.kind != voidKind && t.elem.kind != voidKind && !charLike(from.elem, t.elem) {
			c.report(PointerMismatch, n.at, from.String(), t.String())
		}
	case t.pointer() && n.kind == numberNode && n.val == 0:
	case t.kind == boolKind && from.pointer():
	case t.pointer() && from.integer():
		c.report(NumberAsPointer, n.at, from.String(), t.String())
	case t.integer() && from.pointer():
		c.report(PointerAsNumber, n.at, from.String(), t.String())
	case from.kind == voidKind:
		c.report(NoValue, n.at)
	default:
		c.report(CannotConvert, n.at, from.String(), t.String())
	}
	return c.convert(n, t)
}

// charLike lets char, signed char and unsigned char stand for each other.
func charLike(a, b *ctype) bool {
	return (a.kind == charKind || a.kind == ucharKind) && (b.kind == charKind || b.kind == ucharKind)
}

func (c *compiler) assign(x, y *node) *node {
	at := x.at.to(y.at)
	if !c.changeable(x) {
		return c.badNode(at)
	}
	y = c.assignable(y, x.typ)
	return c.stored(x, y, at)
}

// changeable says whether x can be assigned to, and reports why not.
func (c *compiler) changeable(x *node) bool {
	switch {
	case x.typ.bad():
		return false
	case constantPart(x) != nil:
		c.report(AssignToConst, x.at, constantPart(x).name)
		return false
	case !lvalue(x) || x.kind == stringNode:
		c.report(NotAssignable, x.at)
		return false
	case x.typ.kind == arrayKind:
		c.report(AssignToArray, x.at)
		return false
	}
	return true
}

// update makes x op= y, ++ and --.
func (c *compiler) update(op isa.Opcode, x, y *node, before bool, at place) *node {
	at = x.at.to(y.at).to(at)
	if !c.changeable(x) {
		return c.badNode(at)
	}
	y = c.decay(y)
	n := &node{kind: updateNode, op: op, x: x, typ: x.typ, at: at}
	if before {
		n.val = 1
		if x.typ.floating() {
			n.w = c.temporary(x.typ, at)
		}
	}
	switch {
	case y.typ.bad():
		return c.badNode(at)
	case x.typ.pointer() && y.typ.integer() && (op == isa.Add || op == isa.Sub):
		n.y = c.scaled(x, y)
		n.z = &node{typ: x.typ}
	case !x.typ.arithmetic() || !y.typ.arithmetic() || (x.typ.floating() || y.typ.floating()) && op >= isa.Mod && op <= isa.Shr:
		c.report(BadOperands, at, opSigns[op]+"=", x.typ.String(), y.typ.String())
		return c.badNode(at)
	case op == isa.Shl || op == isa.Shr:
		n.z = &node{typ: x.typ.promoted()}
		n.y = c.convert(y, intType)
	default:
		n.z = &node{typ: common(x.typ, y.typ)}
		n.y = c.convert(y, n.z.typ)
	}
	return c.finish(n)
}
