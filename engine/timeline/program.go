package timeline

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
