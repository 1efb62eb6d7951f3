package cuda

import (
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Malloc is cudaMalloc. The answer stands in r but for the pointer, which is
// given back; null where nothing was allocated.
//
// Errors: MemoryAllocation with NoRoom (asked, free, largest hole, usable);
// nothing has changed then but the clock.
func (c *CUDA) Malloc(process uint16, asked uint64, cold bool, r *target.Result) uint64 {
	if asked == 0 {
		c.clock.Advance(c.p.Cost.Zero)
		return 0
	}
	if asked > MostAsked {
		c.clock.Advance(c.p.Cost.Refused)
		r.Code, r.Why = target.MemoryAllocation, target.Why{ID: target.SizeOverflow, N: [4]uint64{asked, c.p.Memory.Bytes}}
		return 0
	}
	if c.p.Runtime.Slabs {
		if rounded := (asked + Granule - 1) &^ (Granule - 1); rounded < SlabBytes {
			return c.mallocPiece(process, uint32(rounded/Granule), uint32(asked), cold, r)
		}
	}
	return c.mallocBlock(process, c.round(asked), asked, r)
}

// round gives the size of the block that a request becomes.
func (c *CUDA) round(asked uint64) uint64 {
	r := &c.p.Runtime
	if r.PowerOfTwo && asked < r.BlockGranule {
		n := r.Granule
		for n < asked {
			n *= 2
		}
		return n
	}
	return (asked + r.BlockGranule - 1) &^ (r.BlockGranule - 1)
}

// mallocPiece serves a request of n granules from a slab.
func (c *CUDA) mallocPiece(process uint16, n, asked uint32, cold bool, r *target.Result) uint64 {
	hole := c.holeFor(setOf(process, DeviceSlab), n)
	switch {
	case hole == 0:
		extent, why := c.enter(process, SlabBytes, SlabBytes, SlabOf)
		if why.ID != target.NoReason {
			r.Code, r.Why = target.MemoryAllocation, why
			return 0
		}
		hole = c.newSlab(process, extent, DeviceSlab)
	case cold:
		c.clock.Advance(c.p.Cost.SlabHitCold)
	default:
		c.clock.Advance(c.p.Cost.SlabHit)
	}
	return c.takeHole(hole, n, asked)
}

// mallocBlock serves a request with a block of its own.
func (c *CUDA) mallocBlock(process uint16, rounded, asked uint64, r *target.Result) uint64 {
	extent, why := c.enter(process, rounded, asked, Block)
	if why.ID != target.NoReason {
		r.Code, r.Why = target.MemoryAllocation, why
		return 0
	}
	return c.State.Extents.At(extent).Start
}

// request is what RM is asked for: the call's own bytes, but that a size below a
// slab's has been rounded up before it turned out to need a block (2,097,151 asks
// for 2,097,152, recorded on a full H200, driver 580.159.04).
func (c *CUDA) request(asked uint64) uint64 {
	if c.p.Runtime.Slabs && asked < SlabBytes {
		return (asked + Granule - 1) &^ (Granule - 1)
	}
	return asked
}

// enter gets memory from the driver, an address range, and the mapping between
// them: the three acts of a call that the runtime cannot serve alone.
func (c *CUDA) enter(process uint16, bytes, asked uint64, kind ExtentKind) (extent uint32, why target.Why) {
	d := c.below.Driver
	got, why := d.Alloc(process, bytes, c.request(asked), true)
	if why.ID != target.NoReason {
		return 0, why
	}
	if got.Cached {
		return c.reuse(process, got.VA, asked, kind), target.Why{}
	}
	c.firstCall(process)
	if kind != Module {
		d.Register()
	}
	extent = c.place(process, bytes, c.alignment(bytes))
	c.takeExtent(extent, bytes, asked, kind, got.Object)
	base := c.State.Extents.At(extent).Start
	if why = d.CreateRange(process, base, bytes); why.ID == target.NoReason {
		why = d.Map(process, base, bytes, got.Object)
	}
	c.clock.Advance(c.p.Cost.MallocBase)
	if bytes <= c.p.Cost.SmallBytes {
		c.clock.Advance(c.p.Cost.SmallNew)
	}
	if why.ID != target.NoReason { // no memory for page tables: everything goes back
		if kind != Module {
			d.Unregister()
		}
		d.DropRange(process, base)
		d.Free(got.Object)
		c.giveBack(extent)
		return 0, why
	}
	return extent, target.Why{}
}

// alignment of a block's address: the page size that maps it.
func (c *CUDA) alignment(bytes uint64) uint64 {
	if bytes >= 2<<20 {
		return 2 << 20
	}
	return 4 << 10
}

// reuse takes the addresses of a cached block again: it is still mapped there.
func (c *CUDA) reuse(process uint16, va, asked uint64, kind ExtentKind) uint32 {
	id := c.blocks.find(va | c.tag(process))
	if id == 0 || c.State.Extents.At(id).Kind != Cached {
		panic("cuda: reuse: the cached block has lost its addresses")
	}
	c.retype(id, kind, asked, 0)
	return id
}

// firstCall makes the first fresh block of a process slower: the context is
// finished lazily.
func (c *CUDA) firstCall(process uint16) {
	if c.Process(process).Calls == 0 {
		c.clock.Advance(c.p.Cost.FirstCall)
	}
}

// lazy says whether the driver keeps what the program frees.
func (c *CUDA) lazy() bool { return c.p.Driver.Free == profile.FreeLazy }

// MostAsked is the most that the library asks the kernel for: what becomes a block
// of 2^47 bytes or more, all the addresses of a process, it refuses by itself
// (measured on an H200, driver 580.159.04: 2^46 + 1 makes the two vain trips,
// 2^47 - 1 none).
const MostAsked = 1<<47 - 2<<20
