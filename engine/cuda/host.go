package cuda

import (
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// Memory of the host that the GPU reaches. cudaMallocHost follows cudaMalloc's
// rules (measured on an H200, driver 580.159.04: every address, error, trip
// and free byte of 2,113 calls of 11 programs):
// rounded up to 512 bytes, a request below 2 MiB is a piece of a slab of pinned
// memory, found in the same way and given back with its last piece; more gets a
// block, of whole pages of 4 KiB for the driver, of 2 MiB in the arenas, which
// both share with the card's memory. Write-combined memory has slabs of its own;
// the other flags of cudaHostAlloc change nothing.

// writeCombined is cudaHostAllocWriteCombined.
const writeCombined = 4

// hostKind says which slabs and which driver's memory the flags of
// cudaHostAlloc ask for.
func hostKind(flags uint64) (SlabKind, va.Type) {
	if flags&writeCombined != 0 {
		return CombinedSlab, va.Combined
	}
	return PinnedSlab, va.Host
}

// MallocHost is cudaMallocHost and cudaHostAlloc: pinned memory of the host,
// mapped for the GPU. Its bytes are the program's.
//
// Errors: what no process has addresses for; no memory for page tables. Nothing
// has changed then but the clock.
func (c *CUDA) MallocHost(process uint16, asked, flags uint64) (addr uint64, why target.Why) {
	if asked > MostAsked {
		c.clock.Advance(c.p.Cost.Refused)
		return 0, target.Why{ID: target.SizeOverflow, N: [4]uint64{asked, c.p.Memory.Bytes}}
	}
	kind, memory := hostKind(flags)
	rounded := (asked + Granule - 1) &^ (Granule - 1)
	if rounded >= SlabBytes || !c.p.Runtime.Slabs {
		extent, why := c.enterHost(process, asked, Host, memory)
		if why.ID != target.NoReason {
			return 0, why
		}
		return c.State.Extents.At(extent).Start, why
	}
	n := uint32(rounded / Granule)
	hole := c.holeFor(setOf(process, kind), n)
	if hole == 0 {
		extent, why := c.enterHost(process, SlabBytes, HostSlab, memory)
		if why.ID != target.NoReason {
			return 0, why
		}
		hole = c.newSlab(process, extent, kind)
	}
	c.clock.Advance(c.p.Cost.SlabHitCold)
	return c.takeHole(hole, n, uint32(asked)), target.Why{}
}

// enterHost gets pinned memory from the driver at addresses of the arenas.
func (c *CUDA) enterHost(process uint16, asked uint64, kind ExtentKind, memory va.Type) (extent uint32, why target.Why) {
	pages := (asked + hostPage - 1) &^ (hostPage - 1)
	bytes := (asked + SlabBytes - 1) &^ (SlabBytes - 1)
	extent = c.place(process, bytes, SlabBytes)
	c.takeExtent(extent, bytes, asked, kind, 0)
	if why = c.below.Driver.AllocSeen(process, c.State.Extents.At(extent).Start, pages, max(asked, SlabBytes), memory); why.ID != target.NoReason {
		c.giveBack(extent)
	}
	return extent, why
}

// FreeHost is cudaFreeHost; false if no host memory begins there.
func (c *CUDA) FreeHost(process uint16, addr uint64) bool {
	if addr>>56 != 0 {
		return false
	}
	if piece := c.pieceAt(process, addr); piece != 0 {
		return c.freeHostPiece(process, piece)
	}
	id := c.blocks.find(addr | c.tag(process))
	if id == 0 || c.State.Extents.At(id).Kind != Host {
		return false
	}
	c.below.Driver.FreeHost(process, addr)
	c.giveBack(id)
	return true
}

// freeHostPiece frees a piece of a slab of pinned memory; the last one takes the
// slab with it.
func (c *CUDA) freeHostPiece(process uint16, piece uint32) bool {
	slab := c.State.Pieces.At(piece).Slab
	s := c.State.Slabs.Get(slab)
	if s.Kind == DeviceSlab {
		return false
	}
	c.clock.Advance(c.p.Cost.SlabFreeCold)
	c.giveHole(piece)
	if c.State.Slabs.At(slab).Live == 0 {
		c.freeSlab(slab)
		c.below.Driver.FreeHost(process, s.Base)
		c.giveBack(s.Extent)
	}
	return true
}

// registered gives the range that cudaHostRegister made at an address, or 0.
func (c *CUDA) registered(process uint16, addr uint64) uint32 {
	id := c.below.VA.Find(process, addr&^(hostPage-1))
	if id == 0 || c.below.VA.At(id).Type != va.Host || c.blocks.find(addr&^(hostPage-1)|c.tag(process)) != 0 {
		return 0
	}
	return id
}

// hostPage is the size of a page of the host.
const hostPage = 4 << 10

// registerFlags are the flags that cudaHostRegister takes for ordinary memory:
// portable, mapped, read-only; memory of a device (4) it would be refused for.
const registerFlags = 1 | 2 | 8

// RegisterHost is cudaHostRegister: pages that the program has already are
// pinned and mapped for the GPU, at their own addresses. The trips are those of
// cudaMallocHost (the driver's reference says so; they were not recorded).
func (c *CUDA) RegisterHost(process uint16, addr, bytes, flags uint64) (target.Code, target.Why) {
	from, to := addr&^(hostPage-1), (addr+bytes+hostPage-1)&^(hostPage-1)
	switch {
	case addr == 0 || bytes == 0 || to <= from || to>>47 != 0:
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{1, bytes}}
	case flags&^registerFlags != 0:
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{2, flags}}
	}
	if id := c.below.VA.Overlap(process, from, to-from); id != 0 {
		code := target.InvalidValue
		if c.below.VA.At(id).Type.OfHost() {
			code = target.HostAlreadyRegistered
		}
		return code, target.Why{ID: target.BadArgument, N: [4]uint64{0, addr}}
	}
	if why := c.below.Driver.AllocHost(process, from, to-from, va.Host); why.ID != target.NoReason {
		return target.MemoryAllocation, why
	}
	return target.Success, target.Why{}
}

// UnregisterHost is cudaHostUnregister. Memory that CUDA knows otherwise, or by
// another start, is refused as a bad argument (measured on an H200, driver
// 580.159.04).
func (c *CUDA) UnregisterHost(process uint16, addr uint64) (target.Code, target.Why) {
	if c.registered(process, addr) == 0 {
		why := target.Why{ID: target.NotAPointer, N: [4]uint64{addr}}
		if _, inside := c.Registered(process, addr); inside || addr == 0 || c.Locate(process, addr).Holds(addr) {
			return target.InvalidValue, why
		}
		return target.HostNotRegistered, why
	}
	c.below.Driver.FreeHost(process, addr&^(hostPage-1))
	return target.Success, target.Why{}
}

// Registered gives the registered memory around an address, in whole pages.
func (c *CUDA) Registered(process uint16, addr uint64) (p Place, ok bool) {
	id := c.below.VA.Overlap(process, addr, 1)
	if id == 0 || c.registered(process, c.below.VA.At(id).Base) != id {
		return p, false
	}
	r := c.below.VA.At(id)
	return Place{Known: true, Live: true, Start: r.Base, Bytes: r.Bytes, Asked: r.Bytes, Kind: Host}, true
}

// unregisterAll lets go of what a process has registered.
func (c *CUDA) unregisterAll(process uint16) {
	c.below.VA.Each(func(id uint32, r *va.Range) {
		if r.Space == process && r.Type == va.Host && c.registered(process, r.Base) == id {
			c.below.Driver.FreeHost(process, r.Base)
		}
	})
}

// Live is the number of live allocations of a process.
func (c *CUDA) Live(process uint16) uint32 {
	p := c.Process(process)
	return p.Pieces + p.Blocks + p.HostBlocks + p.HostPieces
}
