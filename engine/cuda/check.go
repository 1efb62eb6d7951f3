package cuda

// Check walks the whole state and gives the first broken invariant, or "".
func (c *CUDA) Check() string {
	for p := range uint16(Processes) {
		if c.Process(p).Alive == 0 {
			continue
		}
		for _, check := range []func(uint16) string{c.checkArenas, c.checkSlabs, c.checkLists} {
			if broken := check(p); broken != "" {
				return broken
			}
		}
	}
	return c.checkHandles()
}

// checkHandles: each handle knows how many mappings it has, and only they keep
// one that was released.
func (c *CUDA) checkHandles() string {
	count := make([]uint32, c.State.Handles.Len())
	for id := uint32(1); id <= c.State.Head.At(0).Mappings.High; id++ {
		if x := c.State.Mappings.At(id); x.Process != 0 {
			count[x.Handle]++
		}
	}
	for id := uint32(1); id <= c.State.Head.At(0).Handles.High; id++ {
		h := c.State.Handles.At(id)
		if h.Mappings != count[id] {
			return "cuda: a handle counts its mappings wrongly"
		}
		if h.Released != 0 && h.Mappings == 0 {
			return "cuda: a released handle is kept without a mapping"
		}
	}
	return ""
}

// checkArenas: arenas stand in order of address without overlap, extents tile
// them, no two holes are neighbours, and the sums are right.
func (c *CUDA) checkArenas(p uint16) string {
	top := ^uint64(0)
	var blocks, host, module uint32
	for a := c.Process(p).HighestArena; a != 0; a = c.State.Arenas.At(a).Below {
		arena := c.State.Arenas.At(a)
		if arena.Start+arena.Bytes > top {
			return "cuda: two arenas overlap"
		}
		top = arena.Start
		at, free, before := arena.Start, uint64(0), NoExtent
		for id := arena.First; id != 0; id = c.State.Extents.At(id).Next {
			x := c.State.Extents.At(id)
			if x.Start != at || x.Arena != a {
				return "cuda: the extents of an arena do not tile it"
			}
			at += x.Bytes
			switch x.Kind {
			case Hole:
				free += x.Bytes
				if before == Hole {
					return "cuda: two holes of an arena are neighbours"
				}
			case Block, PoolBlock:
				blocks++
			case Host, Managed:
				host++
			case Module:
				module = id
			}
			if x.Kind > Hole && c.blocks.find(x.Start|c.tag(p)) != id {
				return "cuda: an extent cannot be found by its address"
			}
			before = x.Kind
		}
		if at != arena.Start+arena.Bytes || free != arena.Free {
			return "cuda: an arena's sums are wrong"
		}
	}
	if module != c.Process(p).Module {
		return "cuda: a process does not know where its variables are"
	}
	if blocks != c.Process(p).Blocks || host != c.Process(p).HostBlocks {
		return "cuda: a process counts its blocks wrongly"
	}
	return ""
}

// checkSlabs: pieces tile each slab, no two holes are neighbours, each live
// piece can be found.
func (c *CUDA) checkSlabs(p uint16) string {
	var pieces, pinned uint32
	for s := uint32(1); s <= c.State.Head.At(0).Slabs.High; s++ {
		slab := c.State.Slabs.At(s)
		if slab.Process != uint32(p)+1 {
			continue
		}
		at, live, below := uint32(0), uint32(0), uint32(0)
		for id := slab.First; id != 0; id = c.State.Pieces.At(id).Above {
			x := c.State.Pieces.At(id)
			if uint32(x.Start) != at || x.Below != below || x.Slab != s {
				return "cuda: the pieces of a slab do not tile it"
			}
			if x.Live != 0 {
				live++
				if c.pieceAt(p, c.address(x)) != id {
					return "cuda: a piece cannot be found by its address"
				}
			} else if below != 0 && c.State.Pieces.At(below).Live == 0 {
				return "cuda: two holes of a slab are neighbours"
			}
			at, below = at+uint32(x.Len), id
		}
		if at != slabGranules || live != slab.Live {
			return "cuda: a slab's sums are wrong"
		}
		if live == 0 {
			return "cuda: an empty slab is kept"
		}
		if slab.Kind == DeviceSlab {
			pieces += live
		} else {
			pinned += live
		}
	}
	if pieces != c.Process(p).Pieces || pinned != c.Process(p).HostPieces {
		return "cuda: a process counts its pieces wrongly"
	}
	return ""
}

// checkLists: every hole is on the list of its length, and the bitmap of
// lengths agrees.
func (c *CUDA) checkLists(p uint16) string {
	for kind := range slabKinds {
		set := setOf(p, kind)
		if int(set+1)*listsPerSet > c.State.Lists.Len() {
			break
		}
		if broken := c.checkSet(set); broken != "" {
			return broken
		}
	}
	return ""
}

func (c *CUDA) checkSet(set uint16) string {
	for n := range uint32(slabGranules + 1) {
		before := uint32(0)
		l := c.State.Lists.Get(uint32(set)*listsPerSet + n)
		for id := l.First; id != 0; id = c.State.Pieces.At(id).Next {
			x := c.State.Pieces.At(id)
			if x.Live != 0 || uint32(x.Len) != n || x.Prev != before || x.Set != set {
				return "cuda: a list of holes is broken"
			}
			before = id
		}
		if before != l.Last {
			return "cuda: a list of holes does not end where it says"
		}
		if set := c.lengths(set).word[n>>6]>>(n&63)&1 != 0; set != (l.First != 0) {
			return "cuda: the bitmap of lengths disagrees with the lists"
		}
	}
	return ""
}
