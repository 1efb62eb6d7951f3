package scenario

import "pagewalk/engine/isa"

// addressCode leaves the address of an object.
func (c *compiler) addressCode(n *node) {
	switch n.kind {
	case variableNode:
		if n.sym.shared {
			c.sharedCode(n)
		} else if n.sym.module {
			c.moduleAddress(n)
		} else if n.sym.global {
			c.value64(globalsBase+n.sym.val, n.at)
		} else {
			c.emit(isa.Local, 0, 0, int32(n.sym.val), n.at)
		}
	case stringNode:
		c.value64(isa.ReadOnlyBase+n.val, n.at)
	case derefNode:
		c.expressionCode(n.x)
	case memberNode:
		c.addressCode(n.x)
		if n.val != 0 {
			c.value64(n.val, n.at)
			c.emit(isa.Add, isa.U64, 0, 0, n.at)
		}
	case castNode: // an array seen as an array of another length
		c.addressCode(n.x)
	default:
		c.expressionCode(n) // a struct value is its address
	}
}

// local says whether n is a scalar in the frame, which has instructions of
// its own. A field of a struct in the frame counts.
func local(n *node) (offset uint64, ok bool) {
	switch n.kind {
	case variableNode:
		return n.sym.val, !n.sym.global
	case memberNode:
		offset, ok = local(n.x)
		return offset + n.val, ok
	}
	return 0, false
}

// loadCode leaves the value of an object.
func (c *compiler) loadCode(n *node) {
	if n.typ.kind == structKind || n.typ.kind == arrayKind {
		c.addressCode(n)
		return
	}
	if offset, ok := local(n); ok {
		c.emit(isa.LoadLocal, n.typ.cell(), 0, int32(offset), n.at)
		return
	}
	c.addressCode(n)
	c.emit(isa.Load, n.typ.cell(), 0, 0, n.at)
}

// expressionCode leaves the value of an expression.
func (c *compiler) expressionCode(n *node) {
	switch n.kind {
	case numberNode:
		c.value64(n.val, n.at)
	case floatNode:
		c.value64(isa.BitsOf(n.fval, n.typ.cell()), n.at)
	case variableNode, derefNode, memberNode, stringNode:
		c.loadCode(n)
	case addressNode:
		c.addressCode(n.x)
	case castNode:
		c.expressionCode(n.x)
		c.castCode(n)
	case unaryNode:
		c.expressionCode(n.x)
		if n.op == isa.Not && n.x.typ.floating() {
			c.emit(isa.Truth, n.x.typ.cell(), 0, 0, n.at)
		}
		c.emit(n.op, n.typ.cell(), 0, 0, n.at)
	case binaryNode:
		c.expressionCode(n.x)
		c.expressionCode(n.y)
		c.emit(n.op, n.x.typ.cell(), 0, 0, n.at)
	case andNode, orNode:
		c.logicalCode(n)
	case choiceNode:
		no := c.jumpIf(n.x, false)
		c.expressionCode(n.y)
		end := c.emit(isa.Jump, 0, 0, 0, n.at)
		c.patch(no)
		c.expressionCode(n.z)
		c.patch(end)
	case commaNode:
		c.expressionCode(n.x)
		c.drop(n.at)
		c.expressionCode(n.y)
	case assignNode:
		c.assignCode(n)
	case updateNode:
		c.updateCode(n)
	case zeroNode:
		c.addressCode(n.x)
		c.emit(isa.Zero, 0, 0, int32(n.x.typ.size), n.at)
	case boundNode:
		c.expressionCode(n.x)
		c.emit(isa.Bound, 0, uint16(n.op), int32(n.val), n.at)
	case elementNode:
		c.expressionCode(n.x)
		c.expressionCode(n.y)
		c.emit(isa.Scale, 0, 0, int32(n.val), n.at)
	case cardNode:
		c.cardCode(n)
	case callNode, targetNode, hostNode:
		c.callCode(n)
	case badNode:
		panic("scenario: generate: a tree with errors")
	}
}

func (c *compiler) castCode(n *node) {
	from, to := n.x.typ, n.typ
	switch {
	case to.kind == voidKind || from.kind == voidKind || from.kind == structKind:
	case to.kind == boolKind:
		if from.kind != boolKind {
			c.emit(isa.Truth, from.cell(), 0, 0, n.at)
		}
	case !from.floating() && !to.floating() && (to.size == 8 || from.cell() == to.cell()):
		// Registers of integers are extended already.
	case from.cell() != to.cell():
		c.emit(isa.Convert, from.cell(), uint16(to.cell()), 0, n.at)
	}
}

func (c *compiler) logicalCode(n *node) {
	and := n.kind == andNode
	short := c.jumpIf(n.x, !and)
	c.expressionCode(n.y)
	c.emit(isa.Truth, n.y.typ.cell(), 0, 0, n.at)
	end := c.emit(isa.Jump, 0, 0, 0, n.at)
	c.patch(short)
	v := int32(1)
	if and {
		v = 0
	}
	c.emit(isa.Const, 0, 0, v, n.at)
	c.patch(end)
}

func (c *compiler) assignCode(n *node) {
	if n.typ.kind == structKind || n.typ.kind == arrayKind {
		c.addressCode(n.x)
		c.addressCode(n.y)
		c.emit(isa.Copy, 0, 0, int32(n.typ.size), n.at)
		return
	}
	c.storeCode(n.x, func() { c.expressionCode(n.y) })
}

// storeCode writes a store into x of what value leaves.
func (c *compiler) storeCode(x *node, value func()) {
	if offset, ok := local(x); ok {
		value()
		c.emit(isa.StoreLocal, x.typ.cell(), 0, int32(offset), x.at)
		return
	}
	c.addressCode(x)
	value()
	c.emit(isa.Store, x.typ.cell(), 0, 0, x.at)
}

// updateCode writes x op= y. The address is computed once. For x++ the value
// before is found by undoing the step, which is exact for integers; a floating
// x++ keeps it in a temporary.
func (c *compiler) updateCode(n *node) {
	compute := func() {
		if n.w != nil {
			c.emit(isa.StoreLocal, n.w.typ.cell(), 0, int32(n.w.sym.val), n.at)
		}
		c.castCode(&node{x: n.x, typ: n.z.typ, at: n.at})
		c.expressionCode(n.y)
		c.emit(n.op, n.z.typ.cell(), 0, 0, n.at)
		c.castCode(&node{x: n.z, typ: n.x.typ, at: n.at})
	}
	if offset, ok := local(n.x); ok {
		c.emit(isa.LoadLocal, n.x.typ.cell(), 0, int32(offset), n.at)
		compute()
		c.emit(isa.StoreLocal, n.x.typ.cell(), 0, int32(offset), n.at)
	} else {
		c.addressCode(n.x)
		c.emit(isa.Dup, 0, 0, 0, n.at)
		c.emit(isa.Load, n.x.typ.cell(), 0, 0, n.at)
		compute()
		c.emit(isa.Store, n.x.typ.cell(), 0, 0, n.at)
	}
	if n.val == 0 {
		return
	}
	if n.w != nil {
		c.drop(n.at)
		c.emit(isa.LoadLocal, n.w.typ.cell(), 0, int32(n.w.sym.val), n.at)
		return
	}
	c.expressionCode(n.y)
	back := isa.Sub
	if n.op == isa.Sub {
		back = isa.Add
	}
	c.emit(back, n.x.typ.cell(), 0, 0, n.at)
}

func (c *compiler) callCode(n *node) {
	if n.w != nil {
		c.addressCode(n.w)
	}
	for _, a := range n.list {
		c.expressionCode(a)
	}
	switch n.kind {
	case targetNode:
		if n.sym != nil && n.sym.kernel && !n.sym.defined {
			c.report(UndefinedFunction, n.at, n.sym.name)
		}
		c.emit(isa.Target, 0, 0, int32(n.val), n.at)
	case hostNode:
		c.emit(isa.Host, 0, uint16(len(n.list)), int32(n.val), n.at)
	case callNode:
		if !n.sym.defined {
			c.report(UndefinedFunction, n.at, n.sym.name)
		}
		c.emit(isa.Call, 0, 0, int32(n.sym.val), n.at)
	}
	if n.w != nil {
		c.emit(isa.Copy, 0, 1, int32(n.w.typ.size), n.at)
	}
}
