package cuda

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// SetError makes code the process's last error, and the sticky one if it is of
// that sort. row is the index + 1 of the call.
func (c *CUDA) SetError(process uint16, code target.Code, row uint32) {
	p := c.State.Processes.Get(uint32(process))
	x := event.ErrorInfo{
		Process: uint32(process), LastBefore: p.Last, LastAfter: uint32(code),
		StickyBefore: p.Sticky, StickyAfter: p.Sticky, RowBefore: p.StickyRow, RowAfter: p.StickyRow,
	}
	if code.Sticky() && p.Sticky == 0 {
		x.StickyAfter, x.RowAfter = uint32(code), row
	}
	if x.LastBefore == x.LastAfter && x.StickyBefore == x.StickyAfter {
		return
	}
	c.doError(x)
	if e := c.rec.Put(event.ErrorSet, uint32(process)); e != nil {
		x.Put(e)
	}
}

// Fail notes the error of a kernel: it stays, but the last error is set only
// when a call reports it, since kernels run on their own.
func (c *CUDA) Fail(process uint16, code target.Code, row uint32) {
	p := c.State.Processes.Get(uint32(process))
	x := event.ErrorInfo{
		Process: uint32(process), LastBefore: p.Last, LastAfter: p.Last,
		StickyBefore: p.Sticky, StickyAfter: uint32(code), RowBefore: p.StickyRow, RowAfter: row,
	}
	c.doError(x)
	if e := c.rec.Put(event.ErrorSet, uint32(process)); e != nil {
		x.Put(e)
	}
}

// Told gives the last error, and the one that stays once a call has reported
// it.
func (c *CUDA) Told(process uint16) target.Code {
	p := c.Process(process)
	if p.Sticky != 0 && p.Last == p.Sticky {
		return target.Code(p.Sticky)
	}
	return target.Code(p.Last)
}

func (c *CUDA) doError(x event.ErrorInfo) {
	p := c.State.Processes.Mut(x.Process)
	p.Last, p.Sticky, p.StickyRow = x.LastAfter, x.StickyAfter, x.RowAfter
}

func (c *CUDA) undoError(x event.ErrorInfo) {
	p := c.State.Processes.Mut(x.Process)
	p.Last, p.Sticky, p.StickyRow = x.LastBefore, x.StickyBefore, x.RowBefore
}

// TakeError is cudaGetLastError: the last error, which is then forgotten
// unless it is sticky.
func (c *CUDA) TakeError(process uint16) target.Code {
	last := c.Told(process)
	if !last.Sticky() && last != target.DevicesUnavailable {
		c.SetError(process, target.Success, 0)
	}
	return last
}

// Reset is cudaDeviceReset: everything the process holds goes back, and its
// context is made anew by the next call. After a sticky error the device stays
// out of reach for the process (measured on an H200, driver 580.159.04).
func (c *CUDA) Reset(process uint16) {
	c.clock.Advance(c.p.Cost.Reset)
	c.dropPieces(process)
	c.below.Driver.TrimSpace(process)
	c.dropMappings(process)
	c.dropExtents(process)
	c.dropPools(process)
	c.dropStreams(process)
	dead := c.Process(process).Sticky != 0
	c.endContext(process)
	c.NewProcess(process)
	if dead {
		c.setDead(process)
	}
}

// dropPieces frees every piece of the process's slabs, and the slabs.
func (c *CUDA) dropPieces(process uint16) {
	for slab := uint32(1); slab <= c.State.Head.At(0).Slabs.High; slab++ {
		s := c.State.Slabs.At(slab)
		if s.Process != uint32(process)+1 {
			continue
		}
		for id := s.First; id != 0; {
			above := c.State.Pieces.At(id).Above
			if c.State.Pieces.At(id).Live != 0 {
				if above != 0 && c.State.Pieces.At(above).Live == 0 { // it will be absorbed
					above = c.State.Pieces.At(above).Above
				}
				c.giveHole(id)
			}
			id = above
		}
		c.freeSlab(slab)
	}
}

// dropExtents gives back whatever the process's arenas hold but the context's
// own memory.
func (c *CUDA) dropExtents(process uint16) {
	c.unregisterAll(process)
	for id := uint32(1); id <= c.State.Head.At(0).Extents.High; id++ {
		x := c.State.Extents.Get(id)
		if x.Kind <= Hole || x.Kind == Context && x.Object == 0 || c.State.Arenas.At(x.Arena).Process != process {
			continue
		}
		switch x.Kind {
		case Host, HostSlab:
			c.below.Driver.FreeHost(process, x.Start)
		case Managed:
			c.below.Driver.DropManaged(process, x.Start)
		case Block, SlabOf, Module, Context:
			c.below.Driver.Discard(process, x.Start)
		}
		c.giveBack(id)
	}
}

// endContext takes the context's arenas and the address space away.
func (c *CUDA) endContext(process uint16) {
	for a := c.Process(process).NewestArena; a != 0; a = c.Process(process).NewestArena {
		arena := c.State.Arenas.At(a)
		for id := arena.First; id != 0; {
			next := c.State.Extents.At(id).Next
			if c.State.Extents.At(id).Kind == Context {
				c.giveExtent(id)
				next = 0
			}
			id = next
		}
		c.freeArena(a)
	}
	p := c.State.Processes.Get(uint32(process))
	c.endProcess(process)
	if e := c.rec.Put(event.ProcessEnd, uint32(process)); e != nil {
		e.W = [5]uint64{
			uint64(p.Space), uint64(p.Last) | uint64(p.Sticky)<<32,
			uint64(p.StickyRow), uint64(p.Calls), p.LiveBytes,
		}
	}
	c.below.MMU.FreeSpace(process)
	c.below.VA.FreeSpace(process)
}

// endProcess is the mutator of ProcessEnd. The context's memory on the card
// stays with the process: where no new context can be made at once, the next
// call makes it there.
func (c *CUDA) endProcess(process uint16) { c.State.Processes.Set(uint32(process), Process{Held: 1}) }

// unendProcess undoes endProcess: by then the process held nothing else.
func (c *CUDA) unendProcess(e *event.Event) {
	c.State.Processes.Set(e.Subject, Process{
		Alive: 1, Held: 1, Space: uint32(e.W[0]), Last: uint32(e.W[1]), Sticky: uint32(e.W[1] >> 32),
		StickyRow: uint32(e.W[2]), Calls: uint32(e.W[3]), LiveBytes: e.W[4],
	})
}

// setDead notes that the device is gone for the process.
func (c *CUDA) setDead(process uint16) {
	x := event.ErrorInfo{
		Process:   uint32(process),
		LastAfter: uint32(target.DevicesUnavailable), StickyAfter: uint32(target.DevicesUnavailable),
	}
	c.doError(x)
	if e := c.rec.Put(event.ErrorSet, uint32(process)); e != nil {
		x.Put(e)
	}
}
