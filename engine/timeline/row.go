package timeline

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// Row is one call of the program that reached the machine, with its answer.
type Row struct {
	Call       target.Call
	Text       string // the call as the source has it
	Code       target.Code
	Why        target.Why
	Out        [2]uint64
	Begin, End uint64
	Ioctls     []target.Ioctl
	First      uint32 // index of the Call event
	Last       uint32 // index of the Return event
	Answered   bool
}

// Point is a place in a run: a row, and which of its events is the current
// one. It outlives changes to what layers record before that row.
type Point struct{ Row, Ordinal uint32 }

// rowStart is the first event that belongs to a row. What happens before the
// first call belongs to it, what happens after a call's return to that call.
func (r *Run) rowStart(row int) uint32 {
	if row == 0 {
		return 0
	}
	return r.rows[row].First
}

// rowEnd is one past the last event that belongs to a row.
func (r *Run) rowEnd(row int) uint32 {
	if row+1 < len(r.rows) {
		return r.rows[row+1].First
	}
	return r.log.Len()
}

// RowOf is the row that an event belongs to, or -1 in a run without calls.
func (r *Run) RowOf(e uint32) int {
	lo, hi := 0, len(r.rows)
	for lo < hi {
		mid := (lo + hi) / 2
		if r.rows[mid].First <= e {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 && len(r.rows) > 0 {
		return 0
	}
	return lo - 1
}

// PointOf is the point of an event.
func (r *Run) PointOf(e uint32) Point {
	row := r.RowOf(e)
	if row < 0 {
		return Point{0, e}
	}
	return Point{uint32(row), e - r.rowStart(row)}
}

// EventAt is the event of a point. An ordinal beyond the end of its row means
// the row's last event, a row beyond the last one the end of the run.
func (r *Run) EventAt(p Point) uint32 {
	n := r.log.Len()
	if n == 0 {
		return 0
	}
	if len(r.rows) == 0 {
		return min(p.Ordinal, n-1)
	}
	row := min(int(p.Row), len(r.rows)-1)
	if int(p.Row) > row {
		return n - 1
	}
	start, end := r.rowStart(row), r.rowEnd(row)
	if p.Ordinal >= end-start {
		return end - 1
	}
	return start + p.Ordinal
}

// Rows are the calls so far, in order.
func (r *Run) Rows() []Row { return r.rows }

// LineOf is the source line of an event's row, 0 = none.
func (r *Run) LineOf(e uint32) uint32 {
	row := r.RowOf(e)
	if row < 0 {
		return 0
	}
	return r.rows[row].Call.Line
}

// LineAt is the source line that is at work at an event: the kernel's own line
// while one of its warps asks for memory, else the line of the row.
func (r *Run) LineAt(e uint32) uint32 {
	for at := e; at != event.None && at < r.Len(); at = r.Event(at).Cause {
		switch r.Event(at).Kind {
		case event.WarpAccess:
			return event.WarpAccessOf(r.Event(at)).Line
		case event.KernelFault:
			return event.KernelFaultOf(r.Event(at)).Line
		case event.Call:
			return r.LineOf(e)
		}
	}
	return r.LineOf(e)
}
