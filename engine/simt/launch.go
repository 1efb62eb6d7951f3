package simt

import (
	"pagewalk/engine/event"
	"pagewalk/engine/isa"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

const (
	lanes      = 32
	turn       = 4096     // instructions of a warp before the next one has its turn
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
	shared  []byte
	warps   []warp
	perSM   uint64 // processors that blocks are dealt to

	block   uint64 // the one that runs
	blocks  uint64
	at      [3]uint32 // its coordinates
	present int       // the warp whose turn it is
	rest    int       // instructions of its turn
	open    bool      // the block has begun
	left    uint64    // thread steps that may still be made
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
	warps, printed := x.warps, x.printed[:0]
	*x = Launch{
		kernel: c.Kernel, code: c.Kernel.Program.Code, shape: c.Shape(), packed: c.Packed, memory: memory, rec: rec, p: p,
		warps: warps, printed: printed, left: p.Limits.ThreadSteps, perSM: max(uint64(p.TLB.SMs), 1),
	}
	x.blocks = x.shape.Blocks()
	n := int(x.shape.Threads()+lanes-1) / lanes
	for len(x.warps) < n {
		x.warps = append(x.warps, warp{})
	}
	x.warps = x.warps[:n]
	x.shared = make([]byte, (x.kernel.Static+15)&^15+x.shape.Shared)
}

// Printed is what the kernel printed, as target.Result has it.
func (x *Launch) Printed() []uint64 { return x.printed }

// Run goes on for about budget instructions of warps and says whether the
// kernel is over. A kernel that was stopped has a Fault.
func (x *Launch) Run(budget int) (done bool) {
	for budget > 0 && !x.ended {
		if !x.open {
			x.beginBlock()
		}
		budget -= x.turn(budget) + 1
		if x.Fault.ID != target.NoReason {
			x.ended = true
		}
	}
	return x.ended
}

// beginBlock brings every thread of the next block to the start of the kernel.
func (x *Launch) beginBlock() {
	g := x.shape.Grid
	x.at = [3]uint32{uint32(x.block % uint64(g[0])), uint32(x.block / uint64(g[0]) % uint64(g[1])), uint32(x.block / uint64(g[0]) / uint64(g[1]))}
	clear(x.shared)
	threads := x.shape.Threads()
	for i := range x.warps {
		w := &x.warps[i]
		n := min(threads-uint64(i)*lanes, lanes)
		w.begin(x, i, uint32(1<<n-1))
	}
	x.open, x.present, x.rest = true, 0, turn
}

// turn lets the present warp go on, and after its turn chooses the next one.
// Where a turn ends does not depend on the budget.
func (x *Launch) turn(budget int) (used int) {
	w := &x.warps[x.present]
	used = w.run(x, min(budget, x.rest))
	if x.rest -= used; x.rest > 0 && w.runnable() {
		return used
	}
	x.rest = turn
	for range x.warps {
		x.present = (x.present + 1) % len(x.warps)
		if x.warps[x.present].runnable() {
			return used
		}
	}
	x.meet()
	return used
}

// meet is reached when no thread of the block can go on: they wait at a
// barrier, which opens, or they are through, and the next block begins.
func (x *Launch) meet() {
	if x.replay() {
		return
	}
	waiting := false
	for i := range x.warps {
		waiting = x.warps[i].release() || waiting
	}
	if waiting {
		for x.present, x.rest = 0, turn; !x.warps[x.present].runnable(); x.present++ {
		}
		return
	}
	x.open = false
	if x.block++; x.block == x.blocks {
		x.ended = true
	}
}

// Warp is the number of the warp whose turn it is.
func (x *Launch) Warp() uint32 { return x.warpNumber(&x.warps[x.present]) }

// sm is the processor that the present block runs on.
func (x *Launch) sm() uint16 { return uint16(x.block % x.perSM) }

// Linear is the number of the present block in the grid, and of a warp of it.
func (x *Launch) warpNumber(w *warp) uint32 {
	return uint32(x.block*uint64(len(x.warps)) + uint64(w.number))
}
