package cuda

import "pagewalk/engine/target"

// MallocHost is cudaMallocHost: pinned memory of the host, mapped for the GPU
// at addresses from the same arenas as device memory (measured on an H200,
// driver 580.159.04). Its bytes are the program's.
func (c *CUDA) MallocHost(process uint16, asked uint64) (addr uint64, why target.Why) {
	bytes := (asked + SlabBytes - 1) &^ (SlabBytes - 1)
	extent := c.place(process, bytes, SlabBytes)
	c.takeExtent(extent, bytes, asked, Host, 0)
	base := c.State.Extents.At(extent).Start
	c.below.Driver.AllocHost(process, base, bytes)
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

// Live is the number of live allocations of a process.
func (c *CUDA) Live(process uint16) uint32 {
	p := c.Process(process)
	return p.Pieces + p.Blocks + p.HostBlocks
}
