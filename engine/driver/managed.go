package driver

import "pagewalk/engine/target"

// NewManaged makes a managed range: mmap of the UVM device, no ioctl.
func (d *Driver) NewManaged(space uint16, base, bytes uint64) {
	d.clock.Advance(d.p.Cost.CreateRange)
	d.below.VA.NewManaged(space, base, bytes)
}

// FreeManaged is UVM_FREE of a managed range.
func (d *Driver) FreeManaged(space uint16, base uint64) {
	bytes := d.below.VA.At(d.below.VA.Find(space, base)).Bytes
	t := d.enter(target.UVMFree, bytes, base)
	d.below.VA.FreeManaged(space, base)
	d.leave(t, d.p.Cost.UVMFree+perMiB(bytes, d.p.Cost.UVMFreeMiB))
}

// DropManaged ends a managed range without a trip, as the end of a context
// does.
func (d *Driver) DropManaged(space uint16, base uint64) { d.below.VA.FreeManaged(space, base) }
