package scenario

import "pagewalk/engine/target"

// Row is one call of a program that reached a target, with the answer.
type Row struct {
	Call     target.Call
	Text     string // the call as the source has it
	Progress target.Progress
	Code     target.Code
	Why      target.Why
	Out      [2]uint64
	Begin    uint64 // picoseconds
	End      uint64
	First    uint32 // events, of a simulated target
	Last     uint32
	Ioctls   []target.Ioctl
	Sample   target.Sample // memory after the call, if Sampled
	Sampled  bool
}

// RunOptions says how RunOn runs.
type RunOptions struct {
	Seed   uint64
	Record bool // keep deltas
	Budget int  // instructions at most; 0 = until the program ends
	Slice  int  // instructions between two looks at Stop; 0 = a million
	Output func(stream uint8, text []byte)
	Row    func(*Row)  // each row as it is finished; without it the outcome has them all
	Stop   func() bool // asked now and then
}

// Outcome is what a run leaves.
type Outcome struct {
	VM     *VM
	Rows   []Row
	Status Status
	Steps  uint64     // of threads, in kernels
	Why    target.Why // of a target that could not start or stop
}

// runner is the Host of RunOn.
type runner struct {
	t       target.Target
	opt     RunOptions
	out     *Outcome
	pending bool
}

func (r *runner) Boundary(*VM, uint32, uint32) {}

func (r *runner) Output(stream uint8, text []byte) {
	if r.opt.Output != nil {
		r.opt.Output(stream, text)
	}
}

func (r *runner) Call(c *target.Call, res *target.Result) target.Progress {
	var p target.Progress
	if r.pending {
		p = r.t.Resume(100_000, res)
	} else {
		p = r.t.Do(c, res)
	}
	if r.pending = p == target.Pending; r.pending {
		return p
	}
	row := Row{Call: *c, Text: r.out.VM.CallText(), Progress: p, Code: res.Code, Why: res.Why, Out: res.Out, Begin: res.Begin, End: res.End, First: res.First, Last: res.Last}
	r.out.Steps += res.Steps
	if p == target.Unable && res.Code == target.Success {
		row.Code = target.NotSupported
	}
	row.Ioctls = append(row.Ioctls, res.Ioctls...)
	row.Sampled = r.t.Sample(&row.Sample)
	if r.opt.Row != nil {
		r.opt.Row(&row)
	} else {
		r.out.Rows = append(r.out.Rows, row)
	}
	return p
}

// RunOn runs a program on a target from its start to its end.
func RunOn(t target.Target, p *Program, opt RunOptions) *Outcome {
	o := &Outcome{VM: NewVM(p, opt.Seed)}
	o.VM.Record(opt.Record)
	if o.Why = t.Start(opt.Seed, o.VM); o.Why.ID != target.NoReason {
		return o
	}
	r := &runner{t: t, opt: opt, out: o}
	slice, left := opt.Slice, opt.Budget
	if slice <= 0 {
		slice = 1_000_000
	}
	for {
		n := slice
		if opt.Budget > 0 {
			n = min(n, left)
			left -= n
		}
		o.Status = o.VM.Run(r, n)
		if o.Status.Why != Budget || opt.Budget > 0 && left == 0 || opt.Stop != nil && opt.Stop() {
			break
		}
	}
	if why := t.Stop(); o.Why.ID == target.NoReason {
		o.Why = why
	}
	return o
}
