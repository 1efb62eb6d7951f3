package cuda

import "pagewalk/engine/event"

// find gives the hole that a request of n bytes, aligned to align, gets: the
// newest arena that has room, in it the smallest hole that is enough, the
// lowest on a tie. Which bytes of the hole is said by at. 0 = no arena has room.
func (c *CUDA) find(process uint16, n, align uint64) (hole uint32, at uint64) {
	for a := c.State.Processes.At(uint32(process)).NewestArena; a != 0; {
		arena := c.State.Arenas.At(a)
		if arena.Free >= n {
			if hole, at := c.findIn(arena, n, align); hole != 0 {
				return hole, at
			}
		}
		a = arena.Older
	}
	return 0, 0
}

func (c *CUDA) findIn(arena *Arena, n, align uint64) (best uint32, at uint64) {
	bytes := ^uint64(0)
	for id := arena.First; id != 0; {
		x := c.State.Extents.At(id)
		if x.Kind == Hole && x.Bytes >= n && x.Bytes < bytes {
			start := (x.Start + align - 1) &^ (align - 1)
			if start+n <= x.Start+x.Bytes {
				best, at, bytes = id, start, x.Bytes
			}
		}
		id = x.Next
	}
	return best, at
}

// place gives an address range of n bytes and makes an arena where none has
// room. The range is a hole still.
func (c *CUDA) place(process uint16, n, align uint64) (hole uint32) {
	hole, at := c.find(process, n, align)
	if hole == 0 {
		c.newArena(process, n, Common)
		hole, at = c.find(process, n, align)
	}
	return c.cutTo(hole, at)
}

// cutTo makes a hole begin at an address inside it.
func (c *CUDA) cutTo(hole uint32, at uint64) uint32 {
	if x := c.State.Extents.At(hole); at > x.Start {
		return c.splitExtent(hole, at-x.Start)
	}
	return hole
}

// newArena reserves a stretch for n bytes: at the top of the highest gap that
// exceeds the arena by the slack.
func (c *CUDA) newArena(process uint16, n uint64, use ArenaUse) {
	grain := c.p.Runtime.ArenaBytes
	bytes := (n + grain - 1) &^ (grain - 1)
	start, above := c.gap(process, bytes)
	a := event.ArenaInfo{Start: start, Bytes: bytes, Process: process, Use: uint8(use), Above: above}
	c.makeArena(a)
}

// gap finds where an arena goes. The library asks the system for the arena's
// size and nearly one more grain, and trims; so a gap of exactly the right
// size is passed over (measured on an H200, driver 580.159.04).
func (c *CUDA) gap(process uint16, bytes uint64) (start uint64, above uint32) {
	need := bytes
	if c.p.Runtime.ContextBytes != 0 {
		need += c.p.Runtime.ArenaBytes
	}
	top := c.ceiling
	for a := c.State.Processes.At(uint32(process)).HighestArena; a != 0; {
		arena := c.State.Arenas.At(a)
		if arena.Start >= c.ceiling { // a reservation that the program wanted there
			above, a = a, arena.Below
			continue
		}
		if end := arena.Start + arena.Bytes; top-end >= need {
			break
		}
		top, above, a = arena.Start, a, arena.Below
	}
	return top - bytes, above
}

// makeArena gives the arena its ids and adds it.
func (c *CUDA) makeArena(a event.ArenaInfo) uint32 {
	a.ID, a.Fresh = c.State.Head.At(0).Arenas.Next()
	a.Extent, a.FreshExtent = c.nextExtent()
	c.addArena(a)
	if e := c.rec.Put(event.ArenaNew, a.ID); e != nil {
		a.Put(e)
	}
	return a.ID
}

// addArena links an arena with one hole: newest by age, below a.Above by
// address.
func (c *CUDA) addArena(a event.ArenaInfo) {
	c.State.Arenas.Grow(int(a.ID) + 1)
	c.State.Head.Mut(0).Arenas.Take(a.ID, c.State.Arenas.At(a.ID).Newer, a.Fresh)
	c.claimExtent(a.Extent, a.FreshExtent)
	c.State.Extents.Set(a.Extent, Extent{Start: a.Start, Bytes: a.Bytes, Arena: a.ID, Kind: Hole})
	arena := Arena{Start: a.Start, Bytes: a.Bytes, Free: a.Bytes, First: a.Extent, Process: a.Process, Live: 1, Use: ArenaUse(a.Use)}
	c.State.Arenas.Set(a.ID, arena)
	if arena.Use <= OfContext {
		c.linkAge(a)
	}
	c.linkAddress(a)
}

// linkAge puts the arena just older than a.Newer; 0 = newest of all.
func (c *CUDA) linkAge(a event.ArenaInfo) {
	p := c.State.Processes.Mut(uint32(a.Process))
	at := c.State.Arenas.Mut(a.ID)
	at.Newer = a.Newer
	if a.Newer == 0 {
		at.Older, p.NewestArena = p.NewestArena, a.ID
	} else {
		newer := c.State.Arenas.Mut(a.Newer)
		at.Older, newer.Older = newer.Older, a.ID
	}
	if at.Older != 0 {
		c.State.Arenas.Mut(at.Older).Newer = a.ID
	}
}

// linkAddress puts the arena just below a.Above; 0 = highest of all.
func (c *CUDA) linkAddress(a event.ArenaInfo) {
	p := c.State.Processes.Mut(uint32(a.Process))
	at := c.State.Arenas.Mut(a.ID)
	at.Above = a.Above
	if a.Above == 0 {
		at.Below, p.HighestArena = p.HighestArena, a.ID
	} else {
		above := c.State.Arenas.Mut(a.Above)
		at.Below, above.Below = above.Below, a.ID
	}
	if at.Below != 0 {
		c.State.Arenas.Mut(at.Below).Above = a.ID
	}
}

// unaddArena undoes addArena.
func (c *CUDA) unaddArena(a event.ArenaInfo) {
	p := c.State.Processes.Mut(uint32(a.Process))
	at := c.State.Arenas.Get(a.ID)
	if at.Above == 0 {
		p.HighestArena = at.Below
	} else {
		c.State.Arenas.Mut(at.Above).Below = at.Below
	}
	if at.Below != 0 {
		c.State.Arenas.Mut(at.Below).Above = at.Above
	}
	if at.Use <= OfContext {
		c.unlinkAge(p, &at)
	}
	c.unclaimExtent(a.Extent, a.FreshExtent)
	c.State.Arenas.Set(a.ID, Arena{Newer: c.State.Head.Mut(0).Arenas.Give(a.ID, a.Fresh)})
}

func (c *CUDA) unlinkAge(p *Process, at *Arena) {
	if at.Newer == 0 {
		p.NewestArena = at.Older
	} else {
		c.State.Arenas.Mut(at.Newer).Older = at.Older
	}
	if at.Older != 0 {
		c.State.Arenas.Mut(at.Older).Newer = at.Newer
	}
}

// freeArena releases an arena that is one hole.
func (c *CUDA) freeArena(id uint32) {
	at := c.State.Arenas.Get(id)
	if at.Free != at.Bytes || c.State.Extents.At(at.First).Next != 0 {
		panic("cuda: free arena: it is not one hole")
	}
	c.unstamp(at.First)
	a := event.ArenaInfo{
		ID: id, Start: at.Start, Bytes: at.Bytes, Process: at.Process, Use: uint8(at.Use),
		Extent: at.First, Above: at.Above, Newer: at.Newer,
	}
	c.unaddArena(a)
	if e := c.rec.Put(event.ArenaFree, id); e != nil {
		a.Put(e)
	}
}

// giveBack makes an extent a hole and releases the arena if that was the last
// thing in it.
func (c *CUDA) giveBack(extent uint32) {
	arena := c.State.Extents.At(extent).Arena
	c.giveExtent(extent)
	if a := c.State.Arenas.At(arena); a.Free == a.Bytes && a.Use != OfPool {
		c.freeArena(arena)
	}
}
