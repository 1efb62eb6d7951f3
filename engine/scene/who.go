package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pma"
)

// Who is the event that last changed what a station of the present moment
// shows, or event.None.
func (b *Builder) Who(s Station) uint32 {
	m := b.Moment()
	switch s.Part {
	case PartCall:
		if b.row != nil {
			return b.row.First
		}
	case PartRung:
		if int(s.Index) < len(b.trips.events) {
			return b.trips.events[s.Index]
		}
	case PartPage, PartChunk:
		page := s.Index
		if s.Part == PartChunk {
			page = m.Physical.Root.Page
		}
		return b.run.LastWriter(func(e *event.Event) bool { return b.touchesPage(e, page) })
	case PartFrame:
		return b.run.LastWriter(func(e *event.Event) bool {
			i := event.FrameRunOf(e)
			return e.Kind == event.FrameRun && s.Index-i.First < i.N
		})
	case PartBlock:
		if int(s.Index) < len(m.Managed.Shown) {
			id := b.m.VA.FindBlock(b.process, m.Managed.Shown[s.Index].Base)
			return b.run.LastWriter(func(e *event.Event) bool { return id != 0 && blockOfEvent(e) == id })
		}
	case PartPointer:
		if int(s.Index) < len(m.Runtime.Pointers) {
			address := m.Runtime.Pointers[s.Index].Address
			return b.run.LastWriter(func(e *event.Event) bool { return e.Kind == event.Return && event.ReturnOf(e).Out[0] == address })
		}
	case PartSlab, PartPiece:
		return b.whoPiece(m, s)
	case PartCache:
		return b.run.LastWriter(func(e *event.Event) bool { return e.Kind == event.CachePut })
	case PartLevel, PartEntry:
		return b.whoEntry(m, s)
	case PartTLB:
		return b.run.LastWriter(func(e *event.Event) bool { return e.Kind == event.TLBFill || e.Kind == event.TLBDrop })
	}
	return event.None
}

// touchesPage says whether an event changes a 2 MiB page or a chunk in it.
func (b *Builder) touchesPage(e *event.Event, page uint32) bool {
	if e.Kind == event.FrameRun {
		i := event.FrameRunOf(e)
		return i.First/pma.PageFrames <= page && page <= (i.First+i.N-1)/pma.PageFrames
	}
	first, ok := b.card.pageOfEvent(e)
	if !ok {
		return false
	}
	if e.Kind == event.ChunkRun {
		if i := event.ChunkOf(e); i.Chunk < b.m.PMM.Root(b.m.PMM.Roots()) {
			return first <= page && page < first+i.N
		}
	}
	return first == page
}

// whoPiece finds who last changed a piece or a slab, by address.
func (b *Builder) whoPiece(m *Moment, s Station) uint32 {
	n := uint32(0)
	for i := range m.Runtime.Slabs {
		slab := &m.Runtime.Slabs[i]
		if s.Part == PartSlab && uint32(i) == s.Index {
			return b.whoAddress(slab.Address, slab.Address+slab.Bytes)
		}
		for _, p := range slab.Pieces {
			if s.Part == PartPiece && n == s.Index {
				return b.whoAddress(slab.Address+p.Offset, slab.Address+p.Offset+p.Bytes)
			}
			n++
		}
	}
	return event.None
}

func (b *Builder) whoAddress(from, to uint64) uint32 {
	return b.run.LastWriter(func(e *event.Event) bool {
		switch e.Kind {
		case event.HoleTake, event.HoleGive, event.SlabNew, event.SlabFree, event.ExtentTake, event.ExtentGive:
			return e.W[0] >= from && e.W[0] < to
		}
		return false
	})
}
