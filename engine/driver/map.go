package driver

import (
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// Register is the control REGISTER_VIDMEM.
func (d *Driver) Register() {
	d.leave(d.enter(target.RegisterVidmem, 0, 0), d.p.Cost.Register)
}

// Unregister is the control UNREGISTER_VIDMEM.
func (d *Driver) Unregister() {
	d.leave(d.enter(target.UnregisterVidmem, 0, 0), d.p.Cost.Unregister)
}

// CreateRange is UVM_CREATE_EXTERNAL_RANGE: the addresses base to base+bytes-1
// become a range of the space.
func (d *Driver) CreateRange(space uint16, base, bytes uint64) target.Why {
	t := d.enter(target.CreateExternal, bytes, base)
	_, why := d.below.VA.Create(space, base, bytes, va.External)
	d.leave(t, d.p.Cost.CreateRange)
	return why
}

// Map is UVM_MAP_EXTERNAL_ALLOCATION: page-table entries for the range at base
// that lead to the object.
func (d *Driver) Map(space uint16, base, bytes uint64, object uint32) target.Why {
	return d.MapWith(space, base, bytes, object, false)
}

// MapWith is Map with a choice of rights.
func (d *Driver) MapWith(space uint16, base, bytes uint64, object uint32, readOnly bool) target.Why {
	t := d.enter(target.MapExternal, bytes, base)
	before := d.below.MMU.Tables()
	why := d.mapRuns(space, base, bytes, object, attributes(readOnly))
	if why.ID == target.NoReason {
		d.below.VA.Bind(d.below.VA.Find(space, base), object)
		d.hold(object, +1)
	}
	made := uint64(d.below.MMU.Tables() - before)
	d.leave(t, d.p.Cost.MapBase+perMiB(bytes, d.p.Cost.MapMiB)+made*d.p.Cost.NewTable)
	return why
}

// pageSize is the largest page that size allows: cudaMalloc memory is mapped
// by 2 MiB leaves, a textbook block below that by 4 KiB leaves.
func pageSize(bytes uint64) uint64 {
	if bytes >= 2<<20 {
		return 2 << 20
	}
	return 4 << 10
}

// attributes of ordinary memory: read, write and atomics, or reads only.
func attributes(readOnly bool) (a mmu.Attr) {
	if readOnly {
		a.Flags = profile.ReadOnly | profile.NoAtomic
	}
	return a
}

func (d *Driver) mapRuns(space uint16, base, bytes uint64, object uint32, a mmu.Attr) (why target.Why) {
	page, at := pageSize(bytes), base
	d.below.MMU.Begin(space)
	d.EachRun(object, func(pa, n uint64) bool {
		if why = d.below.MMU.Map(space, at, pa, n, page, a); why.ID != target.NoReason {
			return false
		}
		at += n
		return true
	})
	if why.ID != target.NoReason && at > base {
		d.must(d.below.MMU.Unmap(space, base, at-base))
	}
	d.below.MMU.End()
	return why
}

// Unmap is UVM_FREE: the range at base, its entries and its hold on the object
// go away.
func (d *Driver) Unmap(space uint16, base uint64) {
	id := d.below.VA.Find(space, base)
	if id == 0 {
		panic("driver: unmap: no range begins there")
	}
	bytes := d.below.VA.At(id).Bytes
	t := d.enter(target.UVMFree, bytes, base)
	object := d.unmap(space, base)
	d.release(object)
	d.leave(t, d.p.Cost.UVMFree+perMiB(bytes, d.p.Cost.UVMFreeMiB))
}

// unmap removes entries and range and gives the object that was mapped; the
// mapping's hold is dropped by the caller.
func (d *Driver) unmap(space uint16, base uint64) uint32 {
	id := d.below.VA.Find(space, base)
	r := *d.below.VA.At(id)
	if why := d.below.MMU.Unmap(space, base, r.Bytes); why.ID != target.NoReason {
		panic("driver: unmap: the mapping cannot be removed")
	}
	d.below.VA.Bind(id, 0)
	d.below.VA.Free(id)
	return r.Object
}

// DropRange is UVM_FREE of a range that nothing could be mapped in.
func (d *Driver) DropRange(space uint16, base uint64) {
	id := d.below.VA.Find(space, base)
	t := d.enter(target.UVMFree, d.below.VA.At(id).Bytes, base)
	d.below.VA.Free(id)
	d.leave(t, d.p.Cost.UVMFree)
}

// Free is RM_FREE: the client lets go of the object.
func (d *Driver) Free(object uint32) {
	bytes := d.State.Objects.At(object).Bytes
	t := d.enter(target.RMFree, 0, 0)
	d.clock.Advance(d.p.Cost.RMFree + perMiB(bytes, d.p.Cost.RMFreeMiB)) // clearing starts when the call ends
	d.release(object)
	d.leave(t, 0)
}

// Keep is RM_FREE under the lazy policy: the block at base stays, cached.
func (d *Driver) Keep(object uint32, base uint64) {
	t := d.enter(target.RMFree, 0, 0)
	d.cachePut(object, base)
	d.leave(t, d.p.Cost.CachePut)
}

// Discard gives back a mapped object without trips of its own, as the end of a
// context does.
func (d *Driver) Discard(space uint16, base uint64) {
	object := d.unmap(space, base)
	d.release(object)
	d.release(object)
}
