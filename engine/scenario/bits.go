package scenario

import "pagewalk/engine/isa"

// bitCall is a function of the card that works on the bits of one value.
type bitCall struct {
	name     string
	fn       isa.Routine
	from, to *ctype
}

var bitCalls = []bitCall{
	{"__popc", isa.FnCountBits, uintType, intType}, {"__popcll", isa.FnCountBits, ullongType, intType},
	{"__clz", isa.FnCountZeros, uintType, intType}, {"__clzll", isa.FnCountZeros, ullongType, intType},
	{"__ffs", isa.FnFirstBit, uintType, intType}, {"__ffsll", isa.FnFirstBit, ullongType, intType},
	{"__brev", isa.FnReverseBits, uintType, uintType}, {"__brevll", isa.FnReverseBits, ullongType, ullongType},
	{"__float_as_int", isa.FnBits, floatType, intType}, {"__float_as_uint", isa.FnBits, floatType, uintType},
	{"__int_as_float", isa.FnBits, intType, floatType}, {"__uint_as_float", isa.FnBits, uintType, floatType},
	{"__double_as_longlong", isa.FnBits, doubleType, llongType}, {"__longlong_as_double", isa.FnBits, llongType, doubleType},
}

// bitFunction gives the node of a call of one; nil if the name is none.
func (c *compiler) bitFunction(name string, args []*node, at place) *node {
	for i := range bitCalls {
		f := &bitCalls[i]
		switch {
		case f.name != name:
			continue
		case !c.cardOnly():
			c.report(CardOnly, at, name)
			return c.badNode(at)
		case len(args) != 1:
			c.argumentCount(name, 1, len(args), at)
			return c.badNode(at)
		}
		return c.finishCall(&node{kind: cardNode, op: isa.Math, val: uint64(f.fn), typ: f.to, list: []*node{c.assignable(args[0], f.from)}, at: at})
	}
	return nil
}
