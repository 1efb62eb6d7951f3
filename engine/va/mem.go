package va

import (
	"math/bits"
	"slices"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/order"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/work"
)

// Below are the layers that memory of the driver's own and managed memory
// stand on.
type Below struct {
	Profile *profile.Profile
	Clock   *work.Clock
	PMM     *pmm.PMM
	MMU     *mmu.MMU

	Copied func(pages uint32, to uint8) // hears of every copy over the bus; may be nil

	// Serving hears of every block that faults of the GPU are served for, before
	// and after; may be nil.
	Serving func(block uint32, write, done bool)
}

// Wire gives the layer what it stands on.
func (v *VA) Wire(b Below) { v.below = b }

// Mem is an allocation of the driver's own (uvm_mem_t): pushbuffers, test
// buffers. It lies in chunks of one size, of kernel memory on the card or of
// pages of the host.
type Mem struct {
	Bytes  uint64
	VA     uint64 // in the GPU's kernel space; 0 = not mapped
	Host   uint64 // physical address of the first host page; 0 = video memory
	First  uint32 // the list of its chunks
	Chunks uint32
	Next   uint32 // stack of free ids
	Chunk  uint8  // log2 of the chunk size; 0 = not in use
	Flags  uint8
	_      uint16
	_      [3]uint64
}

// Flags of a Mem.
const (
	MemZero uint8 = 1 << iota // it was cleared when it was made
	MemDMA                    // one GPU owns its DMA addresses
)

// Size is what it takes in memory.
func (m *Mem) Size() uint64 { return uint64(m.Chunks) << m.Chunk }

// Sysmem says whether it lies in system memory.
func (m *Mem) Sysmem() bool { return m.Host != 0 }

// MemParams is a request (uvm_mem_alloc_params_t).
type MemParams struct {
	Bytes    uint64
	PageSize uint64 // 0 = choose
	Vidmem   bool   // backing_gpu
	DMA      bool   // dma_owner
	Zero     bool
}

// mostMemChunks bounds the chunks of one allocation.
const mostMemChunks = 1 << 20

// hostFrames is where host pages of the driver begin in the model's picture of
// system memory.
const hostFrames = 4 << 30

// AllocMem is uvm_mem_alloc.
//
// Errors: BadArgument with the position of the field; NoRoom. All or nothing.
func (v *VA) AllocMem(p MemParams) (uint32, target.Why) {
	size, why := v.memChunk(&p)
	if why.ID != target.NoReason {
		return 0, why
	}
	n := (p.Bytes + size - 1) / size
	if n > mostMemChunks || p.Bytes+size < size {
		return 0, target.Why{ID: target.SizeOverflow, N: [4]uint64{p.Bytes, v.below.Profile.Memory.Bytes}}
	}
	made, why := v.kernelSpace()
	if why.ID != target.NoReason {
		return 0, why
	}
	m := event.MemInfo{Bytes: p.Bytes, Chunk: uint8(bits.TrailingZeros64(size)), Chunks: uint32(n)}
	if p.Zero {
		m.Flags |= MemZero
	}
	if p.DMA {
		m.Flags |= MemDMA
	}
	if !p.Vidmem {
		m.Host = v.hostPlace(n * size)
		return v.newMem(m), target.Why{}
	}
	chunks, why := v.below.PMM.AllocMany(pmm.Kernel, uint32(n), uint32(size), 0, nil)
	if why.ID != target.NoReason {
		if made {
			v.below.MMU.FreeSpace(KernelSpace)
		}
		return 0, why
	}
	id := v.newMem(m)
	for _, c := range slices.Backward(chunks) {
		v.hold(id, c, 0)
	}
	return id, target.Why{}
}

// memChunk checks a request and gives the size of its chunks.
func (v *VA) memChunk(p *MemParams) (uint64, target.Why) {
	bad := func(position, value uint64) (uint64, target.Why) {
		return 0, target.Why{ID: target.BadArgument, N: [4]uint64{position, value}}
	}
	switch {
	case p.Bytes == 0:
		return bad(0, 0)
	case p.Vidmem && p.DMA:
		return bad(3, 1)
	case p.Vidmem && p.Zero && v.below.Profile.Kind != profile.Textbook:
		return bad(5, 1)
	case p.PageSize == 0:
		return v.chooseChunk(p), target.Why{}
	case p.PageSize&(p.PageSize-1) != 0 || p.PageSize < 4096 || p.PageSize > pmm.MaxSize:
		return bad(1, p.PageSize)
	case p.Vidmem && !v.below.PMM.Enabled(pmm.Kernel, uint32(p.PageSize)):
		return bad(1, p.PageSize)
	}
	return p.PageSize, target.Why{}
}

// chooseChunk is the driver's choice: a host page for system memory; the
// largest of 2 MiB, 64 KiB and 4 KiB that is no larger than the request for
// video memory (mem_alloc_chunk_size).
func (v *VA) chooseChunk(p *MemParams) uint64 {
	switch {
	case !p.Vidmem || p.Bytes < 64<<10:
		return 4 << 10
	case p.Bytes < 2<<20:
		return 64 << 10
	}
	return 2 << 20
}

// hostPlace is the lowest free stretch of host frames.
func (v *VA) hostPlace(bytes uint64) uint64 {
	return v.lowest(hostFrames, bytes, 4096, func(m *Mem) uint64 { return m.Host })
}

// lowest finds room for bytes, aligned, at or above base, between the
// stretches that the mems have already.
func (v *VA) lowest(base, bytes, align uint64, start func(*Mem) uint64) uint64 {
	type taken struct{ from, to uint64 }
	var all []taken
	v.EachMem(func(_ uint32, m *Mem) {
		if at := start(m); at != 0 {
			all = append(all, taken{at, at + m.Size()})
		}
	})
	order.Stable(len(all), func(i, j int) bool { return all[i].from < all[j].from }, func(i, j int) { all[i], all[j] = all[j], all[i] })
	at := base
	for _, t := range all {
		if t.from >= at+bytes {
			break
		}
		at = (max(at, t.to) + align - 1) &^ (align - 1)
	}
	return at
}

// FreeMem is uvm_mem_free: unmapped, then given back.
func (v *VA) FreeMem(id uint32) {
	v.UnmapMem(id)
	for v.State.Mems.At(id).First != 0 {
		c, _ := v.letGo(id)
		if why := v.below.PMM.Free(c); why.ID != target.NoReason {
			panic("va: free mem: a chunk cannot be freed")
		}
	}
	v.endMem(id)
}

// MemExists says whether id is an allocation.
func (v *VA) MemExists(id uint64) bool {
	return id > 0 && id <= uint64(v.State.Head.At(0).Mems.High) && v.State.Mems.At(uint32(id)).Chunk != 0
}

// EachMem visits every allocation.
func (v *VA) EachMem(visit func(id uint32, m *Mem)) {
	for id := uint32(1); id <= v.State.Head.At(0).Mems.High; id++ {
		if m := v.State.Mems.At(id); m.Chunk != 0 {
			visit(id, m)
		}
	}
}

// EachMemChunk visits the chunks of an allocation, in order.
func (v *VA) EachMemChunk(id uint32, visit func(pmm.ChunkID)) {
	v.eachHeld(v.State.Mems.At(id).First, func(c pmm.ChunkID, _ uint32) { visit(c) })
}
