package timeline

import "pagewalk/engine/event"

// Unit is how far one step goes.
type Unit uint8

const (
	UnitEvent Unit = iota
	UnitCall
	UnitLine
)

// Move moves the cursor by one unit, forward or back, and says whether it
// moved. Forward by call goes to the end of the row that the cursor is in, or,
// at its end, to the end of the next; back likewise. By line, the same with
// rows of the same source line taken together.
func (r *Run) Move(u Unit, forward bool) bool {
	before := r.cursor
	switch {
	case u == UnitEvent && forward:
		r.SeekCount(r.cursor + 1)
	case u == UnitEvent:
		if r.cursor > 0 {
			r.SeekCount(r.cursor - 1)
		}
	case forward:
		r.SeekCount(r.nextEnd(u))
	default:
		r.SeekCount(r.lastEnd(u))
	}
	return r.cursor != before
}

// joined says whether two neighbouring rows belong to one unit.
func (r *Run) joined(u Unit, a, b int) bool {
	return u == UnitLine && r.rows[a].Call.Line == r.rows[b].Call.Line
}

// nextEnd is the end of the unit that the next event belongs to.
func (r *Run) nextEnd(u Unit) uint32 {
	if len(r.rows) == 0 || r.cursor >= r.log.Len() {
		return r.log.Len()
	}
	row := r.RowOf(r.cursor)
	for row+1 < len(r.rows) && r.joined(u, row, row+1) {
		row++
	}
	return r.rowEnd(row)
}

// lastEnd is the end of the unit before the one of the current event.
func (r *Run) lastEnd(u Unit) uint32 {
	if len(r.rows) == 0 || r.cursor == 0 {
		return 0
	}
	row := r.RowOf(r.cursor - 1)
	for row > 0 && r.joined(u, row-1, row) {
		row--
	}
	return r.rowStart(row)
}

// Find is the nearest event after (or before) the current one that pleases, or
// event.None.
func (r *Run) Find(forward bool, pleases func(*event.Event) bool) uint32 {
	if forward {
		for i := r.cursor; i < r.log.Len(); i++ {
			if pleases(r.log.At(i)) {
				return i
			}
		}
		return event.None
	}
	for i := r.cursor; i > 1; i-- {
		if pleases(r.log.At(i - 2)) {
			return i - 2
		}
	}
	return event.None
}

// Jump goes to the next or previous event of a kind and says whether there is
// one.
func (r *Run) Jump(k event.Kind, forward bool) bool {
	e := r.Find(forward, func(e *event.Event) bool { return e.Kind == k })
	if e == event.None {
		return false
	}
	r.Seek(e)
	return true
}

// LastWriter is the newest event, the current one included, that pleases, or
// event.None: "who last changed this?".
func (r *Run) LastWriter(pleases func(*event.Event) bool) uint32 {
	for i := r.cursor; i > 0; i-- {
		if pleases(r.log.At(i - 1)) {
			return i - 1
		}
	}
	return event.None
}
