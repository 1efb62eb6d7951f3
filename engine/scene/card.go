package scene

import (
	"pagewalk/engine/driver"
	"pagewalk/engine/event"
	"pagewalk/engine/pma"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
)

// card keeps one Cell for each 2 MiB page of the card. Cells are computed
// again only where the columns that they are made from were written.
type card struct {
	p      *profile.Profile
	pma    *pma.PMA
	pmm    *pmm.PMM
	driver *driver.Driver

	maps   [pma.Bits]*state.Watch
	nodes  *state.Watch
	caches [2]*state.Watch

	cells   []Cell
	free    Cell     // what an untouched page is called: Free, or Owned by the PMA
	cached  []uint32 // pages painted as kept by a lazy driver
	largest uint64
	painted bool
}

func newCard(p *profile.Profile, a *pma.PMA, m *pmm.PMM, d *driver.Driver) *card {
	c := &card{p: p, pma: a, pmm: m, driver: d, cells: make([]Cell, a.Pages())}
	for i := range c.maps {
		c.maps[i] = state.NewWatch(&a.State.Maps[i])
	}
	c.nodes = state.NewWatch(&m.State.Nodes)
	c.caches = [2]*state.Watch{state.NewWatch(&d.State.Objects), state.NewWatch(&d.State.Runs)}
	return c
}

// look brings the cells up to date. owned says that untouched pages are drawn
// as the PMA's, which a run that works inside the kernel driver wants to see.
func (c *card) look(owned bool) {
	free := CellFree
	if owned && !c.p.PMM.OwnsAll {
		free = CellOwned
	}
	changed := false
	if free != c.free || !c.painted {
		c.free, c.painted = free, true
		for _, w := range c.maps {
			w.Changed()
		}
		c.nodes.Changed()
		c.paint(0, uint32(len(c.cells)))
		changed = true
	}
	for _, w := range c.maps {
		changed = w.Each(func(first, n uint32) { c.paint(first*2, n*2) }) || changed
	}
	root := c.pmm.Root(0)
	changed = c.nodes.Each(func(first, n uint32) {
		if first+n > root {
			from := max(first, root)
			c.paint(from-root, first+n-from)
		}
	}) || changed
	moved := c.caches[0].Changed()
	if c.caches[1].Changed() || moved || changed {
		c.paintCache()
	}
	if changed {
		c.largest = c.largestFree()
	}
}

// paint computes the cells of n pages again.
func (c *card) paint(first, n uint32) {
	for p := first; p < min(first+n, uint32(len(c.cells))); p++ {
		c.cells[p] = c.cellOf(p)
	}
}

// bitsOf are the bits that any frame of a page has.
func (c *card) bitsOf(page uint32) (any uint8) {
	for i := range c.pma.State.Maps {
		if uint32(c.pma.State.Maps[i].Get(page/2)>>(page%2*32)) != 0 {
			any |= 1 << i
		}
	}
	return any
}

// cellOf is the state of one page: the chunk's if the PMM has it, else the
// frames'.
func (c *card) cellOf(page uint32) Cell {
	n := c.pmm.Node(c.pmm.Root(page))
	switch n.State {
	case pmm.Free:
		return CellFree
	case pmm.IsSplit:
		return CellSplit
	case pmm.TempPinned:
		return CellPinned
	case pmm.Allocated:
		if n.Type() == pmm.Kernel {
			return CellKernel
		}
		return CellYours
	}
	switch bits := c.bitsOf(page); {
	case bits&pma.Blacklist != 0:
		return CellBlocked
	case bits&(pma.AllocPin|pma.AllocUnpin) == 0 && bits&pma.Scrubbing != 0:
		return CellClearing
	case bits == 0:
		return c.free
	case page < c.p.Memory.ContextPages:
		return CellContext
	}
	return CellYours
}

// maxCached bounds how many kept blocks are painted.
const maxCached = 4096

// paintCache marks the pages of blocks that a lazy driver keeps. Pages of the
// last time are computed afresh first.
func (c *card) paintCache() {
	for _, p := range c.cached {
		c.cells[p] = c.cellOf(p)
	}
	c.cached = c.cached[:0]
	d := c.driver.State
	for id, n := d.Head.At(0).CacheNewest, 0; id != 0 && n < maxCached; id, n = d.Objects.At(id).Next, n+1 {
		for run := d.Objects.At(id).Runs; run != 0; run = d.Runs.At(run).Next {
			r := d.Runs.At(run)
			for p := r.First / pageOf4K; p <= (r.First+r.Pages-1)/pageOf4K && int(p) < len(c.cells); p++ {
				if c.cells[p] == CellYours {
					c.cells[p] = CellCached
					c.cached = append(c.cached, p)
				}
			}
		}
	}
}

// pageOf4K is how many pages of 4 KiB are one of 2 MiB.
const pageOf4K = 512

// largestFree is the longest run of free pages, or what the PMA says where
// frames are the grain.
func (c *card) largestFree() uint64 {
	if !c.p.PMM.OwnsAll {
		return c.pma.LargestRun().Bytes()
	}
	var best, run uint64
	for _, cell := range c.cells {
		if cell != CellFree {
			run = 0
			continue
		}
		run++
		best = max(best, run)
	}
	if best == 0 {
		return c.largestChunk()
	}
	return best * pma.PageBytes
}

// largestChunk is the largest free chunk below 2 MiB.
func (c *card) largestChunk() uint64 {
	var best uint64
	nodes := &c.pmm.State.Nodes
	for id := c.pmm.Root(c.pmm.Roots()); id < c.pmm.State.Head.At(0).HighWater; id++ {
		if n := nodes.At(id); n.Size != 0 && n.State == pmm.Free {
			best = max(best, uint64(n.Bytes()))
		}
	}
	return best
}

// legend is the set of cells in use.
func (c *card) legend() (bits uint32) {
	for _, cell := range c.cells {
		bits |= 1 << cell
	}
	return bits
}

// pageOfEvent is the 2 MiB page that an event of the physical layers is about.
func (c *card) pageOfEvent(e *event.Event) (page uint32, ok bool) {
	switch e.Kind {
	case event.FrameRun:
		page = e.Subject / pma.PageFrames
	case event.PageSwap, event.DRAMFill, event.DRAMStore:
		page = pageOfContents(e)
	case event.ScrubQueued, event.ScrubDone:
		page = event.ScrubOf(e).First / pma.PageFrames
	case event.ChunkState, event.ChunkRun, event.ChunkSplit, event.ChunkMerge, event.RootList, event.Evicting:
		if e.Subject < c.pmm.Root(0) {
			return 0, false
		}
		// A group of children may be gone by now; the event names the root.
		if e.Kind == event.ChunkState || e.Kind == event.ChunkRun {
			page = event.ChunkOf(e).Root - c.pmm.Root(0)
		} else if e.Subject < c.pmm.Root(c.pmm.Roots()) {
			page = e.Subject - c.pmm.Root(0)
		} else if c.pmm.Exists(e.Subject) {
			page = uint32(c.pmm.Address(e.Subject) >> 21)
		} else {
			return 0, false
		}
	default:
		return 0, false
	}
	return page, page < uint32(len(c.cells))
}

// pageOfContents is the 2 MiB page whose contents an event changes.
func pageOfContents(e *event.Event) uint32 {
	if e.Kind == event.PageSwap && event.PageSwapOf(e).Big || e.Kind == event.DRAMFill && event.DRAMFillOf(e).Big {
		return e.Subject
	}
	return e.Subject / pageOf4K
}
