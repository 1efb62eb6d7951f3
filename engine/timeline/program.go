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

// fewDeltas is how many differences a seek may walk without snapshots.
const fewDeltas = 2048

// photograph takes a snapshot of the program at each mark of a long run, once
// it is over: from the end back, and to the end again by the last of them.
func (r *Run) photograph() {
	n := r.program.Deltas()
	if n <= fewDeltas {
		return
	}
	end := r.cursor
	r.snapshots = make([]*scenario.Snapshot, len(r.marks), len(r.marks)+1)
	last := r.program.Snapshot()
	for i := len(r.marks) - 1; i >= 0; i-- {
		r.cursor = r.marks[i]
		r.undo()
		r.snapshots[i] = r.program.Snapshot()
	}
	r.cursor = end
	r.marks, r.snapshots = append(r.marks, end), append(r.snapshots, last)
	r.keys.Take()
	if last == nil {
		r.redo()
		return
	}
	r.program.Load(last)
	r.deltas = last.At()
}

// approach brings the program near the cursor by the best snapshot.
func (r *Run) approach() {
	best, cost := -1, r.deltasTo(r.deltas)
	for i, s := range r.snapshots {
		if s == nil {
			continue
		}
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
