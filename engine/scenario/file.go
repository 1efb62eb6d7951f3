package scenario

// file reads a whole text: declarations and functions, and, in a program
// without main, bare statements, which become the body of the start function.
func (c *compiler) file() {
	c.usesMain = !c.prelude && c.hasMain()
	c.prog.usesMain = c.usesMain
	for c.at < len(c.tokens) && !c.full() {
		before := c.at
		c.forCard = false
		c.topLevel()
		c.recover()
		if !c.forCard && c.at > before {
			c.hostOnly = append(c.hostOnly, place{c.tokens[before].at.start, c.tokens[c.at-1].at.end})
		}
		if c.at == before {
			if c.errors == 0 { // after an error it may belong to what was skipped
				c.report(StrayBrace, c.tok().at, c.found())
			}
			c.at++
		}
	}
}

// hasMain looks for main( outside of all braces.
func (c *compiler) hasMain() bool {
	depth := 0
	for i, t := range c.tokens {
		switch {
		case t.is("{"):
			depth++
		case t.is("}"):
			depth--
		case depth == 0 && t.kind == nameToken && t.text == "main" && i > 0 && i+1 < len(c.tokens) && c.tokens[i+1].is("("):
			return true
		}
	}
	return false
}

// topLevel reads one declaration, function or bare statement.
func (c *compiler) topLevel() {
	if c.accept(";") || c.tok().is("}") || c.outsideStatement() || c.usingDirective() {
		return
	}
	if c.tok().kind == nameToken && c.tok().text == "extern" && c.ahead(1).kind == stringToken {
		c.at += 2 // extern "C"
		if c.accept("{") {
			c.linkage()
			return
		}
	}
	if c.startsDeclaration() {
		c.declaration(true)
		return
	}
	if c.usesMain {
		c.syntax(StatementOutside, c.tok().at, c.found())
		return
	}
	if s := c.statement(); s != nil {
		c.start.list = append(c.start.list, s)
	}
}

// linkage reads the declarations inside extern "C" { }.
func (c *compiler) linkage() {
	if !c.enter() {
		return
	}
	defer c.leave()
	for before := -1; !c.accept("}") && c.tok().kind != endToken && before != c.at; {
		before = c.at
		c.topLevel()
	}
}

// declaration reads specifiers and *declarators up to the semicolon. The
// initialisers of locals are given as statements; those of globals join the
// start function.
func (c *compiler) declaration(top bool) []*node {
	var list []*node
	spec := c.specifiers()
	if top { // what is inside a function is for the same side as the function
		c.forCard = spec.typedef || spec.constant || spec.device || c.tok().is(";") // a type
	}
	if c.accept(";") {
		return nil
	}
	for first := true; ; first = false {
		d := c.declarator(spec.typ)
		if c.skidding {
			return list
		}
		if d.typ.kind == functionKind && !spec.typedef {
			if c.function(spec, d, top && first) {
				return list
			}
		} else if n := c.variable(spec, d, top); n != nil {
			list = append(list, n)
		}
		if !c.accept(",") {
			break
		}
	}
	c.expect(";")
	if top {
		c.start.list = append(c.start.list, list...)
		return nil
	}
	return list
}

// declare enters a name into the current scope.
func (c *compiler) declare(s *symbol) *symbol {
	if old := c.scope.names[s.name]; old != nil {
		sameThing := old.kind == s.kind && same(old.typ, s.typ)
		switch {
		case s.kind == functionSymbol && sameThing, s.kind == typeSymbol && sameThing:
			return old
		case s.kind == typeSymbol || old.kind == typeSymbol && old.typ.kind == structKind:
		default:
			c.report(Redeclared, s.at, s.name)
			return old
		}
	}
	c.scope.enter(s.name, s)
	s.scope = c.scope
	return s
}

// variable declares one variable, or one typedef, and gives the node that
// initialises it.
func (c *compiler) variable(spec *specifiers, d *declarator, top bool) *node {
	if spec.typedef {
		typ := d.typ
		if typ.kind != structKind {
			named := *typ
			named.name, typ = d.name, &named
		} else if typ.name == "" {
			typ.name = d.name
		}
		c.declare(&symbol{kind: typeSymbol, name: d.name, typ: typ, at: d.at})
		return nil
	}
	global := top || spec.static
	if spec.kernel {
		c.report(OutsideMemorySpace, d.at, "__global__")
	}
	s := &symbol{kind: variableSymbol, name: d.name, typ: d.typ, at: d.at, global: global, readOnly: spec.constant && !d.indirect || d.constant, ambient: c.prelude && global}
	if spec.shared {
		return c.sharedVariable(s, spec)
	}
	if spec.extern && !c.prelude {
		if old := c.scope.find(d.name); old != nil {
			return nil
		}
	}
	if d.typ.kind == voidKind {
		c.report(VoidVariable, d.at, d.name)
		s.typ = badType
	}
	if s.module = spec.device; s.module && !top {
		c.report(ModuleInside, d.at, d.name)
	}
	s = c.declare(s)
	init := c.initialiser(s, spec, global)
	s.readOnly, s.fixed = s.readOnly || spec.fixed, spec.fixed
	if !s.typ.complete {
		c.report(IncompleteType, d.at, s.typ.String())
		s.typ = badType
	}
	c.place(s)
	if (spec.static && !top || s.module) && init != nil { // before anything runs
		c.start.list = append([]*node{init}, c.start.list...)
		return nil
	}
	if top && init == nil {
		return nil
	}
	n := &node{kind: declareNode, at: d.at, sym: s, x: init}
	return n
}

// sharedVariable declares a __shared__ variable, which cannot have a value from
// the beginning.
func (c *compiler) sharedVariable(s *symbol, spec *specifiers) *node {
	c.share(s, spec)
	c.declare(s)
	if c.tok().is("=") || c.tok().is("{") {
		c.syntax(SharedValue, s.at, s.name)
	}
	return nil
}

// place gives a variable its room: locals in the frame at once, globals of the
// program in order, those of the prelude only when they are used.
func (c *compiler) place(s *symbol) {
	if s.typ.size > maxObject {
		c.report(ObjectTooLarge, s.at, s.name, s.typ.String())
		s.typ = badType
	}
	a := uint64(max(s.typ.align, 1))
	if s.typ.size >= 16 {
		a = max(a, 16)
	}
	switch {
	case s.module:
		c.placeModule(s, a)
		return
	case s.global:
		if !s.ambient {
			c.placeGlobal(s, a)
		}
		return
	}
	f := c.fn
	s.val = (f.offset + a - 1) / a * a
	f.offset = s.val + s.typ.size
	f.frame = max(f.frame, f.offset)
	if f.frame > maxStack {
		c.report(FrameTooLarge, s.at, s.name)
		f.frame = 0
	}
}

func (c *compiler) placeGlobal(s *symbol, align uint64) {
	c.placeAt(&c.prog.globals, s, align)
	c.globals = append(c.globals, s)
}

// placeAt gives a variable the next aligned place of an area that ends at end.
func (c *compiler) placeAt(end *uint64, s *symbol, align uint64) {
	s.val = (*end + align - 1) / align * align
	s.placed = true
	*end = s.val + s.typ.size
	if *end > maxObject {
		c.report(ObjectTooLarge, s.at, s.name, s.typ.String())
		*end = 0
	}
}

// function declares a function and reads its body, if it has one; true if it
// had.
func (c *compiler) function(spec *specifiers, d *declarator, mayDefine bool) bool {
	s := &symbol{kind: functionSymbol, name: d.name, typ: d.typ, at: d.at, kernel: spec.kernel, defaults: d.defaults, val: ^uint64(0), ambient: c.prelude}
	if c.prelude && !c.tok().is("{") {
		s.builtin = builtinOf(d.name)
	} else if old := c.scope.find(d.name); old != nil && old.builtin != nil {
		if !c.tok().is("{") {
			return false // a prototype that is printed again, as headers do
		}
	}
	if known := c.scope.names[d.name]; known != nil && known.kind == functionSymbol {
		for i, n := range known.defaults {
			if i < len(s.defaults) && s.defaults[i] == nil {
				s.defaults[i] = n
			}
		}
	}
	s.sides(spec)
	c.forCard = s.card
	if s = c.declare(s); s.kernel && s.launch == nil {
		s.launch = c.kernelOf(s, d)
	}
	if !c.tok().is("{") {
		return false
	}
	if !mayDefine {
		c.report(NestedFunction, d.at, d.name)
		c.skipBraces()
		return true
	}
	if s.defined {
		c.report(Redeclared, d.at, d.name)
	}
	s.defined = true
	c.body(s, d)
	return true
}

func (c *compiler) body(s *symbol, d *declarator) {
	f := &functionState{sym: s, result: d.typ.elem, host: s.host, card: s.card}
	outer := c.fn
	c.fn = f
	f.index = int32(len(c.bodies))
	s.val = uint64(f.index)
	c.bodies = append(c.bodies, f)
	c.push()
	for i, t := range d.typ.params {
		p := &symbol{kind: variableSymbol, name: d.names[i], typ: t, at: d.places[i]}
		if p.name != "" {
			p = c.declare(p)
		}
		if !t.complete {
			c.report(IncompleteType, d.places[i], t.String())
			p.typ = badType
		}
		c.place(p)
		f.params = append(f.params, p)
	}
	if s.name == "main" && len(f.params) > 1 {
		c.arguments = c.use(c.scope.find("__argv"), place{}).sym
	}
	c.next()
	f.list = c.statements()
	c.checkLabels(f)
	c.pop()
	c.fn = outer
}

// skipBraces skips a body that is not run here.
func (c *compiler) skipBraces() {
	depth := 0
	for c.tok().kind != endToken {
		t := c.next()
		if t.is("{") {
			depth++
		} else if t.is("}") {
			if depth--; depth == 0 {
				return
			}
		}
	}
	c.syntax(Expected, c.tok().at, "}", programEnd)
}
