package simt

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// A load or store that meets a page which must be brought first does not hold
// up the other warps: its warp stands before the instruction, parked, while
// they go on. When none of the block can, everything that was put down is
// served at once, and the instructions are made again. Atomics, copies of
// structures and an access that has waited already are served on the spot.

// park puts the missing pages of a request down and says whether its warp
// waits for them.
func (x *Launch) park(w *warp, q *request) bool {
	if w.again || q.lanes < w.n || q.in.Op != isa.Load && q.in.Op != isa.Store {
		return false
	}
	q.coalesce()
	last := ^uint64(0)
	for _, s := range q.sector[:q.sectors] {
		at := s * sectorBytes
		if at>>pageBits == last {
			continue
		}
		last = at >> pageBits
		if x.memory.Missing(x.sm(), at, q.access) {
			w.parked = true
			x.Count.Faults++
		}
	}
	return w.parked
}

// pageBits is of the smallest page.
const pageBits = 12

// unmake takes back that a parked warp has made its instruction.
func (x *Launch) unmake(w *warp) {
	w.g.pc--
	w.cycles--
	x.Count.Instructions--
	x.Count.Steps -= uint64(w.n)
	x.left += w.charge()
}

// replay has everything served that warps of the block wait for; false if none
// waits.
func (x *Launch) replay() (any bool) {
	for i := range x.warps {
		any = any || x.warps[i].parked
	}
	if !any || x.Fault.ID != target.NoReason {
		return false
	}
	x.memory.Serve()
	x.present, x.rest = len(x.warps), turn
	for i := range x.warps {
		if w := &x.warps[i]; w.parked {
			w.parked, w.again = false, true
			x.present = min(x.present, i)
		}
	}
	return true
}
