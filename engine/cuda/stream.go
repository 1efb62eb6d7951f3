package cuda

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// Streams and events as a program holds them. Work in a stream takes effect in
// the order of issue, so a stream here is a name that pools and waits refer to.

// Special streams by the numbers of the runtime: the legacy stream and the
// stream of the thread.
const (
	legacyStream    = 1
	perThreadStream = 2
	firstStream     = 3
)

// streamLives says whether a stream can be named.
func (c *CUDA) streamLives(process uint16, stream uint64) bool {
	if stream < firstStream {
		return true
	}
	return stream < Streams && c.State.Streams.At(uint32(stream)).Process == uint32(process)+1
}

// nonBlocking is the only flag of cudaStreamCreateWithFlags.
const nonBlocking = 1

// NewStream is cudaStreamCreate.
func (c *CUDA) NewStream(process uint16, flags uint64) (target.Code, target.Why, uint64) {
	if flags&^nonBlocking != 0 {
		return invalid(1, flags).parts()
	}
	for id := uint32(firstStream); id < Streams; id++ {
		if c.State.Streams.At(id).Process == 0 {
			if why := c.roomForStream(process); why.ID != target.NoReason {
				return target.MemoryAllocation, why, 0
			}
			c.below.Driver.RangeGroup()
			c.setStream(id, uint32(process)+1)
			return target.Success, target.Why{}, uint64(id)
		}
	}
	return target.MemoryAllocation, target.Why{ID: target.LimitAllocations, N: [4]uint64{Streams - firstStream}}, 0
}

// roomForStream takes what a further stream needs on the card: 2 MiB with the
// second that lives, and again with every fourth after it. A stream that ends
// leaves it to the next one; only a reset gives it back (measured on an H200,
// driver 580.159.04, for up to 48 streams; the 36th took 2 MiB more at the
// address of the pools' accounts, which is not modelled).
func (c *CUDA) roomForStream(process uint16) target.Why {
	bytes := c.p.Runtime.StreamBytes
	streams, rooms := c.countStreams(process)
	if bytes == 0 || (streams+1+2)/4 <= rooms {
		return target.Why{}
	}
	return c.grow(process, bytes)
}

// countStreams counts a process's streams and what was taken for them.
func (c *CUDA) countStreams(process uint16) (streams, rooms uint32) {
	for id := uint32(firstStream); id < Streams; id++ {
		if c.State.Streams.At(id).Process == uint32(process)+1 {
			streams++
		}
	}
	for a := c.Process(process).NewestArena; a != 0; a = c.State.Arenas.At(a).Older {
		for id := c.State.Arenas.At(a).First; id != 0; id = c.State.Extents.At(id).Next {
			if x := c.State.Extents.At(id); x.Kind == Context && x.Object != 0 {
				rooms++
			}
		}
	}
	return streams, rooms
}

// grow takes memory for the context itself, where a block would lie.
func (c *CUDA) grow(process uint16, bytes uint64) target.Why {
	d := c.below.Driver
	got, why := d.Alloc(process, bytes, bytes, false)
	if why.ID != target.NoReason {
		return why
	}
	extent := c.place(process, bytes, c.alignment(bytes))
	c.takeExtent(extent, bytes, bytes, Context, got.Object)
	base := c.State.Extents.At(extent).Start
	if why = d.CreateRange(process, base, bytes); why.ID == target.NoReason {
		why = d.Map(process, base, bytes, got.Object)
	}
	if why.ID != target.NoReason { // no memory for page tables
		d.DropRange(process, base)
		d.Free(got.Object)
		c.giveBack(extent)
	}
	return why
}

// EndStream is cudaStreamDestroy.
func (c *CUDA) EndStream(process uint16, stream uint64) (target.Code, target.Why) {
	if stream < firstStream || !c.streamLives(process, stream) {
		return target.InvalidResourceHandle, target.Why{ID: target.BadArgument, N: [4]uint64{0, stream}}
	}
	c.Arrived(process, uint16(stream))
	c.setStream(uint32(stream), 0)
	return target.Success, target.Why{}
}

// Synchronize is cudaStreamSynchronize.
func (c *CUDA) Synchronize(process uint16, stream uint64) (target.Code, target.Why) {
	if !c.streamLives(process, stream) {
		return target.InvalidResourceHandle, target.Why{ID: target.BadArgument, N: [4]uint64{0, stream}}
	}
	c.Arrived(process, uint16(stream))
	return target.Success, target.Why{}
}

// SynchronizeAll is cudaDeviceSynchronize.
func (c *CUDA) SynchronizeAll(process uint16) { c.Arrived(process, allStreams) }

// setStream is the mutator of StreamSet.
func (c *CUDA) setStream(id, process uint32) {
	s := c.State.Streams.Mut(id)
	before := s.Process
	s.Process = process
	if e := c.rec.Put(event.StreamSet, id); e != nil {
		e.W[0], e.W[1] = uint64(before), uint64(process)
	}
}

// setEvent is the mutator of EventSet.
func (c *CUDA) setEvent(id uint32, to Event) {
	x := c.State.Events.Mut(id)
	before := *x
	*x = to
	if e := c.rec.Put(event.EventSet, id); e != nil {
		e.W = [5]uint64{before.State, to.State, before.PS, to.PS}
	}
}

// What a state of an event says, and the flags of cudaEventCreateWithFlags: to
// block who waits, to keep no time, to be for other processes, which needs the
// second (measured on an H200, driver 580.159.04).
const (
	eventMade     = 1
	eventRecorded = 2
	untimed       = 4

	eventBlocks  = 1
	eventUntimed = 2
	eventShared  = 4
)

// NewEvent is cudaEventCreate.
func (c *CUDA) NewEvent(flags uint64) (target.Code, target.Why, uint64) {
	if flags&^(eventBlocks|eventUntimed|eventShared) != 0 || flags&eventShared != 0 && flags&eventUntimed == 0 {
		return invalid(1, flags).parts()
	}
	for id := uint32(1); id < Events; id++ {
		if c.State.Events.At(id).State == 0 {
			c.setEvent(id, Event{State: eventMade | flags&eventUntimed*(untimed/eventUntimed)})
			return target.Success, target.Why{}, uint64(id)
		}
	}
	return target.MemoryAllocation, target.Why{ID: target.LimitAllocations, N: [4]uint64{Events - 1}}, 0
}

func (c *CUDA) eventLives(id uint64) bool {
	return id != 0 && id < Events && c.State.Events.At(uint32(id)).State != 0
}

func badEvent(id uint64) (target.Code, target.Why) {
	return target.InvalidResourceHandle, target.Why{ID: target.BadArgument, N: [4]uint64{0, id}}
}

// Record is cudaEventRecord. at is when the stream is done with what it has.
func (c *CUDA) Record(process uint16, id, stream, at uint64) (target.Code, target.Why) {
	if !c.eventLives(id) || !c.streamLives(process, stream) {
		return badEvent(id)
	}
	c.setEvent(uint32(id), Event{State: eventRecorded | c.State.Events.At(uint32(id)).State&untimed, PS: at})
	return target.Success, target.Why{}
}

// EndEvent is cudaEventDestroy.
func (c *CUDA) EndEvent(id uint64) (target.Code, target.Why) {
	if !c.eventLives(id) {
		return badEvent(id)
	}
	c.setEvent(uint32(id), Event{})
	return target.Success, target.Why{}
}

// Elapsed is cudaEventElapsedTime, in picoseconds; negative if the second event
// was the earlier one.
func (c *CUDA) Elapsed(from, to uint64) (target.Code, target.Why, uint64) {
	if !c.eventLives(from) || !c.eventLives(to) {
		code, why := badEvent(from)
		return code, why, 0
	}
	a, b := c.State.Events.Get(uint32(from)), c.State.Events.Get(uint32(to))
	if a.State != eventRecorded || b.State != eventRecorded {
		code, why := badEvent(from)
		return code, why, 0
	}
	return target.Success, target.Why{}, b.PS - a.PS
}

// EventTime is when a recorded event happens; 0 for one that is not recorded.
func (c *CUDA) EventTime(id uint64) uint64 { return c.State.Events.At(uint32(id)).PS }

// StreamKnown says whether a process can name a stream.
func (c *CUDA) StreamKnown(process uint16, stream uint64) bool {
	return c.streamLives(process, stream)
}

// EventKnown says whether an event can be waited for.
func (c *CUDA) EventKnown(id uint64) bool { return c.eventLives(id) }

func (c *CUDA) dropStreams(process uint16) {
	for id := uint32(firstStream); id < Streams; id++ {
		if c.State.Streams.At(id).Process == uint32(process)+1 {
			c.setStream(id, 0)
		}
	}
}
