package cuda

import (
	"pagewalk/engine/event"
	"pagewalk/engine/work"
)

// Where a pool's block goes, as measured on an H200 (driver 580.159.04): these
// rules give 2,657 of 2,661 addresses of 29 recorded programs with up to four
// streams.
//
// The free parts of a pool are of two sorts. A hole is anybody's. A part that
// waits was freed in a stream that nobody has waited for since: it belongs to
// that stream, and its neighbours join it only if the same stream freed them.
// Of either sort the shortest part that is long enough is taken, of those of one
// length the one that got it first; its low end. What remains is of the same
// sort. A request looks
//
//  1. among what its own stream freed;
//  2. among the holes that have memory all over;
//  3. among what the other streams freed that are idle, first the one that was
//     the first to use the pool;
//  4. among all holes, once everything that idle streams freed has become holes:
//     stream by stream, what was freed last first. Here the pool may grow.

// stamp makes a free part the youngest of its length; mark says when it was
// freed, if it waits.
func (c *CUDA) stamp(id, mark uint32) { c.setStamp(id, c.State.Head.At(0).Stamps+1, mark) }

// unstamp is for a part that is about to be used or to join another.
func (c *CUDA) unstamp(id uint32) {
	if c.State.Extents.At(id).Stamp != 0 {
		c.setStamp(id, 0, 0)
	}
}

// setStamp is the mutator of ExtentStamp.
func (c *CUDA) setStamp(id, stamp, mark uint32) {
	x := c.State.Extents.Get(id)
	fresh := mark > c.State.Head.At(0).Marks
	c.doStamp(id, stamp, mark)
	if e := c.rec.Put(event.ExtentStamp, id); e != nil {
		e.W = [5]uint64{uint64(x.Stamp) | uint64(x.Mark)<<32, uint64(stamp) | uint64(mark)<<32, x.Start, x.Bytes}
		if fresh {
			e.W[4] = 1
		}
	}
}

func (c *CUDA) doStamp(id, stamp, mark uint32) {
	x, h := c.State.Extents.Mut(id), c.State.Head.Mut(0)
	x.Stamp, x.Mark = stamp, mark
	if stamp != 0 {
		h.Stamps = stamp
	}
	h.Marks = max(h.Marks, mark)
}

func (c *CUDA) undoStamp(e *event.Event) {
	x, h := c.State.Extents.Mut(e.Subject), c.State.Head.Mut(0)
	x.Stamp, x.Mark = uint32(e.W[0]), uint32(e.W[0]>>32)
	if after := uint32(e.W[1]); after != 0 {
		h.Stamps = after - 1
	}
	if e.W[4] != 0 {
		h.Marks = uint32(e.W[1]>>32) - 1
	}
}

// poolGive makes a block or a part that waits a hole, joined with the holes
// beside it.
func (c *CUDA) poolGive(id uint32) (hole uint32) {
	hole = c.giveExtent(id)
	c.stamp(hole, 0)
	return hole
}

// poolWait makes a block wait for a stream, joined with what that has freed
// beside it. tag is the stream plus one.
func (c *CUDA) poolWait(id uint32, tag uint16) {
	c.retype(id, PoolWait, 0, tag)
	same := func(n uint32) bool {
		return n != 0 && c.State.Extents.At(n).Kind == PoolWait && c.State.Extents.At(n).Stream == tag
	}
	if next := c.State.Extents.At(id).Next; same(next) {
		c.unstamp(next)
		c.joinExtents(id)
	}
	if prev := c.State.Extents.At(id).Prev; same(prev) {
		c.unstamp(prev)
		c.joinExtents(prev)
		id = prev
	}
	c.stamp(id, c.State.Head.At(0).Marks+1)
}

// fit gives the best of the parts of an arena that are wanted, or 0.
func (c *CUDA) fit(arena uint32, n uint64, wanted func(x *Extent) bool) (best uint32) {
	for id := c.State.Arenas.At(arena).First; id != 0; id = c.State.Extents.At(id).Next {
		x := c.State.Extents.At(id)
		if x.Bytes < n || !wanted(x) {
			continue
		}
		if best != 0 {
			if b := c.State.Extents.At(best); x.Bytes > b.Bytes || x.Bytes == b.Bytes && x.Stamp > b.Stamp {
				continue
			}
		}
		best = id
	}
	return best
}

// poolPlace gives the part that a request of n bytes gets, or where one will
// begin once everything that idle streams freed has become holes; both 0 if the
// pool's addresses are used up. tag is its stream plus one.
func (c *CUDA) poolPlace(process uint16, arena uint32, n uint64, tag uint16) (part uint32, at uint64) {
	waitsFor := func(tag uint16) func(*Extent) bool {
		return func(x *Extent) bool { return x.Kind == PoolWait && x.Stream == tag }
	}
	part = c.fit(arena, n, waitsFor(tag))
	if base := c.State.Arenas.At(arena).Start; part == 0 {
		part = c.fit(arena, n, func(x *Extent) bool { return x.Kind == Hole && c.backed(process, base, x) })
	}
	for other := c.nextWaiting(arena, 0); other != 0 && part == 0; other = c.nextWaiting(arena, other) {
		if !c.busy(other) {
			part = c.fit(arena, n, waitsFor(other))
		}
	}
	if part != 0 {
		return part, c.State.Extents.At(part).Start
	}
	return 0, c.fitSettled(arena, n)
}

// fitSettled says which hole would be the best if all that idle streams freed were
// holes: where it begins, or 0. Of two of one length the one is older whose last
// change comes first: an old hole, then what an older stream freed, of one stream
// what it freed later.
func (c *CUDA) fitSettled(arena uint32, n uint64) (at uint64) {
	shortest, oldest, pool := ^uint64(0), ^uint64(0), c.poolOf(arena)
	for id := c.State.Arenas.At(arena).First; id != 0; {
		start, bytes, turn := c.State.Extents.At(id).Start, uint64(0), uint64(0)
		for id != 0 && c.settles(c.State.Extents.At(id)) {
			x := c.State.Extents.At(id)
			mine := uint64(x.Stamp)
			if x.Kind == PoolWait {
				mine = uint64(c.turn(pool, x.Stream-1))<<32 | uint64(^x.Stamp)
			}
			turn, bytes, id = max(turn, mine), bytes+x.Bytes, x.Next
		}
		if bytes >= n && (bytes < shortest || bytes == shortest && turn < oldest) {
			at, shortest, oldest = start, bytes, turn
		}
		if bytes == 0 {
			id = c.State.Extents.At(id).Next
		}
	}
	return at
}

// settles says whether a part of a pool is a hole or can become one at once.
func (c *CUDA) settles(x *Extent) bool {
	return x.Kind == Hole || x.Kind == PoolWait && !c.busy(x.Stream)
}

// settleIdle makes what idle streams freed holes, and gives the one that begins
// at an address.
func (c *CUDA) settleIdle(arena uint32, at uint64) (hole uint32) {
	for tag := c.nextWaiting(arena, 0); tag != 0; tag = c.nextWaiting(arena, tag) {
		if !c.busy(tag) {
			c.settle(arena, tag, c.State.Head.At(0).Marks)
		}
	}
	for hole = c.State.Arenas.At(arena).First; c.State.Extents.At(hole).Start != at; {
		hole = c.State.Extents.At(hole).Next
	}
	return hole
}

// backed says whether a part has memory all over. The last unit is looked at
// first: that of the addresses which were never used has none.
func (c *CUDA) backed(process uint16, base uint64, x *Extent) bool {
	first := x.Start - (x.Start-base)%unitBytes
	for u := x.Start + x.Bytes - 1; ; u -= unitBytes {
		u -= (u - base) % unitBytes
		if c.mappingOver(process, u) == 0 {
			return false
		}
		if u == first {
			return true
		}
	}
}

// busy says whether a stream, plus one, has not come as far as was issued to it.
func (c *CUDA) busy(tag uint16) bool {
	stream := uint32(tag) - 1
	if stream == legacyStream {
		stream = 0
	}
	return work.Ticket(c.clock.Now()) < c.below.Streams.Finish(stream)
}

// nextWaiting is the next stream, plus one, behind another, for which a part of
// an arena waits; 0 = none. Streams come in the order in which they first used the pool.
func (c *CUDA) nextWaiting(arena uint32, behind uint16) (next uint16) {
	after, first, pool := uint32(0), ^uint32(0), c.poolOf(arena)
	if behind != 0 {
		after = c.turn(pool, behind-1)
	}
	for id := c.State.Arenas.At(arena).First; id != 0; id = c.State.Extents.At(id).Next {
		if x := c.State.Extents.At(id); x.Kind == PoolWait {
			if turn := c.turn(pool, x.Stream-1); turn > after && turn < first {
				next, first = x.Stream, turn
			}
		}
	}
	return next
}

// settle makes what waits for a stream, plus one, up to a mark holes: the last
// first.
func (c *CUDA) settle(arena uint32, tag uint16, mark uint32) {
	for {
		last, stamp := uint32(0), uint32(0)
		for id := c.State.Arenas.At(arena).First; id != 0; id = c.State.Extents.At(id).Next {
			if x := c.State.Extents.At(id); x.Kind == PoolWait && x.Stream == tag && x.Mark <= mark && x.Stamp > stamp {
				last, stamp = id, x.Stamp
			}
		}
		if last == 0 {
			return
		}
		c.poolGive(last)
	}
}

// poolTake makes the low n bytes of a free part a block. What remains is of the
// same sort.
func (c *CUDA) poolTake(id uint32, n, asked uint64) {
	x := c.State.Extents.Get(id)
	c.unstamp(id)
	if x.Kind == Hole {
		c.takeExtent(id, n, asked, PoolBlock, 0)
	} else {
		if x.Bytes > n {
			c.splitExtent(id, n)
		}
		c.retype(id, PoolBlock, asked, 0)
	}
	if x.Bytes > n {
		c.stamp(c.State.Extents.At(id).Next, x.Mark)
	}
}
