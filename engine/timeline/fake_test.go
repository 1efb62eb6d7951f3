package timeline

import (
	"math/rand"

	"pagewalk/engine/event"
	"pagewalk/engine/scenario"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

// fakeMachine writes numbers into cells: enough to see whether a run goes
// back and forth exactly. A call with Arg[0] = n writes n cells.
type fakeMachine struct {
	rec    event.Recorder
	set    state.Set
	hasher *state.Hasher
	cells  state.Column[uint64]
	sum    uint64 // derived: the sum of all cells
	random *rand.Rand
	row    uint32
}

const fakeCells = 1 << 16

func newFake() *fakeMachine {
	m := &fakeMachine{cells: state.New[uint64](fakeCells), random: rand.New(rand.NewSource(9))}
	m.set.Add(&m.cells)
	m.hasher = state.NewHasher(&m.set)
	m.rec.Cause = event.None
	return m
}

func (m *fakeMachine) write(i uint32, v uint64) {
	old := m.cells.Get(i)
	m.cells.Set(i, v)
	m.sum += v - old
	if e := m.rec.Put(event.StreamQueue, i); e != nil {
		e.W[0], e.W[1] = old, v
	}
}

func (m *fakeMachine) Info() target.Info                      { return target.Info{} }
func (m *fakeMachine) Start(uint64, target.Memory) target.Why { return target.Why{} }
func (m *fakeMachine) Sample(*target.Sample) bool             { return false }
func (m *fakeMachine) Stop() target.Why                       { return target.Why{} }
func (m *fakeMachine) Set() *state.Set                        { return &m.set }
func (m *fakeMachine) Recorder() *event.Recorder              { return &m.rec }
func (m *fakeMachine) Hash() uint64                           { return m.hasher.Sum() }

func (m *fakeMachine) Do(c *target.Call, r *target.Result) target.Progress {
	*r = target.Result{Begin: m.rec.Now}
	m.row++
	if e := m.rec.Put(event.Call, m.row-1); e != nil {
		event.CallInfo{Row: m.row - 1, Op: uint16(c.Op), Line: c.Line}.Put(e)
	}
	for range c.Arg[0] {
		m.rec.Now++
		m.write(uint32(m.random.Intn(fakeCells)), m.random.Uint64())
	}
	if e := m.rec.Put(event.Return, m.row-1); e != nil {
		event.ReturnInfo{Row: m.row - 1}.Put(e)
	}
	return target.Done
}

func (m *fakeMachine) Resume(int, *target.Result) target.Progress { return target.Done }

func (m *fakeMachine) Apply(e *event.Event) {
	m.rec.Now = e.Time
	if e.Kind == event.StreamQueue {
		m.write(e.Subject, e.W[1])
	}
}

func (m *fakeMachine) Revert(e *event.Event, before uint64) {
	if e.Kind == event.StreamQueue {
		m.write(e.Subject, e.W[0])
	}
	m.rec.Now = before
}

func (m *fakeMachine) Rebuild() {
	m.sum = 0
	for _, v := range m.cells.Slice(0, fakeCells) {
		m.sum += v
	}
}

func (m *fakeMachine) Check() string {
	was := m.sum
	if m.Rebuild(); was != m.sum {
		return "fake: the derived sum is wrong"
	}
	return ""
}

// fakeProgram makes one call for each element; its memory is one word that
// every boundary changes.
type fakeProgram struct {
	weight uint64 // bytes that each difference is said to take
	calls  []target.Call
	next   int
	memory uint64
	deltas []uint64
	at     uint32
}

func (p *fakeProgram) boundary(h scenario.Host) {
	d := uint64(p.next+1) * 0x9E3779B97F4A7C15
	p.memory ^= d
	p.deltas = append(p.deltas, d)
	p.at++
	h.Boundary(nil, p.at-1, 0)
}

func (p *fakeProgram) Run(h scenario.Host, budget int) scenario.Status {
	for ; p.next < len(p.calls) && budget > 0; budget-- {
		p.boundary(h)
		var r target.Result
		h.Call(&p.calls[p.next], &r)
		p.next++
		if p.next%3 == 0 {
			h.Output(1, []byte("line\n"))
		}
		if r.Why.Ends() {
			return scenario.Status{Why: scenario.Limit}
		}
	}
	if p.next < len(p.calls) {
		return scenario.Status{Why: scenario.Budget}
	}
	p.boundary(h)
	return scenario.Status{Why: scenario.Done}
}

func (p *fakeProgram) CallText() string { return "call" }
func (p *fakeProgram) Record(bool)      {}
func (p *fakeProgram) Deltas() uint32   { return uint32(len(p.deltas)) }
func (p *fakeProgram) Rewind()          {}
func (p *fakeProgram) History() uint64  { return uint64(len(p.deltas)) * p.weight }
func (p *fakeProgram) Hash() uint64     { return p.memory }

func (p *fakeProgram) Load(*scenario.Snapshot) {}

func (p *fakeProgram) Redo(d uint32) {
	if d != p.at {
		panic("fake: redo out of order")
	}
	p.memory ^= p.deltas[d]
	p.at++
}

func (p *fakeProgram) Undo(d uint32) {
	if d+1 != p.at {
		panic("fake: undo out of order")
	}
	p.memory ^= p.deltas[d]
	p.at--
}

// fakeRun is a finished run of calls with the given numbers of writes.
func fakeRun(limit uint32, writes ...uint64) *Run {
	p := &fakeProgram{}
	for i, n := range writes {
		p.calls = append(p.calls, target.Call{Op: target.PwTouch, Line: uint32(i/2 + 1), Arg: [8]uint64{n}})
	}
	r := New(newFake(), p, nil, 1, limit)
	for !r.Step(2) {
	}
	return r
}
