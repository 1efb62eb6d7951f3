package scenario

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// Limits of a run. Each is a named error with its number.
const (
	maxSteps  = 20_000_000
	maxAsked  = 1_000_000 // calls of the target
	maxOutput = 1 << 20
	maxCalls  = 2048    // functions that wait for each other
	maxValues = 1 << 16 // registers on the stack
)

// Host is what a machine drives. The timeline and the command line implement
// it.
type Host interface {
	// Boundary is called before each call of the target and at the end of the
	// program: a delta has been closed.
	Boundary(vm *VM, delta uint32, line uint32)
	// Call answers a call. A host that says Pending is asked again with the
	// same call on the next Run, until it has the answer.
	Call(c *target.Call, r *target.Result) target.Progress
	// Output is text that the program printed: stream 1 is stdout, 2 stderr.
	Output(stream uint8, text []byte)
}

// Why says for what reason Run came back.
type Why uint8

const (
	Budget Why = iota // the budget is used up, or the target is still at work
	Call              // stopped before a call of the target
	Line              // stopped before a statement on another line
	Done              // the program has ended
	Limit             // a bound of ours ended the run
	Fault             // the program did what it must not
)

// Pause says where Run stops besides the end.
type Pause uint8

const (
	PauseNever Pause = iota
	PauseCall        // before each call of the target
	PauseLine        // and before each statement on another line
)

// Status is how far a run has come.
type Status struct {
	Why        Why
	Line       uint32
	Diagnostic Diagnostic // of Limit and Fault
	ExitCode   int32
	Steps      uint64
}

// The phases of a machine.
const (
	running  uint64 = iota
	calling         // stands at a call whose boundary is closed
	touching        // stands at an access to managed memory, as at a call
	finished        // the last boundary is closed
	failed
)

// registers is the whole state of the machine that is not memory or one of the
// two stacks: plain words, so that deltas and the hash see all of it.
type registers struct {
	PC       uint64
	Phase    uint64
	Depth    uint64 // values on the stack
	Calls    uint64 // words on the stack of frames, two for each call
	Frame    uint64 // address of the locals; the stack grows down from here
	Line     uint64
	Steps    uint64
	Context  uint64 // pw_context
	Output   uint64 // bytes printed
	Random   uint64
	HeapNext uint64
	HeapLive uint64
	Blocks   uint64
	Devices  uint64 // how many of the device ranges are known
	Exit     uint64
	Failure  uint64 // ID of the fault that ended the run

	TouchAt, TouchBytes, TouchWrite uint64 // the access of the phase touching

	Asked uint64 // calls of the target so far

	Heard, Shown uint64 // words that kernels have printed, and those that have been shown
}

// deviceRange is memory of a card that the program was given: it tells a
// device pointer from a wild one.
type deviceRange struct {
	base, size uint64
	line       uint32
	managed    bool
}

// VM is a machine that runs one program. It is a target.Memory.
type VM struct {
	Pause Pause
	p     *Program

	regs              registers
	values            []uint64
	frames            []uint64
	readOnly, globals area
	stack             area
	heap, adopted     []area
	hot               *area // the heap block that was used last
	devices           []deviceRange
	watcher           target.Watcher
	host              Host // of the present Run
	failure           Diagnostic
	call              target.Call
	result            target.Result
	passed            bool // the pause before the present call is over
	recording         bool
	epoch             uint32
	aside             pagesAside
	pending           []change
	before            registers
	stackBefore       []uint64
	framesBefore      []uint64
	history           history
	changes           []change
	deltas            []delta
	at                uint32
	printed           []byte
	heard             []uint64 // what kernels printed, see target.Result
	packed            []byte   // scratch: arguments of a launch
	extra             uint64   // steps that the present instruction costs more than one
	strain            int      // pages that the present call wrote or gave away
}

var _ target.Memory = (*VM)(nil)

// NewVM gives a machine at the start of the program. The seed is that of
// rand().
func NewVM(p *Program, seed uint64) *VM {
	v := &VM{p: p, epoch: 1, values: make([]uint64, 256), frames: make([]uint64, 64)}
	v.readOnly = area{kind: readOnlyArea, base: isa.ReadOnlyBase, size: uint64(len(p.ReadOnly)), bytes: p.ReadOnly}
	v.globals = newArea(globalsArea, globalsBase, (p.globals+7)&^7)
	v.stack = newArea(stackArea, stackTop-pageBytes*32, pageBytes*32)
	v.regs.Frame = stackTop
	v.regs.HeapNext = heapBase
	v.regs.Random = seed*6364136223846793005 + 1442695040888963407
	return v
}

// Program is what the machine runs.
func (v *VM) Program() *Program { return v.p }

// Line is the source line that the machine stands on.
func (v *VM) Line() uint32 { return uint32(v.regs.Line) }

// CallText is the source text of the call that the machine stands at.
func (v *VM) CallText() string {
	if int(v.regs.PC) >= len(v.p.Code) {
		return ""
	}
	return v.p.src.cut(v.p.at[v.regs.PC])
}

// Run goes on for about budget instructions. It says why it came back.
func (v *VM) Run(h Host, budget int) Status {
	v.host = h
	was, why := v.regs.Phase, Budget
	if was == calling && !v.answer(h) {
		return v.status(Budget)
	}
	if v.regs.Phase == touching && !v.answerTouch(h) {
		return v.status(Budget)
	}
	if v.regs.Phase == running {
		why = v.run(h, budget)
	}
	if v.regs.Phase == failed && was != failed {
		v.boundary(h)
	}
	switch v.regs.Phase {
	case finished:
		why = Done
	case failed:
		why = Fault
		if v.failure.ID.limit() {
			why = Limit
		}
	}
	return v.status(why)
}

func (v *VM) status(why Why) Status {
	s := Status{Why: why, Line: uint32(v.regs.Line), Steps: v.regs.Steps, ExitCode: int32(v.regs.Exit)}
	if why == Fault || why == Limit {
		s.Diagnostic = v.failure
	}
	return s
}

// run executes instructions until the budget is used up or something else
// stops it. Run has made sure that the machine is neither calling nor ended.
func (v *VM) run(h Host, budget int) Why {
	code := v.p.Code
	for ; budget > 0; budget-- {
		in := code[v.regs.PC]
		if v.regs.Steps >= maxSteps {
			v.fail(StepLimit, number(maxSteps))
			return Limit
		}
		switch in.Op {
		case isa.Target:
			v.strain = 0
			stop, why := v.reach(h)
			if budget -= v.strain * pageStrain; stop {
				return why
			}
			continue
		case isa.Line:
			if v.Pause == PauseLine && v.regs.Line != uint64(in.C) && v.regs.Line != 0 && !v.passed {
				v.passed = true
				return Line
			}
			v.passed = false
			v.regs.Line = uint64(in.C)
			v.regs.PC++ // no step: it only marks a place
			continue
		case isa.Halt:
			v.end(h)
			return Done
		default:
			if v.regs.Depth+8 > uint64(len(v.values)) && !v.grow() {
				return Limit
			}
			depth := v.regs.Depth
			v.step(in, h)
			if v.regs.Phase == touching {
				v.regs.Depth, v.extra = depth, 0 // it has not happened
				if stop, why := v.reachTouch(h); stop {
					return why
				}
				continue
			}
			if v.regs.Phase != running {
				if v.regs.Phase == finished {
					v.finish(h)
				}
				return Fault
			}
			if v.extra > 0 {
				v.regs.Steps += v.extra
				budget -= int(v.extra)
				v.extra = 0
			}
		}
		v.regs.Steps++
		v.regs.PC++
	}
	return Budget
}

// pageStrain is how much of a budget a page takes that a call wrote: keeping
// what it held is work too, and a slice must end in time.
const pageStrain = 8

// charge makes an instruction that handles n bytes cost more than one step, so
// that a loop of large copies comes to its limit as soon as any other.
func (v *VM) charge(n uint64) { v.extra += n / 64 }

// grow makes room for more values on the stack.
func (v *VM) grow() bool {
	if len(v.values) >= maxValues {
		v.fail(DepthLimit, number(maxCalls))
		return false
	}
	v.values = append(v.values, make([]uint64, len(v.values))...)
	return true
}

// ahead says whether there are closed deltas that the machine has not reached:
// it then stops at the next call instead of closing another. CutDeltas removes
// them, Redo goes over them.
func (v *VM) ahead() bool { return v.recording && int(v.at) < len(v.deltas) }

// reach handles arriving at a call of the target.
func (v *VM) reach(h Host) (stop bool, why Why) {
	if v.ahead() || v.Pause != PauseNever && !v.passed {
		v.passed = true
		return true, Call
	}
	v.passed = false
	if !v.mayAsk() {
		return true, Limit
	}
	v.regs.Phase = calling
	v.boundary(h)
	if !v.answer(h) || v.regs.Phase == touching && !v.answerTouch(h) {
		return true, Budget
	}
	return v.regs.Phase != running, Limit
}

// mayAsk counts a call of the target; false if that is one too many.
func (v *VM) mayAsk() bool {
	if v.regs.Asked >= maxAsked {
		v.fail(CallLimit, number(maxAsked))
		return false
	}
	v.regs.Asked++
	v.regs.Steps++
	return true
}

// boundary closes a delta and tells the host. While the machine only goes over
// old ground, to show the lines between two boundaries, nothing is closed.
func (v *VM) boundary(h Host) {
	d := uint32(0)
	if v.recording {
		if v.ahead() {
			return
		}
		d = v.close()
	}
	h.Boundary(v, d, uint32(v.regs.Line))
}

// end takes the exit code from the stack and finishes.
func (v *VM) end(h Host) {
	v.regs.Exit = v.pop()
	v.finish(h)
}

func (v *VM) finish(h Host) {
	v.regs.Phase = finished
	v.boundary(h)
}

func (v *VM) push(x uint64) {
	v.values[v.regs.Depth] = x
	v.regs.Depth++
}

func (v *VM) pop() uint64 {
	v.regs.Depth--
	return v.values[v.regs.Depth]
}

// top is the value i places below the top of the stack.
func (v *VM) top(i uint64) *uint64 { return &v.values[v.regs.Depth-1-i] }

// fail ends the run with a named error at the instruction that the machine
// stands at. Once is enough: the first one counts.
//
//go:noinline
func (v *VM) fail(id ID, args ...string) {
	if v.regs.Phase == failed {
		return
	}
	d := Diagnostic{ID: id}
	copy(d.args[:], args)
	at := v.p.at[v.regs.PC]
	d.Line, d.Column = v.p.src.position(at.start)
	d.EndLine, d.EndColumn = v.p.src.position(at.end)
	if at == (place{}) {
		d.Line, d.EndLine = int32(v.regs.Line), int32(v.regs.Line)
	}
	v.failure = d
	v.regs.Phase, v.regs.Failure = failed, uint64(id)
}
