package scenario

// initialiser reads "= …" behind a declared variable and gives the node that
// does it; nil if there is none.
func (c *compiler) initialiser(s *symbol, spec *specifiers, global bool) *node {
	lv := &node{kind: variableNode, sym: s, typ: s.typ, at: s.at}
	shape := s.typ.kind == structKind && s.typ.name == "dim3"
	if shape && c.tok().is("=") && c.ahead(1).is("{") {
		c.next()
	}
	if shape && (c.tok().is("(") || c.tok().is("{") && !c.ahead(1).is(".")) {
		closing := ")"
		if c.next().is("{") {
			closing = "}"
		}
		return c.expressionStatement(c.stored(lv, c.construct(s.typ, s.at, closing), s.at))
	}
	if !c.tok().is("=") && !c.tok().is("{") {
		switch {
		case spec.auto && s.typ.bad():
			c.report(AutoNeedsValue, s.at, s.name)
		case spec.constant && s.readOnly && !spec.extern && !c.prelude:
			c.report(ConstNeedsValue, s.at, s.name)
		}
		return nil
	}
	if spec.auto && s.typ.bad() && c.accept("{") { // auto n{3}
		n := c.inferred(s, lv, c.assignment())
		c.expect("}")
		return n
	}
	c.accept("=")
	if c.tok().is("{") {
		if s.typ.bad() && spec.auto {
			c.syntax(AutoNeedsValue, s.at, s.name)
		}
		list := c.braces(lv)
		s.typ = lv.typ
		if !global {
			list = append([]*node{{kind: zeroNode, x: lv, typ: voidType, at: s.at}}, list...)
		}
		return c.initBlock(list, s.at)
	}
	y := c.assignment()
	if spec.auto {
		return c.inferred(s, lv, y)
	}
	if s.typ.kind == arrayKind {
		return c.arrayFromText(s, lv, y)
	}
	if shape && y.typ.arithmetic() {
		y = c.triple(y)
	}
	return c.initialised(s, lv, y)
}

// inferred gives a variable of auto the type of its first value.
func (c *compiler) inferred(s *symbol, lv, y *node) *node {
	y = c.decay(y)
	s.typ = y.typ
	lv.typ = s.typ
	if s.typ.kind == voidKind {
		c.report(NoValue, y.at)
		s.typ = badType
		return nil
	}
	return c.initialised(s, lv, y)
}

// initialised stores the first value of a variable.
func (c *compiler) initialised(s *symbol, lv, y *node) *node {
	y = c.assignable(y, s.typ)
	if s.readOnly && s.typ.integer() && y.kind == numberNode {
		s.known, s.value = true, y.val
	}
	return c.expressionStatement(c.stored(lv, y, s.at.to(y.at)))
}

func (c *compiler) expressionStatement(x *node) *node {
	return &node{kind: expressionNode, x: x, at: x.at}
}

func (c *compiler) initBlock(list []*node, at place) *node {
	for i, n := range list {
		list[i] = c.expressionStatement(n)
	}
	return &node{kind: blockNode, list: list, at: at, val: 1}
}

// arrayFromText initialises an array of char with a string constant.
func (c *compiler) arrayFromText(s *symbol, lv, y *node) *node {
	n := c.textInto(lv, y)
	s.typ = lv.typ
	if n == nil {
		c.report(CannotConvert, y.at, y.typ.String(), s.typ.String())
		return nil
	}
	return c.initBlock([]*node{{kind: zeroNode, x: lv, typ: voidType, at: s.at}, n}, s.at)
}

// textInto copies a string constant into an array of char; nil if the two are
// something else.
func (c *compiler) textInto(lv, y *node) *node {
	if y.kind != stringNode || lv.typ.kind != arrayKind || lv.typ.elem.size != 1 {
		return nil
	}
	n := y.typ.count
	if !lv.typ.complete {
		lv.typ = arrayOf(lv.typ.elem, n)
	}
	if n == lv.typ.count+1 {
		n-- // the zero at the end may be left out
	}
	if n > lv.typ.count {
		c.report(TooManyValues, y.at, lv.typ.String())
		return c.badNode(y.at)
	}
	t := arrayOf(charType, n)
	return &node{kind: assignNode, x: &node{kind: castNode, x: lv, typ: t, at: lv.at}, y: y, typ: t, at: y.at, val: 1}
}

// braces reads { … } for the object lv and gives the stores. An array whose
// length is open gets its length here.
func (c *compiler) braces(lv *node) []*node {
	if !c.enter() {
		return nil
	}
	defer c.leave()
	open := c.tok().at
	c.expect("{")
	var list []*node
	parts := partsOf(lv.typ)
	var most uint64
	for i := uint64(0); !c.tok().is("}") && c.tok().kind != endToken; {
		target := lv
		designated := c.tok().is(".") || c.tok().is("[")
		if designated {
			if target, i = c.designator(lv); target == nil {
				return list
			}
		} else if lv.typ.scalar() {
			if i > 0 {
				c.report(TooManyValues, c.tok().at, lv.typ.String())
			}
		} else if i >= parts {
			c.report(TooManyValues, c.tok().at, lv.typ.String())
			target = c.badNode(open)
		} else {
			target = c.part(lv, i)
		}
		i++
		most = max(most, i)
		list = append(list, c.value(target)...)
		if !c.accept(",") {
			break
		}
	}
	c.expect("}")
	if lv.typ.kind == arrayKind && !lv.typ.complete {
		lv.typ = arrayOf(lv.typ.elem, most)
		if lv.typ.size > maxObject {
			c.report(ArrayTooLarge, open, lv.typ.String())
			lv.typ = badType
		}
	}
	return list
}

// partsOf is how many values a list for the type may hold.
func partsOf(t *ctype) uint64 {
	switch {
	case t.kind == arrayKind && !t.complete:
		return maxObject
	case t.kind == arrayKind:
		return t.count
	case t.kind == structKind && t.union:
		return min(1, uint64(len(t.fields)))
	case t.kind == structKind:
		return uint64(len(t.fields))
	}
	return 1
}

// part gives element or field i of lv.
func (c *compiler) part(lv *node, i uint64) *node {
	if lv.typ.kind == arrayKind {
		return &node{kind: memberNode, x: lv, val: i * lv.typ.elem.size, typ: lv.typ.elem, at: lv.at}
	}
	f := lv.typ.fields[i]
	return &node{kind: memberNode, x: lv, val: f.offset, typ: f.typ, at: lv.at}
}

// designator reads .field or [index], one or several, and "=". It gives the
// part meant and the number of the outermost one.
func (c *compiler) designator(lv *node) (*node, uint64) {
	outermost, target := ^uint64(0), lv
	for c.tok().is(".") || c.tok().is("[") {
		t := c.next()
		var i uint64
		if t.is("[") {
			n := c.constant()
			c.expect("]")
			if i = n.val; target.typ.kind != arrayKind || i >= partsOf(target.typ) {
				c.syntax(BadDesignator, n.at, target.typ.String())
				return nil, 0
			}
		} else {
			name := c.next()
			i = ^uint64(0)
			for k, f := range target.typ.fields {
				if f.name == name.text {
					i = uint64(k)
				}
			}
			if i == ^uint64(0) || target.typ.kind != structKind {
				c.syntax(NoSuchField, name.at, name.text, target.typ.String(), nearestField(target.typ, name.text))
				return nil, 0
			}
		}
		if outermost == ^uint64(0) {
			outermost = i
		}
		target = c.part(target, i)
	}
	c.expect("=")
	return target, outermost
}

// value reads the value for one part: a list in braces, an expression, or, for
// a part that is itself an aggregate, the first of the values that fill it.
func (c *compiler) value(target *node) []*node {
	if c.tok().is("{") {
		if target.typ.bad() {
			c.syntax(BracesInExpression, c.tok().at)
			return nil
		}
		return c.braces(target)
	}
	return c.fill(target, c.assignment())
}

// fill stores the value y into target, and reads further values while target
// is an aggregate that is not full.
func (c *compiler) fill(target, y *node) []*node {
	if n := c.textInto(target, y); n != nil {
		return []*node{n}
	}
	if target.typ.scalar() || target.typ.kind == structKind && same(target.typ, c.decay(y).typ) {
		y = c.assignable(y, target.typ)
		return []*node{{kind: assignNode, x: target, y: y, typ: target.typ, at: y.at}}
	}
	if !c.enter() {
		return nil
	}
	defer c.leave()
	var list []*node
	for i := range partsOf(target.typ) {
		if i > 0 {
			if !c.tok().is(",") || c.ahead(1).is("}") || c.ahead(1).is(".") || c.ahead(1).is("[") {
				break
			}
			c.next()
			if c.tok().is("{") {
				list = append(list, c.value(c.part(target, i))...)
				continue
			}
			y = c.assignment()
		}
		list = append(list, c.fill(c.part(target, i), y)...)
	}
	return list
}

// compound makes the nameless object of (T){…}.
func (c *compiler) compound(t *ctype, start place) *node {
	s := c.hidden(t)
	lv := &node{kind: variableNode, sym: s, typ: t, at: start}
	list := c.braces(lv)
	s.typ = lv.typ
	c.place(s)
	var n *node = &node{kind: zeroNode, x: lv, typ: voidType, at: start}
	for _, x := range append(list, lv) {
		n = c.comma(n, x, start.to(c.last()))
	}
	return n
}

// hidden makes a variable without a name.
func (c *compiler) hidden(t *ctype) *symbol {
	return &symbol{kind: variableSymbol, typ: t, at: c.last()}
}

// construct makes the value of T(a, b, …); the opening mark is already read.
// Fields that are left out of a dim3 are one, as its constructor has it.
func (c *compiler) construct(t *ctype, start place, closing string) *node {
	s := c.hidden(t)
	c.place(s)
	lv := &node{kind: variableNode, sym: s, typ: t, at: start}
	var n *node = &node{kind: zeroNode, x: lv, typ: voidType, at: start}
	for i := range partsOf(t) {
		part := c.part(lv, i)
		y := c.number(1, intType, start)
		if !c.tok().is(closing) && c.tok().kind != endToken {
			y = c.assignment()
			c.accept(",")
		}
		n = c.comma(n, c.assign(part, y), start)
	}
	c.expect(closing)
	return c.comma(n, lv, start.to(c.last()))
}
