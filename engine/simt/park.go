package simt

import "pagewalk/engine/isa"

// A load or store that meets a page which must be brought first does not hold
// up the other warps: its warp stands before the instruction, parked, while
// they go on, on all processors. When none can, everything that was put down is
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

// replay has everything served that warps wait for. All blocks that have not
// ended wait.
func (x *Launch) replay() {
	x.memory.Serve()
	g := &x.grid
	g.running, g.waiting = append(g.running, g.waiting...), g.waiting[:0]
	g.present = -1
	for _, i := range g.running {
		b := &g.slots[i]
		for k := range b.warps {
			w := &b.warps[k]
			w.again = w.parked
			w.parked = false
		}
		b.present = len(b.warps) - 1
		b.advance()
	}
}
