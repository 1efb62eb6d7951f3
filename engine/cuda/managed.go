package cuda

// MallocManaged is cudaMallocManaged: addresses from the same arenas as device
// memory, aligned to 2 MiB, and no memory. What the library really does here
// could not be measured; that no ioctl is counted is an assumption (the range
// is made by mmap of the UVM device).
func (c *CUDA) MallocManaged(process uint16, asked uint64) (addr uint64) {
	bytes := (asked + SlabBytes - 1) &^ (SlabBytes - 1)
	extent := c.place(process, bytes, SlabBytes)
	c.takeExtent(extent, bytes, asked, Managed, 0)
	base := c.State.Extents.At(extent).Start
	c.below.Driver.NewManaged(process, base, asked)
	return base
}
