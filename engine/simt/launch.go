package simt

import (
	"pagewalk/engine/event"
	"pagewalk/engine/isa"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

const (
	lanes      = 32
	turn       = 4096     // instructions of a warp before another one has its turn, if it asks nothing of memory
	maxDepth   = 24       // functions of a kernel that wait for each other
	maxLocal   = 64 << 10 // bytes of local memory of a thread
	maxPrinted = 1 << 16  // words that one launch may print
)

// Launch is one kernel under way. All of it is plain data between two calls of
// Run.
type Launch struct {
	Count Counters
	Fault Fault // of a kernel that was stopped

	Variables uint64 // where the program's own begin on the card

	kernel *target.Kernel
	code   []isa.Instr
	shape  target.Shape
	packed string
	memory Memory
	rec    *event.Recorder
	p      *profile.Profile

	printed []uint64
	grid    grid
	block   *block // the one whose turn it is
	rest    int    // instructions of its turn
	left    uint64 // thread steps that may still be made
	request request
	touched touched
	ended   bool
}

// Counters is what a kernel did.
type Counters struct {
	Instructions uint64 // of warps
	Steps        uint64 // of threads
	Requests     uint64 // of warps, to global memory
	Sectors      uint64
	Pages        uint64    // translations
	Hits         [4]uint64 // by level of the TLB
	Walks        uint64
	Faults       uint64 // serviced
	Passes       uint64 // over the banks of shared memory
	Conflicts    uint64 // … that would not have been needed without conflicts
	Latency      uint64 // cycles that warps waited for memory
	Picoseconds  uint64
}

// Begin prepares a launch whose configuration has been checked.
func (x *Launch) Begin(c *target.Call, p *profile.Profile, memory Memory, rec *event.Recorder) {
	g, printed := x.grid, x.printed[:0]
	*x = Launch{
		kernel: c.Kernel, code: c.Kernel.Program.Code, shape: c.Shape(), packed: c.Packed, memory: memory, rec: rec, p: p,
		printed: printed, left: p.Limits.ThreadSteps, rest: turn, grid: g,
	}
	x.settle()
}

// Printed is what the kernel printed, as target.Result has it.
func (x *Launch) Printed() []uint64 { return x.printed }

// Run goes on for about budget instructions of warps and says whether the
// kernel is over. A kernel that was stopped has a Fault.
func (x *Launch) Run(budget int) (done bool) {
	for budget > 0 && !x.ended {
		budget -= x.turn(budget) + 1
		if x.Fault.ID != target.NoReason {
			x.ended = true
		}
	}
	return x.ended
}

// turn lets the present warp of the present block go on, and after its turn
// chooses the block that comes next. Where a turn ends does not depend on the
// budget: when the warp has asked something of memory, cannot go on, or has had
// its share.
func (x *Launch) turn(budget int) (used int) {
	b := x.block
	w := &b.warps[b.present]
	used = w.run(x, min(budget, x.rest))
	if x.rest -= used; x.rest > 0 && !w.asked && w.runnable() {
		return used
	}
	w.asked, x.rest = false, turn
	if !b.advance() {
		x.meet(b)
	}
	x.next()
	return used
}

// meet is reached when no thread of a block can go on: they wait for pages, or
// at a barrier, which opens, or they are through.
func (x *Launch) meet(b *block) {
	switch {
	case b.parked():
		x.suspend()
	case b.release():
	default:
		x.leave(b)
	}
}

// Warp is the number of the warp whose turn it is.
func (x *Launch) Warp() uint32 { return x.warpNumber(&x.block.warps[x.block.present]) }

// sm is the processor that the present block runs on.
func (x *Launch) sm() uint16 { return x.block.sm }

// warpNumber is the place of a warp of the present block in the grid.
func (x *Launch) warpNumber(w *warp) uint32 {
	return uint32(x.block.number*uint64(len(x.block.warps)) + uint64(w.number))
}
