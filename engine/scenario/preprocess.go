package scenario

import "strings"

// macro is one #define.
type macro struct {
	name     string
	function bool // written with a parameter list
	params   []string
	variadic bool
	body     []token
}

// maxMacroTokens bounds what expansion may produce; a macro bomb ends here.
const maxMacroTokens = 300_000

// maxMacroDepth bounds how deep expansions nest.
const maxMacroDepth = 200

// preprocessor turns the tokens of a file into the tokens of the program:
// directives are obeyed, macros are expanded.
type preprocessor struct {
	c      *compiler
	in     []token
	at     int
	out    []token
	skip   []bool // by #if that is open: its lines are left out
	taken  []bool // by #if that is open: one branch was taken
	active []string
}

// preprocess runs the preprocessor over one file. Macros live in the compiler,
// so that those of the prelude are known to the program.
func (c *compiler) preprocess(in []token) []token {
	p := preprocessor{c: c, in: in}
	for p.at < len(p.in) && !c.full() {
		if t := p.in[p.at]; t.first && t.is("#") {
			p.directive()
		} else if p.skipping() {
			p.at++
		} else {
			p.at += p.expand(p.in[p.at:], &p.out, 0)
		}
	}
	if len(p.skip) > 0 {
		c.report(UnclosedIf, p.endPlace())
	}
	return p.out
}

func (p *preprocessor) endPlace() place {
	if n := len(p.in); n > 0 {
		return p.in[n-1].at
	}
	return place{}
}

func (p *preprocessor) skipping() bool {
	for _, s := range p.skip {
		if s {
			return true
		}
	}
	return false
}

// directive obeys one line that begins with #.
func (p *preprocessor) directive() {
	hash := p.in[p.at]
	end := p.at + 1
	for end < len(p.in) && !p.in[end].first {
		end++
	}
	line := p.in[p.at+1 : end]
	p.at = end
	if len(line) == 0 {
		return
	}
	at := hash.at.to(line[len(line)-1].at)
	switch name, rest := line[0].text, line[1:]; name {
	case "ifdef", "ifndef", "if", "elif", "else", "endif":
		p.condition(name, rest, at)
	case "define", "undef", "include", "error":
		if !p.skipping() {
			p.act(name, rest, at)
		}
	case "pragma", "line":
	default:
		if !p.skipping() {
			p.c.report(UnknownDirective, at, name)
		}
	}
}

func (p *preprocessor) act(name string, rest []token, at place) {
	switch name {
	case "define":
		p.define(rest, at)
	case "undef":
		if len(rest) > 0 {
			delete(p.c.macros, rest[0].text)
		}
	case "include":
		p.include(rest, at)
	case "error":
		p.c.report(ErrorDirective, at, p.c.src.cut(at))
	}
}

// knownHeaders are the headers whose contents the prelude supplies.
var knownHeaders = []string{
	"stdio.h", "stdlib.h", "string.h", "stdint.h", "stddef.h", "stdbool.h", "assert.h", "limits.h", "float.h", "math.h", "inttypes.h", "time.h",
	"cstdio", "cstdlib", "cstring", "cstdint", "cstddef", "cassert", "climits", "cmath",
	"cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h", "pagewalk.h", "uvm_mem.h", "uvm_pmm_gpu.h", "uvm_va_space.h",
}

func (p *preprocessor) include(rest []token, at place) {
	var name strings.Builder
	for _, t := range rest {
		name.WriteString(t.text)
	}
	want := strings.Trim(name.String(), "<>")
	for _, h := range knownHeaders {
		if h == want {
			return
		}
	}
	p.c.report(UnknownHeader, at, want)
}

// condition handles #if and its kin. Only what tutorials use is understood:
// names, numbers and defined(NAME), with ! before them.
func (p *preprocessor) condition(name string, rest []token, at place) {
	n := len(p.skip) - 1
	switch name {
	case "ifdef", "ifndef", "if":
		yes := p.truth(name, rest, at)
		p.skip, p.taken = append(p.skip, !yes), append(p.taken, yes)
		return
	}
	if n < 0 {
		p.c.report(StrayElse, at, name)
		return
	}
	switch name {
	case "endif":
		p.skip, p.taken = p.skip[:n], p.taken[:n]
	case "else":
		p.skip[n] = p.taken[n]
	case "elif":
		yes := !p.taken[n] && p.truth("if", rest, at)
		p.skip[n] = !yes
		p.taken[n] = p.taken[n] || yes
	}
}

func (p *preprocessor) truth(name string, rest []token, at place) bool {
	not := false
	for len(rest) > 0 && rest[0].is("!") {
		not, rest = !not, rest[1:]
	}
	if len(rest) > 1 && rest[0].text == "defined" {
		name, rest = "ifdef", rest[1:]
		if rest[0].is("(") && len(rest) > 1 {
			rest = rest[1:]
		}
	}
	if len(rest) == 0 {
		p.c.report(BadCondition, at)
		return false
	}
	m := p.c.macros[rest[0].text]
	switch {
	case name == "ifdef":
		return (m != nil) != not
	case name == "ifndef":
		return m == nil
	case len(rest) > 1:
		p.c.report(BadCondition, at)
		return false
	case m != nil:
		return (len(m.body) > 0 && m.body[0].text != "0") != not
	}
	return (rest[0].kind == numberToken && rest[0].text != "0") != not
}

// define enters a macro.
func (p *preprocessor) define(rest []token, at place) {
	if len(rest) == 0 || rest[0].kind != nameToken {
		p.c.report(BadDefine, at)
		return
	}
	m := &macro{name: rest[0].text, body: rest[1:]}
	if len(rest) > 1 && rest[1].is("(") && !rest[1].space {
		m.function = true
		i := 2
		for ; i < len(rest) && !rest[i].is(")"); i++ {
			switch {
			case rest[i].is("..."):
				m.variadic = true
				m.params = append(m.params, "__VA_ARGS__")
			case rest[i].kind == nameToken:
				m.params = append(m.params, rest[i].text)
			case !rest[i].is(","):
				p.c.report(BadDefine, at)
				return
			}
		}
		if i == len(rest) {
			p.c.report(BadDefine, at)
			return
		}
		m.body = rest[i+1:]
	}
	p.c.macros[m.name] = m
}
