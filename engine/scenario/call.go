package scenario

import (
	"strings"

	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// call reads the arguments of a call and gives its node; the name is read.
func (c *compiler) call(name *token) *node {
	s := c.scope.find(name.text)
	c.next()
	var args []*node
	for !c.tok().is(")") && c.tok().kind != endToken {
		c.naming = s.symbolAt(len(args))
		args = append(args, c.assignment())
		c.naming = false
		if !c.accept(",") {
			break
		}
	}
	c.expect(")")
	at := name.at.to(c.last())
	switch {
	case c.skidding:
		return c.badNode(at)
	case s == nil || c.fn.card && name.text == "clock":
		if n := c.cardFunction(name.text, args, at); n != nil {
			return n
		}
		if name.text == "swap" && len(args) == 2 {
			return c.swap(args, at)
		}
		if t := c.scope.find(strings.TrimPrefix(name.text, "make_")); t != nil && t.kind == typeSymbol && t.typ.kind == structKind {
			return c.vector(t.typ, args, at)
		}
		c.unknownFunction(name)
		return c.badNode(at)
	case s.kind != functionSymbol:
		if !s.typ.bad() {
			c.report(NotAFunction, name.at, name.text)
		}
		return c.badNode(at)
	case s.kernel:
		c.report(KernelCalled, name.at, name.text)
		return c.badNode(at)
	}
	if !c.allowed(s, at) {
		return c.badNode(at)
	}
	return c.apply(s, args, at)
}

// unknownFunction says what a name that is called might have been.
func (c *compiler) unknownFunction(name *token) {
	near := c.nearest(name.text, functionSymbol)
	cuda := strings.HasPrefix(name.text, "cuda") || strings.HasPrefix(name.text, "cu") && len(name.text) > 2 && name.text[2] < 'a' || strings.HasPrefix(name.text, "uvm_")
	switch {
	case index(missingLibrary, name.text) >= 0:
		c.report(MissingLibrary, name.at, name.text)
	case cuda && (near == "" || distance(near, name.text) > 1):
		c.report(MissingCall, name.at, name.text)
	default:
		c.report(UnknownFunction, name.at, name.text, near)
	}
}

// vector makes the value of make_float4(a, b, c, d) and its like.
func (c *compiler) vector(t *ctype, args []*node, at place) *node {
	if len(args) != len(t.fields) {
		c.argumentCount("make_"+t.name, len(t.fields), len(args), at)
		return c.badNode(at)
	}
	v := c.temporary(t, at)
	n := c.assign(c.part(v, 0), args[0])
	for i, a := range args[1:] {
		n = c.comma(n, c.assign(c.part(v, uint64(i)+1), a), at)
	}
	return c.comma(n, v, at)
}

// apply checks the arguments against the prototype.
func (c *compiler) apply(s *symbol, args []*node, at place) *node {
	params := s.typ.params
	given := len(args)
	for i := given; i < len(params) && i < len(s.defaults) && s.defaults[i] != nil; i++ {
		args = append(args, s.defaults[i])
	}
	if len(args) < len(params) || len(args) > len(params) && !s.typ.variadic {
		c.argumentCount(s.name, len(params), given, at)
		return c.badNode(at)
	}
	b := s.builtin
	raw := make([]*node, len(args)) // before conversion: tells what a void * points to
	for i, a := range args {
		if s.symbolAt(i) {
			c.moduleArgument(a)
			continue
		}
		a = c.decay(a)
		raw[i] = a
		switch {
		case i >= len(params):
			args[i] = c.promoteVariadic(a)
		case b != nil && templated(params[i], a.typ):
			args[i] = a
		case b != nil && templated(params[i], pointerTo(a.typ)) && a.kind == variableNode:
			c.report(NeedsAddress, a.at, a.sym.name)
		default:
			args[i] = c.assignable(a, params[i])
		}
		if a.typ.kind == voidKind {
			c.report(NoValue, a.at)
		}
	}
	n := &node{list: args, typ: s.typ.elem, at: at, sym: s}
	switch {
	case b == nil:
		n.kind = callNode
		s.used = s.used || !c.prelude
		c.fn.reaches = append(c.fn.reaches, s)
		if n.typ.kind == structKind {
			n.w = c.temporary(n.typ, at)
		}
	case b.op == target.NoOp:
		n.kind, n.val = hostNode, uint64(b.host)
		c.hostCall(n, b, raw)
	default:
		n.kind = targetNode
		c.targetCall(n, b, raw)
	}
	return c.finishCall(n)
}

func (c *compiler) finishCall(n *node) *node {
	for _, a := range n.list {
		n.depth = max(n.depth, a.depth)
	}
	return c.finish(n)
}

// temporary makes a nameless local and the node that means it.
func (c *compiler) temporary(t *ctype, at place) *node {
	s := c.hidden(t)
	c.place(s)
	return &node{kind: variableNode, sym: s, typ: t, at: at}
}

// templated says whether a pointer to any pointer may be given where void ** is
// asked for, as the templates of the CUDA headers allow.
func templated(param, arg *ctype) bool {
	return param.pointer() && param.elem.pointer() && param.elem.elem.kind == voidKind && arg.pointer() && arg.elem.pointer()
}

// promoteVariadic converts an argument that has no parameter: float to double,
// small integers to int.
func (c *compiler) promoteVariadic(a *node) *node {
	switch {
	case a.typ.kind == floatKind:
		return c.convert(a, doubleType)
	case a.typ.integer() && !a.typ.bad():
		return c.convert(a, a.typ.promoted())
	case a.typ.kind == structKind:
		c.report(StructAsArgument, a.at, a.typ.String())
	}
	return a
}

// hostCall checks what is special about a call that the interpreter answers.
func (c *compiler) hostCall(n *node, b *builtin, raw []*node) {
	switch b.host {
	case hostPrintf:
		c.checkFormat(raw[0], raw[1:], n.at)
	case hostFprintf, hostSprintf:
		c.checkFormat(raw[1], raw[2:], n.at)
	case hostSnprintf:
		c.checkFormat(raw[2], raw[3:], n.at)
	case hostErrorName, hostErrorString, hostDriverErrorName, hostDriverErrorString:
		c.internErrors(b.host)
	}
}

// internErrors puts the texts of the error codes among the program's string
// constants, so that the interpreter can answer with an address.
func (c *compiler) internErrors(h hostCall) {
	p := c.prog
	if p.errorTexts[h-hostErrorName] != nil {
		return
	}
	table := make([]errorText, 0, 16)
	for code := target.Code(0); code <= target.Unknown; code++ {
		if code.Name() == target.Code(1<<31).Name() && code != target.Unknown {
			continue
		}
		table = append(table, errorText{uint32(code), uint32(c.stringConstant(errorWords(h, code), place{}).val)})
	}
	table = append(table, errorText{1 << 31, uint32(c.stringConstant(errorWords(h, 1<<31), place{}).val)})
	p.errorTexts[h-hostErrorName] = table
}

func errorWords(h hostCall, code target.Code) string {
	switch h {
	case hostErrorName:
		return code.Name()
	case hostDriverErrorName:
		return code.DriverName()
	}
	return code.Text()
}

// errorText is where the text of an error code lies.
type errorText struct{ code, offset uint32 }

// argKind says what becomes of one value that a call site has on the stack.
type argKind uint8

const (
	argSkip    argKind = iota // the target need not know
	argNumber                 // goes into Call.Arg, in order
	argText                   // address of a string that becomes Call.Text
	argOut                    // address that receives the next Result.Out
	argMillis                 // the same, picoseconds as float milliseconds
	argMaybe                  // argOut that may be a null pointer
	argPointed                // address of a cudaPointerAttributes that is filled in
	argAsked                  // address of a CUmemAllocationProp; becomes one number, see structs.go
	argPlace                  // the same of a CUmemLocation
	argPool                   // … of a cudaMemPoolProps; two numbers
	argRights                 // … of CUmemAccessDesc, as many as the next argument says; two numbers
	argShape                  // of a launch: address of a dim3
	argPacked                 // of a launch: an argument of the kernel
)

// resultKind says what a call gives its program.
type resultKind uint8

const (
	resultCode   resultKind = iota // cudaError_t, CUresult
	resultStatus                   // NV_STATUS
	resultNone
	resultOut   // Result.Out[0]
	resultChase // thousandths of cycles as a double
)

// site is one place in the program that calls the target.
type site struct {
	op     target.Op
	result resultKind
	kinds  []argKind
	kernel *target.Kernel // of a launch
	cells  []isa.Cell     // width of what an out pointer points to
}

// targetCall turns the arguments of a prototype into those of the target, by
// the letters of the builtin's recipe.
func (c *compiler) targetCall(n *node, b *builtin, raw []*node) {
	s := &site{op: b.op, result: b.result}
	given := n.list
	n.list = nil
	var late []int // structs, whose numbers come last
	for i, letter := range []byte(b.recipe) {
		x := given[i]
		switch letter {
		case 'a':
			s.add(n, argNumber, x, 0)
		case 'S': // a variable on the card
			c.moduleSite(s, n, x)
		case '-':
			s.add(n, argSkip, x, 0)
		case 't':
			s.add(n, argText, x, 0)
		case 'o':
			s.add(n, argOut, x, pointedCell(raw[i].typ))
		case 'm':
			s.add(n, argMillis, x, pointedCell(raw[i].typ))
		case 'v': // the value that a void * points to
			s.add(n, argNumber, c.convert(c.dereference(raw[i], x.at), ulongType), 0)
		case 'O':
			s.add(n, argMaybe, x, pointedCell(raw[i].typ))
		case 'f':
			s.add(n, argRights, x, 0)
		case 'p':
			s.add(n, argAsked, x, 0)
		case 'g', 'l', 'q':
			late = append(late, i)
		case 'P': // the parameters of uvm_mem_alloc
			for _, y := range c.spread(raw[i], "size", "page_size", "backing_gpu", "dma_owner", "mm", "zero") {
				s.add(n, argNumber, y, 0)
			}
		case 'A': // cudaPointerAttributes
			s.add(n, argPointed, x, 0)
		}
	}
	for _, i := range late {
		s.add(n, [...]argKind{'g': argAsked, 'l': argPlace, 'q': argPool}[b.recipe[i]], given[i], 0)
	}
	n.val = uint64(len(c.prog.sites))
	c.prog.sites = append(c.prog.sites, *s)
}

// add appends one value to a call site and its expression to the call.
//
//go:noinline
func (s *site) add(n *node, k argKind, x *node, out isa.Cell) {
	s.kinds, s.cells, n.list = append(s.kinds, k), append(s.cells, out), append(n.list, x)
}

// pointedCell is the width of what an out pointer points to.
func pointedCell(t *ctype) isa.Cell {
	if t.pointer() && t.elem.scalar() {
		return t.elem.cell()
	}
	return isa.U64
}

// fieldOf reads a field by name. The program may have declared the struct
// itself, so the field is looked up where the program has it.
func (c *compiler) fieldOf(x *node, name string) *node {
	if x.typ.bad() {
		return x
	}
	f, ok := x.typ.find(name)
	if !ok {
		return c.number(0, ulongType, x.at)
	}
	return c.finish(&node{kind: memberNode, x: x, val: f.offset, typ: f.typ, at: x.at})
}

// spread evaluates a pointer to a struct once and reads some of its fields.
func (c *compiler) spread(x *node, names ...string) []*node {
	if !x.typ.pointer() {
		return nil
	}
	t := c.temporary(x.typ, x.at)
	list := make([]*node, len(names))
	for i, name := range names {
		var p *node = t
		if i == 0 {
			p = c.stored(t, x, x.at)
		}
		list[i] = c.fieldOf(c.dereference(p, x.at), name)
	}
	return list
}
