package machine

import (
	"pagewalk/engine/event"
	"pagewalk/engine/state"
)

// bulk is the part of an act that becomes one event: while it is open nothing
// is recorded, and the pages of the state are kept as they were before.
type bulk struct {
	open bool
	log  *event.Log // set aside
}

// begin sets the pages of the state aside, unless that is done already.
func (b *bulk) begin(m *Machine) {
	if b.open {
		return
	}
	if m.bulk == nil {
		m.bulk = state.NewKeyframes(&m.set)
	}
	m.bulk.Take()
	b.open, b.log = true, m.rec.Log
	m.rec.Log = nil
}

// end closes the act as one event: the pages before and after.
func (b *bulk) end(m *Machine, accesses, first uint64) {
	if !b.open {
		return
	}
	b.open, m.rec.Log = false, b.log
	after := m.bulk.Take()
	if e := m.rec.Put(event.Bulk, uint32(after/2)); e != nil {
		e.W[0], e.W[1] = accesses, first
	}
}
