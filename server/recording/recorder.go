package recording

import "pagewalk/engine/target"

// Recorder is a target that writes down what another one answers.
type Recorder struct {
	target.Target
	to     *Writer
	memory watched
	call   target.Call
	rows   int
	sample target.Sample // after the last row
	know   bool          // …, if it could be had
	err    error
}

// NewRecorder records t to w.
func NewRecorder(t target.Target, w *Writer) *Recorder { return &Recorder{Target: t, to: w} }

// Err is the first error of writing.
func (r *Recorder) Err() error { return r.err }

// watched is the program's memory; it notes what the target adds and removes.
type watched struct {
	target.Memory
	adopts []Data
	drops  []uint64
}

func (w *watched) Adopt(addr uint64, b []byte) bool {
	ok := w.Memory.Adopt(addr, b)
	if ok {
		w.adopts = append(w.adopts, Data{Addr: addr, N: uint64(len(b))})
	}
	return ok
}

func (w *watched) Abandon(addr uint64) {
	w.Memory.Abandon(addr)
	w.drops = append(w.drops, addr)
}

// Start begins the run with memory under observation.
func (r *Recorder) Start(seed uint64, m target.Memory) target.Why {
	r.memory = watched{Memory: m}
	return r.Target.Start(seed, &r.memory)
}

// Do passes a call on and writes its row when it is answered.
func (r *Recorder) Do(c *target.Call, out *target.Result) target.Progress {
	r.call = *c
	r.memory.adopts, r.memory.drops = nil, nil
	return r.note(r.Target.Do(c, out), out)
}

// Resume goes on with a pending call.
func (r *Recorder) Resume(budget int, out *target.Result) target.Progress {
	return r.note(r.Target.Resume(budget, out), out)
}

func (r *Recorder) note(p target.Progress, out *target.Result) target.Progress {
	if p == target.Pending {
		return p
	}
	row := newRow(r.rows, &r.call, out, p)
	r.rows++
	row.Adopts, row.Drops = r.memory.adopts, r.memory.drops
	row.Data = r.written(out)
	if r.know = !out.Why.Ends() && r.Target.Sample(&r.sample); r.know {
		row.Free = r.sample.Free
	}
	if err := r.to.Row(row); r.err == nil {
		r.err = err
	}
	return p
}

// written is what a copy left in the program's memory.
func (r *Recorder) written(out *target.Result) []Data {
	c := &r.call
	to, _, bytes := target.HostArguments(c.Op)
	if out.Code != target.Success || r.memory.Memory == nil || to < 0 {
		return nil
	}
	b, ok := r.memory.Bytes(c.Arg[to], c.Arg[bytes])
	if !ok || len(b) == 0 {
		return nil
	}
	d := Data{Addr: c.Arg[to], N: c.Arg[bytes]}
	if len(b) <= DataLimit {
		d.Bytes = b
	}
	return []Data{d}
}

// Sample is what was asked for the last row; the target is not asked twice.
func (r *Recorder) Sample(s *target.Sample) bool {
	*s = r.sample
	return r.know
}
