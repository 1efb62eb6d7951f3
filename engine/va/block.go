package va

import (
	"math/bits"

	"pagewalk/engine/event"
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
)

// Block is a window of 2 MiB of managed addresses (uvm_va_block_t), or the part
// of one that its range covers. It is made when somebody touches it first, and
// knows for each page of 4 KiB where its bytes are now.
type Block struct {
	Base     uint64
	Range    uint32
	Chunks   uint32 // the list of chunks on the card
	Next     uint32 // stack of free ids
	Policy   uint32
	Space    uint16
	Pages    uint16 // 0 = not in use
	Scribble Pattern
	Taker    Taker
	_        [2]uint32

	CPU     Mask // pages that are in the host's memory
	GPU     Mask // … on the card
	Remote  Mask // … in the host's memory, mapped for the GPU there
	Discard Mask // … whose bytes are worth nothing
	_       [24]uint64
}

// Pattern is a stretch that pw_touch wrote and that nobody has read yet: a byte
// at every Stride from First on, up to Last. Stride 0 = none.
type Pattern struct{ First, Last, Stride uint32 }

// Where a page is, in bits; 0 = nowhere yet.
const (
	OnCPU uint8 = 1 << iota
	OnGPU
	RemoteGPU
	Discarded // the bytes are worth nothing; never mapped for the GPU
)

// Why pages move.
const (
	ByFault uint8 = iota
	ByPrefetch
	ByEviction
	ByCall // cudaMemPrefetchAsync
	ByAdvice
	ByDiscard
	ByCounter // accesses from afar have been counted
)

// Policies of a block, in bits (uvm_va_policy.h).
const (
	PreferCPU uint32 = 1 << iota
	PreferGPU
	AccessedByCPU
	AccessedByGPU
	ReadMostly
)

// BlockAt gives the managed block that holds an address, making it if need be;
// 0 if the address is not managed.
func (v *VA) BlockAt(space uint16, va uint64) uint32 {
	if id := v.FindBlock(space, va); id != 0 {
		return id
	}
	r := v.ManagedRange(space, va)
	if r == 0 {
		return 0
	}
	at := v.State.Ranges.At(r)
	base := max(at.Base, va>>windowBits<<windowBits)
	end := min(at.Base+at.Bytes, (va>>windowBits+1)<<windowBits)
	b := event.BlockInfo{Base: base, Range: r, Space: space, Pages: uint16((end - base) / pageBytes)}
	b.ID, b.Fresh = v.State.Head.At(0).Blocks.Next()
	v.addBlock(&b)
	if e := v.rec.Put(event.BlockNew, b.ID); e != nil {
		b.Put(e)
	}
	return b.ID
}

// FindBlock gives the block that holds an address, or 0.
func (v *VA) FindBlock(space uint16, va uint64) uint32 {
	if v.State.Head.At(0).Blocks.High == 0 {
		return 0
	}
	if b := v.State.Blocks.At(v.last); b.has(space, va) {
		return v.last
	}
	if v.stale {
		v.index()
	}
	id := v.block[key{space, va >> windowBits}]
	if id == 0 || !v.State.Blocks.At(id).has(space, va) {
		return 0
	}
	v.last = id
	return id
}

// has says whether an address lies in the block.
func (b *Block) has(space uint16, va uint64) bool {
	return b.Space == space && va-b.Base < uint64(b.Pages)*pageBytes
}

// ManagedRange gives the managed range that holds an address, or 0.
func (v *VA) ManagedRange(space uint16, va uint64) (found uint32) {
	if space >= Spaces || v.State.Spaces.At(uint32(space)).Managed == 0 {
		return 0
	}
	v.Each(func(id uint32, r *Range) {
		if r.Type == Managed && r.Space == space && va >= r.Base && va-r.Base < r.Bytes {
			found = id
		}
	})
	return found
}

// endBlock removes a block that holds nothing.
func (v *VA) endBlock(id uint32) {
	c := v.State.Blocks.At(id)
	if c.Chunks != 0 {
		panic("va: end block: it still holds chunks")
	}
	all := c.CPU.Or(c.GPU).Or(c.Remote)
	v.setPages(id, all, 0, ByCall)
	v.setScribble(id, Pattern{})
	v.closeTracks(id, 0)
	v.setTaker(id, Taker{}, false)
	b := event.BlockInfo{ID: id, Base: c.Base, Range: c.Range, Space: c.Space, Pages: c.Pages, Policy: c.Policy}
	v.dropBlock(&b)
	if e := v.rec.Put(event.BlockFree, id); e != nil {
		b.Put(e)
	}
}

// addBlock and dropBlock undo each other.
func (v *VA) addBlock(b *event.BlockInfo) {
	v.State.Blocks.Grow(int(b.ID) + 1)
	v.State.Head.Mut(0).Blocks.Take(b.ID, v.State.Blocks.At(b.ID).Next, b.Fresh)
	v.State.Blocks.Set(b.ID, Block{Base: b.Base, Range: b.Range, Policy: b.Policy, Space: b.Space, Pages: b.Pages})
	if !v.stale {
		v.block[key{b.Space, b.Base >> windowBits}] = b.ID
	}
}

func (v *VA) dropBlock(b *event.BlockInfo) {
	if !v.stale {
		delete(v.block, key{b.Space, b.Base >> windowBits})
	}
	v.State.Blocks.Set(b.ID, Block{Next: v.State.Head.Mut(0).Blocks.Give(b.ID, b.Fresh)})
}

// full is Where, and whether the bytes are worth nothing.
func (b *Block) full(page uint32) uint8 {
	if b.Discard.Has(page) {
		return b.Where(page) | Discarded
	}
	return b.Where(page)
}

// Where says where a page of a block is.
func (b *Block) Where(page uint32) (w uint8) {
	if b.CPU.Has(page) {
		w |= OnCPU
	}
	if b.GPU.Has(page) {
		w |= OnGPU
	}
	if b.Remote.Has(page) {
		w |= RemoteGPU
	}
	return w
}

// Alike counts neighbouring pages, at most most, that are where the first one
// is.
func (b *Block) Alike(page, most uint32) (n uint32) {
	for n < most {
		left := uint64(0)
		at := page + n
		for _, m := range [...]*Mask{&b.CPU, &b.GPU, &b.Remote, &b.Discard} {
			differs := m[at/64]
			if m.Has(page) {
				differs = ^differs
			}
			left |= differs >> (at % 64)
		}
		if left != 0 {
			return min(n+uint32(bits.TrailingZeros64(left)), most)
		}
		n += 64 - at%64
	}
	return most
}

// setPages brings pages to a place: one event for each run of pages that come
// from the same place.
func (v *VA) setPages(id uint32, pages Mask, to, reason uint8) {
	pages.Runs(func(first, n uint32) {
		for at := first; at < first+n; {
			b := v.State.Blocks.At(id)
			from, k := b.full(at), b.Alike(at, first+n-at)
			if from != to {
				v.movePages(&event.PagesInfo{
					Block: id, First: uint16(at), N: uint16(k), From: from, To: to, Reason: reason, Address: b.Base + uint64(at)*pageBytes,
				})
			}
			at += k
		}
	})
}

// movePages is the mutator of BlockPages.
func (v *VA) movePages(p *event.PagesInfo) {
	v.putPages(p, p.To)
	if e := v.rec.Put(event.BlockPages, p.Block); e != nil {
		p.Put(e)
	}
}

func (v *VA) putPages(p *event.PagesInfo, where uint8) {
	b := v.State.Blocks.Mut(p.Block)
	for i, m := range [...]*Mask{&b.CPU, &b.GPU, &b.Remote, &b.Discard} {
		if where>>i&1 != 0 {
			m.Add(uint32(p.First), uint32(p.N))
		} else {
			m.Remove(uint32(p.First), uint32(p.N))
		}
	}
}

// setPolicy is the mutator of BlockPolicy.
func (v *VA) setPolicy(id, policy uint32) {
	b := v.State.Blocks.Mut(id)
	before := b.Policy
	if before == policy {
		return
	}
	b.Policy = policy
	if e := v.rec.Put(event.BlockPolicy, id); e != nil {
		e.W[0], e.W[1] = uint64(before)|uint64(policy)<<32, b.Base
	}
}

// setScribble is the mutator of Scribble.
func (v *VA) setScribble(id uint32, p Pattern) {
	b := v.State.Blocks.Mut(id)
	before := b.Scribble
	if before == p {
		return
	}
	b.Scribble = p
	if e := v.rec.Put(event.Scribble, id); e != nil {
		e.W[0], e.W[1] = uint64(before.First)|uint64(before.Last)<<32, uint64(before.Stride)
		e.W[2], e.W[3] = uint64(p.First)|uint64(p.Last)<<32, uint64(p.Stride)
	}
}

func pattern(ends, stride uint64) Pattern {
	return Pattern{uint32(ends), uint32(ends >> 32), uint32(stride)}
}

// SetScribble notes what pw_touch wrote to a block whose bytes nobody has read.
func (v *VA) SetScribble(id uint32, p Pattern) { v.setScribble(id, p) }

// chunkOf gives the physical address of a page, 0 if the block has no chunk
// for it.
func (v *VA) chunkOf(id, page uint32) (pa uint64, chunk pmm.ChunkID) {
	v.eachHeld(v.State.Blocks.At(id).Chunks, func(c pmm.ChunkID, first uint32) {
		if n := v.below.PMM.Node(c).Bytes() / pageBytes; page >= first && page-first < n {
			pa, chunk = v.below.PMM.Address(c)+uint64(page-first)*pageBytes, c
		}
	})
	return pa, chunk
}

// chunkFor says which chunk backs a page: the largest enabled size that is
// aligned and lies inside the block (block_gpu_chunk_index).
func (v *VA) chunkFor(b *Block, page uint32) (first, pages uint32) {
	at := b.Base + uint64(page)*pageBytes
	end := b.Base + uint64(b.Pages)*pageBytes
	for _, size := range v.below.Profile.PMM.UserSizes {
		start := at &^ (uint64(size) - 1)
		if size >= pageBytes && start >= b.Base && start+uint64(size) <= end {
			return uint32((start - b.Base) / pageBytes), size / pageBytes
		}
	}
	panic("va: chunk for: no size fits a page")
}

// Owner is the number by which the PMM knows a block.
func Owner(block uint32) uint32 { return block | ownerBlock }

// refusedRange is the answer to an address that is not managed.
func refusedRange(va uint64) target.Why {
	return target.Why{ID: target.NotAPointer, N: [4]uint64{va}}
}

// EachBlock visits every block of managed memory.
func (v *VA) EachBlock(visit func(b *Block)) {
	for id := uint32(1); id <= v.State.Head.At(0).Blocks.High; id++ {
		if b := v.State.Blocks.At(id); b.Pages != 0 {
			visit(b)
		}
	}
}
