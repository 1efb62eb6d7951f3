package scenario

import (
	"strings"

	"pagewalk/engine/isa"
)

// binaryOperators gives each operator its strength and its instruction.
var binaryOperators = map[string]struct {
	strength int
	op       isa.Opcode
}{
	"||": {1, isa.Halt}, "&&": {2, isa.Halt}, "|": {3, isa.Or}, "^": {4, isa.Xor}, "&": {5, isa.And},
	"==": {6, isa.Equal}, "!=": {6, isa.Unequal}, "<": {7, isa.Less}, "<=": {7, isa.LessEqual}, ">": {7, isa.Less}, ">=": {7, isa.LessEqual},
	"<<": {8, isa.Shl}, ">>": {8, isa.Shr}, "+": {9, isa.Add}, "-": {9, isa.Sub}, "*": {10, isa.Mul}, "/": {10, isa.Div}, "%": {10, isa.Mod},
}

// expression reads a comma expression.
func (c *compiler) expression() *node {
	x := c.assignment()
	for c.tok().is(",") {
		c.next()
		y := c.assignment()
		x = c.comma(x, y, x.at.to(y.at))
	}
	return x
}

// assigned reads an assignment expression and converts it to t.
func (c *compiler) assigned(t *ctype) *node { return c.assignable(c.assignment(), t) }

// assignment reads one expression without comma.
func (c *compiler) assignment() *node {
	if !c.enter() {
		return c.badNode(c.tok().at)
	}
	defer c.leave()
	x := c.ternary()
	t := c.tok()
	if t.kind != markToken || !strings.HasSuffix(t.text, "=") {
		return x
	}
	if t.is("=") {
		c.next()
		return c.assign(x, c.assignment())
	}
	if b, ok := binaryOperators[strings.TrimSuffix(t.text, "=")]; ok && b.strength != 6 && b.strength != 7 {
		c.next()
		return c.update(b.op, x, c.assignment(), false, t.at)
	}
	return x
}

func (c *compiler) ternary() *node {
	x := c.operators(1)
	if !c.accept("?") {
		return x
	}
	x = c.truth(x)
	y := c.decay(c.expression())
	c.expect(":")
	z := c.decay(c.assignment())
	return c.choice(x, y, z)
}

// operators reads operands joined by operators of at least a given strength.
func (c *compiler) operators(least int) *node {
	x := c.unary()
	for {
		t := c.tok()
		b := binaryOperators[t.text]
		if t.kind != markToken || b.strength < least || b.strength == 0 {
			return x
		}
		c.next()
		y := c.operators(b.strength + 1)
		switch t.text {
		case "&&", "||":
			x = c.logical(t.text == "&&", x, y)
		case ">", ">=":
			x = c.binary(b.op, y, x, x.at.to(y.at), t)
		default:
			x = c.binary(b.op, x, y, x.at.to(y.at), t)
		}
	}
}

func (c *compiler) unary() *node {
	if !c.enter() {
		return c.badNode(c.tok().at)
	}
	defer c.leave()
	t := c.tok()
	if t.kind == markToken {
		switch t.text {
		case "+", "-", "~", "!":
			c.next()
			return c.unaryOperator(t, c.unary())
		case "&":
			c.next()
			return c.address(c.unary(), t.at)
		case "*":
			c.next()
			return c.dereference(c.unary(), t.at)
		case "++", "--":
			c.next()
			x := c.unary()
			return c.update(stepOp(t), x, c.number(1, intType, t.at), false, t.at)
		case "(":
			if c.typeAhead(1) {
				return c.cast()
			}
		}
	}
	if t.kind == nameToken && t.text == "sizeof" {
		return c.sizeof()
	}
	return c.postfix(c.primary())
}

func stepOp(t *token) isa.Opcode {
	if t.text == "++" {
		return isa.Add
	}
	return isa.Sub
}

// typeAhead says whether the token n places on begins a type.
func (c *compiler) typeAhead(n int) bool {
	t := c.ahead(n)
	if t.kind != nameToken {
		return false
	}
	c.at += n
	yes := c.startsType() && (!c.ahead(1).is("(") || c.ahead(2).is("*") && c.ahead(3).is(")"))
	c.at -= n
	return yes
}

// cast reads (T)x, or the compound literal (T){…}.
func (c *compiler) cast() *node {
	start := c.next().at
	t := c.typeName()
	c.expect(")")
	if c.tok().is("{") {
		return c.compound(t, start)
	}
	return c.explicit(c.unary(), t, start)
}

func (c *compiler) sizeof() *node {
	start := c.next().at
	var t *ctype
	if c.tok().is("(") && c.typeAhead(1) {
		c.next()
		t = c.typeName()
		c.expect(")")
	} else {
		t = c.unary().typ
	}
	if t.kind == functionKind || t.kind != arrayKind && !t.complete && !t.bad() {
		c.report(IncompleteType, start.to(c.last()), t.String())
	}
	return c.number(t.size, ulongType, start.to(c.last()))
}

// postfix reads indexes, members, calls and ++ behind an operand.
func (c *compiler) postfix(x *node) *node {
	for !c.full() {
		t := c.tok()
		if t.kind != markToken {
			return x
		}
		switch t.text {
		case "[":
			c.next()
			i := c.expression()
			c.expect("]")
			x = c.element(x, i, x.at.to(c.last()))
		case ".", "->":
			c.next()
			name := c.tok()
			if name.kind != nameToken {
				c.syntax(ExpectedName, name.at, c.found())
				return x
			}
			c.next()
			x = c.member(x, t, name)
		case "++", "--":
			c.next()
			x = c.update(stepOp(t), x, c.number(1, intType, t.at), true, x.at.to(t.at))
		case "(":
			c.report(NotAFunction, x.at)
			c.skidding = true
			return x
		default:
			return x
		}
	}
	return x
}

func (c *compiler) primary() *node {
	t := c.tok()
	switch {
	case t.kind == numberToken:
		c.next()
		return c.literal(t)
	case t.kind == charToken:
		c.next()
		return c.number(uint64(int64(int8(t.text[0]))), charType, t.at)
	case t.kind == stringToken:
		return c.text()
	case t.is("("):
		c.next()
		x := c.expression()
		c.expect(")")
		x.at = t.at.to(c.last())
		return x
	case c.outsideExpression(t):
		return c.badNode(t.at)
	case t.kind == nameToken:
		return c.name(t)
	}
	c.syntax(ExpectedExpression, t.at, c.found())
	return c.badNode(t.at)
}

// name reads an operand that begins with a name.
func (c *compiler) name(t *token) *node {
	switch t.text {
	case "true", "false":
		c.next()
		v := uint64(0)
		if t.text == "true" {
			v = 1
		}
		return c.number(v, boolType, t.at)
	case "nullptr":
		c.next()
		n := c.number(0, voidPtr, t.at)
		return n
	case "new", "delete":
		c.next()
		if t.text == "new" {
			return c.newObject(t)
		}
		return c.deleteObject(t)
	case "__func__":
		c.next()
		return c.stringConstant(c.fn.sym.name, t.at)
	case "static_cast", "reinterpret_cast", "const_cast":
		c.next()
		c.expect("<")
		to := c.typeName()
		c.expect(">")
		c.expect("(")
		x := c.expression()
		c.expect(")")
		return c.explicit(x, to, t.at)
	}
	if c.startsType() {
		return c.functionalCast(t)
	}
	if c.scope.find(t.text) == nil {
		if n := c.threadVariable(t); n != nil {
			return n
		}
	}
	c.next()
	if c.tok().is("<<<") {
		return c.launch(t)
	}
	if c.tok().is("(") {
		return c.call(t)
	}
	s := c.scope.find(t.text)
	if s == nil {
		c.report(UnknownName, t.at, t.text, c.nearest(t.text, variableSymbol))
		// One message for each unknown name is enough.
		c.scope.enter(t.text, &symbol{kind: variableSymbol, name: t.text, typ: badType, at: t.at})
		return c.badNode(t.at)
	}
	return c.use(s, t.at)
}

// functionalCast reads T(x).
func (c *compiler) functionalCast(t *token) *node {
	spec := c.specifiers()
	if !c.tok().is("(") {
		c.syntax(ExpectedExpression, t.at, t.text)
		return c.badNode(t.at)
	}
	c.next()
	if spec.typ.kind == structKind {
		return c.construct(spec.typ, t.at, ")")
	}
	x := c.expression()
	c.expect(")")
	return c.explicit(x, spec.typ, t.at)
}
