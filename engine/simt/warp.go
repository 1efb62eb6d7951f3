package simt

import (
	"math"
	"math/bits"

	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// row is one value of every lane.
type row [lanes]uint64

// words is one word of the local memory of every lane.
type words [lanes]uint32

// frame is what a group comes back to.
type frame struct {
	pc        int32
	base, top uint32
}

// group is the lanes of a warp that are at one place, come the same way.
type group struct {
	mask  uint32
	pc    int32
	depth int32
	stack int32  // rows in use
	base  uint32 // of the locals, bytes
	top   uint32 // end of the locals
	path  uint32 // of the calls that led here
	waits bool   // at a barrier
}

// warp is 32 threads of one block.
type warp struct {
	number int
	stack  []row
	local  []words
	frames []([lanes]frame) // as deep as calls went

	groups []group
	g      group // the one that runs; its mask is zero when none does
	active [lanes]uint8
	n      int   // of active
	next   int32 // where another group of the same depth stands; beyond the code if none does
	cycles uint64

	asked  bool // it has gone to memory, and others have their turn
	parked bool // the instruction that it stands before waits for a page
	again  bool // it has waited, and does not wait a second time
}

// begin brings the warp to the start of the kernel: the arguments are pushed as
// for a call.
func (w *warp) begin(x *Launch, number int, mask uint32) {
	w.number, w.groups, w.cycles, w.asked, w.parked, w.again = number, w.groups[:0], 0, false, false, false
	for i := range w.local {
		w.local[i] = words{}
	}
	f := &x.kernel.Program.Functions[x.kernel.Entry]
	w.g = group{mask: mask, pc: f.Entry}
	w.enlist()
	for i := range x.kernel.Params {
		p := &x.kernel.Params[i]
		v := uint64(isa.ParameterBase) + uint64(p.Offset)
		if !p.Struct {
			v = isa.Extend(scalar(x.packed[p.Offset:], isa.Bytes[p.Cell]), p.Cell)
		}
		r := w.push()
		for l := range r {
			r[l] = v
		}
	}
}

// scalar reads n bytes, little-endian.
func scalar(b string, n uint64) (v uint64) {
	for i := range n {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}

// push makes room for a row on the stack of the group.
func (w *warp) push() *row {
	if int(w.g.stack) == len(w.stack) {
		w.stack = append(w.stack, make([]row, max(8, len(w.stack)))...)
	}
	w.g.stack++
	return &w.stack[w.g.stack-1]
}

// pop gives the row on top, which is no longer on the stack.
func (w *warp) pop() *row {
	w.g.stack--
	return &w.stack[w.g.stack]
}

func (w *warp) top() *row { return &w.stack[w.g.stack-1] }

// lanes are the active ones, in order.
func (w *warp) lanes() []uint8 { return w.active[:w.n] }

// runnable says whether the warp has a group that can go on.
func (w *warp) runnable() bool {
	if w.parked {
		return false
	}
	if w.g.mask != 0 {
		return true
	}
	for i := range w.groups {
		if !w.groups[i].waits {
			return true
		}
	}
	return false
}

// release lets the groups that wait at a barrier go on; false if none does.
func (w *warp) release() (any bool) {
	for i := range w.groups {
		any = any || w.groups[i].waits
		w.groups[i].waits = false
	}
	return any
}

// enlist lists the active lanes after the running group has changed, and finds
// where the next group stands.
func (w *warp) enlist() {
	w.n = 0
	for m := w.g.mask; m != 0; m &= m - 1 {
		w.active[w.n] = uint8(bits.TrailingZeros32(m))
		w.n++
	}
	w.next = math.MaxInt32
	for i := range w.groups {
		if o := &w.groups[i]; !o.waits && o.depth == w.g.depth {
			w.next = min(w.next, o.pc)
		}
	}
}

// choose makes the group run that is deepest in calls, and of those the first
// in the code; false if none can run. Groups that have met become one.
func (w *warp) choose() bool {
	if w.g.mask != 0 {
		w.groups = append(w.groups, w.g)
		w.g.mask = 0
	}
	best := -1
	for i := range w.groups {
		if o := &w.groups[i]; !o.waits && (best < 0 || o.before(&w.groups[best])) {
			best = i
		}
	}
	if best < 0 {
		return false
	}
	w.g = w.remove(best)
	for i := 0; i < len(w.groups); {
		if o := &w.groups[i]; !o.waits && o.pc == w.g.pc && o.depth == w.g.depth && o.path == w.g.path {
			w.g.mask |= w.remove(i).mask
		} else {
			i++
		}
	}
	w.enlist()
	return true
}

func (g *group) before(o *group) bool {
	switch {
	case g.depth != o.depth:
		return g.depth > o.depth
	case g.pc != o.pc:
		return g.pc < o.pc
	}
	return g.path < o.path
}

func (w *warp) remove(i int) group {
	g := w.groups[i]
	last := len(w.groups) - 1
	w.groups[i] = w.groups[last]
	w.groups = w.groups[:last]
	return g
}

// split takes some lanes out of the running group: they go on at pc.
func (w *warp) split(mask uint32, pc int32) {
	o := w.g
	o.mask, o.pc = mask, pc
	w.g.mask &^= mask
	w.groups = append(w.groups, o)
}

// leastCharge is what an instruction takes of the allowance of thread steps at
// least: a warp with one thread costs almost as much time as a full one, and a
// lock that never opens must end in seconds, too.
const leastCharge = 8

func (w *warp) charge() uint64 { return max(uint64(w.n), leastCharge) }

// run lets the warp go on for some instructions and gives how many it made.
func (w *warp) run(x *Launch, budget int) (used int) {
	for used < budget {
		if w.g.mask == 0 || w.g.pc >= w.next {
			if !w.choose() {
				return used
			}
		}
		in := x.code[w.g.pc]
		w.g.pc++
		if in.Op == isa.Line {
			continue
		}
		used++
		x.Count.Instructions++
		x.Count.Steps += uint64(w.n)
		w.cycles++
		if x.left < w.charge() {
			x.stop(w, target.LimitThreadSteps, 0, uint32(w.active[0]))
			x.Fault.Limit = x.p.Limits.ThreadSteps
			return used
		}
		x.left -= w.charge()
		w.step(x, in)
		if w.parked {
			x.unmake(w)
			return used
		}
		w.again = false
		if w.asked || x.Fault.ID != target.NoReason {
			return used
		}
	}
	return used
}
