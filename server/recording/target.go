package recording

import (
	"slices"

	"pagewalk/engine/target"
)

// Target answers what a file has recorded.
type Target struct {
	file     *File
	memory   target.Memory
	next     int
	diverged bool
}

// NewTarget gives a target that answers from f.
func NewTarget(f *File) *Target { return &Target{file: f} }

// Info says what was recorded. A recording can do every call, as long as it is
// the recorded one.
func (t *Target) Info() target.Info {
	h := &t.file.Header
	return target.Info{Kind: "recorded", Name: h.Card, Driver: h.Driver, Can: func(op target.Op) (bool, string) {
		for i := range t.file.Rows {
			if r := &t.file.Rows[i]; r.Op() == op && r.Unable {
				return false, "the recorded target could not do it"
			}
		}
		return true, ""
	}}
}

// Start begins at the first row.
func (t *Target) Start(_ uint64, m target.Memory) target.Why {
	t.memory, t.next, t.diverged = m, 0, false
	return target.Why{}
}

// Stop ends the run.
func (t *Target) Stop() target.Why { return target.Why{} }

// Resume has nothing to do: Do answers every call to its end.
func (t *Target) Resume(int, *target.Result) target.Progress { return target.Done }

// Expected is the row that the next call must equal; nil behind the last.
func (t *Target) Expected() *Row {
	if t.next < len(t.file.Rows) {
		return &t.file.Rows[t.next]
	}
	return nil
}

// Do answers a call with what was recorded, if it is the call that was.
func (t *Target) Do(c *target.Call, r *target.Result) target.Progress {
	row := t.Expected()
	if t.diverged || row == nil || !row.is(c) {
		t.diverged = true
		*r = target.Result{Code: target.NotSupported, Why: target.Why{ID: target.Diverged, N: [4]uint64{uint64(t.next + 1)}, Row: uint32(t.next + 1)}}
		return target.Unable
	}
	t.next++
	*r = row.Result()
	if c.Op == target.CudaGetDeviceProperties {
		r.Name = t.file.Header.Card
	}
	if t.memory != nil {
		t.restore(row)
	}
	if row.Unable {
		return target.Unable
	}
	return target.Done
}

// is says whether c is the recorded call. The line is not compared: a comment
// more does not make another program.
func (r *Row) is(c *target.Call) bool {
	if c.Kernel != nil && (r.Text != c.Kernel.Name || string(r.Packed) != c.Packed) {
		return false
	}
	return r.Op() == c.Op && r.Ctx == c.Ctx && r.Null == c.Null && slices.Equal(r.Args, short(c.Arg[:]))
}

// restore does to the program's memory what the call did.
func (t *Target) restore(row *Row) {
	for _, a := range row.Adopts {
		t.memory.Adopt(a.Addr, make([]byte, a.N))
	}
	for _, at := range row.Drops {
		t.memory.Abandon(at)
	}
	for _, d := range row.Data {
		if b, ok := t.memory.Bytes(d.Addr, d.N); ok {
			copy(b, d.Bytes)
		}
	}
}

// Sample is the free memory after the last answered call.
func (t *Target) Sample(s *target.Sample) bool {
	h := &t.file.Header
	s.Total, s.Free = h.Total, h.Free
	if t.next > 0 {
		s.Free = t.file.Rows[t.next-1].Free
	}
	s.Process = s.Total - s.Free
	return s.Free != 0
}
