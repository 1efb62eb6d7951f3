package cuda

import (
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// Memory of the host that the GPU reaches. cudaMallocHost follows cudaMalloc's
// rules (measured on an H200, driver 580.159.04: every address, error, trip
// and free byte of 2,589 calls of 14 programs):
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

// hostPage is the size of a page of the host.
const hostPage = 4 << 10

// Live is the number of live allocations of a process.
func (c *CUDA) Live(process uint16) uint32 {
	p := c.Process(process)
	return p.Pieces + p.Blocks + p.HostBlocks + p.HostPieces
}
