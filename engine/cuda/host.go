package cuda

import (
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// MallocHost is cudaMallocHost: pinned memory of the host, mapped for the GPU
// at addresses from the same arenas as device memory (measured on an H200,
// driver 580.159.04). Its bytes are the program's.
func (c *CUDA) MallocHost(process uint16, asked uint64) (addr uint64, why target.Why) {
	bytes := (asked + SlabBytes - 1) &^ (SlabBytes - 1)
	extent := c.place(process, bytes, SlabBytes)
	c.takeExtent(extent, bytes, asked, Host, 0)
	base := c.State.Extents.At(extent).Start
	if why = c.below.Driver.AllocHost(process, base, bytes); why.ID != target.NoReason {
		c.giveBack(extent)
		return 0, why
	}
	return base, target.Why{}
}

// FreeHost is cudaFreeHost; false if no host memory begins there.
func (c *CUDA) FreeHost(process uint16, addr uint64) bool {
	if addr>>56 != 0 {
		return false
	}
	id := c.blocks.find(addr | c.tag(process))
	if id == 0 || c.State.Extents.At(id).Kind != Host {
		return false
	}
	c.below.Driver.FreeHost(process, addr)
	c.giveBack(id)
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

// RegisterHost is cudaHostRegister: pages that the program has already are
// pinned and mapped for the GPU, at their own addresses. The trips are those of
// cudaMallocHost (the driver's reference says so; they were not recorded).
func (c *CUDA) RegisterHost(process uint16, addr, bytes uint64) (target.Code, target.Why) {
	from, to := addr&^(hostPage-1), (addr+bytes+hostPage-1)&^(hostPage-1)
	if bytes == 0 || to <= from || to>>47 != 0 {
		return target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{1, bytes}}
	}
	if id := c.below.VA.Overlap(process, from, to-from); id != 0 {
		code := target.InvalidValue
		if c.below.VA.At(id).Type == va.Host {
			code = target.HostAlreadyRegistered
		}
		return code, target.Why{ID: target.BadArgument, N: [4]uint64{0, addr}}
	}
	if why := c.below.Driver.AllocHost(process, from, to-from); why.ID != target.NoReason {
		return target.MemoryAllocation, why
	}
	return target.Success, target.Why{}
}

// UnregisterHost is cudaHostUnregister.
func (c *CUDA) UnregisterHost(process uint16, addr uint64) (target.Code, target.Why) {
	if c.registered(process, addr) == 0 {
		return target.HostNotRegistered, target.Why{ID: target.NotAPointer, N: [4]uint64{addr}}
	}
	c.below.Driver.FreeHost(process, addr&^(hostPage-1))
	return target.Success, target.Why{}
}

// Registered says whether an address lies in memory that is registered.
func (c *CUDA) Registered(process uint16, addr uint64) bool {
	id := c.below.VA.Overlap(process, addr, 1)
	return id != 0 && c.registered(process, c.below.VA.At(id).Base) == id
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
	return p.Pieces + p.Blocks + p.HostBlocks
}
