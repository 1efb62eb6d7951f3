package driver

import (
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// Pinned memory of the host. Its pages do not move, so the GPU can reach them
// at any time through entries that name system memory. cudaMallocHost makes the
// pages, cudaHostRegister pins those that the program has already; for the
// driver both are the same: an object over pages of the host
// (NV01_MEMORY_SYSTEM_OS_DESCRIPTOR), a range, a mapping. Pages of the host are
// 4 KiB and lie where they happen to lie, so each has an entry of its own.

// hostBase is where pinned pages lie in the model's picture of system memory.
const hostBase = 192 << 30

// hostPage is the size of a page of the host.
const hostPage = 4 << 10

// AllocHost maps pages of the host for the GPU: RM_ALLOC_MEMORY of an OS
// descriptor, then a range and its mapping. Combined memory (cudaHostAlloc with
// cudaHostAllocWriteCombined) is the driver's own: RM_ALLOC of system memory,
// of which the program maps the bytes it asked for (measured on an H200, driver
// 580.159.04).
//
// Errors: no memory for page tables; nothing is left then but time.
func (d *Driver) AllocHost(space uint16, base, bytes uint64, kind va.Type) target.Why {
	return d.AllocSeen(space, base, bytes, bytes, kind)
}

// AllocSeen is AllocHost where the program sees fewer bytes than there are.
func (d *Driver) AllocSeen(space uint16, base, bytes, seen uint64, kind va.Type) target.Why {
	if kind == va.Combined {
		d.systemMemory(bytes, seen)
	} else {
		d.leave(d.enter(target.RMAllocOSDesc, bytes, 0), d.p.Cost.RMAlloc)
	}
	t := d.enter(target.CreateExternal, bytes, base)
	id, why := d.below.VA.Create(space, base, bytes, kind)
	if why.ID != target.NoReason {
		panic("driver: alloc host: the addresses are taken")
	}
	d.leave(t, d.p.Cost.CreateRange)
	t = d.enter(target.MapExternal, bytes, base)
	d.below.MMU.Begin(space)
	why = d.below.MMU.Map(space, base, HostPhysical(base), bytes, hostPage, mmu.Attr{Aperture: profile.SysCoherent})
	d.below.MMU.End()
	d.leave(t, d.p.Cost.MapBase)
	if why.ID != target.NoReason {
		d.below.VA.Free(id)
		d.dropHost(kind)
	}
	return why
}

// systemMemory makes an object of system memory that the program sees too.
func (d *Driver) systemMemory(bytes, seen uint64) {
	d.leave(d.enter(target.RMAllocSystem, bytes, 0), d.p.Cost.RMAlloc)
	d.leave(d.enter(target.RMControlAddrSpace, 0, 0), d.p.Cost.Register)
	d.leave(d.enter(target.RMMapMemory, seen, 0), d.p.Cost.Register)
}

// dropHost lets go of an object over pages of the host.
func (d *Driver) dropHost(kind va.Type) {
	if kind == va.Combined { // NV_ESC_RM_UNMAP_MEMORY
		d.leave(d.enter(target.OtherRM, 0, 0), d.p.Cost.Register)
	}
	d.leave(d.enter(target.RMFree, 0, 0), d.p.Cost.RMFree)
}

// HostPhysical is where the model draws the pinned pages that begin at an
// address; those behind the first lie side by side.
func HostPhysical(va uint64) uint64 { return hostBase + va&(1<<36-1) }

// FreeHost is the way back: UVM_FREE and RM_FREE.
func (d *Driver) FreeHost(space uint16, base uint64) {
	id := d.below.VA.Find(space, base)
	bytes, kind := d.below.VA.At(id).Bytes, d.below.VA.At(id).Type
	t := d.enter(target.UVMFree, bytes, base)
	d.must(d.below.MMU.Unmap(space, base, bytes))
	d.below.VA.Free(id)
	d.leave(t, d.p.Cost.UVMFree)
	d.dropHost(kind)
}
