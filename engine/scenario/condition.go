package scenario

import (
	"strconv"
	"strings"
)

// condition handles #if and its kin.
func (p *preprocessor) condition(name string, rest []token, at place) {
	n := len(p.skip) - 1
	switch name {
	case "ifdef", "ifndef", "if":
		outside := p.skipping() // then nothing is evaluated, and no branch is taken
		yes := !outside && p.truth(name, rest, at)
		p.skip, p.taken = append(p.skip, !yes), append(p.taken, yes || outside)
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

// truth says whether the lines behind a condition are part of the program.
func (p *preprocessor) truth(name string, rest []token, at place) bool {
	if len(rest) == 0 {
		p.c.report(BadCondition, at)
		return false
	}
	switch name {
	case "ifdef":
		return p.c.macros[rest[0].text] != nil
	case "ifndef":
		return p.c.macros[rest[0].text] == nil
	}
	c := condition{words: p.conditionWords(rest)}
	value := c.binary(0)
	if c.bad || c.at < len(c.words) {
		p.c.report(BadCondition, at)
		return false
	}
	return value != 0
}

// conditionWords answers defined(NAME) and expands the macros of the rest.
func (p *preprocessor) conditionWords(in []token) (out []token) {
	for i := 0; i < len(in) && !p.c.full(); {
		if in[i].text != "defined" {
			i += p.expand(in[i:], &out, 0)
			continue
		}
		i++
		closed := i < len(in) && in[i].is("(")
		if closed {
			i++
		}
		if i >= len(in) || in[i].kind != nameToken {
			return nil
		}
		answer := "0"
		if p.c.macros[in[i].text] != nil {
			answer = "1"
		}
		i++
		if closed {
			if i >= len(in) || !in[i].is(")") {
				return nil
			}
			i++
		}
		out = append(out, token{kind: numberToken, text: answer})
	}
	return out
}

// condition evaluates the expression of an #if: whole numbers, names that no
// macro has (they are 0), and C's operators on them.
type condition struct {
	words []token
	at    int
	depth int
	bad   bool
}

// conditionRanks lists the operators that stand between two values, those that
// bind least first.
var conditionRanks = [...][]string{{"||"}, {"&&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}}

func (c *condition) accept(mark string) bool {
	if c.at < len(c.words) && c.words[c.at].is(mark) {
		c.at++
		return true
	}
	return false
}

// operator takes one of the operators of a rank, if it stands here.
func (c *condition) operator(rank int) string {
	for _, mark := range conditionRanks[rank] {
		if c.accept(mark) {
			return mark
		}
	}
	return ""
}

// binary reads operators of a rank and those that bind tighter.
func (c *condition) binary(rank int) int64 {
	if rank == len(conditionRanks) {
		return c.unary()
	}
	x := c.binary(rank + 1)
	for mark := c.operator(rank); mark != ""; mark = c.operator(rank) {
		x = c.combine(mark, x, c.binary(rank+1))
	}
	return x
}

func (c *condition) combine(mark string, x, y int64) int64 {
	yes := false
	switch mark {
	case "||":
		yes = x != 0 || y != 0
	case "&&":
		yes = x != 0 && y != 0
	case "==":
		yes = x == y
	case "!=":
		yes = x != y
	case "<":
		yes = x < y
	case "<=":
		yes = x <= y
	case ">":
		yes = x > y
	case ">=":
		yes = x >= y
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	default:
		return c.divide(mark, x, y)
	}
	if yes {
		return 1
	}
	return 0
}

func (c *condition) divide(mark string, x, y int64) int64 {
	switch {
	case y == 0:
		c.bad = true
		return 0
	case mark == "/":
		return x / y
	}
	return x % y
}

func (c *condition) unary() int64 {
	if c.depth++; c.depth > maxMacroDepth || c.at >= len(c.words) {
		c.bad = true
		return 0
	}
	defer func() { c.depth-- }()
	switch {
	case c.accept("!"):
		return c.combine("==", c.unary(), 0)
	case c.accept("-"):
		return -c.unary()
	case c.accept("("):
		x := c.binary(0)
		c.bad = c.bad || !c.accept(")")
		return x
	}
	t := &c.words[c.at]
	c.at++
	switch t.kind {
	case nameToken:
		return 0
	case numberToken:
		v, err := strconv.ParseInt(strings.TrimRight(t.text, "uUlL"), 0, 64)
		c.bad = c.bad || err != nil
		return v
	}
	c.bad = true
	return 0
}
