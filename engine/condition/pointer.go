package condition

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// allocates says whether an operation answers with memory of the card.
func allocates(op target.Op) bool {
	switch op {
	case target.CudaMalloc, target.CudaMallocManaged, target.CudaMallocPitch, target.CudaMallocAsync, target.CudaMallocFromPoolAsync, target.CuMemAlloc:
		return true
	}
	return false
}

// frees says whether an operation gives such memory back.
func frees(op target.Op) bool {
	return op == target.CudaFree || op == target.CuMemFree || op == target.CudaFreeAsync
}

// live counts the allocations that were made and not freed up to a place.
func live(r *Run, args []string) (v value, ok bool) {
	_, ok = r.seek(one(args))
	v.at = event.None
	held := map[uint64]bool{}
	for i := range r.Run.Rows() {
		row := &r.Run.Rows()[i]
		if row.Last >= r.Run.Cursor() {
			break
		}
		key := row.Call.Arg[0] | uint64(row.Call.Ctx)<<56
		switch {
		case row.Code != target.Success:
		case allocates(row.Call.Op):
			held[row.Out[0]|uint64(row.Call.Ctx)<<56] = true
			v.at = row.Last
		case frees(row.Call.Op):
			delete(held, key)
			v.at = row.Last
		case row.Call.Op == target.CudaDeviceReset:
			held, v.at = map[uint64]bool{}, row.Last
		}
	}
	v.n = int64(len(held))
	return v, ok
}

// same compares the pointers that two lines gave, or that two variables hold.
func same(r *Run, args []string) (v value, ok bool) {
	v.at = event.None
	if len(args) != 2 {
		return v, false
	}
	a, _, okA := r.given(args[0])
	b, row, okB := r.given(args[1])
	if okA && okB && a == b {
		v.n = 1
	}
	if row != nil {
		v.at = r.taking(row)
	}
	return v, okA && okB
}

// given is the pointer of a line's last allocation, or of a variable.
func (r *Run) given(text string) (address uint64, row *timeline.Row, ok bool) {
	n, isLine := lineOf(text)
	if !isLine {
		address, ok = r.pointer(text)
		return address, nil, ok
	}
	rows := r.Run.Rows()
	for i := len(rows) - 1; i >= 0; i-- {
		if x := &rows[i]; x.Call.Line == n && allocates(x.Call.Op) && x.Code == target.Success {
			return x.Out[0], x, true
		}
	}
	return 0, nil, false
}

// taking is the event of an allocation that chose its address: a block from
// the driver's cache, a hole, or else a range; the Return if there is none.
func (r *Run) taking(row *timeline.Row) uint32 {
	for _, k := range [...]event.Kind{event.CacheTake, event.HoleTake, event.ExtentTake} {
		if e := r.lastIn(row, k); e != event.None {
			return e
		}
	}
	return row.Last
}

// moving is the event of a row that moved the free memory: frames taken or
// given back; a trip that takes memory; a block that a lazy driver keeps or
// hands out; the Return if nothing did.
func (r *Run) moving(row *timeline.Row) uint32 {
	for i := row.First; i <= row.Last && i < r.Run.Len(); i++ {
		if e := r.Run.Event(i); e.Kind == event.Ioctl {
			n := target.IoctlName(event.IoctlOf(e).Name)
			if n == target.RMAlloc || n == target.RMFree {
				return i
			}
		}
	}
	for _, k := range [...]event.Kind{event.CachePut, event.CacheTake, event.HoleGive} {
		if e := r.lastIn(row, k); e != event.None {
			return e
		}
	}
	return row.Last
}
