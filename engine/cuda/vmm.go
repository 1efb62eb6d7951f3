package cuda

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// Virtual memory management: reserve, create, map, allow, and back. Each act
// is one call, and most never leave user space (measured on an H200, driver
// 580.159.04).

// Granularity is the grain of the VMM calls, in bytes.
const Granularity = 2 << 20

// lowBase is where arenas made for reservations, and pools, lie.
const lowBase = 0x3_0200_0000

// answer is what a call gives back.
type answer struct {
	code target.Code
	why  target.Why
	out  uint64
}

// invalid is the refusal of a bad argument.
func invalid(position int, value uint64) answer {
	return answer{code: target.InvalidValue, why: target.Why{ID: target.BadArgument, N: [4]uint64{uint64(position), value}}}
}

// unsupported is what a mapping of part of a handle is answered with.
func unsupported(position int, value uint64) answer {
	return answer{code: target.NotSupported, why: target.Why{ID: target.BadArgument, N: [4]uint64{uint64(position), value}}}
}

func (a answer) parts() (target.Code, target.Why, uint64) { return a.code, a.why, a.out }

func grainy(n uint64) bool { return n != 0 && n%Granularity == 0 && n < 1<<56 }

// allAddresses is what a process has: so much cannot be reserved, nor aligned to
// half of it (measured on an H200, driver 580.159.04, as is every answer to a bad
// argument of the calls here).
const allAddresses = 1 << 47

// Reserve is cuMemAddressReserve. Addresses come from the arenas that serve
// cudaMalloc, and by the same choice; only where none has room is the new arena
// put low, and cudaMalloc uses its rest (as measured on an H200, driver
// 580.159.04: every address of eight runs, 1,265 calls, with alignments up to
// 1 GiB). A hint is followed where it lies in a hole of an arena, and by a request
// that needs a new arena; a small one with a hint elsewhere gets what it would
// have got without (measured).
func (c *CUDA) Reserve(process uint16, bytes, align, hint, flags uint64) (target.Code, target.Why, uint64) {
	c.clock.Advance(c.p.Cost.Reserve)
	switch {
	case bytes == 0 || bytes%Granularity != 0:
		return invalid(0, bytes).parts()
	case align&(align-1) != 0 || align >= 1<<62:
		return invalid(1, align).parts()
	case hint%max(align, Granularity) != 0:
		return invalid(2, hint).parts()
	case flags != 0:
		return invalid(3, flags).parts()
	case bytes >= allAddresses || align >= allAddresses/2 || hint >= allAddresses:
		return target.MemoryAllocation, target.Why{ID: target.SizeOverflow, N: [4]uint64{bytes, allAddresses}}, 0
	}
	align = max(align, Granularity)
	hole, at := c.holeAt(process, hint, bytes)
	if hole == 0 {
		hole, at = c.find(process, bytes, align)
	}
	if hole == 0 && hint != 0 {
		if above, free := c.vacant(process, hint, bytes); free {
			return c.reserveAt(process, hint, bytes, above), target.Why{}, hint
		}
	}
	if hole == 0 {
		c.newLowArena(process, bytes, align)
		hole, at = c.find(process, bytes, align)
	}
	c.takeExtent(c.cutTo(hole, at), bytes, bytes, Reserved, 0)
	return target.Success, target.Why{}, at
}

// holeAt gives the hole of an arena that has bytes from an address on.
func (c *CUDA) holeAt(process uint16, addr, bytes uint64) (hole uint32, at uint64) {
	for a := c.Process(process).HighestArena; a != 0 && addr != 0; a = c.State.Arenas.At(a).Below {
		arena := c.State.Arenas.At(a)
		if addr < arena.Start || addr >= arena.Start+arena.Bytes || arena.Use == OfPool {
			continue
		}
		for id := arena.First; id != 0; id = c.State.Extents.At(id).Next {
			if x := c.State.Extents.At(id); x.Kind == Hole && addr >= x.Start && addr+bytes <= x.Start+x.Bytes {
				return id, addr
			}
		}
	}
	return 0, 0
}

// newLowArena makes an arena for a reservation, in the lowest gap that has room:
// in whole grains, or in whole multiples of an alignment above the grain.
func (c *CUDA) newLowArena(process uint16, bytes, align uint64) {
	grain := max(c.p.Runtime.ArenaBytes, align)
	bytes = (bytes + grain - 1) &^ (grain - 1)
	start, above := c.lowGap(process, bytes, align)
	c.makeArena(event.ArenaInfo{Start: start, Bytes: bytes, Process: process, Above: above})
}

// reserveAt makes an arena of exactly one reservation.
func (c *CUDA) reserveAt(process uint16, at, bytes uint64, above uint32) target.Code {
	a := c.makeArena(event.ArenaInfo{Start: at, Bytes: bytes, Process: process, Use: uint8(OfReserved), Above: above})
	c.takeExtent(c.State.Arenas.At(a).First, bytes, bytes, Reserved, 0)
	return target.Success
}

// vacant says whether no arena lies in a stretch, and which is just above it.
func (c *CUDA) vacant(process uint16, at, bytes uint64) (above uint32, free bool) {
	for a := c.Process(process).HighestArena; a != 0; {
		arena := c.State.Arenas.At(a)
		if arena.Start < at+bytes {
			return above, arena.Start+arena.Bytes <= at
		}
		above, a = a, arena.Below
	}
	return above, true
}

// lowGap finds the lowest gap of the low stretch.
func (c *CUDA) lowGap(process uint16, bytes, align uint64) (at uint64, above uint32) {
	up := func(n uint64) uint64 { return (n + align - 1) &^ (align - 1) }
	top := ^uint64(0)
	for a := c.Process(process).HighestArena; ; {
		end, next := uint64(lowBase), uint32(0)
		if a != 0 {
			arena := c.State.Arenas.At(a)
			end, next = max(lowBase, arena.Start+arena.Bytes), arena.Below
		}
		if start := up(end); start+bytes <= top {
			at = start
			above = 0
			if a == 0 {
				above = c.lowestArena(process)
			} else {
				above = c.State.Arenas.At(a).Above
			}
		}
		if a == 0 {
			return at, above
		}
		top, a = c.State.Arenas.At(a).Start, next
	}
}

func (c *CUDA) lowestArena(process uint16) (lowest uint32) {
	for a := c.Process(process).HighestArena; a != 0; a = c.State.Arenas.At(a).Below {
		lowest = a
	}
	return lowest
}

// FreeReserved is cuMemAddressFree.
func (c *CUDA) FreeReserved(process uint16, addr, bytes uint64) (target.Code, target.Why, uint64) {
	c.clock.Advance(c.p.Cost.Reserve)
	id := c.reservationAt(process, addr)
	if id == 0 || c.State.Extents.At(id).Bytes != bytes {
		return invalid(0, addr).parts()
	}
	for m := uint32(1); m <= c.State.Head.At(0).Mappings.High; m++ {
		if x := c.State.Mappings.At(m); x.Process == process+1 && x.Address >= addr && x.Address < addr+bytes {
			return invalid(0, addr).parts()
		}
	}
	c.giveBack(id)
	return target.Success, target.Why{}, 0
}

// reservationAt gives the reservation that begins at an address, or 0.
func (c *CUDA) reservationAt(process uint16, addr uint64) uint32 {
	if addr>>56 != 0 {
		return 0
	}
	id := c.blocks.find(addr | c.tag(process))
	if id == 0 || c.State.Extents.At(id).Kind != Reserved {
		return 0
	}
	return id
}

// Handles for other processes: a file descriptor, or one of the fabric, which
// needs rights. Any two of them together are refused.
const (
	fabricHandle  = 8
	sharedHandles = 1 | fabricHandle
)

// Create is cuMemCreate: memory is charged here.
//
// Errors: a size that is no multiple of the granularity, properties that no
// memory of the card has; another device; memory for the fabric; no room.
func (c *CUDA) Create(process uint16, bytes uint64, asked target.Properties, flags uint64) (target.Code, target.Why, uint64) {
	switch {
	case bytes == 0 || bytes%Granularity != 0:
		return invalid(0, bytes).parts()
	case flags != 0:
		return invalid(2, flags).parts()
	case asked.Null || asked.Kind != 1 || asked.Handles&^sharedHandles != 0 || asked.Compression > 1 || asked.Place == 0 || asked.Place > 3:
		return invalid(1, asked.Pack()).parts()
	case asked.Place != 1: // of the host
		return unsupported(1, asked.Pack()).parts()
	case asked.ID != 0:
		return target.InvalidDevice, target.Why{ID: target.BadArgument, N: [4]uint64{1, uint64(asked.ID)}}, 0
	case asked.Handles == fabricHandle:
		return target.NotPermitted, target.Why{ID: target.BadArgument, N: [4]uint64{1, uint64(asked.Handles)}}, 0
	case bytes >= 1<<56:
		return target.MemoryAllocation, target.Why{ID: target.SizeOverflow, N: [4]uint64{bytes, c.p.Memory.Bytes}}, 0
	}
	got, why := c.below.Driver.Alloc(process, bytes, bytes, false)
	if why.ID != target.NoReason {
		return target.MemoryAllocation, why, 0
	}
	h := event.HandleInfo{Bytes: bytes, Object: got.Object, Process: process}
	h.ID, h.Fresh = c.State.Head.At(0).Handles.Next()
	c.addHandle(h)
	if e := c.rec.Put(event.HandleNew, h.ID); e != nil {
		h.Put(e)
	}
	return target.Success, target.Why{}, uint64(h.ID)
}

// Release is cuMemRelease: the memory comes back now, or when the last mapping
// of it goes. Until then no trip is made, and the handle can be mapped again
// (measured on an H200, driver 580.159.04).
func (c *CUDA) Release(process uint16, handle uint64) (target.Code, target.Why, uint64) {
	h := c.handle(process, handle)
	if h == nil || h.Released != 0 {
		return invalid(0, handle).parts()
	}
	if h.Mappings == 0 {
		c.freeHandle(process, uint32(handle))
	} else {
		c.clock.Advance(c.p.Cost.Reserve)
		c.dropHandle(uint32(handle))
	}
	return target.Success, target.Why{}, 0
}

// freeHandle gives the memory of a handle back.
func (c *CUDA) freeHandle(process uint16, id uint32) {
	h := c.State.Handles.Get(id)
	x := event.HandleInfo{ID: id, Bytes: h.Bytes, Object: h.Object, Process: process, Dropped: h.Released != 0}
	c.below.Driver.Free(h.Object)
	c.removeHandle(x)
	if e := c.rec.Put(event.HandleFree, id); e != nil {
		x.Put(e)
	}
}

// dropHandle notes that only mappings hold a handle.
func (c *CUDA) dropHandle(id uint32) {
	h := c.State.Handles.Mut(id)
	h.Released = 1
	if e := c.rec.Put(event.HandleDrop, id); e != nil {
		e.W[0] = h.Bytes
	}
}

func (c *CUDA) handle(process uint16, handle uint64) *Handle {
	if handle == 0 || handle > uint64(c.State.Head.At(0).Handles.High) {
		return nil
	}
	if h := c.State.Handles.At(uint32(handle)); h.Process == uint32(process)+1 {
		return h
	}
	return nil
}

func (c *CUDA) addHandle(h event.HandleInfo) {
	c.State.Handles.Grow(int(h.ID) + 1)
	c.State.Head.Mut(0).Handles.Take(h.ID, c.State.Handles.At(h.ID).Next, h.Fresh)
	x := Handle{Bytes: h.Bytes, Object: h.Object, Process: uint32(h.Process) + 1}
	if h.Dropped {
		x.Released = 1
	}
	c.State.Handles.Set(h.ID, x)
}

func (c *CUDA) removeHandle(h event.HandleInfo) {
	c.State.Handles.Set(h.ID, Handle{Next: c.State.Head.Mut(0).Handles.Give(h.ID, h.Fresh)})
}

// MapHandle is cuMemMap: the handle's memory is laid under reserved addresses,
// without access yet. Only a whole handle can be mapped.
func (c *CUDA) MapHandle(process uint16, addr, bytes, offset, handle, flags uint64) (target.Code, target.Why, uint64) {
	c.clock.Advance(c.p.Cost.Reserve)
	h := c.handle(process, handle)
	switch {
	case h == nil:
		return invalid(3, handle).parts()
	case addr == 0:
		return invalid(0, addr).parts()
	case bytes == 0:
		return invalid(1, bytes).parts()
	case flags != 0:
		return invalid(4, flags).parts()
	case offset != 0:
		return unsupported(2, offset).parts()
	case bytes != h.Bytes:
		return unsupported(1, bytes).parts()
	case addr%Granularity != 0 || !c.reservedWhole(process, addr, bytes) || c.mappedWithin(process, addr, bytes):
		return invalid(0, addr).parts()
	}
	c.newMapping(event.MappingInfo{Address: addr, Bytes: bytes, Handle: uint32(handle), Object: h.Object, Process: process})
	return target.Success, target.Why{}, 0
}

// reservedWhole says whether a stretch lies in one reservation.
func (c *CUDA) reservedWhole(process uint16, addr, bytes uint64) bool {
	p := c.Locate(process, addr)
	return p.Kind == Reserved && addr+bytes > addr && addr+bytes <= p.Start+p.Bytes
}

func (c *CUDA) mappedWithin(process uint16, addr, bytes uint64) bool {
	for at := addr; at < addr+bytes; at += Granularity {
		if c.mappingOver(process, at) != 0 {
			return true
		}
	}
	return false
}
