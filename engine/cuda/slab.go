package cuda

import "pagewalk/engine/event"

// newSlab makes the extent a slab with one hole that covers it, and gives the
// hole.
func (c *CUDA) newSlab(process uint16, extent uint32, kind SlabKind) uint32 {
	s := event.SlabInfo{Base: c.State.Extents.At(extent).Start, Process: process, Extent: extent, Kind: uint8(kind)}
	s.ID, s.Fresh = c.State.Head.At(0).Slabs.Next()
	s.Hole, s.FreshPiece = c.nextPiece()
	c.addSlab(s)
	if e := c.rec.Put(event.SlabNew, s.ID); e != nil {
		s.Put(e)
	}
	return s.Hole
}

func (c *CUDA) addSlab(s event.SlabInfo) {
	c.State.Slabs.Grow(int(s.ID) + 1)
	c.State.Head.Mut(0).Slabs.Take(s.ID, c.State.Slabs.At(s.ID).Next, s.Fresh)
	c.State.Slabs.Set(s.ID, Slab{Base: s.Base, Extent: s.Extent, First: s.Hole, Process: uint32(s.Process) + 1, Kind: SlabKind(s.Kind)})
	c.State.Extents.Mut(s.Extent).Slab = s.ID
	c.claimPiece(s.Hole, s.FreshPiece)
	set := setOf(s.Process, SlabKind(s.Kind))
	c.State.Lists.Grow((int(set) + 1) * listsPerSet)
	c.State.Pieces.Set(s.Hole, Piece{Slab: s.ID, Len: slabGranules, Set: set})
	c.appendHole(s.Hole, c.State.Pieces.Mut(s.Hole))
	c.slabs.put(s.Base|c.tag(s.Process), s.ID)
}

func (c *CUDA) unaddSlab(s event.SlabInfo) {
	c.index.drop(s.ID)
	c.slabs.remove(s.Base | c.tag(s.Process))
	c.unlinkHole(s.Hole)
	c.unclaimPiece(s.Hole, s.FreshPiece)
	c.State.Extents.Mut(s.Extent).Slab = 0
	c.State.Slabs.Set(s.ID, Slab{Next: c.State.Head.Mut(0).Slabs.Give(s.ID, s.Fresh)})
}

// freeSlab gives up a slab. Precondition: no piece of it lives.
func (c *CUDA) freeSlab(id uint32) {
	at := c.State.Slabs.Get(id)
	if at.Live != 0 || c.State.Pieces.At(at.First).Len != slabGranules {
		panic("cuda: free slab: a piece of it lives")
	}
	s := event.SlabInfo{ID: id, Base: at.Base, Process: uint16(at.Process - 1), Extent: at.Extent, Hole: at.First, Kind: uint8(at.Kind)}
	c.unaddSlab(s)
	if e := c.rec.Put(event.SlabFree, id); e != nil {
		s.Put(e)
	}
}
