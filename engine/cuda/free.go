package cuda

import "pagewalk/engine/target"

// Free is cudaFree. The answer stands in r.
//
// Errors: InvalidValue for anything that is not the start of a live allocation;
// nothing has changed then. The reason says which of the usual mistakes it was.
func (c *CUDA) Free(process uint16, addr uint64, cold bool, r *target.Result) {
	if addr == 0 {
		c.clock.Advance(c.p.Cost.Zero)
		return
	}
	if addr>>56 == 0 {
		if c.waits(process, addr) { // it need not wait any longer (measured)
			c.forget(process, addr)
		}
		if piece := c.pieceAt(process, addr); piece != 0 && c.slabKind(piece) == DeviceSlab {
			c.freePiece(process, piece, cold)
			return
		}
		if c.freeExtent(process, addr) {
			return
		}
	}
	c.clock.Advance(c.p.Cost.Refused)
	r.Code, r.Why = target.InvalidValue, c.mistake(process, addr)
}

// freeExtent frees what begins at an address and is no piece of a slab.
func (c *CUDA) freeExtent(process uint16, addr uint64) bool {
	x := c.blocks.find(addr | c.tag(process))
	if x == 0 {
		return false
	}
	switch c.State.Extents.At(x).Kind {
	case Block:
		c.freeBlock(process, x)
	case PoolBlock: // at once a hole; the count of used bytes stays as it is (measured)
		pool := c.poolOf(c.State.Extents.At(x).Arena)
		c.poolGive(x)
		c.trimPool(process, pool, c.State.Pools.At(pool).Field[poolThreshold])
	case Managed:
		c.below.Driver.FreeManaged(process, addr)
		c.giveBack(x)
	default:
		return false
	}
	return true
}

// slabKind is the kind of the slab that a piece lies in.
func (c *CUDA) slabKind(piece uint32) SlabKind {
	return c.State.Slabs.At(c.State.Pieces.At(piece).Slab).Kind
}

// freePiece frees a piece of a slab; the last one takes the slab with it.
func (c *CUDA) freePiece(process uint16, piece uint32, cold bool) {
	slab := c.State.Pieces.At(piece).Slab
	c.giveHole(piece)
	if c.State.Slabs.At(slab).Live != 0 {
		if cold {
			c.clock.Advance(c.p.Cost.SlabFreeCold)
		} else {
			c.clock.Advance(c.p.Cost.SlabFree)
		}
		return
	}
	extent := c.State.Slabs.At(slab).Extent
	c.freeSlab(slab)
	c.leave(process, extent)
}

// freeBlock frees a direct block.
func (c *CUDA) freeBlock(process uint16, extent uint32) {
	if c.lazy() {
		x := c.State.Extents.Get(extent)
		c.retype(extent, Cached, 0, 0)
		c.below.Driver.Keep(x.Object, x.Start)
		return
	}
	c.leave(process, extent)
}

// leave gives an extent's mapping, addresses and memory back: the three trips
// of a free.
func (c *CUDA) leave(process uint16, extent uint32) {
	x := c.State.Extents.Get(extent)
	d := c.below.Driver
	c.clock.Advance(c.p.Cost.FreeBase)
	if x.Bytes <= c.p.Cost.SmallBytes {
		c.clock.Advance(c.p.Cost.SmallGone)
	}
	d.Unregister()
	d.Unmap(process, x.Start)
	d.Free(x.Object)
	c.giveBack(extent)
}

// Trimmed is told by the driver that a cached block is gone.
func (c *CUDA) Trimmed(space uint16, base uint64) {
	c.giveBack(c.blocks.find(base | c.tag(space)))
}

// mistake says what is wrong with an address that cannot be freed.
func (c *CUDA) mistake(process uint16, addr uint64) target.Why {
	a := c.Locate(process, addr)
	switch {
	case a.Live && a.Kind == Host:
		return target.Why{ID: target.HostPointer, N: [4]uint64{addr}}
	case a.Live && a.Start != addr:
		return target.Why{ID: target.InteriorPointer, N: [4]uint64{addr, a.Start, a.Bytes}}
	case a.Known && !a.Live:
		return target.Why{ID: target.AlreadyFreed, N: [4]uint64{addr, a.Bytes}}
	case addr < 1<<40:
		return target.Why{ID: target.HostPointer, N: [4]uint64{addr}}
	}
	return target.Why{ID: target.NotAPointer, N: [4]uint64{addr}}
}

// Place is where an address lies in the runtime's own books.
type Place struct {
	Known bool // inside a slab or an arena of the process
	Live  bool // inside a live allocation
	Start uint64
	Bytes uint64 // of the allocation or hole; Asked of a live one
	Asked uint64
	Slab  uint32
	Kind  ExtentKind
}

// Locate finds what an address belongs to.
func (c *CUDA) Locate(process uint16, addr uint64) Place {
	if s := c.slabs.find(addr&^(SlabBytes-1) | c.tag(process)); s != 0 {
		return c.locateInSlab(s, addr)
	}
	for a := c.Process(process).HighestArena; a != 0; {
		arena := c.State.Arenas.At(a)
		if addr >= arena.Start && addr < arena.Start+arena.Bytes {
			return c.locateInArena(arena, addr)
		}
		a = arena.Below
	}
	return Place{}
}

func (c *CUDA) locateInSlab(slab uint32, addr uint64) Place {
	kind := SlabOf
	if c.State.Slabs.At(slab).Kind != DeviceSlab {
		kind = Host
	}
	for id := c.State.Slabs.At(slab).First; ; {
		p := c.State.Pieces.At(id)
		start, bytes := c.address(p), uint64(p.Len)*Granule
		if addr < start+bytes {
			return Place{Known: true, Live: p.Live != 0, Start: start, Bytes: bytes, Asked: uint64(p.Asked), Slab: slab, Kind: kind}
		}
		id = p.Above
	}
}

func (c *CUDA) locateInArena(arena *Arena, addr uint64) Place {
	for id := arena.First; ; {
		x := c.State.Extents.At(id)
		if addr < x.Start+x.Bytes {
			return Place{
				Known: x.Kind != Context, Live: x.Kind == Block || x.Kind == Host || x.Kind == PoolBlock || x.Kind == Managed || x.Kind == Module,
				Start: x.Start, Bytes: x.Bytes, Asked: x.Asked, Kind: x.Kind,
			}
		}
		id = x.Next
	}
}

// Holds says whether an address lies within the bytes that a live allocation was
// asked for: what rounding added is nobody's.
func (p Place) Holds(addr uint64) bool { return p.Live && addr-p.Start < p.Asked }

// Object says whether the place is memory of the card.
func (p Place) Object() bool {
	return p.Kind == Block || p.Kind == SlabOf || p.Kind == PoolBlock || p.Kind == Module
}
