package machine

import "pagewalk/engine/event"

// Apply makes the transition of e, and of nothing else. The clock becomes the
// event's.
func (m *Machine) Apply(e *event.Event) {
	log := m.rec.Log
	m.rec.Log = nil
	switch e.Kind.Layer() {
	case event.Program:
		m.applyProgram(e, 1)
	case event.CUDA:
		m.CUDA.Apply(e)
	case event.Driver:
		m.Driver.Apply(e)
	case event.VA:
		m.VA.Apply(e)
	case event.MMU:
		m.MMU.Apply(e)
		m.tables.apply(e)
	case event.TLB:
		m.TLB.Apply(e)
	case event.PMM:
		m.PMM.Apply(e)
	case event.PMA:
		m.PMA.Apply(e)
	case event.Work:
		m.Streams.Apply(e)
	case event.DRAM:
		m.DRAM.Apply(e)
	}
	m.rec.Log = log
	m.rec.Now = e.Time
}

// Revert undoes the transition of e. before is the Time of the event before
// it, which the clock goes back to; 0 for the first.
func (m *Machine) Revert(e *event.Event, before uint64) {
	log := m.rec.Log
	m.rec.Log = nil
	switch e.Kind.Layer() {
	case event.Program:
		m.applyProgram(e, -1)
	case event.CUDA:
		m.CUDA.Revert(e)
	case event.Driver:
		m.Driver.Revert(e)
	case event.VA:
		m.VA.Revert(e)
	case event.MMU:
		m.MMU.Revert(e)
		m.tables.revert(e)
	case event.TLB:
		m.TLB.Revert(e)
	case event.PMM:
		m.PMM.Revert(e)
	case event.PMA:
		m.PMA.Revert(e)
	case event.Work:
		m.Streams.Revert(e)
	case event.DRAM:
		m.DRAM.Revert(e)
	}
	m.rec.Log = log
	m.rec.Now = before
}

// applyProgram keeps the machine's own head: the number of calls, and whether
// the last one entered the kernel.
func (m *Machine) applyProgram(e *event.Event, direction int32) {
	if e.Kind == event.Bulk {
		frame := 2 * int(e.Subject)
		if direction > 0 {
			frame++
		}
		m.bulk.Load(frame)
		m.Rebuild()
	}
	if e.Kind != event.Return {
		return
	}
	r := event.ReturnOf(e)
	h := m.head.Mut(0)
	h.Rows += uint32(direction)
	h.Entered = r.Entered
	if direction < 0 {
		h.Entered = r.EnteredBefore
	}
}
