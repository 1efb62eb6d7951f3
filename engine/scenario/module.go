package scenario

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// __device__ and __constant__ variables. They lie on the card, side by side, at
// an address that a kernel has in a register. Their first values lie in the
// program's own memory, laid out in the same way, for the target to copy when it
// loads them. Code for the host can only name them.
//
// Code for the card must not change a __constant__ variable. Where a statement
// names one, or a part of it, that is an error of the compiler. Through a pointer
// it is a store like any other: NVIDIA names no error for it (CUDA C++ Guidelines
// for robust and safety-critical programming, rule 1.12: the results are
// unexpected), for the bytes lie in ordinary memory and only the reads of the
// kernel's own instructions go through a cache that does not see it. Here there
// is no such cache, so the new value is read.

// symbolAt says whether argument i of a call names a variable on the card.
func (s *symbol) symbolAt(i int) bool {
	return s != nil && s.builtin != nil && i < len(s.builtin.recipe) && s.builtin.recipe[i] == 'S'
}

// moduleSymbol is a variable on the card that has no place yet, and the numbers
// in calls that wait for it.
type moduleSymbol struct {
	sym    *symbol
	align  uint64
	places []*node
}

// placeModule notes a variable that needs a place among those on the card.
func (c *compiler) placeModule(s *symbol, align uint64) {
	s.placed = true
	c.module = append(c.module, moduleSymbol{sym: s, align: align})
	c.prog.Outside = append(c.prog.Outside, "&"+s.name)
}

// moduleGrain is what each __device__ variable begins at a multiple of, and the
// first one behind the __constant__ ones, which lie close together at the
// beginning (seen on an H200 with code of NVRTC 13.0: 11 variables of every sort).
const moduleGrain = 256

// layOutModule gives the variables on the card their places, in the order of
// their declarations, and makes room for their first values behind the
// program's own variables.
func (c *compiler) layOutModule() {
	for _, fixed := range []bool{true, false} {
		for i := range c.module {
			m := &c.module[i]
			if m.sym.fixed != fixed {
				continue
			}
			if !fixed {
				m.align = max(m.align, moduleGrain)
			}
			c.placeAt(&c.prog.Variables, m.sym, m.align)
			for _, n := range m.places {
				n.val = m.sym.val
			}
		}
	}
	if p := c.prog; p.Variables > 0 {
		p.globals = (p.globals + 255) &^ 255
		p.image = globalsBase + p.globals
		p.globals += p.Variables
	}
}

// moduleAddress leaves the address of a variable on the card, or, where it gets
// its first value, that of the value.
func (c *compiler) moduleAddress(n *node) {
	if !c.cardOnly() {
		c.value64(c.prog.image+n.sym.val, n.at)
		return
	}
	c.emit(isa.Special, 0, 0, int32(isa.ModuleData), n.at)
	if n.sym.val != 0 {
		c.value64(n.sym.val, n.at)
		c.emit(isa.Add, isa.U64, 0, 0, n.at)
	}
}

// moduleArgument checks an argument that must name a variable on the card.
func (c *compiler) moduleArgument(x *node) {
	x = asVariable(x)
	if !x.typ.bad() && (x.kind != variableNode || !x.sym.module) {
		c.report(ModuleExpected, x.at)
	}
}

// moduleSite gives the place and the size of a variable to a call.
func (c *compiler) moduleSite(s *site, n, x *node) {
	if x = asVariable(x); x.kind != variableNode {
		return
	}
	s.kernel = &target.Kernel{Name: x.sym.name, Program: &c.prog.Program}
	place := c.number(0, ulongType, x.at)
	for i := range c.module {
		if m := &c.module[i]; m.sym == x.sym {
			m.places = append(m.places, place)
		}
	}
	s.add(n, argNumber, place, 0)
	s.add(n, argNumber, c.number(x.sym.typ.size, ulongType, x.at), 0)
}
