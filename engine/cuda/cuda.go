package cuda

import (
	"pagewalk/engine/driver"
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/pma"
	"pagewalk/engine/profile"
	"pagewalk/engine/va"
	"pagewalk/engine/work"
)

// CUDA is the layer.
type CUDA struct {
	State *State
	p     *profile.Profile
	rec   *event.Recorder
	clock *work.Clock
	below Below

	ceiling uint64 // addresses of new arenas lie below

	// Derived: rebuilt when the columns are replaced.
	byLength     [listSets]lengths
	staleLengths bool
	index        granuleIndex // pieces by address
	blocks       addressIndex // extents in use by address
	slabs        addressIndex // slabs by base
	pages        addressIndex // mappings by 2 MiB page
}

// Below are the layers that the runtime stands on.
type Below struct {
	Driver *driver.Driver
	MMU    *mmu.MMU
	VA     *va.VA
	PMA    *pma.PMA
	// Streams says how far the streams have come.
	Streams *work.Streams
}

// New gives a runtime without processes.
func New(p *profile.Profile, rec *event.Recorder, clock *work.Clock, below Below) *CUDA {
	c := &CUDA{State: newState(), p: p, rec: rec, clock: clock, below: below}
	c.ceiling = p.Runtime.FirstAddress
	if c.furnished() {
		c.ceiling += ownAbove
	} else {
		c.ceiling += p.Runtime.ArenaBytes
	}
	c.index.fill, c.blocks.fill, c.slabs.fill = c.fillPieces, c.fillExtents, c.fillSlabs
	c.pages.fill = c.fillMappings
	c.index.reset()
	c.blocks.reset(10)
	c.slabs.reset(10)
	c.pages.reset(10)
	return c
}

// Rebuild says that the columns were replaced as a whole.
func (c *CUDA) Rebuild() {
	c.staleLengths, c.index.stale, c.blocks.stale, c.slabs.stale = true, true, true, true
	c.pages.stale = true
}

func (c *CUDA) fillPieces(put func(slab, granule, id uint32)) {
	for id := uint32(1); id <= c.State.Head.At(0).Pieces.High; id++ {
		if p := c.State.Pieces.At(id); p.Len != 0 && p.Live != 0 {
			put(p.Slab, uint32(p.Start), id)
		}
	}
}

func (c *CUDA) fillExtents(put func(uint64, uint32)) {
	for id := uint32(1); id <= c.State.Head.At(0).Extents.High; id++ {
		if x := c.State.Extents.At(id); x.Kind > Hole {
			put(x.Start|c.tag(c.State.Arenas.At(x.Arena).Process), id)
		}
	}
}

func (c *CUDA) fillSlabs(put func(uint64, uint32)) {
	for id := uint32(1); id <= c.State.Head.At(0).Slabs.High; id++ {
		if s := c.State.Slabs.At(id); s.Process != 0 {
			put(s.Base|c.tag(uint16(s.Process-1)), id)
		}
	}
}

// tag makes addresses of different processes different keys: the top byte of an
// address is never used.
func (c *CUDA) tag(process uint16) uint64 { return uint64(process) << 58 }

// Process gives process p for reading.
func (c *CUDA) Process(p uint16) *Process { return c.State.Processes.At(uint32(p)) }

// Contexts is the number of contexts whose own memory the card holds.
func (c *CUDA) Contexts() (n int) {
	for p := range uint32(Processes) {
		if c.State.Processes.At(p).Held != 0 {
			n++
		}
	}
	return n
}
