package isa

// Cell is how a value lies in memory: its width and what its bits mean. In a
// register an integer is extended to 64 bits by its own sign, a float is its
// 32 bits.
type Cell uint8

// The cells of x86-64 and of the card, which agree.
const (
	I8 Cell = iota
	U8
	I16
	U16
	I32
	U32
	I64
	U64
	F32
	F64
)

// Bytes is the width of each cell.
var Bytes = [...]uint64{I8: 1, U8: 1, I16: 2, U16: 2, I32: 4, U32: 4, I64: 8, U64: 8, F32: 4, F64: 8}

// Float says whether a cell holds a floating value.
func (c Cell) Float() bool { return c >= F32 }

// Unsigned says whether a cell holds an integer that is never negative.
func (c Cell) Unsigned() bool { return c == U8 || c == U16 || c == U32 || c == U64 }

// Instr is one instruction of the program machine: eight bytes of plain data.
// A is mostly a cell; C is a constant, an offset, a place in the code or an
// index into one of the program's tables.
type Instr struct {
	Op Opcode
	A  Cell
	B  uint16
	C  int32
}

// Opcode says what an instruction does to the stack of values.
type Opcode uint8

const (
	Halt  Opcode = iota
	Line         // the statement on line C begins
	Const        // push C
	Pool         // push constant number C
	Local        // push the address of the local at C
	Load         // pop an address, push what lies there
	LoadLocal
	Store // pop a value and an address, store, push the value
	StoreLocal
	Dup
	Drop
	Swap
	Jump
	False // pop, jump if zero
	True  // pop, jump if not zero
	Bound // fault unless the top is below C (B=1: or equal)
	Scale // pop an index, multiply by C, add to the address below
	Copy  // pop source and destination, copy C bytes, push destination
	Zero  // pop an address, clear C bytes

	// Binary operators: pop right and left, push the result. A is the cell of
	// the operands.
	Add
	Sub
	Mul
	Div
	Mod
	And
	Or
	Xor
	Shl
	Shr
	Equal
	Unequal
	Less
	LessEqual

	// Unary operators.
	Negate
	Invert
	Not
	Convert // from cell A to cell B
	Truth   // A: cell; push 1 if not zero

	// Calls.
	Call      // function C
	Enter     // make room for C bytes of locals
	Param     // pop the argument into the local at C
	ParamCopy // the same for a struct; the next instruction's C is its size
	Return
	Target // call site C
	Host   // host function C with B arguments

	// Mathematics, for host and card: routine C on B operands of cell A.
	Math

	// Of kernels only.
	Special // push one of a thread's own numbers: C is a Register
	Barrier // the threads of a block wait for each other
	Atomic  // pop the operands and the address, push what was there; C is an AtomicOp, A the cell
	Shuffle // pop lane, value and mask, push the value of another lane; C is a ShuffleOp, A the cell
)

// Function is one compiled function.
type Function struct {
	Name   string
	Entry  int32  // where its code begins
	Frame  uint64 // bytes of its locals
	Params int
}

// Program is the code of a whole text, for the host and for the card. It is
// never written to once it is made.
type Program struct {
	Code      []Instr
	Pool      []uint64
	ReadOnly  []byte // string constants, at ReadOnlyBase
	Functions []Function
	Variables uint64 // bytes of __device__ and __constant__ variables

	// Outside is what the host names of the code for the card, as a compiler for
	// a real one is told it: kernels by name, variables as &name.
	Outside []string
}

// ReadOnlyBase is the address of the string constants, for host and card.
const ReadOnlyBase = 0x40_0000

// Line is the source line of the statement that an instruction belongs to.
func (p *Program) Line(pc int32) uint32 {
	for ; pc >= 0; pc-- {
		if in := &p.Code[pc]; in.Op == Line {
			return uint32(in.C)
		}
	}
	return 0
}

// Register is a number that a thread has without computing it. The indexes
// come in threes: x, y, z.
type Register int32

const (
	ThreadIndex Register = 3 * iota
	BlockIndex
	BlockSize
	GridSize
	WarpSize      // 32
	Cycles        = WarpSize + 1
	ActiveLanes   = WarpSize + 2
	ThreadFence   = WarpSize + 3 // nothing: memory is in order here
	ModuleData    = WarpSize + 4 // where the program's variables on the card begin
	DynamicShared = WarpSize + 5 // where the shared memory of the launch's third argument begins
)

// AtomicOp is what an Atomic does to the old value.
type AtomicOp int32

const (
	AtomicAdd AtomicOp = iota
	AtomicSub
	AtomicExchange
	AtomicMin
	AtomicMax
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicIncrement // old >= value ? 0 : old + 1
	AtomicDecrement
	AtomicCompare // two operands: expected, new
)

// ShuffleOp says from which lane a Shuffle takes its value, or what it asks of
// all lanes.
type ShuffleOp int32

const (
	ShuffleLane ShuffleOp = iota
	ShuffleUp
	ShuffleDown
	ShuffleXor
	VoteBallot
	VoteAny
	VoteAll
)

// What Host is in a kernel: the two calls that the card can make.
const (
	HostPrintf = iota
	HostAssert
)

// The windows of a kernel's own memories. No address of a program or of the
// card lies there.
const (
	SharedBase    = 1 << 56 // of the block
	LocalBase     = 2 << 56 // of the thread
	ParameterBase = 3 << 56 // the arguments
)
