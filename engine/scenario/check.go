package scenario

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

// place of a known constant, when its address is wanted after all.
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
			return c.number(truthOf(n.val), to, n.at)
		}
		v := convertValue(n.val, from.cell(), to.cell())
		if to.floating() {
			return &node{kind: floatNode, fval: floatOf(v, to.cell()), typ: to, at: n.at}
		}
		return c.number(v, to, n.at)
	case floatNode:
		if to.integer() && to.kind != boolKind {
			return c.number(convertValue(bitsOf(n.fval, from.cell()), from.cell(), to.cell()), to, n.at)
		}
		if to.floating() {
			return &node{kind: floatNode, fval: floatOf(bitsOf(n.fval, to.cell()), to.cell()), typ: to, at: n.at}
		}
	}
	return c.finish(&node{kind: castNode, x: n, typ: to, at: n.at})
}

//go:noinline
func truthOf(v uint64) uint64 {
	if v != 0 {
		return 1
	}
	return 0
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

func (c *compiler) assign(x, y *node, at place) *node {
	at = x.at.to(y.at)
	if !c.changeable(x) {
		return c.badNode(at)
	}
	y = c.assignable(y, x.typ)
	return c.finish(&node{kind: assignNode, x: x, y: y, typ: x.typ, at: at})
}

// changeable says whether x can be assigned to, and reports why not.
func (c *compiler) changeable(x *node) bool {
	switch {
	case x.typ.bad():
		return false
	case x.sym != nil && x.sym.readOnly && (x.kind == variableNode || x.kind == numberNode):
		c.report(AssignToConst, x.at, x.sym.name)
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
func (c *compiler) update(op Opcode, x, y *node, before bool, at place) *node {
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
	case x.typ.pointer() && y.typ.integer() && (op == opAdd || op == opSub):
		n.y = c.scaled(x, y)
		n.z = &node{typ: x.typ}
	case !x.typ.arithmetic() || !y.typ.arithmetic() || (x.typ.floating() || y.typ.floating()) && op >= opMod && op <= opShr:
		c.report(BadOperands, at, opSigns[op]+"=", x.typ.String(), y.typ.String())
		return c.badNode(at)
	case op == opShl || op == opShr:
		n.z = &node{typ: x.typ.promoted()}
		n.y = c.convert(y, intType)
	default:
		n.z = &node{typ: common(x.typ, y.typ)}
		n.y = c.convert(y, n.z.typ)
	}
	return c.finish(n)
}

var opSigns = map[Opcode]string{
	opAdd: "+", opSub: "-", opMul: "*", opDiv: "/", opMod: "%", opAnd: "&", opOr: "|", opXor: "^", opShl: "<<", opShr: ">>",
}

// scaled gives y times the size of what the pointer x points to.
func (c *compiler) scaled(x, y *node) *node {
	size := x.typ.elem.size
	if x.typ.elem.kind == voidKind || !x.typ.elem.complete {
		c.report(VoidArithmetic, x.at, x.typ.String())
		size = 1
	}
	y = c.convert(y, longType)
	if y.kind == numberNode {
		return c.number(y.val*size, longType, y.at)
	}
	return c.finish(&node{kind: binaryNode, op: opMul, x: y, y: c.number(size, longType, y.at), typ: longType, at: y.at})
}

// binary makes x op y. Greater-than comes with its operands exchanged.
func (c *compiler) binary(op Opcode, x, y *node, at place, sign *token) *node {
	x, y = c.decay(x), c.decay(y)
	if x.typ.bad() || y.typ.bad() {
		return c.badNode(at)
	}
	if x.typ.pointer() || y.typ.pointer() {
		return c.pointerBinary(op, x, y, at, sign)
	}
	floating := x.typ.floating() || y.typ.floating()
	if !x.typ.arithmetic() || !y.typ.arithmetic() || floating && op >= opMod && op <= opShr {
		c.report(BadOperands, at, sign.text, x.typ.String(), y.typ.String())
		return c.badNode(at)
	}
	t := common(x.typ, y.typ)
	n := &node{kind: binaryNode, op: op, at: at}
	if op == opShl || op == opShr {
		t = common(x.typ.promoted(), intType)
		if x.typ.promoted().size == 8 {
			t = x.typ
		}
		n.x, n.y = c.convert(x, t), c.convert(y, intType)
	} else {
		n.x, n.y = c.convert(x, t), c.convert(y, t)
	}
	n.typ = t
	if op >= opEqual && op <= opLessEqual {
		n.typ = boolType
	}
	return c.finish(c.fold(n))
}

// fold computes what is known already.
func (c *compiler) fold(n *node) *node {
	x, y := n.x, n.y
	if !(x.kind == numberNode || x.kind == floatNode) || !(y.kind == numberNode || y.kind == floatNode) || x.kind != y.kind {
		return n
	}
	k := x.typ.cell()
	a, b := x.val, y.val
	if x.kind == floatNode {
		a, b = bitsOf(x.fval, k), bitsOf(y.fval, k)
	}
	v, fault := compute(n.op, k, a, b)
	if fault != NoDiagnostic {
		if x.kind == numberNode {
			c.report(fault, n.at)
		}
		return n
	}
	if n.typ.floating() {
		return &node{kind: floatNode, fval: floatOf(v, k), typ: n.typ, at: n.at}
	}
	c.overflow(n, k, a, b)
	return c.number(v, n.typ, n.at)
}

// overflow warns when a constant computed in int does not fit: the classic
// mistake is 4 * 1024 * 1024 * 1024 as a size.
func (c *compiler) overflow(n *node, k cell, a, b uint64) {
	if k != cellI32 || n.op != opAdd && n.op != opSub && n.op != opMul && n.op != opShl {
		return
	}
	if n.op == opShl && b >= 32 {
		c.report(ShiftTooFar, n.at, "32")
		return
	}
	wide, _ := compute(n.op, cellI64, a, b)
	if int64(wide) != int64(int32(wide)) && !(n.op == opShl && wide>>32 == 0) {
		c.report(ConstantOverflow, n.at, c.src.cut(n.at))
	}
}

// pointerBinary makes the operations in which a pointer takes part.
func (c *compiler) pointerBinary(op Opcode, x, y *node, at place, sign *token) *node {
	switch {
	case op == opAdd && x.typ.integer():
		x, y = y, x
		fallthrough
	case (op == opAdd || op == opSub) && x.typ.pointer() && y.typ.integer():
		return c.finish(&node{kind: binaryNode, op: op, x: x, y: c.scaled(x, y), typ: x.typ, at: at})
	case op == opSub && x.typ.pointer() && y.typ.pointer() && same(x.typ.elem, y.typ.elem):
		size := max(x.typ.elem.size, 1)
		d := c.finish(&node{kind: binaryNode, op: opSub, x: c.convert(x, longType), y: c.convert(y, longType), typ: longType, at: at})
		return c.finish(&node{kind: binaryNode, op: opDiv, x: d, y: c.number(size, longType, at), typ: longType, at: at})
	case op >= opEqual && op <= opLessEqual && (x.typ.pointer() || x.isNull()) && (y.typ.pointer() || y.isNull()):
		return c.finish(&node{kind: binaryNode, op: op, x: c.convert(x, ulongType), y: c.convert(y, ulongType), typ: boolType, at: at})
	}
	c.report(BadOperands, at, sign.text, x.typ.String(), y.typ.String())
	return c.badNode(at)
}

func (n *node) isNull() bool { return n.kind == numberNode && n.val == 0 }

// logical makes && and ||.
func (c *compiler) logical(and bool, x, y *node) *node {
	x, y = c.truth(x), c.truth(y)
	n := &node{kind: orNode, x: x, y: y, typ: boolType, at: x.at.to(y.at)}
	if and {
		n.kind = andNode
	}
	if x.kind == numberNode && y.kind == numberNode {
		v := truthOf(x.val) | truthOf(y.val)
		if and {
			v = truthOf(x.val) & truthOf(y.val)
		}
		return c.number(v, boolType, n.at)
	}
	return c.finish(n)
}

// choice makes x ? y : z.
func (c *compiler) choice(x, y, z *node) *node {
	n := &node{kind: choiceNode, x: x, y: y, z: z, at: x.at.to(z.at)}
	switch {
	case y.typ.arithmetic() && z.typ.arithmetic():
		n.typ = common(y.typ, z.typ)
		if y.typ == z.typ {
			n.typ = y.typ
		}
		n.y, n.z = c.convert(y, n.typ), c.convert(z, n.typ)
	case y.typ.pointer() && (z.isNull() || z.typ.pointer()):
		n.typ = y.typ
		if y.isNull() && z.typ.pointer() {
			n.typ = z.typ
		}
		n.y, n.z = c.assignable(y, n.typ), c.assignable(z, n.typ)
	case z.typ.pointer() && y.isNull():
		n.typ, n.y = z.typ, c.convert(y, z.typ)
	case same(y.typ, z.typ), y.typ.kind == voidKind || z.typ.kind == voidKind:
		n.typ = y.typ
		if z.typ.kind == voidKind {
			n.typ = voidType
		}
	default:
		c.report(BadOperands, n.at, "?:", y.typ.String(), z.typ.String())
		return c.badNode(n.at)
	}
	if x.kind == numberNode && (n.y.kind == numberNode || n.z.kind == numberNode) {
		if x.val != 0 {
			return n.y
		}
		return n.z
	}
	return c.finish(n)
}

// unaryOperator makes + - ~ and !.
func (c *compiler) unaryOperator(sign *token, x *node) *node {
	x = c.decay(x)
	at := sign.at.to(x.at)
	if x.typ.bad() {
		return c.badNode(at)
	}
	if sign.text == "!" {
		x = c.truth(x)
		if x.kind == numberNode {
			return c.number(1-truthOf(x.val), boolType, at)
		}
		return c.finish(&node{kind: unaryNode, op: opNot, x: x, typ: boolType, at: at})
	}
	if !x.typ.arithmetic() || sign.text == "~" && x.typ.floating() {
		c.report(BadOperand, at, sign.text, x.typ.String())
		return c.badNode(at)
	}
	t := x.typ.promoted()
	x = c.convert(x, t)
	op := opNegate
	switch {
	case sign.text == "+":
		return x
	case sign.text == "~":
		op = opInvert
	}
	if x.kind == numberNode {
		v, _ := compute(opSub, t.cell(), 0, x.val)
		if op == opInvert {
			v, _ = compute(opXor, t.cell(), x.val, ^uint64(0))
		}
		return c.number(v, t, at)
	}
	if x.kind == floatNode {
		return &node{kind: floatNode, fval: -x.fval, typ: t, at: at}
	}
	return c.finish(&node{kind: unaryNode, op: op, x: x, typ: t, at: at})
}

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
	if whole.kind == arrayKind {
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
