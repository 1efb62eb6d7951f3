package timeline

import "pagewalk/engine/event"

// Cursor is the number of events that have happened where the reader stands.
func (r *Run) Cursor() uint32 { return r.cursor }

// Len is the number of events of the run.
func (r *Run) Len() uint32 { return r.log.Len() }

// Event gives event i of the run.
func (r *Run) Event(i uint32) *event.Event { return r.log.At(i) }

// SeekCount moves the cursor so that the first n events have happened. Nobody
// can look back before the run is over: the program would lose its place.
func (r *Run) SeekCount(n uint32) {
	n = min(n, r.log.Len())
	if n == r.cursor || !r.done {
		return
	}
	log := r.rec.Log
	r.rec.Log = nil
	r.jump(n)
	r.walk(n)
	r.approach()
	r.redo()
	r.undo()
	r.rec.Log = log
}

// Seek makes event e the current one; event.None means before the first.
func (r *Run) Seek(e uint32) {
	if e == event.None {
		r.SeekCount(0)
		return
	}
	r.SeekCount(min(e, r.log.Len()) + 1)
}

// walk takes the machine to n, event by event; the program stays behind.
func (r *Run) walk(n uint32) {
	for r.cursor < n {
		e := r.log.At(r.cursor)
		r.machine.Apply(e)
		r.cursor++
	}
	for r.cursor > n {
		r.cursor--
		e := r.log.At(r.cursor)
		r.machine.Revert(e, r.timeBefore(r.cursor))
	}
}

// timeBefore is the clock before event i.
func (r *Run) timeBefore(i uint32) uint64 {
	if i == 0 {
		return 0
	}
	return r.log.At(i - 1).Time
}

func distance(a, b uint32) uint32 {
	if a < b {
		return b - a
	}
	return a - b
}

// Hash is the hash of machine and program where the cursor stands.
func (r *Run) Hash() uint64 { return r.machine.Hash() ^ r.program.Hash() }

// loadCost is what loading a keyframe costs, in events walked.
const loadCost = 8192

// jump goes to the keyframe from which n is reached most cheaply, if that
// beats walking from where the cursor is.
func (r *Run) jump(n uint32) {
	best, cost := -1, distance(r.cursor, n)
	for i, mark := range r.marks {
		if d := distance(mark, n); d < cost && cost-d > loadCost {
			best, cost = i, d
		}
	}
	if best < 0 {
		return
	}
	mark := r.marks[best]
	r.keys.Load(best)
	r.machine.Rebuild()
	r.rec.Now = r.timeBefore(mark)
	r.cursor = mark
}

// Bytes is the memory that the log and the keyframes take.
func (r *Run) Bytes() (log, keyframes uint64) { return r.log.Bytes(), r.keys.Bytes() }
