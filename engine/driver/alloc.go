package driver

import (
	"pagewalk/engine/pma"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Granted is what RM_ALLOC gives.
type Granted struct {
	Object uint32
	Cached bool   // a cached block: it is mapped already
	VA     uint64 // … there
}

// Alloc is RM_ALLOC of video memory: bytes (rounded by the caller) for a space;
// asked is what the request carries and what a failing trip shows; reuse says
// whether a block that a lazy driver keeps will do.
//
// Errors: target.NoRoom, after two failing trips and no other effect.
func (d *Driver) Alloc(space uint16, bytes, asked uint64, reuse bool) (Granted, target.Why) {
	t := d.enter(target.RMAlloc, bytes, 0)
	if reuse && d.p.Driver.Free == profile.FreeLazy {
		if id := d.cacheFind(space, bytes); id != 0 {
			va := d.State.Objects.At(id).VA
			d.cacheTake(id, true)
			d.ioctls[t.at].Offset = d.Offset(id)
			d.leave(t, d.p.Cost.CacheHit)
			return Granted{Object: id, Cached: true, VA: va}, target.Why{}
		}
	}
	got, why := d.grant(t, space, bytes, asked)
	if why.ID != target.NoRoom {
		return got, why
	}
	if usable := why.N[3]; usable < bytes && d.addresses.Relieve(space, bytes-usable) {
		return d.grant(d.enter(target.RMAlloc, bytes, 0), space, bytes, asked)
	}
	d.again(asked)
	return got, why
}

// AllocUnit is RM_ALLOC for a pool, which asks only once (measured on an H200,
// driver 580.159.04).
func (d *Driver) AllocUnit(space uint16, bytes uint64) (Granted, target.Why) {
	return d.grant(d.enter(target.RMAlloc, bytes, 0), space, bytes, bytes)
}

// grant completes a trip for memory.
func (d *Driver) grant(t trip, space uint16, bytes, asked uint64) (Granted, target.Why) {
	id, why := d.back(space, bytes)
	if why.ID != target.NoReason {
		i := &d.ioctls[t.at]
		i.Failed, i.Length = true, asked
		d.leave(t, d.p.Cost.OutOfMemory/2)
		if why.ID == target.NoRoom {
			why.N[0] = asked
		}
		return Granted{}, why
	}
	d.ioctls[t.at].Offset = d.Offset(id)
	d.leave(t, d.p.Cost.RMAlloc+perMiB(bytes, d.p.Cost.RMAllocMiB))
	return Granted{Object: id}, target.Why{}
}

// again is the second, equally vain trip of a request that cannot be met
// (measured on an H200, driver 580.159.04).
func (d *Driver) again(asked uint64) {
	t := d.enter(target.RMAlloc, asked, 0)
	d.ioctls[t.at].Failed = true
	d.leave(t, d.p.Cost.OutOfMemory/2)
}

// back makes an object with memory behind it. A lazy driver that may trim
// gives up cached blocks, oldest first, until there is room; then managed memory
// is pushed out.
func (d *Driver) back(space uint16, bytes uint64) (uint32, target.Why) {
	for {
		id, why := d.take(space, bytes)
		if why.ID != target.NoRoom {
			return id, why
		}
		oldest := d.State.Head.At(0).CacheOldest
		if d.p.Driver.Trim == profile.TrimPressure && oldest != 0 {
			d.trim(oldest)
			continue
		}
		if d.p.PMM.OwnsAll && d.p.Managed.Oversubscribe && d.pushOut(bytes) {
			return d.takeChunk(space, bytes)
		}
		return 0, why
	}
}

// pushOut makes managed memory leave a place for bytes, where the manager owns
// the whole card; on others the PMA has it done.
func (d *Driver) pushOut(bytes uint64) bool {
	if bytes > rootBytes {
		return d.below.PMM.MakeRoom(uint32(bytes/rootBytes), d.below.Movable).ID == target.NoReason
	}
	if !d.below.PMM.CanEvict() {
		return false
	}
	c, why := d.below.PMM.Alloc(pmm.User, rootBytes, pmm.Evict)
	if why.ID != target.NoReason {
		return false
	}
	d.below.PMM.Free(c) // and taken again, by the size that is asked for
	return true
}

func (d *Driver) take(space uint16, bytes uint64) (uint32, target.Why) {
	if d.p.PMM.OwnsAll {
		return d.takeChunk(space, bytes)
	}
	return d.takePages(space, bytes)
}

// takePages takes whole 2 MiB pages from the PMA, in one run if there is one.
func (d *Driver) takePages(space uint16, bytes uint64) (uint32, target.Why) {
	var why target.Why
	d.runs, why = d.below.PMA.Alloc(pma.Request{
		Frames: uint32(bytes >> 16), PageFrames: 32, Pinned: true, AllowScattered: true,
	}, d.runs[:0])
	if why.ID != target.NoReason {
		return 0, why
	}
	id := d.newObject(bytes, Vidmem, space)
	for _, r := range d.runs {
		d.addRun(id, uint32(r.First)<<4, r.N<<4, 0)
	}
	return id, target.Why{}
}

// takeChunk takes one chunk, or neighbouring root chunks, from the PMM.
func (d *Driver) takeChunk(space uint16, bytes uint64) (uint32, target.Why) {
	chunk, why := d.chunkFor(bytes)
	if why.ID != target.NoReason {
		return 0, why
	}
	id := d.newObject(bytes, Vidmem, space)
	if bytes > rootBytes {
		why = d.below.PMM.UnpinRoots(chunk, uint32(bytes/rootBytes), id)
	} else {
		why = d.below.PMM.Unpin(chunk, id)
	}
	if why.ID != target.NoReason {
		panic("driver: take chunk: a fresh chunk cannot be unpinned")
	}
	d.addRun(id, uint32(d.below.PMM.Address(chunk)>>12), uint32(bytes>>12), chunk)
	return id, target.Why{}
}

const rootBytes = 2 << 20

func (d *Driver) chunkFor(bytes uint64) (pmm.ChunkID, target.Why) {
	if bytes > rootBytes {
		return d.below.PMM.AllocContiguousRoots(uint32(bytes / rootBytes))
	}
	return d.below.PMM.Alloc(pmm.User, uint32(bytes), 0)
}

// giveMemory gives a run's memory back to where it came from; alone says that the
// memory is one run.
func (d *Driver) giveMemory(r Run, alone bool) {
	roots := r.Pages / (rootBytes >> 12)
	switch {
	case r.Chunk == 0 && alone:
		d.below.PMA.Free(pma.Run{First: r.First >> 4, N: r.Pages >> 4})
	case r.Chunk == 0:
		d.below.PMA.FreePages(pma.Run{First: r.First >> 4, N: r.Pages >> 4})
	case roots > 1:
		d.below.PMM.FreeRoots(r.Chunk, roots)
	default:
		d.below.PMM.Free(r.Chunk)
	}
}

// Offset is where the object begins in physical memory, in bytes.
func (d *Driver) Offset(object uint32) uint64 {
	return uint64(d.State.Runs.At(d.State.Objects.At(object).Runs).First) << 12
}

// EachRun gives the pieces of an object in order: physical address and bytes.
func (d *Driver) EachRun(object uint32, yield func(pa, bytes uint64) bool) {
	for id := d.State.Objects.At(object).Runs; id != 0; {
		r := d.State.Runs.Get(id)
		if !yield(uint64(r.First)<<12, uint64(r.Pages)<<12) {
			return
		}
		id = r.Next
	}
}

// release lets go of the object once; the last holder gives the memory back.
func (d *Driver) release(object uint32) {
	d.hold(object, -1)
	if d.State.Objects.At(object).Holders != 0 {
		return
	}
	was := d.rec.Cause
	if d.rec.On() {
		d.rec.Cause = d.rec.Last()
	}
	alone := true
	for d.State.Objects.At(object).Runs != 0 {
		r := d.dropRun(object)
		alone = alone && d.State.Objects.At(object).Runs == 0
		d.below.DRAM.Forget(uint64(r.First)<<12, uint64(r.Pages)<<12)
		d.giveMemory(r, alone)
	}
	d.endObject(object)
	d.rec.Cause = was
}

// trim gives a cached block back for good.
func (d *Driver) trim(object uint32) {
	o := d.State.Objects.Get(object)
	d.cacheTake(object, false)
	d.unmap(o.Space, o.VA)
	d.release(object)
	d.release(object)
	d.addresses.Trimmed(o.Space, o.VA)
}

// TrimSpace gives back every cached block of a space.
func (d *Driver) TrimSpace(space uint16) {
	for id := d.State.Head.At(0).CacheOldest; id != 0; {
		before := d.State.Objects.At(id).Prev
		if d.State.Objects.At(id).Space == space {
			d.trim(id)
		}
		id = before
	}
}

// CachedAt says whether the driver keeps a freed block at this address.
func (d *Driver) CachedAt(space uint16, addr uint64) bool {
	for id := d.State.Head.At(0).CacheNewest; id != 0; id = d.State.Objects.At(id).Next {
		if o := d.State.Objects.At(id); o.VA == addr && o.Space == space {
			return true
		}
	}
	return false
}
