package condition

import "strconv"

// Mistake says where a condition cannot be read, and why.
type Mistake struct {
	At   int // offset in bytes
	Text string
}

// Error says it in one English line.
func (m *Mistake) Error() string { return "condition: at " + strconv.Itoa(m.At) + ": " + m.Text }

// Condition is a condition that was read.
type Condition struct {
	Text  string
	nodes []node // the last one is the root
}

// operator of a node.
type operator uint8

const (
	opNumber operator = iota
	opName            // a variable of the program, or a code's name
	opMeasure
	opAdd
	opSubtract
	opEqual
	opUnequal
	opLess
	opAtMost
	opMore
	opAtLeast
	opAnd
	opOr
)

// node is one operation; left and right are indexes of earlier nodes.
type node struct {
	op          operator
	left, right int
	number      int64
	name        string
	args        []string
	from, to    int // its text
}

// precedence of binary operators, loosest first.
var precedence = [...][]struct {
	sign string
	op   operator
}{
	{{"||", opOr}},
	{{"&&", opAnd}},
	{{"==", opEqual}, {"!=", opUnequal}, {"<=", opAtMost}, {">=", opAtLeast}, {"<", opLess}, {">", opMore}},
	{{"+", opAdd}, {"-", opSubtract}},
}

// parser reads a text from left to right.
type parser struct {
	text    string
	at      int
	nodes   []node
	depth   int
	mistake *Mistake
}

// maxLength bounds the text of a condition.
const maxLength = 4096

// Parse reads a condition.
//
// Errors: *Mistake.
func Parse(text string) (*Condition, error) {
	p := &parser{text: text}
	if len(text) > maxLength {
		return nil, &Mistake{0, "longer than 4096 bytes"}
	}
	root := p.binary(0)
	if p.space(); p.mistake == nil && p.at < len(text) {
		p.fail("expected the end, found " + strconv.Quote(text[p.at:]))
	}
	if p.mistake == nil && p.nodes[root].op < opEqual && p.nodes[root].op != opMeasure {
		p.fail("expected a comparison")
	}
	if p.mistake != nil {
		return nil, p.mistake
	}
	return &Condition{text, p.nodes}, nil
}

func (p *parser) fail(text string) {
	if p.mistake == nil {
		p.mistake = &Mistake{p.at, text}
	}
}

func (p *parser) space() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// accept reads a sign if it stands here.
func (p *parser) accept(sign string) bool {
	p.space()
	if len(p.text)-p.at < len(sign) || p.text[p.at:p.at+len(sign)] != sign {
		return false
	}
	p.at += len(sign)
	return true
}

func (p *parser) add(n node) int {
	p.nodes = append(p.nodes, n)
	return len(p.nodes) - 1
}

// binary reads operators of one precedence and everything that binds tighter.
func (p *parser) binary(level int) int {
	if level == len(precedence) {
		return p.primary()
	}
	p.space()
	from := p.at
	left := p.binary(level + 1)
	for p.mistake == nil {
		op := operator(0)
		for _, o := range precedence[level] {
			if p.accept(o.sign) {
				op = o.op
				break
			}
		}
		if op == 0 {
			break
		}
		right := p.binary(level + 1)
		if p.mistake != nil {
			break
		}
		if a, b := p.nodes[left].op, p.nodes[right].op; level >= 2 && (a >= opEqual || b >= opEqual) {
			p.fail("a comparison is no number")
		}
		left = p.add(node{op: op, left: left, right: right, from: from, to: p.nodes[right].to})
	}
	return left
}

// primary reads a number, a name, a measure or something in brackets.
func (p *parser) primary() int {
	p.space()
	from := p.at
	if p.accept("(") {
		if p.depth++; p.depth > 50 {
			p.fail("brackets are nested too deep")
			return 0
		}
		n := p.binary(0)
		if p.depth--; !p.accept(")") {
			p.fail("expected )")
		}
		if p.mistake == nil {
			p.nodes[n].from, p.nodes[n].to = from, p.at
		}
		return n
	}
	word := p.word()
	if word == "" {
		p.fail("expected a number, a variable or a measure")
		return 0
	}
	if word[0] >= '0' && word[0] <= '9' {
		n, err := strconv.ParseInt(word, 0, 64)
		if err != nil {
			p.fail("not a number: " + word)
		}
		return p.add(node{op: opNumber, number: n, from: from, to: p.at})
	}
	if !p.accept("(") {
		return p.add(node{op: opName, name: word, from: from, to: p.at})
	}
	args := p.arguments()
	if measures[word] == nil {
		p.at = from
		p.fail("unknown measure " + word)
	}
	return p.add(node{op: opMeasure, name: word, args: args, from: from, to: p.at})
}

// word reads letters, digits and what names contain.
func (p *parser) word() string {
	from := p.at
	for p.at < len(p.text) && inWord(p.text[p.at]) {
		p.at++
	}
	return p.text[from:p.at]
}

func inWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '[' || c == ']'
}

// arguments reads what stands between brackets, cut at commas.
func (p *parser) arguments() []string {
	var args []string
	for {
		p.space()
		from, quoted := p.at, false
		for p.at < len(p.text) && (quoted || p.text[p.at] != ',' && p.text[p.at] != ')') {
			quoted = quoted != (p.text[p.at] == '"')
			p.at++
		}
		to := p.at
		for to > from && p.text[to-1] == ' ' {
			to--
		}
		args = append(args, p.text[from:to])
		switch {
		case p.accept(","):
		case p.accept(")"):
			return args
		default:
			p.fail("expected )")
			return nil
		}
	}
}
