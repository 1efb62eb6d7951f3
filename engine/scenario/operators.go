package scenario

var opSigns = [...]string{
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
