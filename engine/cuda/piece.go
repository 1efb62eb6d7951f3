package cuda

import "pagewalk/engine/event"

// The sub-allocator inside slabs. Its two mutators are takeHole and giveHole;
// each has an undo that does its steps in the opposite order.

// holeFor gives the hole that a request of n granules gets: the shortest that
// is long enough, the oldest of that length; 0 if there is none.
func (c *CUDA) holeFor(process uint16, n uint32) uint32 {
	length := c.lengths(process).next(n)
	if length == 0 {
		return 0
	}
	return c.State.Lists.At(uint32(process)*listsPerProcess + length).First
}

// takeHole makes the low n granules of a hole a live piece. What is left
// becomes a new hole, the youngest of its length. It gives the piece's address.
func (c *CUDA) takeHole(id, n, asked uint32) (address uint64) {
	h := c.State.Pieces.At(id)
	p := event.PieceInfo{ID: id, Address: c.address(id), Asked: asked, Taken: uint16(n), Hole: h.Len, Slab: h.Slab}
	if uint32(h.Len) > n {
		p.Rest, p.Fresh = c.nextPiece()
	}
	c.doTake(&p)
	if e := c.rec.Put(event.HoleTake, id); e != nil {
		p.Put(e)
	}
	return p.Address
}

func (c *CUDA) doTake(p *event.PieceInfo) {
	c.unlinkHole(p.ID)
	h := c.State.Pieces.Mut(p.ID)
	h.Live, h.Asked = 1, p.Asked
	if p.Rest != 0 {
		h.Len = p.Taken
		c.claimPiece(p.Rest, p.Fresh)
		h = c.State.Pieces.Mut(p.ID)
		rest := Piece{Above: h.Above, Below: p.ID, Slab: p.Slab, Start: h.Start + p.Taken, Len: p.Hole - p.Taken, Process: h.Process}
		c.State.Pieces.Set(p.Rest, rest)
		h.Above = p.Rest
		if rest.Above != 0 {
			c.State.Pieces.Mut(rest.Above).Below = p.Rest
		}
		c.appendHole(p.Rest)
	}
	c.count(p.Slab, p.Asked, 1)
	c.index.put(p.Address|c.pieceTag(p.ID), p.ID)
}

func (c *CUDA) undoTake(p *event.PieceInfo) {
	c.index.remove(p.Address | c.pieceTag(p.ID))
	c.count(p.Slab, p.Asked, -1)
	h := c.State.Pieces.Mut(p.ID)
	if p.Rest != 0 {
		c.unlinkHole(p.Rest)
		above := c.State.Pieces.At(p.Rest).Above
		h.Above = above
		if above != 0 {
			c.State.Pieces.Mut(above).Below = p.ID
		}
		c.unclaimPiece(p.Rest, p.Fresh)
		h.Len = p.Hole
	}
	h.Live, h.Asked = 0, 0
	c.linkHole(p.ID, 0) // it was the oldest of its length
}

// giveHole makes a live piece a hole, joined with the holes on both sides. The
// hole is the youngest of its length; the lowest of the joined nodes stands
// for it.
func (c *CUDA) giveHole(id uint32) {
	at := c.State.Pieces.At(id)
	p := event.PieceInfo{ID: id, Address: c.address(id), Asked: at.Asked, Taken: at.Len, Slab: at.Slab}
	if at.Below != 0 {
		if b := c.State.Pieces.At(at.Below); b.Live == 0 {
			p.Below, p.BelowLen, p.BelowPrev = at.Below, b.Len, b.Prev
		}
	}
	if at.Above != 0 {
		if a := c.State.Pieces.At(at.Above); a.Live == 0 {
			p.Above, p.AboveLen, p.AbovePrev = at.Above, a.Len, a.Prev
		}
	}
	if p.AbovePrev == p.Below && p.Below != 0 { // it will have moved by then
		p.AbovePrev = p.BelowPrev
	}
	c.doGive(&p)
	if e := c.rec.Put(event.HoleGive, id); e != nil {
		p.Put(e)
	}
}

func (c *CUDA) doGive(p *event.PieceInfo) {
	slab := c.State.Pieces.At(p.ID).Slab
	c.index.remove(p.Address | c.pieceTag(p.ID))
	c.count(slab, p.Asked, -1)
	h := c.State.Pieces.Mut(p.ID)
	h.Live, h.Asked = 0, 0
	survivor := p.ID
	if p.Below != 0 {
		c.unlinkHole(p.Below)
		survivor = p.Below
		c.absorb(p.Below, p.ID)
	}
	if p.Above != 0 {
		c.unlinkHole(p.Above)
		c.absorb(survivor, p.Above)
	}
	c.appendHole(survivor)
}

func (c *CUDA) undoGive(p *event.PieceInfo) {
	survivor := p.ID
	if p.Below != 0 {
		survivor = p.Below
	}
	slab := c.State.Pieces.At(survivor).Slab
	c.unlinkHole(survivor)
	if p.Above != 0 {
		c.expel(survivor, p.Above, p.AboveLen)
		c.linkHole(p.Above, p.AbovePrev)
	}
	if p.Below != 0 {
		c.expel(p.Below, p.ID, p.Taken)
		c.linkHole(p.Below, p.BelowPrev)
	}
	h := c.State.Pieces.Mut(p.ID)
	h.Live, h.Asked = 1, p.Asked
	c.count(slab, p.Asked, 1)
	c.index.put(p.Address|c.pieceTag(p.ID), p.ID)
}

// absorb joins piece b to piece a just below it; b's node is given back.
func (c *CUDA) absorb(a, b uint32) {
	from := c.State.Pieces.Get(b)
	to := c.State.Pieces.Mut(a)
	to.Len += from.Len
	to.Above = from.Above
	if from.Above != 0 {
		c.State.Pieces.Mut(from.Above).Below = a
	}
	c.unclaimPiece(b, false)
}

// expel undoes absorb: the top n granules of a become piece b again.
func (c *CUDA) expel(a, b uint32, n uint16) {
	c.claimPiece(b, false)
	low := c.State.Pieces.Mut(a)
	low.Len -= n
	c.State.Pieces.Set(b, Piece{Above: low.Above, Below: a, Slab: low.Slab, Start: low.Start + low.Len, Len: n, Process: low.Process})
	if low.Above != 0 {
		c.State.Pieces.Mut(low.Above).Below = b
	}
	low.Above = b
}

// count keeps the sums that follow from a piece's life.
func (c *CUDA) count(slab, asked uint32, by int32) {
	s := c.State.Slabs.Mut(slab)
	s.Live += uint32(by)
	p := c.State.Processes.Mut(s.Process - 1)
	p.Pieces += uint32(by)
	p.LiveBytes += uint64(int64(asked) * int64(by))
}

// address is where a piece begins.
func (c *CUDA) address(id uint32) uint64 {
	p := c.State.Pieces.At(id)
	return c.State.Slabs.At(p.Slab).Base + uint64(p.Start)*Granule
}

// pieceTag is the tag of the process that a piece belongs to.
func (c *CUDA) pieceTag(id uint32) uint64 {
	return c.tag(c.State.Pieces.At(id).Process)
}

// nextPiece is the id that the next new piece gets.
func (c *CUDA) nextPiece() (id uint32, fresh bool) {
	head := c.State.Head.At(0)
	if head.FreePiece != 0 {
		return head.FreePiece, false
	}
	return head.HighPiece + 1, true
}

func (c *CUDA) claimPiece(id uint32, fresh bool) {
	head := c.State.Head.Mut(0)
	if fresh {
		head.HighPiece = id
		c.State.Pieces.Grow(int(id) + 1)
		return
	}
	head.FreePiece = c.State.Pieces.At(id).Next
}

func (c *CUDA) unclaimPiece(id uint32, fresh bool) {
	head := c.State.Head.Mut(0)
	if fresh {
		c.State.Pieces.Set(id, Piece{})
		head.HighPiece = id - 1
		return
	}
	c.State.Pieces.Set(id, Piece{Next: head.FreePiece})
	head.FreePiece = id
}
