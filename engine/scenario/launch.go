package scenario

import (
	"strconv"
	"strings"

	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// launch reads kernel<<<grid, block, shared, stream>>>(arguments); the name is
// read. It becomes a call of the target.
func (c *compiler) launch(t *token) *node {
	s := c.scope.find(t.text)
	switch {
	case s == nil:
		c.report(UnknownFunction, t.at, t.text, c.nearest(t.text, functionSymbol))
	case s.kind != functionSymbol || !s.kernel:
		c.report(NotAKernel, t.at, t.text)
	case c.fn.card:
		c.report(HostOnly, t.at, t.text+"<<<>>>")
	}
	c.next()
	shape := c.list(">>>")
	if c.tok().is("(") {
		c.next()
	} else {
		c.expect("(")
	}
	args := c.list(")")
	at := t.at.to(c.last())
	if c.skidding || s == nil || !s.kernel || c.fn.card {
		return c.badNode(at)
	}
	if len(shape) < 2 || len(shape) > 4 {
		c.argumentCount(t.text+"<<<>>>", 2, len(shape), at)
		return c.badNode(at)
	}
	if len(args) != len(s.typ.params) {
		c.argumentCount(t.text, len(s.typ.params), len(args), at)
		return c.badNode(at)
	}
	return c.launchNode(s, shape, args, at)
}

// list reads expressions up to a closing mark.
func (c *compiler) list(closing string) (list []*node) {
	for !c.tok().is(closing) && c.tok().kind != endToken {
		list = append(list, c.assignment())
		if !c.accept(",") {
			break
		}
	}
	c.expect(closing)
	return list
}

func (c *compiler) argumentCount(name string, want, given int, at place) {
	c.report(ArgumentCount, at, name, strconv.Itoa(want), strconv.Itoa(given))
}

// launchNode makes the call site: grid and block as triples, bytes of shared
// memory, stream, and the arguments as the kernel takes them.
func (c *compiler) launchNode(k *symbol, shape, args []*node, at place) *node {
	n := &node{kind: targetNode, typ: voidType, at: at, sym: k}
	s := &site{op: target.Launch, result: resultNone, kernel: k.launch}
	for _, x := range shape[:2] {
		s.add(n, argShape, c.triple(x), 0)
	}
	for i, t := range []*ctype{ulongType, voidPtr} {
		x := c.number(0, t, at)
		if len(shape) > 2+i {
			x = c.assignable(shape[2+i], t)
		}
		s.add(n, argNumber, x, 0)
	}
	for i, a := range args {
		s.add(n, argPacked, c.assignable(a, k.typ.params[i]), 0)
	}
	n.val = uint64(len(c.prog.sites))
	c.prog.sites = append(c.prog.sites, *s)
	return c.finishCall(n)
}

// triple makes a dim3 of what stands for a grid or a block.
func (c *compiler) triple(x *node) *node {
	x = c.decay(x)
	t := c.scope.find("dim3").typ
	switch {
	case x.typ.bad() || x.typ.kind == structKind && x.typ.size == t.size:
		return x
	case !x.typ.arithmetic():
		c.report(CannotConvert, x.at, x.typ.String(), t.String())
		return c.badNode(x.at)
	}
	v := c.temporary(t, x.at)
	var n *node = c.assign(c.part(v, 0), x)
	for i := uint64(1); i < 3; i++ {
		n = c.comma(n, c.assign(c.part(v, i), c.number(1, uintType, x.at)), x.at)
	}
	return c.comma(n, v, x.at)
}

// kernelOf describes a kernel to targets: where its arguments lie.
func (c *compiler) kernelOf(s *symbol, d *declarator) *target.Kernel {
	line, _ := c.src.position(d.at.start)
	k := &target.Kernel{Name: s.name, Line: uint32(line), Program: &c.prog.Program}
	end := uint32(0)
	for i, t := range d.typ.params {
		a := max(t.align, 1)
		p := target.Param{Name: d.names[i], Type: t.String(), Offset: (end + a - 1) / a * a, Bytes: uint32(t.size), Pointer: t.pointer(), Struct: t.kind == structKind}
		if !p.Struct {
			p.Cell = t.cell()
		}
		end = p.Offset + p.Bytes
		k.Params = append(k.Params, p)
	}
	if s.typ.elem.kind != voidKind {
		c.report(KernelResult, d.at, s.name)
	}
	if end > maxParameters {
		c.report(ObjectTooLarge, d.at, s.name, strconv.Itoa(int(end)))
	}
	return k
}

// cardText is the program as a compiler for the card is given it: what is for
// the host alone, and the inclusion of headers, is blank, so that lines keep
// their numbers. Empty if there is no kernel.
func (c *compiler) cardText() string {
	for _, f := range c.bodies {
		if f.sym.kernel {
			c.prog.Outside = append(c.prog.Outside, f.sym.name)
		}
	}
	if len(c.prog.Outside) == 0 {
		return ""
	}
	text := append([]byte(nil), c.src.text...)
	for i := range c.src.lines {
		line := strings.TrimSpace(c.src.line(int32(i + 1)))
		if directive, ok := strings.CutPrefix(line, "#"); ok && strings.HasPrefix(strings.TrimSpace(directive), "include") {
			c.hostOnly = append(c.hostOnly, place{c.src.lines[i], c.src.lines[i] + uint32(len(c.src.line(int32(i+1))))})
		}
	}
	for _, p := range c.hostOnly {
		for i := p.start; i < p.end && int(i) < len(text); i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
	return string(text)
}

// maxParameters is how many bytes of arguments a launch carries (CUDA C++
// Programming Guide, function parameters: 32,764 from Volta on).
const maxParameters = 32764

// cardSteps is how many steps of a kernel's threads count as one of the program.
const cardSteps = 64

// prepareLaunch fills in a launch from the values on the stack.
func (v *VM) prepareLaunch(s *site, c *target.Call) bool {
	var shape target.Shape
	packed := v.packed[:0]
	n := uint64(len(s.kinds))
	c.Kernel, c.Text = s.kernel, v.p.card
	for i := range n {
		x := *v.top(n - 1 - i)
		switch {
		case i < 2:
			b, ok := v.read(x, 12)
			if !ok {
				v.badAccess(x, 12, false)
				return false
			}
			to := [...]*[3]uint32{&shape.Grid, &shape.Block}[i]
			*to = [3]uint32{get32(b), get32(b[4:]), get32(b[8:])}
		case i == 2:
			shape.Shared = uint32(min(x, 1<<32-1))
		case i == 3:
			shape.Stream = x
		default:
			p := &s.kernel.Params[i-4]
			for len(packed) < int(p.Offset) {
				packed = append(packed, 0)
			}
			if !p.Struct {
				for k := range p.Bytes {
					packed = append(packed, byte(x>>(8*k)))
				}
				continue
			}
			b, ok := v.read(x, uint64(p.Bytes))
			if !ok {
				v.badAccess(x, uint64(p.Bytes), false)
				return false
			}
			packed = append(packed, b...)
		}
	}
	v.packed, c.Packed = packed, string(packed)
	c.SetShape(&shape)
	c.Arg[7] = v.p.image
	return true
}

// hear keeps what kernels printed until the host waits for the card, and then
// prints it, as CUDA's buffer does.
func (v *VM) hear(c *target.Call, r *target.Result) {
	flushes := false
	switch c.Op {
	case target.Launch, target.CudaDeviceSynchronize, target.CudaStreamSynchronize, target.CudaEventSynchronize, target.CudaMemcpy, target.CudaMemcpyToSymbol, target.CudaMemcpyFromSymbol, target.CudaDeviceReset:
		flushes = true
	}
	for flushes && v.regs.Shown < v.regs.Heard && v.regs.Phase != failed {
		at := v.heard[v.regs.Shown:]
		v.regs.Shown += 2 + at[1]
		phase := v.regs.Phase
		v.regs.Phase = running // printf stops where the program has
		v.printf(1, at[0], at[2:2+at[1]], v.host)
		if v.regs.Phase == running {
			v.regs.Phase = phase
		}
	}
	if len(r.Printed) > 0 {
		v.heard = append(v.heard[:v.regs.Heard], r.Printed...)
		v.regs.Heard += uint64(len(r.Printed))
		r.Printed = r.Printed[:0]
	}
}

// math executes a mathematical function.
func (v *VM) math(in isa.Instr) {
	var x [3]uint64
	for i := int(in.B) - 1; i >= 0; i-- {
		x[i] = v.pop()
	}
	v.push(isa.Routine(in.C).Compute(in.A, x[0], x[1], x[2]))
}
