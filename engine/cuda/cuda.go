package cuda

import (
	"pagewalk/engine/driver"
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/pma"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
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
}

// The context's own arenas, relative to the first address A that cudaMalloc
// gives (measured on an H200, driver 580.159.04): an older arena of 32 MiB whose
// last 24 MiB are a hole, and a newer one of 416 MiB whose last 2 MiB are.
const (
	olderArenaAt   = 66 << 20
	olderArena     = 32 << 20
	olderArenaUsed = 8 << 20
	newerArena     = 416 << 20
	newerArenaUsed = 414 << 20
)

// New gives a runtime without processes.
func New(p *profile.Profile, rec *event.Recorder, clock *work.Clock, below Below) *CUDA {
	c := &CUDA{State: newState(), p: p, rec: rec, clock: clock, below: below}
	c.ceiling = p.Runtime.FirstAddress
	if p.Runtime.ContextBytes != 0 {
		c.ceiling -= newerArenaUsed
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
		n += int(c.State.Processes.At(p).Held)
	}
	return n
}

// NewProcess makes the context of process p: an address space with the
// context's own arenas.
func (c *CUDA) NewProcess(p uint16) target.Why {
	if c.Process(p).Alive != 0 {
		return target.Why{}
	}
	c.below.VA.NewSpace(p, uint32(p))
	if why := c.below.MMU.NewSpace(p); why.ID != target.NoReason {
		c.below.VA.FreeSpace(p)
		return why
	}
	held := c.Process(p).Held
	c.addProcess(p)
	if e := c.rec.Put(event.ProcessNew, uint32(p)); e != nil {
		e.W = [5]uint64{uint64(p), uint64(held)}
	}
	if c.p.Runtime.ContextBytes != 0 {
		c.contextArena(p, c.p.Runtime.FirstAddress+olderArenaAt, olderArena, olderArenaUsed, 0)
		above := c.Process(p).HighestArena
		c.contextArena(p, c.ceiling, newerArena, newerArenaUsed, above)
	}
	return target.Why{}
}

// addProcess is the mutator of ProcessNew. What a process without a context was
// told stays its last error.
func (c *CUDA) addProcess(p uint16) {
	x := c.State.Processes.Mut(uint32(p))
	x.Alive, x.Space, x.Held = 1, uint32(p), 1
	c.State.Lists.Grow((int(setOf(p, DeviceSlab)) + 1) * listsPerSet)
}

func (c *CUDA) unaddProcess(e *event.Event) {
	x := c.State.Processes.Mut(e.Subject)
	x.Alive, x.Space, x.Held = 0, 0, uint32(e.W[1])
}

func (c *CUDA) contextArena(p uint16, start, bytes, used uint64, above uint32) {
	a := c.makeArena(event.ArenaInfo{Start: start, Bytes: bytes, Process: p, Use: uint8(OfContext), Above: above})
	c.takeExtent(c.State.Arenas.At(a).First, used, used, Context, 0)
}
