package scene

import (
	"pagewalk/engine/event"
	"pagewalk/engine/timeline"
	"pagewalk/engine/va"
)

const (
	maxFaults    = 32      // faults of a call that are shown
	maxBatches   = 8       // batches of a call that are shown
	maxFaultScan = 1 << 17 // events of a call that are read for them
)

// faultLog is what one row has to tell of the fault buffer, as events.
type faultLog struct {
	row, last uint32
	known     bool
	faults    []uint32 // ManagedFault
	buffer    []uint32 // packets, batches, replays, in order
	batches   []uint32 // FaultBatch
}

// of reads a row, once.
func (l *faultLog) of(run *timeline.Run, row int) {
	r := &run.Rows()[row]
	if l.known && l.row == uint32(row) && l.last == r.Last {
		return
	}
	*l = faultLog{row: uint32(row), last: r.Last, known: true, faults: l.faults[:0], buffer: l.buffer[:0], batches: l.batches[:0]}
	for i := r.First; i <= min(r.Last, r.First+maxFaultScan) && i < run.Len(); i++ {
		switch run.Event(i).Kind {
		case event.ManagedFault:
			l.faults = append(l.faults, i)
		case event.FaultBatch:
			l.batches = append(l.batches, i)
			l.buffer = append(l.buffer, i)
		case event.FaultPacket, event.FaultReplay, event.FaultCancel:
			l.buffer = append(l.buffer, i)
		}
	}
}

// around gives the part of a list of events that is shown: those around the
// moment, done of which are over.
func around(all []uint32, now, most uint32) (first, last uint32) {
	done, n := uint32(0), uint32(len(all))
	for done < n && all[done] <= now {
		done++
	}
	first = min(done-min(done, most*3/4), n-min(n, most))
	return first, min(first+most, n)
}

// faults lists the faults and batches of the current call in their order, those
// to come too; of many, those around the moment.
func (b *Builder) faults(g *Managed) {
	if b.row == nil {
		return
	}
	l := &b.faulted
	l.of(b.run, b.rowNumber)
	g.FaultsAll = uint32(len(l.faults))
	first, last := around(l.faults, b.index, maxFaults)
	g.FaultsFirst = first
	for _, i := range l.faults[first:last] {
		g.Faults = append(g.Faults, b.faultRow(i))
	}
	g.BatchesAll = uint32(len(l.batches))
	first, last = around(l.batches, b.index, maxBatches)
	for n := first; n < last; n++ {
		g.Batches = append(g.Batches, b.batch(n))
	}
	for _, i := range l.buffer {
		if i > b.index {
			break
		}
		g.Buffered = buffered(g.Buffered, b.run.Event(i))
	}
}

// buffered is how many packets the buffer has after an event.
func buffered(before uint32, e *event.Event) uint32 {
	switch e.Kind {
	case event.FaultPacket:
		return event.FaultPacketOf(e).Buffered
	case event.FaultBatch:
		return event.FaultBatchOf(e).Left
	case event.FaultReplay:
		r := event.FaultReplayOf(e)
		return before - r.Dropped + r.Again
	}
	return 0
}

// stateOf says where the moment stands with an event and what it brought about.
func (b *Builder) stateOf(i uint32) RungState {
	for _, c := range b.chain {
		if c == i {
			return RungNow
		}
	}
	if i > b.index {
		return RungAhead
	}
	return RungDone
}

func (b *Builder) faultRow(i uint32) FaultRow {
	e := b.run.Event(i)
	f := event.ManagedFaultOf(e)
	r := FaultRow{Address: f.Address, Page: uint32(f.Page), GPU: f.Processor == va.GPU, Write: f.Write, Moves: f.Moves, Already: f.There, Faults: f.Faults}
	for n, at := range b.faulted.batches {
		if at == e.Cause {
			r.Batch = uint32(n + 1)
		}
	}
	r.State = b.stateOf(i)
	return r
}

// batch tells of batch n of the call, with the replays before the next one.
func (b *Builder) batch(n uint32) BatchRow {
	l := &b.faulted
	at, end := l.batches[n], event.None
	if n+1 < uint32(len(l.batches)) {
		end = l.batches[n+1]
	}
	f := event.FaultBatchOf(b.run.Event(at))
	r := BatchRow{
		Number: n + 1, Interrupt: f.Service, Packets: f.Packets, Pages: f.Pages, Blocks: f.Blocks, Duplicates: f.Merged + f.Duplicates, Left: f.Left,
		State: b.stateOf(at),
	}
	for _, i := range l.buffer {
		if e := b.run.Event(i); i > at && i < end && e.Kind == event.FaultReplay {
			p := event.FaultReplayOf(e)
			r.Replays++
			r.Dropped, r.Done, r.Again = r.Dropped+p.Dropped, r.Done+p.Done, p.Again
			if i == b.index {
				r.State = RungNow
			}
		}
	}
	return r
}
