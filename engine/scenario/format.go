package scenario

import "strconv"

// checkFormat compares a constant format with the arguments of its call. What
// the machine would print wrongly is an error; what nvcc only warns about is a
// warning.
func (c *compiler) checkFormat(format *node, args []*node, at place) {
	if format.kind != addressNode || format.x.kind != stringNode {
		return
	}
	f := string(c.prog.ReadOnly[format.x.val : format.x.val+format.x.typ.count-1])
	used := 0
	take := func(d verb, want string, fits func(*ctype) ID) {
		if used < len(args) {
			if a := args[used]; !a.typ.bad() && fits(a.typ) != NoDiagnostic {
				c.report(fits(a.typ), a.at, d.text, want, a.typ.String())
			}
		}
		used++
	}
	for len(f) > 0 {
		if f[0] != '%' {
			f = f[1:]
			continue
		}
		var d verb
		if d, f = nextVerb(f); d.letter == '%' {
			continue
		}
		if d.starWidth {
			take(d, "int", must((*ctype).integer))
		}
		if d.starPrecision {
			take(d, "int", must((*ctype).integer))
		}
		c.checkVerb(d, take, format)
	}
	if used != len(args) {
		c.report(FormatCount, at, strconv.Itoa(used), strconv.Itoa(len(args)))
	}
}

// must makes a test of types whose failure is an error.
func must(ok func(*ctype) bool) func(*ctype) ID {
	return func(t *ctype) ID {
		if ok(t) {
			return NoDiagnostic
		}
		return FormatType
	}
}

// ofSize makes the test of integer conversions: the wrong width is a warning.
func ofSize(size uint64) func(*ctype) ID {
	return func(t *ctype) ID {
		switch {
		case !t.integer():
			return FormatType
		case t.promoted().size != size:
			return FormatSize
		}
		return NoDiagnostic
	}
}

func (c *compiler) checkVerb(d verb, take func(verb, string, func(*ctype) ID), format *node) {
	switch d.letter {
	case 'd', 'i', 'u', 'x', 'X', 'o', 'c':
		if d.length == "" || d.length[0] == 'h' {
			take(d, "int", ofSize(4))
		} else {
			take(d, "long", ofSize(8))
		}
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a':
		take(d, "double", must((*ctype).floating))
	case 's':
		take(d, "char *", must(func(t *ctype) bool { return t.pointer() && t.elem.size == 1 }))
	case 'p':
		take(d, "void *", must(func(t *ctype) bool { return t.pointer() || t.integer() && t.size == 8 }))
	default:
		take(d, "", func(*ctype) ID { return NoDiagnostic })
		c.report(BadFormat, format.at, d.text)
	}
}
