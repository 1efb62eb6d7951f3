package scenario

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// What only code for the card knows: a thread's own numbers, __shared__
// variables, and the functions that need other threads. They compile to
// instructions of their own; everything else in a kernel is the language.

// threadNames are the variables that a thread has, in the order of
// isa.Register.
var threadNames = []string{"threadIdx", "blockIdx", "blockDim", "gridDim"}

// cardCall is a function that exists only on the card.
type cardCall struct {
	name string
	op   isa.Opcode
	code int32
	kind cardKind
}

// cardKind says which arguments a cardCall takes and what it gives.
type cardKind uint8

const (
	cardNothing cardKind = iota // no value; arguments are left out
	cardClock
	cardMask
	cardAtomic  // pointer, value
	cardCompare // pointer, value, value
	cardShuffle // mask, value, lane (and a width that is left out)
	cardVote    // mask, condition: bool as int
	cardBallot
	cardLoad // __ldg
)

var cardCalls = []cardCall{
	{"__syncthreads", isa.Barrier, 0, cardNothing}, {"__syncwarp", isa.Special, int32(isa.ThreadFence), cardNothing},
	{"__threadfence", isa.Special, int32(isa.ThreadFence), cardNothing}, {"__threadfence_block", isa.Special, int32(isa.ThreadFence), cardNothing}, {"__threadfence_system", isa.Special, int32(isa.ThreadFence), cardNothing},
	{"clock64", isa.Special, int32(isa.Cycles), cardClock}, {"__activemask", isa.Special, int32(isa.ActiveLanes), cardMask}, {"__ldg", isa.Load, 0, cardLoad},
	{"atomicAdd", isa.Atomic, int32(isa.AtomicAdd), cardAtomic}, {"atomicSub", isa.Atomic, int32(isa.AtomicSub), cardAtomic}, {"atomicExch", isa.Atomic, int32(isa.AtomicExchange), cardAtomic},
	{"atomicMin", isa.Atomic, int32(isa.AtomicMin), cardAtomic}, {"atomicMax", isa.Atomic, int32(isa.AtomicMax), cardAtomic},
	{"atomicAnd", isa.Atomic, int32(isa.AtomicAnd), cardAtomic}, {"atomicOr", isa.Atomic, int32(isa.AtomicOr), cardAtomic}, {"atomicXor", isa.Atomic, int32(isa.AtomicXor), cardAtomic},
	{"atomicInc", isa.Atomic, int32(isa.AtomicIncrement), cardAtomic}, {"atomicDec", isa.Atomic, int32(isa.AtomicDecrement), cardAtomic}, {"atomicCAS", isa.Atomic, int32(isa.AtomicCompare), cardCompare},
	{"__shfl_sync", isa.Shuffle, int32(isa.ShuffleLane), cardShuffle}, {"__shfl_up_sync", isa.Shuffle, int32(isa.ShuffleUp), cardShuffle},
	{"__shfl_down_sync", isa.Shuffle, int32(isa.ShuffleDown), cardShuffle}, {"__shfl_xor_sync", isa.Shuffle, int32(isa.ShuffleXor), cardShuffle},
	{"__ballot_sync", isa.Shuffle, int32(isa.VoteBallot), cardBallot}, {"__any_sync", isa.Shuffle, int32(isa.VoteAny), cardVote}, {"__all_sync", isa.Shuffle, int32(isa.VoteAll), cardVote},
}

// cardOnly says whether what is being read runs on the card and nowhere else.
func (c *compiler) cardOnly() bool { return c.fn.card && !c.fn.host }

// threadVariable reads threadIdx.x and its like; the name is the current token.
// nil if it is none of them.
func (c *compiler) threadVariable(t *token) *node {
	base := index(threadNames, t.text)
	if base < 0 && t.text != "warpSize" {
		return nil
	}
	c.next()
	if !c.cardOnly() {
		c.report(CardOnly, t.at, t.text)
		return c.badNode(t.at)
	}
	if base < 0 {
		return c.special(int32(isa.WarpSize), intType, t.at)
	}
	axis := index([]string{"x", "y", "z"}, c.ahead(1).text)
	if c.tok().is(".") && axis >= 0 {
		c.at += 2
		return c.special(int32(3*base+axis), uintType, t.at.to(c.last()))
	}
	return c.threadTriple(int32(3*base), t.at)
}

func (c *compiler) special(register int32, t *ctype, at place) *node {
	return &node{kind: cardNode, op: isa.Special, val: uint64(register), typ: t, at: at}
}

// threadTriple makes all three numbers one value.
func (c *compiler) threadTriple(first int32, at place) *node {
	t := c.scope.find("dim3").typ
	v := c.temporary(t, at)
	var n *node = c.number(0, voidType, at)
	for i := range int32(3) {
		part := c.part(v, uint64(i))
		n = c.comma(n, c.assign(part, c.special(first+i, uintType, at)), at)
	}
	return c.comma(n, v, at)
}

// cardFunction gives the node of a call of a function of the card or of
// mathematics; nil if the name is neither.
func (c *compiler) cardFunction(name string, args []*node, at place) *node {
	if c.cardOnly() && name == "clock" {
		name = "clock64"
	}
	for i := range cardCalls {
		f := &cardCalls[i]
		if f.name != name && f.name+"_block" != name && f.name+"_system" != name {
			continue
		}
		if !c.cardOnly() {
			c.report(CardOnly, at, name)
			return c.badNode(at)
		}
		return c.cardArguments(f, args, at)
	}
	if n := c.bitFunction(name, args, at); n != nil {
		return n
	}
	if r, float := isa.RoutineOf(name); r != nil {
		return c.routine(r, float, name, args, at)
	}
	return nil
}

// cardArguments checks the arguments of a function of the card.
func (c *compiler) cardArguments(f *cardCall, args []*node, at place) *node {
	least := [...]int{cardAtomic: 2, cardCompare: 3, cardShuffle: 3, cardVote: 2, cardBallot: 2, cardLoad: 1}
	if want := at0(least[:], int(f.kind)); len(args) < want || len(args) > want+1 || len(args) > want && f.kind != cardShuffle && f.kind != cardNothing {
		c.argumentCount(f.name, want, len(args), at)
		return c.badNode(at)
	}
	n := &node{kind: cardNode, op: f.op, val: uint64(f.code), at: at}
	switch f.kind {
	case cardNothing:
		n.typ = voidType
	case cardClock:
		n.typ = llongType
	case cardMask:
		n.typ = uintType
	case cardLoad:
		return c.dereference(args[0], at)
	case cardAtomic, cardCompare:
		p := c.decay(args[0])
		if !p.typ.pointer() || !p.typ.elem.arithmetic() || p.typ.elem.size < 4 {
			c.report(AtomicType, at, f.name, p.typ.String())
			return c.badNode(at)
		}
		if x := pointsInto(p); x != nil && constantPart(x) != nil {
			c.report(AssignToConst, at, constantPart(x).name)
			return c.badNode(at)
		}
		n.typ, n.list = p.typ.elem, []*node{p}
		for _, a := range args[1:] {
			n.list = append(n.list, c.assignable(a, n.typ))
		}
	case cardShuffle:
		v := c.decay(args[1])
		n.typ = v.typ.promoted()
		n.list = []*node{c.assignable(args[0], uintType), c.convert(v, n.typ), c.assignable(args[2], intType)}
	default:
		n.typ = intType
		if f.kind == cardBallot {
			n.typ = uintType
		}
		n.list = []*node{c.assignable(args[0], uintType), c.convert(c.truth(args[1]), boolType), c.number(0, intType, at)}
	}
	return c.finishCall(n)
}

func at0(list []int, i int) int {
	if i < len(list) {
		return list[i]
	}
	return 0
}

// routine makes the call of a mathematical function: in float if the name says
// so or if all arguments are float, as the overloads of C++ have it.
func (c *compiler) routine(r *isa.RoutineInfo, float bool, name string, args []*node, at place) *node {
	if len(args) != int(r.Operands) {
		c.argumentCount(name, int(r.Operands), len(args), at)
		return c.badNode(at)
	}
	t := args[0].typ
	for i, a := range args {
		a = c.decay(a)
		args[i] = a
		if !a.typ.arithmetic() {
			c.report(BadOperands, at, name, args[0].typ.String(), a.typ.String())
			return c.badNode(at)
		}
		t = common(t, a.typ)
	}
	switch {
	case t.bad():
		return c.badNode(at)
	case float:
		t = floatType
	case r.Any, t.kind == floatKind:
	default:
		t = doubleType
	}
	n := &node{kind: cardNode, op: isa.Math, val: uint64(r.Fn), typ: t, at: at}
	for _, a := range args {
		n.list = append(n.list, c.convert(a, t))
	}
	return c.finishCall(n)
}

// cardCode writes the instruction of a function of the card.
func (c *compiler) cardCode(n *node) {
	for _, a := range n.list {
		c.expressionCode(a)
	}
	k := isa.Cell(0)
	if n.op != isa.Barrier && n.op != isa.Special {
		k = n.typ.cell()
		if fn := isa.Routine(n.val); n.op == isa.Math && fn > isa.FnBits && fn < isa.FnNearest {
			k = n.list[0].typ.cell() // of what is counted, not of the count
		}
	}
	c.emit(n.op, k, uint16(len(n.list)), int32(n.val), n.at)
}

// allowed says whether a function may be called where the reader is, and
// reports why not.
func (c *compiler) allowed(s *symbol, at place) bool {
	switch {
	case c.fn.card && !s.card:
		c.report(HostOnly, at, s.name)
	case !c.cardOnly() && !s.host:
		c.report(CardOnly, at, s.name)
	default:
		return true
	}
	return false
}

// sides notes for which processors a function is.
func (s *symbol) sides(spec *specifiers) {
	s.card = spec.device || spec.kernel
	s.host = !s.card || spec.host
	if b := s.builtin; b != nil {
		s.card = b.op == target.NoOp && (b.host == hostPrintf || b.host == hostAssert)
	}
}
