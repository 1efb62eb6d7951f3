package cuda

import "pagewalk/engine/target"

// Variables gives the address of the program's own variables on the card in the
// context of a process. They are taken with the module, which is loaded when it
// is first needed: a slab that serves nothing else, or a block if they are larger
// (measured on an H200, driver 580.159.04: the first module with variables takes
// 2 MiB, at the address that cudaMalloc's next slab would have had, in three trips:
// unlike a block it is not registered). A reset gives them back, and they are
// loaded anew.
func (c *CUDA) Variables(process uint16, bytes uint64) (base uint64, fresh bool, why target.Why) {
	id := c.Process(process).Module
	if id == 0 {
		size := c.round(bytes)
		if c.p.Runtime.Slabs {
			size = (bytes + SlabBytes - 1) &^ (SlabBytes - 1)
		}
		if id, why = c.enter(process, size, bytes, Module); why.ID != target.NoReason {
			return 0, false, why
		}
		fresh = true
	}
	return c.State.Extents.At(id).Start, fresh, why
}
