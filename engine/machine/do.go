package machine

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// handler answers one operation: it fills in r's Code, Why and Out, and says
// how far the call has come.
type handler func(m *Machine, c *target.Call, r *target.Result) target.Progress

// handlers is what this machine can do, by operation. One without a handler is
// answered with Unable. The rows are in the files of the handlers.
var handlers = collect(allocHandlers, copyHandlers, queryHandlers, accessHandlers, streamHandlers, vmmHandlers, launchHandlers, chunkHandlers, memHandlers, managedHandlers, symbolHandlers)

func collect(tables ...map[target.Op]handler) (all [len(target.Ops)]handler) {
	for _, t := range tables {
		for op, h := range t {
			all[op] = h
		}
	}
	return all
}

// Info says what the machine is and can do.
func (m *Machine) Info() target.Info {
	return target.Info{Kind: "simulated", Name: m.Profile.Name, Can: func(op target.Op) (bool, string) {
		if handlers[op] == nil {
			return false, "not simulated by this profile"
		}
		if nearest := op.Nearest(); nearest != "" {
			return true, "textbook: not in the driver; the nearest real thing is " + nearest
		}
		return true, ""
	}}
}

// Start begins a run of a program whose memory is memory.
func (m *Machine) Start(seed uint64, memory target.Memory) target.Why {
	m.memory = memory
	if w, ok := memory.(target.Watched); ok {
		w.Watch(m)
	}
	if c, ok := memory.(target.Chooser); ok && c.Chooses() {
		m.lab.policy, m.lab.on = chosen{c}, true
	}
	return target.Why{}
}

// Stop ends the run. The machine keeps its state so that it can be looked at.
func (m *Machine) Stop() target.Why { return target.Why{} }

// Do answers a call.
func (m *Machine) Do(c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Begin, r.End, r.Last = target.Success, m.rec.Now, 0, 0
	r.Why, r.Name = target.Why{}, ""
	r.Out = [2]uint64{}
	r.Ioctls, r.Printed, r.Steps = r.Ioctls[:0], r.Printed[:0], 0
	m.Driver.BeginRow()
	r.First = m.begin(c)
	h := handlers[c.Op]
	if h == nil {
		r.Why = target.Why{ID: target.NotOnThisTarget, N: [4]uint64{uint64(c.Op)}}
		r.Code = target.NotSupported
		return m.finish(c, r, target.Unable)
	}
	if c.Null && c.Ctx < contexts {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument}
		return m.finish(c, r, target.Done)
	}
	if m.barred(c, r) {
		return m.finish(c, r, target.Done)
	}
	if p := h(m, c, r); p != target.Pending {
		return m.finish(c, r, p)
	}
	m.pending, m.sofar = *c, *r
	return target.Pending
}

// Resume goes on with a pending call.
func (m *Machine) Resume(budget int, r *target.Result) target.Progress {
	*r = m.sofar
	if p := m.act.run(m, budget, r); p == target.Pending {
		m.sofar = *r
		return p
	}
	return m.finish(&m.pending, r, target.Done)
}

// begin leaves the Call event and makes it the cause of what follows.
func (m *Machine) begin(c *target.Call) uint32 {
	m.rec.Actor, m.rec.Cause = uint8(c.Ctx), event.None
	e := m.rec.Put(event.Call, 0)
	if e == nil {
		return 0
	}
	call := event.CallInfo{Row: m.head.At(0).Rows, Op: uint16(c.Op), Line: c.Line, Ctx: c.Ctx}
	copy(call.Arg[:], c.Arg[:4])
	call.Put(e)
	m.rec.Cause = m.rec.Last()
	return m.rec.Last()
}

// barred answers for a process that cannot go on: an error that stays, or a
// context that does not exist yet and cannot be made.
func (m *Machine) barred(c *target.Call, r *target.Result) bool {
	if c.Ctx >= contexts {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{0, uint64(c.Ctx)}}
		return true
	}
	p := m.CUDA.Process(c.Ctx)
	if p.Alive == 0 {
		if why := m.newContext(c.Ctx); why.ID != target.NoReason {
			r.Code, r.Why = target.MemoryAllocation, why
			return true
		}
	}
	if p.Sticky != 0 && !target.Quiet(c.Op) && !target.Unaffected(c, target.Code(p.Sticky) == target.DevicesUnavailable) {
		r.Code = target.Told(c.Op, target.Code(p.Sticky))
		r.Why = target.Why{ID: target.StickyError, N: [4]uint64{uint64(p.Sticky), uint64(p.StickyRow)}, Row: p.StickyRow}
		m.Clock.Advance(m.Profile.Cost.Zero)
		return true
	}
	return false
}

// finish notes the error, leaves the Return event and completes the result.
func (m *Machine) finish(c *target.Call, r *target.Result, p target.Progress) target.Progress {
	h := m.head.Mut(0)
	row, before := h.Rows, h.Entered
	if r.Code != target.Success && target.Notes(c.Op) && p == target.Done && c.Ctx < contexts {
		m.CUDA.SetError(c.Ctx, r.Code, row+1)
	}
	if trips := m.Driver.Ioctls(); len(trips) > 0 {
		r.Ioctls = append(r.Ioctls, trips...)
	}
	r.End = m.rec.Now
	entered := uint32(min(len(r.Ioctls), 1))
	h.Rows, h.Entered = row+1, entered
	if e := m.rec.Put(event.Return, row); e != nil {
		event.ReturnInfo{
			Row: row, Code: uint32(r.Code), Why: uint32(r.Why.ID), Out: r.Out, Ioctls: uint32(len(r.Ioctls)), Begin: r.Begin,
			Entered: entered, EnteredBefore: before,
		}.Put(e)
		r.Last = m.rec.Last()
	}
	m.rec.Cause = event.None
	return p
}

// cold says whether the call before entered the kernel: then the runtime's own
// work is slower, its code and data having left the caches.
func (m *Machine) cold() bool { return m.Watched || m.head.At(0).Entered != 0 }

// Sample reads the memory in use without leaving a trace.
func (m *Machine) Sample(s *target.Sample) bool {
	s.Free, s.Total = m.Driver.Memory()
	s.Process = s.Total - s.Free
	return true
}
