package driver

import (
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// OpenPool is what a new stream-ordered pool asks of the driver (measured on an
// H200, driver 580.159.04, as is all here): one range for all its addresses.
func (d *Driver) OpenPool(space uint16, base, bytes uint64) {
	t := d.enter(target.CreateExternal, bytes, base)
	if _, why := d.below.VA.Create(space, base, bytes, va.External); why.ID != target.NoReason {
		panic("driver: open pool: the addresses are taken")
	}
	d.leave(t, d.p.Cost.CreateRange)
}

// accountsBytes is the size of the accounts of a process's pools, host memory.
// The model keeps no range for them.
const accountsBytes = 2 << 20

// PoolAccounts is what the first block of any pool asks for.
func (d *Driver) PoolAccounts(at uint64) {
	d.systemMemory(accountsBytes, accountsBytes)
	d.leave(d.enter(target.CreateExternal, accountsBytes, at), d.p.Cost.CreateRange)
	d.leave(d.enter(target.MapExternal, accountsBytes, at), d.p.Cost.MapBase)
}

// ClosePool removes the range of a pool that holds nothing.
func (d *Driver) ClosePool(space uint16, base uint64) {
	id := d.below.VA.Find(space, base)
	t := d.enter(target.UVMFree, d.below.VA.At(id).Bytes, base)
	d.below.VA.Free(id)
	d.leave(t, d.p.Cost.UVMFree)
}

// MapUnit is UVM_MAP_EXTERNAL_ALLOCATION into a range that exists.
func (d *Driver) MapUnit(space uint16, base, bytes uint64, object uint32) target.Why {
	t := d.enter(target.MapExternal, bytes, base)
	before := d.below.MMU.Tables()
	why := d.mapRuns(space, base, bytes, object, attributes(false))
	if why.ID == target.NoReason {
		d.hold(object, +1)
	}
	made := uint64(d.below.MMU.Tables() - before)
	d.leave(t, d.p.Cost.MapBase+perMiB(bytes, d.p.Cost.MapMiB)+made*d.p.Cost.NewTable)
	return why
}

// UnmapUnit is UVM_UNMAP_EXTERNAL.
func (d *Driver) UnmapUnit(space uint16, base, bytes uint64, object uint32) {
	t := d.enter(target.UnmapExternal, bytes, base)
	if why := d.below.MMU.Unmap(space, base, bytes); why.ID != target.NoReason {
		panic("driver: unmap unit: the mapping cannot be removed")
	}
	d.release(object)
	d.leave(t, d.p.Cost.UVMFree+perMiB(bytes, d.p.Cost.UVMFreeMiB))
}

// RangeGroup is UVM_CREATE_RANGE_GROUP, which a new stream asks for.
func (d *Driver) RangeGroup() {
	d.leave(d.enter(target.CreateRangeGroup, 0, 0), d.p.Cost.Register)
}
