package timeline

import (
	"strings"

	"pagewalk/engine/event"
	"pagewalk/engine/scenario"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// New begins a run of p on m. memory is the program's memory as the machine
// sees it; limit bounds the number of events, 0 = no bound.
func New(m Machine, p Program, memory target.Memory, seed uint64, limit uint32) *Run {
	r := &Run{machine: m, program: p, rec: m.Recorder(), limit: limit, keys: state.NewKeyframes(m.Set())}
	r.rec.Log = &r.log
	p.Record(true)
	if why := m.Start(seed, memory); why.Ends() {
		r.finish(why)
	}
	r.cursor = r.log.Len()
	r.weighed = r.cursor
	r.keys.Take()
	r.marks = append(r.marks, r.cursor)
	return r
}

// Step runs the program for about budget instructions and says whether the run
// is over. Until it is, the cursor stays at the end of the log.
func (r *Run) Step(budget int) (done bool) {
	if r.done {
		return true
	}
	r.budget = budget
	r.status = r.program.Run(r, budget)
	switch {
	case r.why.ID != target.NoReason:
		r.finish(r.why)
	case r.status.Why == scenario.Done || r.status.Why == scenario.Fault || r.status.Why == scenario.Limit:
		r.finish(target.Why{})
	}
	r.settle()
	return r.done
}

// Stop ends the run where it is. What was recorded stays; a call under way is
// brought to its end.
func (r *Run) Stop() {
	if !r.done {
		for r.budget = stopBudget; r.asking; {
			r.status = r.program.Run(r, 0)
		}
		r.finish(target.Why{ID: target.Stopped})
		r.settle()
	}
}

// stopBudget is how many steps of a pending call are done at a time when the
// run is being stopped.
const stopBudget = 1 << 20

// settle notes where the log ends now, and takes the keyframes that are due.
func (r *Run) settle() {
	r.cursor, r.deltas = r.log.Len(), r.program.Deltas()
	if !r.asking || r.done {
		r.keep()
	}
}

// finish closes the log: with a Limit event if a bound ended the run.
func (r *Run) finish(why target.Why) {
	r.done, r.why = true, why
	if n := len(r.rows); n > 0 && !r.rows[n-1].Answered {
		r.rows[n-1].Last = max(r.log.Len(), r.rows[n-1].First+1) - 1
	}
	if why.Ends() || r.status.Why == scenario.Limit || r.status.Why == scenario.Fault {
		r.rec.Cause = event.None
		if e := r.rec.Put(event.Limit, uint32(why.ID)); e != nil {
			e.W[0] = why.N[0]
		}
	}
	r.program.Rewind()
}

// Done says whether the program has ended, and Why what ended it early.
func (r *Run) Done() bool { return r.done }

// Why is why the run ended before the program did; the zero Why if it did not.
func (r *Run) Why() target.Why { return r.why }

// Status is how the program ended: its exit code, or the fault or limit of the
// language that stopped it.
func (r *Run) Status() scenario.Status { return r.status }

// Call answers a call: it opens a row, or goes on with the pending one.
func (r *Run) Call(c *target.Call, result *target.Result) target.Progress {
	if r.asking {
		return r.answer(r.machine.Resume(r.budget, result), result)
	}
	r.rows = append(r.rows, Row{Call: *c, Text: r.program.CallText(), First: r.log.Len()})
	return r.answer(r.machine.Do(c, result), result)
}

func (r *Run) answer(p target.Progress, result *target.Result) target.Progress {
	r.asking = p == target.Pending
	if r.asking {
		return p
	}
	row := &r.rows[len(r.rows)-1]
	row.Code, row.Why, row.Out, row.Begin, row.End = result.Code, result.Why, result.Out, result.Begin, result.End
	row.Ioctls = append([]target.Ioctl(nil), result.Ioctls...)
	row.Last = max(r.log.Len(), row.First+1) - 1
	row.Answered = true
	if bound := r.bound(); bound.Ends() && !result.Why.Ends() {
		result.Why = bound
	}
	if result.Why.Ends() {
		r.why = result.Why
	}
	return p
}

// mostHeld is how many bytes of history a run keeps. A browser gives an engine
// 4 GiB, of which garbage may be half.
const mostHeld = 768 << 20

// bound is the bound of ours that the run has come to, if any.
func (r *Run) bound() target.Why {
	switch {
	case r.limit > 0 && r.log.Len() > r.limit:
		return target.Why{ID: target.LimitEvents, N: [4]uint64{uint64(r.limit)}}
	case r.log.Bytes()+r.rec.Aside.Len()*8+r.program.History() > mostHeld:
		return target.Why{ID: target.LimitHistory, N: [4]uint64{mostHeld}}
	}
	return target.Why{}
}

// Output records what the program printed.
func (r *Run) Output(stream uint8, text []byte) {
	row := uint32(max(len(r.rows), 1) - 1)
	var end uint32
	if n := len(r.outputs); n > 0 {
		end = r.outputs[n-1].end
	}
	at := r.log.Len()
	if e := r.rec.Put(event.Output, row); e != nil {
		e.Cause = event.None
		e.W = [5]uint64{uint64(len(r.outputs)), uint64(len(text)), uint64(stream)}
	}
	r.outputs = append(r.outputs, output{at, end + uint32(len(text)), string(text), stream})
}

// Printed is the end of what the program has printed where the cursor stands,
// at most limit bytes.
func (r *Run) Printed(limit int) string {
	n := 0
	for hi := len(r.outputs); n < hi; {
		mid := (n + hi) / 2
		if r.outputs[mid].event < r.cursor {
			n = mid + 1
		} else {
			hi = mid
		}
	}
	first, size := n, 0
	for first > 0 && size < limit {
		first--
		size += len(r.outputs[first].text)
	}
	var b strings.Builder
	for _, o := range r.outputs[first:n] {
		b.WriteString(o.text)
	}
	s := b.String()
	for len(s) > limit {
		cut := len(s) - limit
		for cut < len(s) && s[cut]&0xC0 == 0x80 {
			cut++
		}
		s = s[cut:]
	}
	return s
}

// Text is what the Output event number i printed.
func (r *Run) Text(i uint32) string {
	if int(i) < len(r.outputs) {
		return r.outputs[i].text
	}
	return ""
}
