package scenario

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// nodeKind sorts the nodes of the checked tree. Operators are named by the
// instruction that computes them.
type nodeKind uint8

const (
	numberNode nodeKind = iota // val
	floatNode                  // fval
	stringNode                 // val: offset among the string constants
	variableNode
	derefNode  // *x
	memberNode // x at offset val
	addressNode
	castNode
	binaryNode // op; x, y
	unaryNode  // op; x
	andNode
	orNode
	choiceNode // x ? y : z
	commaNode
	assignNode
	updateNode  // x op= y; val 1: the result is the value before
	callNode    // fn, list
	targetNode  // site, list
	hostNode    // val: which; list
	zeroNode    // clear x
	boundNode   // x, an index that must be below val; op 1: or equal
	elementNode // address x plus index y times val
	cardNode    // op, val; list: an instruction of its own
	badNode

	blockNode
	expressionNode
	ifNode
	loopNode // for and while: init w, condition x, step z, body y
	doNode
	switchNode
	caseNode
	breakNode
	continueNode
	labelNode // val: which
	gotoNode  // val: which
	returnNode
	declareNode // sym comes into scope
)

// node is a piece of the checked tree: every expression has its type, every
// conversion is a node of its own.
type node struct {
	kind       nodeKind
	op         isa.Opcode
	depth      uint16
	typ        *ctype
	at         place
	x, y, z, w *node
	list       []*node
	val        uint64
	fval       float64
	sym        *symbol
	label      int32 // of a case: where its code begins
}

// symbolKind sorts what a name can mean.
type symbolKind uint8

const (
	variableSymbol symbolKind = iota
	functionSymbol
	typeSymbol
	constantSymbol // enumerators, and const integers with a known value
	tagSymbol
)

// symbol is one declared name.
type symbol struct {
	kind       symbolKind
	global     bool
	readOnly   bool // const
	ambient    bool // of the prelude
	used       bool // a function that the program calls
	placed     bool // a global that has its place
	defined    bool
	kernel     bool // __global__
	host       bool // a function that the host may call
	card       bool // a function that the card may call
	shared     bool // __shared__
	open       bool // … whose length the launch decides
	everywhere bool // … of a __device__ function: at one place in every kernel
	module     bool // __device__ or __constant__: a variable on the card
	fixed      bool // __constant__
	launch     *target.Kernel
	known      bool // val is the value of a const integer
	builtin    *builtin
	name       string
	typ        *ctype
	at         place
	val        uint64 // value of an enumerator; offset of a variable; index of a function
	value      uint64 // of a const integer that is known
	defaults   []*node
	scope      *scope
}

// scope is a block's names. Blocks nest.
type scope struct {
	up    *scope
	names map[string]*symbol
	tags  map[string]*ctype
}

// enter makes name mean sym here. The maps of a scope are made when they are
// needed: most blocks declare nothing.
func (s *scope) enter(name string, sym *symbol) {
	if s.names == nil {
		s.names = make(map[string]*symbol)
	}
	s.names[name] = sym
}

func (s *scope) enterTag(name string, t *ctype) {
	if s.tags == nil {
		s.tags = make(map[string]*ctype)
	}
	s.tags[name] = t
}

func (s *scope) find(name string) *symbol {
	for ; s != nil; s = s.up {
		if sym := s.names[name]; sym != nil {
			return sym
		}
	}
	return nil
}

func (s *scope) findTag(name string) *ctype {
	for ; s != nil; s = s.up {
		if t := s.tags[name]; t != nil {
			return t
		}
	}
	return nil
}
