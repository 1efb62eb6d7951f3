package scenario

import "pagewalk/engine/isa"

// generate writes the code of every function. A value that an expression
// leaves is one register on the stack; a struct is left as its address; an
// expression without a value leaves a zero, so that each leaves exactly one.
func (c *compiler) generate() {
	c.layOutModule()
	c.spreadUse()
	c.prog.Functions = make([]isa.Function, len(c.bodies))
	for i, f := range c.bodies {
		if f.sym.ambient && !f.sym.used {
			continue
		}
		c.fn = f
		c.generateFunction(int32(i), f)
	}
	for _, s := range c.globals {
		c.remember(s, -1, 0)
	}
}

// spreadUse finds what functions of the library that the program calls call in
// turn.
func (c *compiler) spreadUse() {
	for more := true; more; {
		more = false
		for _, f := range c.bodies {
			for _, s := range f.reaches {
				if (!f.sym.ambient || f.sym.used) && !s.used {
					s.used, more = true, true
				}
			}
		}
	}
}

func (c *compiler) generateFunction(i int32, f *functionState) {
	p := c.prog
	p.Functions[i] = isa.Function{Name: f.sym.name, Entry: c.here(), Frame: (f.frame + 15) &^ 15, Params: len(f.params)}
	if f.sym.kernel {
		f.sym.launch.Entry, f.sym.launch.Static = i, uint32(c.sharedBefore(f)+f.shared)
	}
	first := len(p.variables)
	c.emit(isa.Enter, 0, 0, int32(p.Functions[i].Frame), f.sym.at)
	for k := len(f.params) - 1; k >= 0; k-- {
		s := f.params[k]
		if s.typ.kind == structKind {
			c.emit(isa.ParamCopy, 0, 0, int32(s.val), s.at)
			c.emit(isa.Halt, 0, 0, int32(s.typ.size), s.at) // the size, read by the instruction before
		} else {
			c.emit(isa.Param, s.typ.cell(), 0, int32(s.val), s.at)
		}
		c.remember(s, i, c.here())
	}
	for _, s := range f.list {
		c.statementCode(s)
	}
	c.landJumps()
	end := place{c.last().end, c.last().end}
	if i == 0 {
		c.startEnd(end)
	} else {
		c.emit(isa.Const, 0, 0, 0, f.sym.at)
		c.emit(isa.Return, 0, 0, 0, f.sym.at)
	}
	c.forget(first)
}

// startEnd calls main, if there is one, and stops.
func (c *compiler) startEnd(end place) {
	if main := c.scope.names["main"]; c.usesMain && main != nil && main.defined {
		for i, t := range main.typ.params {
			v := int32(0)
			if i == 0 && t.integer() {
				v = 1 // argc
			} else if i == 1 && t.pointer() {
				v = int32(globalsBase + c.arguments.val)
			}
			c.emit(isa.Const, 0, 0, v, place{})
		}
		c.emit(isa.Call, 0, 0, int32(main.val), main.at)
	} else {
		c.emit(isa.Const, 0, 0, 0, end)
	}
	c.emit(isa.Halt, 0, 0, 0, end)
}

//go:noinline
func (c *compiler) here() int32 { return int32(len(c.prog.Code)) }

//go:noinline
func (c *compiler) emit(op isa.Opcode, a isa.Cell, b uint16, v int32, at place) int32 {
	c.prog.Code = append(c.prog.Code, isa.Instr{Op: op, A: a, B: b, C: v})
	c.prog.at = append(c.prog.at, at)
	return c.here() - 1
}

// label says that a jump may come here: what was emitted before must not be
// joined with what follows.
//
//go:noinline
func (c *compiler) label() int32 {
	c.barrier = c.here()
	return c.barrier
}

//go:noinline
func (c *compiler) patch(jumps ...int32) {
	for _, j := range jumps {
		c.prog.Code[j].C = c.label()
	}
}

// drop takes the value off the stack again; a store is told not to leave it.
//
//go:noinline
func (c *compiler) drop(at place) {
	if n := len(c.prog.Code); n > 0 && c.barrier != c.here() {
		if last := &c.prog.Code[n-1]; last.Op == isa.Store || last.Op == isa.StoreLocal {
			last.B = 1
			return
		}
	}
	c.emit(isa.Drop, 0, 0, 0, at)
}

//go:noinline
func (c *compiler) value64(v uint64, at place) {
	if int64(v) == int64(int32(v)) {
		c.emit(isa.Const, 0, 0, int32(v), at)
		return
	}
	c.prog.Pool = append(c.prog.Pool, v)
	c.emit(isa.Pool, 0, 0, int32(len(c.prog.Pool)-1), at)
}

// remember enters a variable that holds pointers into the table that the
// pictures read.
func (c *compiler) remember(s *symbol, fn, from int32) {
	t, v := s.typ, variable{name: s.name, fn: fn, offset: s.val, count: 1, from: from}
	if t.kind == arrayKind && t.elem.size > 0 {
		t, v.array, v.count = t.elem, true, t.count
	}
	if c.fn.card && !c.fn.host && fn >= 0 || s.name == "" || s.ambient && (!v.array || s == c.arguments) || !t.pointer() && t.name != "CUdeviceptr" {
		return
	}
	line, _ := c.src.position(s.at.start)
	v.line = uint32(line)
	c.prog.variables = append(c.prog.variables, v)
}

// forget ends the scope of the variables from number first on.
func (c *compiler) forget(first int) {
	for i := first; i < len(c.prog.variables); i++ {
		if v := &c.prog.variables[i]; v.to == 0 {
			v.to = c.here()
		}
	}
}

//go:noinline
func (c *compiler) line(at place) {
	if at != (place{}) {
		line, _ := c.src.position(at.start)
		c.emit(isa.Line, 0, 0, line, at)
	}
}

// statementCode writes the code of a statement.
func (c *compiler) statementCode(n *node) {
	if n == nil {
		return
	}
	switch n.kind {
	case blockNode:
		first := len(c.prog.variables)
		for _, s := range n.list {
			c.statementCode(s)
		}
		if n.val == 0 {
			c.forget(first)
		}
	case declareNode:
		if n.sym.ambient && !n.sym.placed {
			return
		}
		c.statementCode(n.x)
		if !n.sym.global {
			c.remember(n.sym, c.fn.index, c.here())
		}
	case expressionNode:
		c.line(n.at)
		c.expressionCode(n.x)
		c.drop(n.at)
	case ifNode:
		c.ifCode(n)
	case loopNode, doNode:
		c.loopCode(n)
	case switchNode:
		c.switchCode(n)
	case caseNode:
		n.label = c.label()
	case breakNode:
		c.line(n.at)
		k := len(c.fn.breaks) - 1
		c.fn.breaks[k] = append(c.fn.breaks[k], c.emit(isa.Jump, 0, 0, 0, n.at))
	case continueNode:
		c.line(n.at)
		k := len(c.fn.nexts) - 1
		c.fn.nexts[k] = append(c.fn.nexts[k], c.emit(isa.Jump, 0, 0, 0, n.at))
	case labelNode, gotoNode:
		c.jumpCode(n)
	case returnNode:
		c.returnCode(n)
	}
}

func (c *compiler) returnCode(n *node) {
	c.line(n.at)
	if n.x == nil {
		c.emit(isa.Const, 0, 0, 0, n.at)
	} else {
		c.expressionCode(n.x)
	}
	if c.fn == c.start {
		c.emit(isa.Halt, 0, 0, 0, n.at)
	} else {
		c.emit(isa.Return, 0, 0, 0, n.at)
	}
}

func (c *compiler) ifCode(n *node) {
	first := len(c.prog.variables)
	var ends []int32
	for ; n != nil; n = n.z {
		if n.kind != ifNode {
			c.statementCode(n)
			break
		}
		c.statementCode(n.w)
		c.line(n.x.at)
		no := c.jumpIf(n.x, false)
		c.statementCode(n.y)
		if n.z != nil {
			ends = append(ends, c.emit(isa.Jump, 0, 0, 0, n.at))
		}
		c.patch(no)
	}
	c.patch(ends...)
	c.forget(first)
}

// jumpIf writes a condition and the jump that is taken if it is as given.
func (c *compiler) jumpIf(n *node, when bool) int32 {
	c.expressionCode(n)
	if n.typ.floating() {
		c.emit(isa.Truth, n.typ.cell(), 0, 0, n.at)
	}
	if when {
		return c.emit(isa.True, 0, 0, 0, n.at)
	}
	return c.emit(isa.False, 0, 0, 0, n.at)
}

func (c *compiler) loopCode(n *node) {
	f := c.fn
	first := len(c.prog.variables)
	f.breaks, f.nexts = append(f.breaks, nil), append(f.nexts, nil)
	k := len(f.breaks) - 1
	if n.w != nil && n.w.kind != declareNode {
		c.statementCode(n.w)
	}
	top := c.label()
	if n.w != nil && n.w.kind == declareNode {
		c.statementCode(n.w) // while (T x = …): anew each time
	}
	if n.kind == loopNode && n.x != nil {
		c.line(n.x.at)
		f.breaks[k] = append(f.breaks[k], c.jumpIf(n.x, false))
	}
	c.statementCode(n.y)
	c.patch(f.nexts[len(f.nexts)-1]...)
	c.statementCode(n.z)
	if n.kind == doNode {
		c.line(n.x.at)
		again := c.jumpIf(n.x, true)
		c.prog.Code[again].C = top
	} else {
		c.emit(isa.Jump, 0, 0, top, n.at)
	}
	c.patch(f.breaks[k]...)
	f.breaks, f.nexts = f.breaks[:k], f.nexts[:len(f.nexts)-1]
	c.forget(first)
}

func (c *compiler) switchCode(n *node) {
	f := c.fn
	c.line(n.at)
	c.expressionCode(n.x)
	c.emit(isa.StoreLocal, n.w.typ.cell(), 1, int32(n.w.sym.val), n.at)
	var jumps []int32
	for _, v := range n.list {
		if v.x == nil {
			jumps = append(jumps, -1)
			continue
		}
		c.emit(isa.LoadLocal, n.w.typ.cell(), 0, int32(n.w.sym.val), v.at)
		c.value64(c.convert(v.x, n.x.typ).val, v.at)
		c.emit(isa.Equal, n.w.typ.cell(), 0, 0, v.at)
		jumps = append(jumps, c.emit(isa.True, 0, 0, 0, v.at))
	}
	out := c.emit(isa.Jump, 0, 0, 0, n.at)
	f.breaks = append(f.breaks, nil)
	k := len(f.breaks) - 1
	c.statementCode(n.y)
	if c.hasDefault(n, jumps, out) {
		c.patch(f.breaks[k]...)
	} else {
		c.patch(append(f.breaks[k], out)...)
	}
	f.breaks = f.breaks[:k]
}

// hasDefault points the jumps of a switch to its labels.
func (c *compiler) hasDefault(n *node, jumps []int32, out int32) bool {
	found := false
	for i, v := range n.list {
		j := jumps[i]
		if j < 0 {
			j, found = out, true
		}
		c.prog.Code[j].C = v.label
	}
	return found
}
