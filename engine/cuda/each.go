package cuda

// EachBlock gives the extents in use of a process in descending order of their
// arenas and ascending order within: blocks, slabs, host memory, cached blocks.
func (c *CUDA) EachBlock(process uint16, yield func(x *Extent)) {
	for a := c.Process(process).HighestArena; a != 0; a = c.State.Arenas.At(a).Below {
		for id := c.State.Arenas.At(a).First; id != 0; {
			x := c.State.Extents.At(id)
			if x.Kind != Hole && x.Kind != Context {
				yield(x)
			}
			id = x.Next
		}
	}
}

// EachPiece gives the live pieces of a process's slabs, slab by slab in the
// order of EachBlock.
func (c *CUDA) EachPiece(process uint16, yield func(addr uint64, x *Piece)) {
	c.EachBlock(process, func(block *Extent) {
		if block.Kind != SlabOf || block.Slab == 0 {
			return
		}
		for id := c.State.Slabs.At(block.Slab).First; id != 0; {
			x := c.State.Pieces.At(id)
			if x.Live != 0 {
				yield(c.address(x), x)
			}
			id = x.Above
		}
	})
}
