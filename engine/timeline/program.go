package timeline

import "pagewalk/engine/scenario"

// The program's memory goes with the cursor. Difference number d closed before
// row d began. It is applied with the Return event of the row before it, so
// that the pointer a call gave is there when the call has returned; the first
// one comes with the run's first event.

// deltaEvent is the event with which difference d happens.
func (r *Run) deltaEvent(d uint32) uint32 {
	if d == 0 {
		return 0
	}
	return r.rows[d-1].Last
}

// redo applies the differences of the events up to the cursor.
func (r *Run) redo() {
	for n := r.program.Deltas(); r.deltas < n && r.deltaEvent(r.deltas) < r.cursor; r.deltas++ {
		r.program.Redo(r.deltas)
	}
}

// undo takes back the differences of events from the cursor on.
func (r *Run) undo() {
	for r.deltas > 0 && r.deltaEvent(r.deltas-1) >= r.cursor {
		r.deltas--
		r.program.Undo(r.deltas)
	}
}

// snapshotDeltas is how many differences lie between two snapshots of the
// program.
const snapshotDeltas = 8192

// Boundary is told of each difference of the program's memory. The program
// keeps them; when each of them happens is deltaEvent's to say. Now and then
// the whole program is copied, so that a seek need not walk them all.
func (r *Run) Boundary(vm *scenario.VM, delta, line uint32) {
	if vm == nil || delta < r.photographed+snapshotDeltas {
		return
	}
	r.photographed = delta
	if s := vm.Snapshot(); s != nil {
		r.snapshots = append(r.snapshots, s)
	}
}

// approach brings the program near the cursor by the best snapshot.
func (r *Run) approach() {
	best, cost := -1, r.deltasTo(r.deltas)
	for i, s := range r.snapshots {
		if d := r.deltasTo(s.At()); d+64 < cost {
			best, cost = i, d
		}
	}
	if best >= 0 {
		r.program.Load(r.snapshots[best])
		r.deltas = r.snapshots[best].At()
	}
}

// deltasTo is how many differences lie between number d and the cursor: about
// one for each row.
func (r *Run) deltasTo(d uint32) uint32 {
	row := max(r.RowOf(r.cursor), 0)
	return distance(d, uint32(row)+1)
}
