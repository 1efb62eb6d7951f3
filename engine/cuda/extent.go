package cuda

import "pagewalk/engine/event"

// The mutators of extents: what an arena is cut into.

// takeExtent makes the low bytes of a hole an extent in use. What is left
// becomes a hole of its own.
func (c *CUDA) takeExtent(id uint32, bytes, asked uint64, kind ExtentKind, object uint32) {
	h := c.State.Extents.At(id)
	x := event.ExtentInfo{ID: id, Start: h.Start, Bytes: bytes, Hole: h.Bytes, Asked: asked, Kind: uint8(kind), Object: object}
	if h.Bytes > bytes {
		x.Rest, x.Fresh = c.nextExtent()
	}
	c.doTakeExtent(x)
	if e := c.rec.Put(event.ExtentTake, id); e != nil {
		x.Put(e)
	}
}

func (c *CUDA) doTakeExtent(x event.ExtentInfo) {
	if x.Rest != 0 {
		c.cut(x)
	}
	h := c.State.Extents.Mut(x.ID)
	h.Kind, h.Asked, h.Object = ExtentKind(x.Kind), x.Asked, x.Object
	head := c.State.Head.Mut(0)
	head.Takes++
	if h.Kind != PoolBlock { // parts of pools have turns
		h.Age = head.Takes & event.MostAge
	}
	c.State.Arenas.Mut(h.Arena).Free -= x.Bytes
	c.countExtent(x.ID, 1)
	c.countCall(x, 1)
	c.blocks.put(x.Start|c.extentTag(x.ID), x.ID)
}

// countCall keeps the number of blocks and slabs that a process ever took.
func (c *CUDA) countCall(x event.ExtentInfo, by int32) {
	if k := ExtentKind(x.Kind); k == Block || k == SlabOf {
		c.State.Processes.Mut(uint32(c.State.Arenas.At(c.State.Extents.At(x.ID).Arena).Process)).Calls += uint32(by)
	}
}

func (c *CUDA) undoTakeExtent(x event.ExtentInfo) {
	c.blocks.remove(x.Start | c.extentTag(x.ID))
	c.countCall(x, -1)
	c.countExtent(x.ID, -1)
	h := c.State.Extents.Mut(x.ID)
	h.Kind, h.Asked, h.Object, h.Age = Hole, 0, 0, 0
	c.State.Head.Mut(0).Takes--
	c.State.Arenas.Mut(h.Arena).Free += x.Bytes
	if x.Rest != 0 {
		c.uncut(x)
	}
}

// splitExtent cuts a hole in two, so that what follows begins aligned.
func (c *CUDA) splitExtent(id uint32, keep uint64) uint32 {
	h := c.State.Extents.At(id)
	x := event.ExtentInfo{ID: id, Start: h.Start, Bytes: keep, Hole: h.Bytes}
	x.Rest, x.Fresh = c.nextExtent()
	c.cut(x)
	if e := c.rec.Put(event.ExtentSplit, id); e != nil {
		x.Put(e)
	}
	return x.Rest
}

// cut makes the top of extent x.ID an extent of its own: x.Rest, which is a hole
// or waits for a stream, as x.ID is and does.
func (c *CUDA) cut(x event.ExtentInfo) {
	c.claimExtent(x.Rest, x.Fresh)
	h := c.State.Extents.Mut(x.ID)
	h.Bytes = x.Bytes
	rest := Extent{Start: x.Start + x.Bytes, Bytes: x.Hole - x.Bytes, Next: h.Next, Prev: x.ID, Arena: h.Arena, Kind: h.Kind, Stream: h.Stream}
	c.State.Extents.Set(x.Rest, rest)
	if rest.Kind != Hole {
		c.blocks.put(rest.Start|c.extentTag(x.Rest), x.Rest)
	}
	h.Next = x.Rest
	if rest.Next != 0 {
		c.State.Extents.Mut(rest.Next).Prev = x.Rest
	}
}

// joinExtents makes one of an extent and the next, which is of its kind: what
// splitExtent undoes.
func (c *CUDA) joinExtents(id uint32) {
	low := c.State.Extents.Get(id)
	high := c.State.Extents.At(low.Next)
	x := event.ExtentInfo{ID: id, Start: low.Start, Bytes: low.Bytes, Hole: low.Bytes + high.Bytes, Rest: low.Next}
	c.uncut(x)
	if e := c.rec.Put(event.ExtentJoin, id); e != nil {
		x.Put(e)
	}
}

func (c *CUDA) uncut(x event.ExtentInfo) {
	c.swallow(x.ID, x.Rest, x.Fresh)
}

// swallow joins extent b to a just below it; b's node is given back.
func (c *CUDA) swallow(a, b uint32, fresh bool) {
	from := c.State.Extents.Get(b)
	if from.Kind != Hole {
		c.blocks.remove(from.Start | c.extentTag(b))
	}
	to := c.State.Extents.Mut(a)
	to.Bytes += from.Bytes
	to.Next = from.Next
	if from.Next != 0 {
		c.State.Extents.Mut(from.Next).Prev = a
	}
	c.unclaimExtent(b, fresh)
}

// giveExtent makes an extent in use a hole, joined with the holes beside it.
func (c *CUDA) giveExtent(id uint32) (hole uint32) {
	at := c.State.Extents.Get(id)
	x := event.ExtentInfo{ID: id, Start: at.Start, Bytes: at.Bytes, Asked: at.Asked, Kind: uint8(at.Kind), Stream: at.Stream, Object: at.Object, Age: at.Age}
	c.unstamp(id)
	if at.Prev != 0 && c.State.Extents.At(at.Prev).Kind == Hole {
		x.Below = at.Prev
		c.unstamp(x.Below)
	}
	if at.Next != 0 && c.State.Extents.At(at.Next).Kind == Hole {
		x.Above = at.Next
		c.unstamp(x.Above)
	}
	if x.Above != 0 {
		x.Hole = c.State.Extents.At(x.Above).Bytes
	}
	c.doGiveExtent(x)
	if e := c.rec.Put(event.ExtentGive, id); e != nil {
		x.Put(e)
	}
	if x.Below != 0 {
		return x.Below
	}
	return id
}

func (c *CUDA) doGiveExtent(x event.ExtentInfo) {
	c.blocks.remove(x.Start | c.extentTag(x.ID))
	c.countExtent(x.ID, -1)
	h := c.State.Extents.Mut(x.ID)
	h.Kind, h.Asked, h.Object, h.Stream, h.Age = Hole, 0, 0, 0, 0
	c.State.Arenas.Mut(h.Arena).Free += x.Bytes
	if x.Above != 0 {
		c.swallow(x.ID, x.Above, false)
	}
	if x.Below != 0 {
		c.swallow(x.Below, x.ID, false)
	}
}

// undoGiveExtent parts what doGiveExtent joined. The sizes follow from the
// extent's own start and length.
func (c *CUDA) undoGiveExtent(x event.ExtentInfo) {
	if x.Below != 0 {
		b := *c.State.Extents.At(x.Below)
		c.cut(event.ExtentInfo{ID: x.Below, Start: b.Start, Bytes: x.Start - b.Start, Hole: b.Bytes, Rest: x.ID})
	}
	if x.Above != 0 {
		h := *c.State.Extents.At(x.ID)
		c.cut(event.ExtentInfo{ID: x.ID, Start: h.Start, Bytes: x.Bytes, Hole: h.Bytes, Rest: x.Above})
	}
	h := c.State.Extents.Mut(x.ID)
	h.Kind, h.Asked, h.Object, h.Stream, h.Age = ExtentKind(x.Kind), x.Asked, x.Object, x.Stream, x.Age
	c.State.Arenas.Mut(h.Arena).Free -= x.Bytes
	c.countExtent(x.ID, 1)
	c.blocks.put(x.Start|c.extentTag(x.ID), x.ID)
}

// extentTag is the tag of the process that an extent belongs to.
func (c *CUDA) extentTag(id uint32) uint64 {
	return c.tag(c.State.Arenas.At(c.State.Extents.At(id).Arena).Process)
}

// countExtent keeps the process's sums.
func (c *CUDA) countExtent(id uint32, by int32) {
	x := c.State.Extents.At(id)
	p := c.State.Processes.Mut(uint32(c.State.Arenas.At(x.Arena).Process))
	switch x.Kind {
	case Block, PoolBlock:
		p.Blocks += uint32(by)
		p.LiveBytes += uint64(int64(x.Asked) * int64(by))
	case Host, Managed:
		p.HostBlocks += uint32(by)
	case Module:
		p.Module = uint32(max(by, 0)) * id
	}
}

// retype keeps the addresses of an extent taken while its use changes: a lazy
// driver's block between a free and the next request of its size.
func (c *CUDA) retype(id uint32, kind ExtentKind, asked uint64, stream uint16) {
	x := c.State.Extents.At(id)
	k := event.KeepInfo{
		ID: id, Start: x.Start, Bytes: x.Bytes, AskedBefore: x.Asked, AskedAfter: asked,
		KindBefore: uint8(x.Kind), KindAfter: uint8(kind), TagBefore: x.Stream, TagAfter: stream,
	}
	c.doRetype(id, kind, asked, stream)
	if e := c.rec.Put(event.ExtentKeep, id); e != nil {
		k.Put(e)
	}
}

func (c *CUDA) doRetype(id uint32, kind ExtentKind, asked uint64, stream uint16) {
	c.countExtent(id, -1)
	x := c.State.Extents.Mut(id)
	x.Kind, x.Asked, x.Stream = kind, asked, stream
	c.countExtent(id, 1)
}

func (c *CUDA) nextExtent() (id uint32, fresh bool) { return c.State.Head.At(0).Extents.Next() }

func (c *CUDA) claimExtent(id uint32, fresh bool) {
	c.State.Extents.Grow(int(id) + 1)
	c.State.Head.Mut(0).Extents.Take(id, c.State.Extents.At(id).Next, fresh)
}

func (c *CUDA) unclaimExtent(id uint32, fresh bool) {
	c.State.Extents.Set(id, Extent{Next: c.State.Head.Mut(0).Extents.Give(id, fresh)})
}
