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
	return stream < Streams && c.State.Streams.At(uint32(stream)).Process == process+1
}

// nonBlocking is the only flag of cudaStreamCreateWithFlags.
const nonBlocking = 1

// NewStream is cudaStreamCreate and cudaStreamCreateWithFlags.
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
			c.setStream(id, Stream{Process: process + 1, Aside: uint16(flags & nonBlocking)})
			return target.Success, target.Why{}, uint64(id)
		}
	}
	return target.MemoryAllocation, target.Why{ID: target.LimitAllocations, N: [4]uint64{Streams - firstStream}}, 0
}

// What streams take on the card (measured on an H200, driver 580.159.04, for up
// to 300 that live): a room of 2 MiB, where a block would lie, with the second
// stream and every fourth after it; and for each stream 48 KiB of what the
// library keeps at low addresses, of which a context has 1,712 KiB left and takes
// another 2 MiB when they are used up, with the 36th stream, the 79th, the 122nd.
// A stream that ends leaves both to the next one; only a reset gives them back.
const (
	streamRoom  = 4
	streamWork  = 48 << 10
	firstWork   = 1712 << 10
	lowOwn      = 0x2_0540_0000 // the first of the low addresses that are free
	lowOwnBytes = 2 << 20
)

// roomForStream takes what a further stream needs on the card.
func (c *CUDA) roomForStream(process uint16) (why target.Why) {
	bytes := c.p.Runtime.StreamBytes
	if bytes == 0 {
		return target.Why{}
	}
	streams, rooms := c.countStreams(process)
	if (streams+1+2)/streamRoom > rooms {
		why = c.grow(process, bytes, func() uint32 { return c.place(process, bytes, c.alignment(bytes)) })
	}
	if why.ID == target.NoReason && uint64(streams+1)*streamWork > firstWork+uint64(c.lowSlabs(process))*lowOwnBytes {
		why = c.grow(process, lowOwnBytes, func() uint32 {
			a := event.ArenaInfo{Start: c.nextLow(process), Bytes: lowOwnBytes, Process: process, Use: uint8(OfStreams)}
			a.Above, _ = c.vacant(process, a.Start, a.Bytes)
			return c.State.Arenas.At(c.makeArena(a)).First
		})
	}
	return why
}

// countStreams counts a process's streams and the rooms that were taken for them.
func (c *CUDA) countStreams(process uint16) (streams, rooms uint32) {
	for id := uint32(firstStream); id < Streams; id++ {
		if c.State.Streams.At(id).Process == process+1 {
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

// lowSlabs counts what was taken at low addresses.
func (c *CUDA) lowSlabs(process uint16) (n uint32) {
	for a := c.Process(process).HighestArena; a != 0; a = c.State.Arenas.At(a).Below {
		if c.State.Arenas.At(a).Use == OfStreams {
			n++
		}
	}
	return n
}

// nextLow is where the library's next low addresses lie: behind what streams and
// the accounts of the pools have taken.
func (c *CUDA) nextLow(process uint16) uint64 {
	taken := uint64(c.lowSlabs(process)) + uint64(c.State.Pools.At(uint32(process)+1).Account)
	return lowOwn + taken*lowOwnBytes
}

// grow takes memory for the context itself, at addresses that place gives.
func (c *CUDA) grow(process uint16, bytes uint64, place func() uint32) target.Why {
	d := c.below.Driver
	got, why := d.Alloc(process, bytes, bytes, false)
	if why.ID != target.NoReason {
		return why
	}
	extent := place()
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
	c.orphanWaits(process, uint16(stream))
	c.Arrived(process, uint16(stream))
	c.setStream(uint32(stream), Stream{})
	c.dropTurns(func(t *Turn) bool { return uint64(t.Stream) == stream })
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

// packStream and packEvent make one word of a stream and of an event but its
// time.
func packStream(s Stream) uint64 {
	return uint64(s.Process) | uint64(s.Aside)<<16
}

func unpackStream(w uint64) Stream {
	return Stream{Process: uint16(w), Aside: uint16(w >> 16)}
}

func packEvent(x Event) uint64 {
	return uint64(x.State) | uint64(x.Stream)<<16 | uint64(x.Mark)<<32
}

func unpackEvent(w, ps uint64) Event {
	return Event{State: uint8(w), Stream: uint16(w >> 16), Mark: uint32(w >> 32), PS: ps}
}

// setStream is the mutator of StreamSet.
func (c *CUDA) setStream(id uint32, to Stream) {
	before := c.State.Streams.Get(id)
	c.State.Streams.Set(id, to)
	if e := c.rec.Put(event.StreamSet, id); e != nil {
		e.W[0], e.W[1] = packStream(before), packStream(to)
	}
}

// setEvent is the mutator of EventSet.
func (c *CUDA) setEvent(id uint32, to Event) {
	before := c.State.Events.Get(id)
	c.State.Events.Set(id, to)
	if e := c.rec.Put(event.EventSet, id); e != nil {
		e.W = [5]uint64{packEvent(before), packEvent(to), before.PS, to.PS}
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
			c.setEvent(id, Event{State: eventMade | uint8(flags&eventUntimed)*(untimed/eventUntimed)})
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
	state := eventRecorded | c.State.Events.At(uint32(id)).State&untimed
	c.setEvent(uint32(id), Event{State: state, Stream: uint16(stream), Mark: c.State.Head.At(0).Marks, PS: at})
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
// was the earlier one. An event that has not happened yet is told as not ready.
func (c *CUDA) Elapsed(from, to uint64) (target.Code, target.Why, uint64) {
	if !c.eventLives(from) || !c.eventLives(to) {
		code, why := badEvent(from)
		return code, why, 0
	}
	a, b := c.State.Events.Get(uint32(from)), c.State.Events.Get(uint32(to))
	switch {
	case a.State != eventRecorded || b.State != eventRecorded:
		code, why := badEvent(from)
		return code, why, 0
	case max(a.PS, b.PS) > c.clock.Now():
		return target.NotReady, target.Why{}, 0
	}
	return target.Success, target.Why{}, b.PS - a.PS
}

// Follow is cudaStreamWaitEvent: who waits for the stream has then waited for the
// event, too.
func (c *CUDA) Follow(process uint16, stream, id uint64) {
	if x := c.State.Events.Get(uint32(id)); x.State&eventRecorded != 0 {
		c.alsoAwait(process, uint16(stream), x)
	}
}

// Happened says that somebody has waited for an event.
func (c *CUDA) Happened(process uint16, id uint64) {
	x := c.State.Events.Get(uint32(id))
	switch {
	case x.State&eventRecorded == 0:
	case x.Stream <= legacyStream:
		c.Arrived(process, x.Stream)
	default:
		c.settlePools(process, x.Stream, x.Mark)
		c.freeWaiting(process, x.Stream, x.Mark)
	}
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
		if c.State.Streams.At(id).Process == process+1 {
			c.setStream(id, Stream{})
			c.dropTurns(func(t *Turn) bool { return uint32(t.Stream) == id })
		}
	}
	c.dropWaits(process)
}
