package scenario

import "pagewalk/engine/isa"

var opSigns = [...]string{
	isa.Add: "+", isa.Sub: "-", isa.Mul: "*", isa.Div: "/", isa.Mod: "%", isa.And: "&", isa.Or: "|", isa.Xor: "^", isa.Shl: "<<", isa.Shr: ">>",
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
	return c.finish(&node{kind: binaryNode, op: isa.Mul, x: y, y: c.number(size, longType, y.at), typ: longType, at: y.at})
}

// binary makes x op y. Greater-than comes with its operands exchanged.
func (c *compiler) binary(op isa.Opcode, x, y *node, at place, sign *token) *node {
	x, y = c.decay(x), c.decay(y)
	if x.typ.bad() || y.typ.bad() {
		return c.badNode(at)
	}
	if x.typ.pointer() || y.typ.pointer() {
		return c.pointerBinary(op, x, y, at, sign)
	}
	floating := x.typ.floating() || y.typ.floating()
	if !x.typ.arithmetic() || !y.typ.arithmetic() || floating && op >= isa.Mod && op <= isa.Shr {
		c.report(BadOperands, at, sign.text, x.typ.String(), y.typ.String())
		return c.badNode(at)
	}
	t := common(x.typ, y.typ)
	n := &node{kind: binaryNode, op: op, at: at}
	if op == isa.Shl || op == isa.Shr {
		t = common(x.typ.promoted(), intType)
		if x.typ.promoted().size == 8 {
			t = x.typ
		}
		n.x, n.y = c.convert(x, t), c.convert(y, intType)
	} else {
		n.x, n.y = c.convert(x, t), c.convert(y, t)
	}
	n.typ = t
	if op >= isa.Equal && op <= isa.LessEqual {
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
		a, b = isa.BitsOf(x.fval, k), isa.BitsOf(y.fval, k)
	}
	v, ok := isa.Compute(n.op, k, a, b)
	if !ok {
		if x.kind == numberNode {
			c.report(DivideByZero, n.at)
		}
		return n
	}
	if n.typ.floating() {
		return &node{kind: floatNode, fval: isa.FloatOf(v, k), typ: n.typ, at: n.at}
	}
	c.overflow(n, k, a, b)
	return c.number(v, n.typ, n.at)
}

// overflow warns when a constant computed in int does not fit: the classic
// mistake is 4 * 1024 * 1024 * 1024 as a size.
func (c *compiler) overflow(n *node, k isa.Cell, a, b uint64) {
	if k != isa.I32 || n.op != isa.Add && n.op != isa.Sub && n.op != isa.Mul && n.op != isa.Shl {
		return
	}
	if n.op == isa.Shl && b >= 32 {
		c.report(ShiftTooFar, n.at, "32")
		return
	}
	wide, _ := isa.Compute(n.op, isa.I64, a, b)
	if int64(wide) != int64(int32(wide)) && !(n.op == isa.Shl && wide>>32 == 0) {
		c.report(ConstantOverflow, n.at, c.src.cut(n.at))
	}
}

// pointerBinary makes the operations in which a pointer takes part.
func (c *compiler) pointerBinary(op isa.Opcode, x, y *node, at place, sign *token) *node {
	switch {
	case op == isa.Add && x.typ.integer():
		x, y = y, x
		fallthrough
	case (op == isa.Add || op == isa.Sub) && x.typ.pointer() && y.typ.integer():
		return c.finish(&node{kind: binaryNode, op: op, x: x, y: c.scaled(x, y), typ: x.typ, at: at})
	case op == isa.Sub && x.typ.pointer() && y.typ.pointer() && same(x.typ.elem, y.typ.elem):
		size := max(x.typ.elem.size, 1)
		d := c.finish(&node{kind: binaryNode, op: isa.Sub, x: c.convert(x, longType), y: c.convert(y, longType), typ: longType, at: at})
		return c.finish(&node{kind: binaryNode, op: isa.Div, x: d, y: c.number(size, longType, at), typ: longType, at: at})
	case op >= isa.Equal && op <= isa.LessEqual && (x.typ.pointer() || x.isNull()) && (y.typ.pointer() || y.isNull()):
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
		v := isa.TruthOf(x.val) | isa.TruthOf(y.val)
		if and {
			v = isa.TruthOf(x.val) & isa.TruthOf(y.val)
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
			return c.number(1-isa.TruthOf(x.val), boolType, at)
		}
		return c.finish(&node{kind: unaryNode, op: isa.Not, x: x, typ: boolType, at: at})
	}
	if !x.typ.arithmetic() || sign.text == "~" && x.typ.floating() {
		c.report(BadOperand, at, sign.text, x.typ.String())
		return c.badNode(at)
	}
	t := x.typ.promoted()
	x = c.convert(x, t)
	op := isa.Negate
	switch {
	case sign.text == "+":
		return x
	case sign.text == "~":
		op = isa.Invert
	}
	if x.kind == numberNode {
		v, _ := isa.Compute(isa.Sub, t.cell(), 0, x.val)
		if op == isa.Invert {
			v, _ = isa.Compute(isa.Xor, t.cell(), x.val, ^uint64(0))
		}
		return c.number(v, t, at)
	}
	if x.kind == floatNode {
		return &node{kind: floatNode, fval: -x.fval, typ: t, at: at}
	}
	return c.finish(&node{kind: unaryNode, op: op, x: x, typ: t, at: at})
}
