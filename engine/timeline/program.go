package timeline

// The program's memory goes with the cursor: a difference is applied with the
// event it is tied to and taken back with it.

// redo applies the differences of the event that was just applied.
func (r *Run) redo() {
	for r.applied < len(r.deltas) && r.deltas[r.applied].event < r.cursor {
		r.program.Redo(r.deltas[r.applied].delta)
		r.applied++
	}
}

// undo takes back the differences of the event that is about to be reverted.
func (r *Run) undo() {
	for r.applied > 0 && r.deltas[r.applied-1].event >= r.cursor {
		r.applied--
		r.program.Undo(r.deltas[r.applied].delta)
	}
}
