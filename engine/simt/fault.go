package simt

import "pagewalk/engine/target"

// Fault is why a kernel was stopped, and where: the thread, by its block and
// its place in the block, the source line, the address.
type Fault struct {
	ID            target.WhyID // target.NoReason: none
	Address       uint64
	Block, Thread [3]uint32
	Line          uint32
	Limit         uint64     // the bound, of a limit
	Why           target.Why // of the memory, for KernelAddress
}

// stop ends the kernel at a lane of the running group.
func (x *Launch) stop(w *warp, id target.WhyID, address uint64, lane uint32) {
	t := uint32(w.number*lanes) + lane
	b := &x.shape.Block
	x.Fault = Fault{
		ID: id, Address: address, Block: x.block.at,
		Thread: [3]uint32{t % b[0], t / b[0] % b[1], t / b[0] / b[1]},
		Line:   x.kernel.Program.Line(w.g.pc - 1),
	}
}

// stopAt ends the kernel at the first lane whose address lies in a sector.
func (x *Launch) stopAt(w *warp, q *request, why target.Why, sector uint64) {
	for n := range q.lanes {
		if q.va[n]/sectorBytes == sector {
			x.stop(w, target.KernelAddress, q.va[n], uint32(q.lane[n]))
			break
		}
	}
	x.Fault.Why = why
}

// Reason gives the reason as a target answers it.
func (f *Fault) Reason() target.Why {
	switch {
	case f.ID == target.KernelAddress && f.Why.Ends():
		return f.Why
	case f.Limit != 0 && f.ID.Class() == target.Limit:
		return target.Why{ID: f.ID, N: [4]uint64{f.Limit}}
	}
	return target.Why{ID: f.ID, N: [4]uint64{
		f.Address, uint64(f.Block[0]) | uint64(f.Block[1])<<32 | uint64(f.Block[2])<<48,
		uint64(f.Thread[0]) | uint64(f.Thread[1])<<16 | uint64(f.Thread[2])<<32, uint64(f.Line),
	}}
}
