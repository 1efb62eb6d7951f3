package scenario

import "strconv"

// expand takes one token from in, or one whole macro call, and appends what it
// stands for to out. It says how many tokens of in it used. Tokens that come
// from a macro's body get the place of its use, so that messages point into
// the program and not into the definition.
func (p *preprocessor) expand(in []token, out *[]token, depth int) (used int) {
	t := in[0]
	m := p.c.macros[t.text]
	if t.kind != nameToken || m == nil || p.isActive(m.name) || m.function && (len(in) < 2 || !in[1].is("(")) {
		p.emit(t, out)
		return 1
	}
	used = 1
	var args [][]token
	if m.function {
		var ok bool
		if args, used, ok = p.arguments(m, in); !ok {
			p.emit(token{kind: numberToken, text: "0", at: t.at, space: t.space}, out) // so that one error is enough
			return used
		}
	}
	if depth >= maxMacroDepth {
		p.c.limit(MacroLimit, t.at, maxMacroDepth)
		return len(in)
	}
	where := t.at
	if depth == 0 {
		where = t.at.to(in[used-1].at)
	}
	body := p.substitute(m, args, where, depth)
	p.active = append(p.active, m.name)
	for i := 0; i < len(body) && !p.c.full(); {
		i += p.expand(body[i:], out, depth+1)
	}
	p.active = p.active[:len(p.active)-1]
	return used
}

func (p *preprocessor) isActive(name string) bool {
	for _, a := range p.active {
		if a == name {
			return true
		}
	}
	return false
}

// emit appends a finished token, with the two names whose value is the place.
func (p *preprocessor) emit(t token, out *[]token) {
	if t.kind == nameToken {
		switch t.text {
		case "__LINE__":
			line, _ := p.c.src.position(t.at.start)
			t.kind, t.text = numberToken, strconv.Itoa(int(line))
		case "__FILE__":
			t.kind, t.text = stringToken, "scenario.cu"
		case "__func__", "__FUNCTION__":
			t.text = "__func__"
		}
	}
	if t.kind == brokenToken {
		p.c.report(UnclosedQuote, t.at, t.text)
		t.kind = stringToken
	}
	p.c.expanded++
	if p.c.expanded > maxMacroTokens {
		p.c.limit(MacroLimit, t.at, maxMacroTokens)
		return
	}
	*out = append(*out, t)
}

// arguments cuts the text between the parentheses of a macro call.
func (p *preprocessor) arguments(m *macro, in []token) (args [][]token, used int, ok bool) {
	depth, start := 1, 2
	for i := 2; i < len(in); i++ {
		t := in[i]
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		}
		last := depth == 0
		if last || depth == 1 && t.is(",") && !(m.variadic && len(args) == len(m.params)-1) {
			args = append(args, in[start:i])
			start = i + 1
		}
		if last {
			if len(m.params) == 0 && len(args) == 1 && len(args[0]) == 0 {
				args = nil
			}
			if m.variadic && len(args) == len(m.params)-1 {
				args = append(args, nil)
			}
			if len(args) != len(m.params) {
				p.c.report(MacroArguments, in[0].at.to(t.at), m.name, strconv.Itoa(len(m.params)), strconv.Itoa(len(args)))
				return nil, i + 1, false
			}
			return args, i + 1, true
		}
	}
	p.c.report(UnclosedMacro, in[0].at, m.name)
	return nil, len(in), false
}

// substitute gives the body of m with its parameters replaced: expanded first,
// but as they were written after # and beside ##.
func (p *preprocessor) substitute(m *macro, args [][]token, where place, depth int) []token {
	var body []token
	for i := 0; i < len(m.body) && !p.c.full(); i++ {
		t := m.body[i]
		if t.is("#") && i+1 < len(m.body) {
			if k := index(m.params, m.body[i+1].text); k >= 0 {
				body = append(body, token{kind: stringToken, text: spell(args[k]), at: where, space: t.space})
				i++
				continue
			}
		}
		if t.is("##") && len(body) > 0 && i+1 < len(m.body) {
			i++
			next := m.body[i].text
			if k := index(m.params, next); k >= 0 {
				next = spell(args[k])
			}
			body[len(body)-1].text += next
			continue
		}
		if k := index(m.params, t.text); k >= 0 && t.kind == nameToken {
			pasted := i+1 < len(m.body) && m.body[i+1].is("##")
			for j := 0; j < len(args[k]) && !p.c.full(); {
				if pasted {
					p.emit(args[k][j], &body)
					j++
				} else {
					j += p.expand(args[k][j:], &body, depth+1)
				}
			}
			continue
		}
		t.at = where
		body = append(body, t)
		if p.c.expanded++; p.c.expanded > maxMacroTokens {
			p.c.limit(MacroLimit, where, maxMacroTokens)
		}
	}
	return body
}

func index(list []string, s string) int {
	for i := range list {
		if list[i] == s {
			return i
		}
	}
	return -1
}

// spell writes tokens back as text, as # does.
func spell(tokens []token) string {
	var b []byte
	for i, t := range tokens {
		if t.space && i > 0 {
			b = append(b, ' ')
		}
		switch t.kind {
		case stringToken:
			b = strconv.AppendQuote(b, t.text)
		case charToken:
			b = append(append(append(b, '\''), t.text...), '\'')
		default:
			b = append(b, t.text...)
		}
	}
	return string(b)
}
