package va

import (
	"math/bits"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/work"
)

// toGPU brings pages of a block onto the card and maps them there
// (block_make_resident, block_map). copies leaves the host's bytes in place:
// read duplication.
//
// Errors: what the PMM answers when there is no chunk to be had, even by
// eviction. Nothing has moved then.
func (v *VA) toGPU(id uint32, pages Mask, reason uint8, copies bool) target.Why {
	if why := v.populate(id, pages); why.ID != target.NoReason {
		v.unpin(id)
		return why
	}
	b := v.State.Blocks.At(id)
	v.charge(pages.And(b.CPU).Minus(b.GPU).Minus(b.Discard).Count(), GPU)
	stay := Mask{}
	if copies {
		stay = pages.And(b.CPU)
	}
	why := v.unmapPages(id, pages.And(b.Remote.Or(b.GPU)))
	if why.ID == target.NoReason {
		v.setPages(id, pages.Minus(stay), OnGPU, reason)
		v.setPages(id, stay, OnCPU|OnGPU, reason)
		why = v.mapPages(id, pages)
	}
	v.unpin(id)
	v.markRoots(id)
	if why.ID != target.NoReason {
		v.sendHome(id)
	}
	return why
}

// sendHome takes a block off the card whose pages cannot all be mapped there.
func (v *VA) sendHome(id uint32) {
	b := v.State.Blocks.At(id)
	v.unmapRange(b.Space, b.Base, uint64(b.Pages)*pageBytes)
	v.setPages(id, b.GPU.Or(b.Remote), OnCPU, ByEviction)
	v.markRoots(id)
}

// toCPU brings pages of a block into the host's memory. copies leaves the
// card's bytes in place.
func (v *VA) toCPU(id uint32, pages Mask, reason uint8, copies bool) target.Why {
	b := v.State.Blocks.At(id)
	lost := pages.And(b.GPU).Minus(b.CPU).And(b.Discard)
	v.charge(pages.And(b.GPU).Minus(b.CPU).Minus(lost).Count(), CPU)
	stay := Mask{}
	if copies {
		stay = pages.And(b.GPU)
	}
	gone := pages.And(b.GPU).Minus(stay)
	remote := pages.And(b.Remote)
	if why := v.unmapPages(id, gone); why.ID != target.NoReason {
		v.sendHome(id) // all of it goes where these were to go
		return target.Why{}
	}
	v.setPages(id, pages.Minus(stay).Minus(remote).Minus(lost), OnCPU, reason)
	v.setPages(id, lost, 0, reason) // what is worth nothing is not copied
	v.setPages(id, stay, OnCPU|OnGPU, reason)
	if !stay.Empty() { // what is in two places is mapped read-only
		why := v.unmapPages(id, stay)
		if why.ID == target.NoReason {
			why = v.mapPages(id, stay)
		}
		if why.ID != target.NoReason {
			v.sendHome(id)
			return why
		}
	}
	v.markRoots(id)
	b = v.State.Blocks.At(id)
	if b.Policy&AccessedByGPU != 0 && reason != ByEviction {
		return v.mapRemote(id, pages.And(b.CPU).Minus(b.GPU).Minus(b.Remote))
	}
	return target.Why{}
}

// mapRemote maps pages that are in the host's memory for the GPU, where they
// are.
//
// Errors: no memory for page tables. None of them is mapped then.
func (v *VA) mapRemote(id uint32, pages Mask) target.Why {
	if pages.Empty() {
		return target.Why{}
	}
	v.setPages(id, pages, OnCPU|RemoteGPU, ByAdvice)
	why := v.mapPages(id, pages)
	if why.ID != target.NoReason {
		v.unmapRemote(id, pages)
	}
	return why
}

// unmapRemote takes back what mapRemote has mapped, or a part of it: no larger
// page covers other pages as well.
func (v *VA) unmapRemote(id uint32, pages Mask) {
	b := v.State.Blocks.Get(id)
	pages.Runs(func(first, n uint32) {
		v.unmapRange(b.Space, b.Base+uint64(first)*pageBytes, uint64(n)*pageBytes)
	})
	v.setPages(id, pages, OnCPU, ByAdvice)
}

// charge is the time that copying pages over the bus to a processor takes.
func (v *VA) charge(pages uint32, to uint8) {
	if pages != 0 {
		if v.below.Copied != nil {
			v.below.Copied(pages, to)
		}
		v.below.Clock.Advance(v.below.Profile.Cost.CopyBase + work.MiB(uint64(pages)*pageBytes, v.below.Profile.Cost.CopyMiB))
	}
}

// populate takes the chunks that pages still lack, pinned. It asks without
// eviction first and then with, as the driver does, which drops its lock in
// between: an eviction may take chunks of any block, so what is lacking is
// looked at anew each time.
func (v *VA) populate(id uint32, pages Mask) target.Why {
	for {
		page, lacks := v.lacking(id, pages)
		if !lacks {
			return target.Why{}
		}
		first, n := v.chunkFor(v.State.Blocks.At(id), page)
		c, why := v.below.PMM.Alloc(pmm.User, n*pageBytes, 0)
		if why.ID == target.NoRoom && v.below.Profile.Managed.Oversubscribe {
			was := v.retry(id, first, n*pageBytes)
			c, why = v.below.PMM.Alloc(pmm.User, n*pageBytes, pmm.Evict)
			v.rec.Cause = was
		}
		if why.ID != target.NoReason {
			return why
		}
		v.hold(Owner(id), c, first)
	}
}

// retry leaves the BlockRetry event and makes it the cause of the evictions that
// follow: the block's lock is dropped, memory is asked for again, this time with
// eviction, and the operation begins anew.
func (v *VA) retry(id, page, bytes uint32) (was uint32) {
	if e := v.rec.Put(event.BlockRetry, id); e != nil {
		e.W[0], e.W[1] = uint64(bytes), v.State.Blocks.At(id).Base+uint64(page)*pageBytes
	}
	return v.rec.Because(v.rec.Last())
}

// lacking finds a page without a chunk.
func (v *VA) lacking(id uint32, pages Mask) (page uint32, found bool) {
	var backed Mask
	v.eachHeld(v.State.Blocks.At(id).Chunks, func(c pmm.ChunkID, first uint32) {
		backed.Add(first, v.below.PMM.Node(c).Bytes()/pageBytes)
	})
	for i, w := range pages.Minus(backed) {
		if w != 0 {
			return uint32(i*64 + bits.TrailingZeros64(w)), true
		}
	}
	return 0, false
}

// unpin hands the chunks that were just taken to the block, or back if
// nothing of them is in use.
func (v *VA) unpin(id uint32) {
	b := v.State.Blocks.Get(id)
	for held := b.Chunks; held != 0; {
		n := v.State.Held.Get(held)
		if v.below.PMM.Node(n.Chunk).State == pmm.TempPinned {
			if why := v.below.PMM.Unpin(n.Chunk, Owner(id)); why.ID != target.NoReason {
				panic("va: unpin: a fresh chunk cannot be unpinned")
			}
		}
		held = n.Next
	}
}

// markRoots keeps the lists in which victims are looked for: a root goes to
// the tail of the used ones whenever pages have come to it, to the unused ones
// when a whole block has left it. Accesses by the GPU do not count.
func (v *VA) markRoots(id uint32) {
	b := v.State.Blocks.At(id)
	if b.Pages != BlockPages {
		return
	}
	_, chunk := v.chunkOf(id, 0)
	switch {
	case chunk == 0:
	case b.GPU.Empty():
		v.below.PMM.MarkRootUnused(v.below.PMM.RootOf(chunk))
	case b.GPU.Minus(b.Discard).Empty():
		v.below.PMM.MarkRootDiscarded(v.below.PMM.RootOf(chunk))
	default:
		v.below.PMM.MarkRootUsed(v.below.PMM.RootOf(chunk))
	}
}

// mapPages maps pages that are not mapped, in the largest pages that fit. A
// block that is whole on the card gets one leaf of 2 MiB.
func (v *VA) mapPages(id uint32, pages Mask) (why target.Why) {
	b := v.State.Blocks.Get(id)
	v.below.MMU.Begin(b.Space)
	if whole := b.GPU.Minus(b.CPU).Minus(b.Discard); whole.Count() == BlockPages && pages.Count() != BlockPages {
		v.unmapRange(b.Space, b.Base, uint64(b.Pages)*pageBytes)
		pages = whole
	}
	why = v.writeEntries(id, pages)
	v.below.MMU.End()
	return why
}

// writeEntries maps exactly these pages.
func (v *VA) writeEntries(id uint32, pages Mask) (why target.Why) {
	b := v.State.Blocks.Get(id)
	pages.Runs(func(first, n uint32) {
		for at := first; at < first+n && why.ID == target.NoReason; {
			k, pa, a := v.alike(id, at, first+n-at)
			why = v.mapRun(b.Space, b.Base+uint64(at)*pageBytes, pa, uint64(k)*pageBytes, a)
			at += k
		}
	})
	return why
}

// alike counts pages from one on that lie one after the other in the same
// memory with the same rights.
func (v *VA) alike(id, page, most uint32) (n uint32, pa uint64, a mmu.Attr) {
	b := v.State.Blocks.At(id)
	where := b.Where(page)
	if where&OnGPU == 0 {
		pa, a.Aperture = remoteBase+b.Base&(1<<36-1)+uint64(page)*pageBytes, profile.SysCoherent
	} else {
		pa, _ = v.chunkOf(id, page)
		if where&OnCPU != 0 {
			a.Flags = profile.ReadOnly | profile.NoAtomic
		}
	}
	n = b.Alike(page, most)
	if where&OnGPU != 0 {
		_, chunk := v.chunkOf(id, page)
		end := pa &^ uint64(v.below.PMM.Node(chunk).Bytes()-1) // chunks are aligned to their size
		n = min(n, uint32((end+uint64(v.below.PMM.Node(chunk).Bytes())-pa)/pageBytes))
	}
	return n, pa, a
}

// remoteBase is where managed pages of the host lie in the model's picture of
// system memory.
const remoteBase = 128 << 30

// mapRun maps a run in the largest pages that its alignment allows.
func (v *VA) mapRun(space uint16, va, pa, bytes uint64, a mmu.Attr) target.Why {
	for bytes > 0 {
		page := uint64(pageBytes)
		for _, size := range [...]uint64{2 << 20, 64 << 10} {
			if _, ok := v.below.MMU.Format().LevelOf(size); ok && (va|pa)&(size-1) == 0 && bytes >= size {
				page = size
				break
			}
		}
		n := bytes &^ (page - 1)
		if page == pageBytes {
			n = min(bytes, 64<<10-va&(64<<10-1))
		}
		if why := v.below.MMU.Map(space, va, pa, n, page, a); why.ID != target.NoReason {
			return why
		}
		va, pa, bytes = va+n, pa+n, bytes-n
	}
	return target.Why{}
}

// unmapPages removes the entries of pages. Where a leaf covers others too, the
// whole block is unmapped and those are mapped again.
//
// Errors: no memory for the tables that smaller pages need. Nothing may be
// mapped then of what is on the card: the caller sends the block home.
func (v *VA) unmapPages(id uint32, pages Mask) (why target.Why) {
	if pages.Empty() {
		return target.Why{}
	}
	b := v.State.Blocks.Get(id)
	v.below.MMU.Begin(b.Space)
	v.unmapRange(b.Space, b.Base, uint64(b.Pages)*pageBytes)
	why = v.writeEntries(id, b.GPU.Or(b.Remote).Minus(b.Discard).Minus(pages))
	v.below.MMU.End()
	return why
}
