package cuda

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// NewProcess makes the context of process p: an address space, if it has none
// from before a reset, and the context's own memory in it. held says where that
// lies on the card: see HeldAt.
//
// Errors: no memory for page tables; nothing is left then.
func (c *CUDA) NewProcess(p uint16, held uint32) target.Why {
	if c.Process(p).Alive != 0 {
		return target.Why{}
	}
	if c.below.MMU.PDB(p) == 0 {
		c.below.VA.NewSpace(p, uint32(p))
		if why := c.below.MMU.NewSpace(p); why.ID != target.NoReason {
			c.below.VA.FreeSpace(p)
			return why
		}
	}
	if c.furnished() {
		if why := c.furnish(p, held); why.ID != target.NoReason {
			c.leaveSpace(p)
			return why
		}
	}
	before := c.Process(p).Held
	c.addProcess(p, held)
	if e := c.rec.Put(event.ProcessNew, uint32(p)); e != nil {
		e.W = [5]uint64{uint64(p), uint64(before), uint64(held)}
	}
	return target.Why{}
}

// leaveSpace gives up an address space in which nothing is left.
func (c *CUDA) leaveSpace(p uint16) {
	if c.below.VA.State.Spaces.At(uint32(p)).Ranges == 0 {
		c.below.MMU.FreeSpace(p)
		c.below.VA.FreeSpace(p)
	}
}

// addProcess is the mutator of ProcessNew. What a process without a context was
// told stays its last error.
func (c *CUDA) addProcess(p uint16, held uint32) {
	x := c.State.Processes.Mut(uint32(p))
	x.Alive, x.Space, x.Held = 1, uint32(p), held
	c.State.Lists.Grow((int(setOf(p, DeviceSlab)) + 1) * listsPerSet)
}

func (c *CUDA) unaddProcess(e *event.Event) {
	x := c.State.Processes.Mut(e.Subject)
	x.Alive, x.Space, x.Held = 0, 0, uint32(e.W[1])
}

// endContext ends a context from which everything is gone that goes with it.
func (c *CUDA) endContext(process uint16) {
	p := c.State.Processes.Get(uint32(process))
	c.endProcess(process)
	if e := c.rec.Put(event.ProcessEnd, uint32(process)); e != nil {
		e.W = [5]uint64{uint64(p.Space), uint64(p.Last) | uint64(p.Sticky)<<32, uint64(p.StickyRow), uint64(p.Calls)}
	}
	c.leaveSpace(process)
}

// endProcess is the mutator of ProcessEnd. The context's memory on the card
// stays with the process: where no new context can be made at once, the next
// call makes it there. What outlives a reset stays, too.
func (c *CUDA) endProcess(process uint16) {
	x := c.State.Processes.Mut(uint32(process))
	x.Alive, x.Space, x.Sticky, x.StickyRow, x.Calls = 0, 0, 0, 0, 0 // the last error stays (measured)
}

func (c *CUDA) unendProcess(e *event.Event) {
	x := c.State.Processes.Mut(e.Subject)
	x.Alive, x.Space, x.Last, x.Sticky = 1, uint32(e.W[0]), uint32(e.W[1]), uint32(e.W[1]>>32)
	x.StickyRow, x.Calls = uint32(e.W[2]), uint32(e.W[3])
}
