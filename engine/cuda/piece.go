package cuda

import "pagewalk/engine/event"

// The sub-allocator inside slabs. Its two mutators are takeHole and giveHole;
// each has an undo that does its steps in the opposite order.

// holeFor gives the hole that a request of n granules gets: the shortest that
// is long enough, the oldest of that length; 0 if there is none.
func (c *CUDA) holeFor(set uint16, n uint32) uint32 {
	length := c.lengths(set).next(n)
	if length == 0 {
		return 0
	}
	return c.State.Lists.At(uint32(set)*listsPerSet + length).First
}

// takeHole makes the low n granules of a hole a live piece. What is left
// becomes a new hole, the youngest of its length. It gives the piece's address.
func (c *CUDA) takeHole(id, n, asked uint32) (address uint64) {
	h := c.State.Pieces.At(id)
	var p event.PieceInfo // filled field by field: a literal is made aside and copied
	p.ID, p.Address, p.Asked, p.Taken, p.Hole, p.Slab = id, c.address(h), asked, uint16(n), h.Len, h.Slab
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
	if p.Rest != 0 {
		c.claimPiece(p.Rest, p.Fresh) // first: it may move the column
	}
	h := c.unlinkHole(p.ID)
	h.Live, h.Asked = 1, p.Asked
	if p.Rest != 0 {
		rest := c.State.Pieces.Mut(p.Rest)
		rest.Above, rest.Below, rest.Slab = h.Above, p.ID, p.Slab
		rest.Start, rest.Len, rest.Set = h.Start+p.Taken, p.Hole-p.Taken, h.Set
		if h.Above != 0 {
			c.State.Pieces.Mut(h.Above).Below = p.Rest
		}
		h.Len, h.Above = p.Taken, p.Rest
		c.appendHole(p.Rest, rest)
	}
	c.count(p.Slab, p.Asked, 1)
	c.index.put(p.Slab, uint32(h.Start), p.ID)
}

func (c *CUDA) undoTake(p *event.PieceInfo) {
	h := c.State.Pieces.Mut(p.ID)
	c.index.remove(p.Slab, uint32(h.Start))
	c.count(p.Slab, p.Asked, -1)
	if p.Rest != 0 {
		rest := c.unlinkHole(p.Rest)
		h.Above, h.Len = rest.Above, p.Hole
		if rest.Above != 0 {
			c.State.Pieces.Mut(rest.Above).Below = p.ID
		}
		c.unclaimPiece(p.Rest, p.Fresh)
	}
	h.Live, h.Asked = 0, 0
	c.linkHole(p.ID, 0) // it was the oldest of its length
}

// giveHole makes a live piece a hole, joined with the holes on both sides. The
// hole is the youngest of its length; the lowest of the joined nodes stands
// for it.
func (c *CUDA) giveHole(id uint32) {
	pieces := &c.State.Pieces
	h := pieces.At(id)
	var p event.PieceInfo // filled field by field: a literal is made aside and copied
	p.ID, p.Address, p.Asked, p.Taken, p.Slab = id, c.address(h), h.Asked, h.Len, h.Slab
	if h.Below != 0 {
		if b := pieces.At(h.Below); b.Live == 0 {
			p.Below, p.BelowLen, p.BelowPrev = h.Below, b.Len, b.Prev
		}
	}
	if h.Above != 0 {
		if a := pieces.At(h.Above); a.Live == 0 {
			p.Above, p.AboveLen, p.AbovePrev = h.Above, a.Len, a.Prev
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
	h := c.State.Pieces.Mut(p.ID)
	c.index.remove(h.Slab, uint32(h.Start))
	c.count(h.Slab, p.Asked, -1)
	h.Live, h.Asked = 0, 0
	survivor := p.ID
	if p.Below != 0 {
		survivor, h = p.Below, c.unlinkHole(p.Below)
		c.absorb(survivor, h, p.ID)
	}
	if p.Above != 0 {
		c.unlinkHole(p.Above)
		c.absorb(survivor, h, p.Above)
	}
	c.appendHole(survivor, h)
}

func (c *CUDA) undoGive(p *event.PieceInfo) {
	survivor := p.ID
	if p.Below != 0 {
		survivor = p.Below
	}
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
	c.count(h.Slab, p.Asked, 1)
	c.index.put(h.Slab, uint32(h.Start), p.ID)
}

// absorb joins piece b to piece a just below it, whose page is marked; b's
// node is given back.
func (c *CUDA) absorb(a uint32, to *Piece, b uint32) {
	from := c.State.Pieces.Mut(b)
	to.Len += from.Len
	to.Above = from.Above
	if from.Above != 0 {
		c.State.Pieces.Mut(from.Above).Below = a
	}
	*from = Piece{Next: c.State.Head.Mut(0).Pieces.Give(b, false)}
}

// expel undoes absorb: the top n granules of a become piece b again.
func (c *CUDA) expel(a, b uint32, n uint16) {
	c.claimPiece(b, false)
	low := c.State.Pieces.Mut(a)
	low.Len -= n
	c.State.Pieces.Set(b, Piece{Above: low.Above, Below: a, Slab: low.Slab, Start: low.Start + low.Len, Len: n, Set: low.Set})
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
	if s.Kind != DeviceSlab {
		p.HostPieces += uint32(by)
		return
	}
	p.Pieces += uint32(by)
	p.LiveBytes += uint64(int64(asked) * int64(by))
}

// address is where a piece begins.
func (c *CUDA) address(p *Piece) uint64 {
	return c.State.Slabs.At(p.Slab).Base + uint64(p.Start)*Granule
}

// pieceAt is the live piece that begins at an address, or 0.
func (c *CUDA) pieceAt(process uint16, addr uint64) uint32 {
	slab := c.slabs.find(addr&^(SlabBytes-1) | c.tag(process))
	if slab == 0 {
		return 0
	}
	return c.index.find(slab, addr)
}

// nextPiece is the id that the next new piece gets.
func (c *CUDA) nextPiece() (id uint32, fresh bool) { return c.State.Head.At(0).Pieces.Next() }

func (c *CUDA) claimPiece(id uint32, fresh bool) {
	c.State.Pieces.Grow(int(id) + 1)
	p := c.State.Pieces.Mut(id)
	c.State.Head.Mut(0).Pieces.Take(id, p.Next, fresh)
	p.Next = 0
}

func (c *CUDA) unclaimPiece(id uint32, fresh bool) {
	c.State.Pieces.Set(id, Piece{Next: c.State.Head.Mut(0).Pieces.Give(id, fresh)})
}
