package scenario

// cell is how a value lies in memory: its width and what its bits mean. In a
// register an integer is extended to 64 bits by its own sign, a float is its
// 32 bits.
type cell uint8

const (
	cellI8 cell = iota
	cellU8
	cellI16
	cellU16
	cellI32
	cellU32
	cellI64
	cellU64
	cellF32
	cellF64
)

var cellBytes = [...]uint64{cellI8: 1, cellU8: 1, cellI16: 2, cellU16: 2, cellI32: 4, cellU32: 4, cellI64: 8, cellU64: 8, cellF32: 4, cellF64: 8}

func (c cell) float() bool    { return c >= cellF32 }
func (c cell) unsigned() bool { return c == cellU8 || c == cellU16 || c == cellU32 || c == cellU64 }

// Instr is one instruction of the program machine: eight bytes of plain data.
// A is mostly a cell; C is a constant, an offset, a place in the code or an
// index into one of the program's tables.
type Instr struct {
	Op Opcode
	A  cell
	B  uint16
	C  int32
}

// Opcode says what an instruction does to the stack of values.
type Opcode uint8

const (
	opHalt  Opcode = iota
	opLine         // the statement on line C begins
	opConst        // push C
	opPool         // push constant number C
	opLocal        // push the address of the local at C
	opLoad         // pop an address, push what lies there
	opLoadLocal
	opStore // pop a value and an address, store, push the value
	opStoreLocal
	opDup
	opDrop
	opSwap
	opJump
	opFalse // pop, jump if zero
	opTrue  // pop, jump if not zero
	opBound // fault unless the top is below C (B=1: or equal)
	opScale // pop an index, multiply by C, add to the address below
	opCopy  // pop source and destination, copy C bytes, push destination
	opZero  // pop an address, clear C bytes

	// Binary operators: pop right and left, push the result. A is the cell of
	// the operands.
	opAdd
	opSub
	opMul
	opDiv
	opMod
	opAnd
	opOr
	opXor
	opShl
	opShr
	opEqual
	opUnequal
	opLess
	opLessEqual

	// Unary operators.
	opNegate
	opInvert
	opNot
	opConvert // from cell A to cell B
	opTruth   // A: cell; push 1 if not zero

	// Calls.
	opCall      // function C
	opEnter     // make room for C bytes of locals
	opParam     // pop the argument into the local at C
	opParamCopy // the same for a struct; the next instruction's C is its size
	opReturn
	opTarget // call site C
	opHost   // host function C with B arguments
)

// function is one compiled function.
type function struct {
	name   string
	entry  int32
	frame  uint64
	params int
	at     place
}

// variable is what the pictures know of a variable that holds pointers: where
// it lies and in which stretch of code its name means it.
type variable struct {
	name     string
	fn       int32 // -1 = global
	offset   uint64
	count    uint64 // how many pointers, of an array
	array    bool
	from, to int32
	line     uint32
}

// Settings is what the header comment of a program asks for.
type Settings struct {
	GPU     string
	Set     []string // KEY=VALUE
	Seed    uint64
	HasSeed bool
}

// Program is a compiled scenario. It is never written to after Compile, so any
// number of machines can run it.
type Program struct {
	Settings   Settings
	src        source
	code       []Instr
	at         []place // by instruction
	pool       []uint64
	readOnly   []byte // string constants
	globals    uint64 // bytes of variables
	functions  []function
	variables  []variable
	sites      []site
	usesMain   bool
	errorTexts [hostCalls - hostErrorName][]errorText
}

// Source is the text that the program was compiled from.
func (p *Program) Source() []byte { return p.src.text }
