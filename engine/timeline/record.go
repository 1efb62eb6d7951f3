package timeline

import (
	"strings"

	"pagewalk/engine/event"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// New begins a run of p on m. memory is the program's memory as the machine
// sees it; limit bounds the number of events, 0 = no bound.
func New(m Machine, p Program, memory target.Memory, seed uint64, limit uint32) *Run {
	r := &Run{machine: m, program: p, rec: m.Recorder(), limit: limit, keys: state.NewKeyframes(m.Set())}
	r.rec.Log = &r.log
	if why := m.Start(seed, memory); why.Ends() {
		r.done, r.why = true, why
	}
	r.cursor = r.log.Len()
	r.weighed = r.cursor
	r.keys.Take()
	r.marks = append(r.marks, r.cursor)
	r.head = *r.rec
	return r
}

// Step runs the program for about budget instructions and says whether the run
// is over. The cursor is at the end of the log afterwards.
func (r *Run) Step(budget int) (done bool) {
	if r.done {
		return true
	}
	r.SeekCount(r.log.Len())
	*r.rec = r.head
	done, why := r.program.Run(r, budget)
	if done {
		r.finish(why)
	}
	r.cursor = r.log.Len()
	r.head = *r.rec
	r.keep()
	return r.done
}

// Stop ends the run where it is. What was recorded stays.
func (r *Run) Stop() {
	if r.done {
		return
	}
	r.SeekCount(r.log.Len())
	*r.rec = r.head
	r.finish(target.Why{ID: target.Stopped})
	r.cursor = r.log.Len()
	r.head = *r.rec
	r.keep()
}

// finish closes the log: with a Limit event if a bound ended the run.
func (r *Run) finish(why target.Why) {
	r.done, r.why = true, why
	if why.Ends() {
		r.rec.Cause = event.None
		if e := r.rec.Put(event.Limit, uint32(why.ID)); e != nil {
			e.W[0] = why.N[0]
		}
	}
}

// Done says whether the program has ended, and Why what ended it early.
func (r *Run) Done() bool { return r.done }

// Why is why the run ended before the program did; the zero Why if it did not.
func (r *Run) Why() target.Why { return r.why }

// Boundary keeps a difference of the program's memory. It happens with the
// event that comes next if a call is coming, or with the Return just recorded.
func (r *Run) Boundary(d Delta) {
	at := r.log.Len()
	if n := len(r.rows); n > 0 && at > 0 && r.rows[n-1].Answered && r.rows[n-1].Last == at-1 && !r.returned() {
		at--
	}
	r.deltas = append(r.deltas, deltaAt{at, d})
	r.applied = len(r.deltas)
}

// returned says whether the newest Return event has its difference already.
func (r *Run) returned() bool {
	n := len(r.deltas)
	return n > 0 && r.deltas[n-1].event == r.log.Len()-1
}

// Call answers a call and opens its row.
func (r *Run) Call(c *target.Call, result *target.Result) target.Progress {
	r.rows = append(r.rows, Row{Call: *c, First: r.log.Len()})
	return r.answer(r.machine.Do(c, result), result)
}

// Resume goes on with a pending call.
func (r *Run) Resume(budget int, result *target.Result) target.Progress {
	return r.answer(r.machine.Resume(budget, result), result)
}

func (r *Run) answer(p target.Progress, result *target.Result) target.Progress {
	if p == target.Pending {
		return p
	}
	row := &r.rows[len(r.rows)-1]
	row.Code, row.Why, row.Out, row.Begin, row.End = result.Code, result.Why, result.Out, result.Begin, result.End
	row.Ioctls = append([]target.Ioctl(nil), result.Ioctls...)
	row.Last = max(r.log.Len(), row.First+1) - 1
	row.Answered = true
	if r.limit > 0 && r.log.Len() > r.limit && !result.Why.Ends() {
		result.Why = target.Why{ID: target.LimitEvents, N: [4]uint64{uint64(r.limit)}}
	}
	return p
}

// Output records what the program printed.
func (r *Run) Output(text string, stream uint8) {
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
	r.outputs = append(r.outputs, output{at, end + uint32(len(text)), text, stream})
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
