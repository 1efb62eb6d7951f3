package scenario

import "strconv"

// Limits of the language. Each is a named error with its number.
const (
	maxSource  = 256 << 10
	maxNesting = 200
	maxErrors  = 20
	maxTerms   = 3000 // operands in one expression
)

// Options says how to compile.
type Options struct{}

// compiler holds what the phases share: the text, the tokens, what was
// declared, what went wrong.
type compiler struct {
	src      source
	diags    []Diagnostic
	errors   int
	stopped  bool // a limit was hit: nothing more is read
	macros   map[string]*macro
	expanded int

	tokens   []token
	at       int
	ending   token // what is read at the end
	skidding bool  // after a syntax error, until the next statement
	nesting  int
	prelude  bool // the text being read is our own

	scope     *scope
	prog      *Program
	fn        *functionState
	start     *functionState // what runs first: initialisers, then main or the bare statements
	bodies    []*functionState
	globals   []*symbol
	module    []moduleSymbol
	strings   map[string]uint64
	usesMain  bool
	usual     output  // how numbers are printed by << from here on
	arguments *symbol // what main gets as argv
	forCard   bool    // the declaration that was read last is for the card, too
	hostOnly  []place // those that are not
	shared    uint64  // bytes of the __shared__ variables of __device__ functions
	naming    bool    // an argument that names a variable on the card is being read
	barrier   int32   // where code must not be joined with what comes before
}

// functionState is a function while it is being read and generated.
type functionState struct {
	sym      *symbol
	index    int32
	params   []*symbol
	list     []*node // statements
	result   *ctype
	offset   uint64 // locals so far, in the current block
	frame    uint64 // locals at most
	loops    int
	host     bool      // the host may run it
	card     bool      // the card may run it
	shared   uint64    // bytes of a kernel's own __shared__ variables
	shares   bool      // a function that is no kernel has some
	reaches  []*symbol // device functions that it calls
	labels   []label
	switches []*node
	breaks   [][]int32 // while generating: jumps to be patched
	nexts    [][]int32
}

// Compile turns a source text into a program. The program is nil if one of the
// diagnostics is an error; warnings alone leave it usable.
func Compile(src []byte, opt Options) (*Program, []Diagnostic) {
	c := &compiler{src: newSource(src), macros: make(map[string]*macro), strings: make(map[string]uint64), prog: &Program{}}
	c.prog.src = c.src
	if len(src) > maxSource {
		c.limit(SourceLimit, place{}, maxSource)
		return nil, c.diags
	}
	c.prog.Settings = c.settings(src)
	c.push()
	c.start = &functionState{sym: &symbol{name: "(start)"}, result: intType, host: true}
	c.fn = c.start
	c.bodies = []*functionState{c.start}
	c.readOurs(prelude)
	tokens := lex(c, src)
	if c.wantsLibrary(tokens) {
		c.readOurs(library)
	}
	c.push()
	c.expanded = 0
	c.tokens, c.at = c.preprocess(tokens), 0
	c.withoutStd()
	c.file()
	c.checkLabels(c.start)
	if c.errors > 0 {
		return nil, c.diags
	}
	c.generate()
	if c.errors > 0 {
		return nil, c.diags
	}
	c.prog.card = c.cardText()
	return c.prog, c.diags
}

// vectorAlignment is what the short vectors of CUDA are aligned to, beyond what
// their members need (vector_types.h).
var vectorAlignment = map[string]uint32{"int2": 8, "uint2": 8, "float2": 8, "int4": 16, "uint4": 16, "float4": 16, "double2": 16, "double4": 16, "longlong2": 16, "ulonglong2": 16,
	"char2": 2, "uchar2": 2, "char4": 4, "uchar4": 4, "short2": 4, "ushort2": 4, "short4": 8, "ushort4": 8}

// readOurs declares what every program may use.
func (c *compiler) readOurs(text string) {
	user, known := c.src, len(c.diags)
	c.prelude = true
	c.src = source{lines: []uint32{0}}
	tokens := c.preprocess(lex(c, []byte(text)))
	for i := range tokens {
		tokens[i].at = place{}
	}
	c.tokens, c.at = tokens, 0
	c.file()
	if len(c.diags) > known {
		panic("scenario: prelude: " + c.diags[known].Text("en"))
	}
	for _, m := range c.macros {
		for i := range m.body {
			m.body[i].at = place{}
		}
	}
	for name, align := range vectorAlignment {
		if s := c.scope.find(name); s != nil {
			s.typ.align = align
		}
	}
	c.src, c.prelude, c.hostOnly = user, false, nil
}

// report notes something that is wrong at a place.
//
//go:noinline
func (c *compiler) report(id ID, at place, args ...string) {
	if c.full() || c.skidding {
		return
	}
	d := Diagnostic{ID: id}
	copy(d.args[:], args)
	d.Line, d.Column = c.src.position(at.start)
	d.EndLine, d.EndColumn = c.src.position(max(at.end, at.start))
	for _, other := range c.diags {
		if other == d {
			return
		}
	}
	c.diags = append(c.diags, d)
	if !d.Warning() {
		c.errors++
	}
}

// limit notes that a bound was reached; nothing more is read.
//
//go:noinline
func (c *compiler) limit(id ID, at place, n int) {
	c.skidding = false
	c.report(id, at, strconv.Itoa(n))
	c.stopped = true
}

// full says that reading on is pointless.
//
//go:noinline
func (c *compiler) full() bool { return c.stopped || c.errors >= maxErrors }

//go:noinline
func (c *compiler) push() { c.scope = &scope{up: c.scope} }

func (c *compiler) pop() { c.scope = c.scope.up }

// enter counts one level of nesting; false if there are too many.
//
//go:noinline
func (c *compiler) enter() bool {
	c.nesting++
	if c.nesting > maxNesting {
		if !c.stopped {
			c.limit(NestingLimit, c.tok().at, maxNesting)
		}
		c.skidding = true
		return false
	}
	return true
}

//go:noinline
func (c *compiler) leave() { c.nesting-- }

// tok is the current token. While skidding and at the end it is the end token,
// so that every loop of the parser comes to its end by itself.
//
//go:noinline
func (c *compiler) tok() *token { return c.ahead(0) }

//go:noinline
func (c *compiler) ahead(n int) *token {
	if c.skidding || c.stopped || c.at+n >= len(c.tokens) {
		if k := len(c.tokens); k > 0 {
			c.ending.at = place{c.tokens[k-1].at.end, c.tokens[k-1].at.end}
		}
		return &c.ending
	}
	return &c.tokens[c.at+n]
}

// last is the place of the token before the current one.
//
//go:noinline
func (c *compiler) last() place {
	if c.at == 0 || len(c.tokens) == 0 {
		return place{}
	}
	return c.tokens[min(c.at, len(c.tokens))-1].at
}

//go:noinline
func (c *compiler) next() *token {
	t := c.tok()
	if t.kind != endToken {
		c.at++
	}
	return t
}

//go:noinline
func (c *compiler) accept(mark string) bool {
	if c.tok().is(mark) {
		c.at++
		return true
	}
	return false
}

//go:noinline
func (c *compiler) acceptName(name string) bool {
	if t := c.tok(); t.kind == nameToken && t.text == name {
		c.at++
		return true
	}
	return false
}

// expect takes a mark that must stand here. What is missing is missing after
// the last token read, and is reported there.
//
//go:noinline
func (c *compiler) expect(mark string) {
	if c.accept(mark) {
		return
	}
	at := c.tok().at
	if mark == ";" && c.tok().first {
		at = place{c.last().end, c.last().end}
	}
	c.syntax(Expected, at, mark, c.found())
}

// found writes the current token for a message.
//
//go:noinline
func (c *compiler) found() string {
	t := c.tok()
	switch {
	case t.kind == endToken:
		return programEnd
	case t.kind == stringToken:
		return strconv.Quote(t.text)
	}
	return t.text
}

// syntax reports an error after which the parser skids to the next statement.
//
//go:noinline
func (c *compiler) syntax(id ID, at place, args ...string) {
	c.report(id, at, args...)
	c.skidding = true
}

// recover ends a skid: it skips to behind the next ; or to a brace.
func (c *compiler) recover() {
	if !c.skidding || c.stopped {
		return
	}
	c.skidding = false
	for depth := 0; c.at < len(c.tokens); c.at++ {
		t := &c.tokens[c.at]
		switch {
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			depth--
		case t.is(";") && depth <= 0 || t.is(";") && c.at+1 < len(c.tokens) && c.tokens[c.at+1].first:
			c.at++
			return
		case t.is("}") || t.is("{"):
			return
		}
	}
}
