package cuda

import "pagewalk/engine/event"

// In which order the streams of a pool come: as they first took or freed there
// (measured on an H200, driver 580.159.04). Memory of cudaMalloc that is freed in stream
// order counts as the default pool's. A stream that is destroyed loses its turn.

// turn is a stream's place among those that ever used a pool, from 1; 0 = it
// never did.
func (c *CUDA) turn(pool uint32, stream uint16) uint32 {
	for i := range c.State.Head.At(0).Turns {
		if t := c.State.Turns.At(i); uint32(t.Pool) == pool && t.Stream == stream {
			return i + 1
		}
	}
	return 0
}

// takeTurn gives a stream that uses a pool its turn there.
func (c *CUDA) takeTurn(pool uint32, stream uint64) {
	if c.turn(pool, uint16(stream)) == 0 {
		c.setTurn(c.State.Head.At(0).Turns, Turn{Pool: uint16(pool), Stream: uint16(stream)})
	}
}

// dropTurns takes the turns of streams that are destroyed, or of a pool.
func (c *CUDA) dropTurns(gone func(t *Turn) bool) {
	for i := c.State.Head.At(0).Turns; i > 0; i-- {
		if t := c.State.Turns.At(i - 1); t.Pool != 0 && gone(t) {
			c.setTurn(i-1, Turn{})
		}
	}
}

func packTurn(t Turn) uint64 { return uint64(t.Pool) | uint64(t.Stream)<<16 }

func unpackTurn(w uint64) Turn { return Turn{Pool: uint16(w), Stream: uint16(w >> 16)} }

// setTurn is the mutator of StreamTurn.
func (c *CUDA) setTurn(i uint32, to Turn) {
	before, count := Turn{}, c.State.Head.At(0).Turns
	if i < count {
		before = c.State.Turns.Get(i)
	}
	c.doSetTurn(i, to)
	if e := c.rec.Put(event.StreamTurn, i); e != nil {
		e.W = [5]uint64{packTurn(before), packTurn(to), uint64(count)}
	}
}

func (c *CUDA) doSetTurn(i uint32, to Turn) {
	c.State.Turns.Grow(int(i) + 1)
	c.State.Turns.Set(i, to)
	h := c.State.Head.Mut(0)
	h.Turns = max(h.Turns, i+1)
	for h.Turns > 0 && c.State.Turns.At(h.Turns-1).Pool == 0 {
		h.Turns--
	}
}

func (c *CUDA) undoSetTurn(e *event.Event) {
	c.State.Turns.Set(e.Subject, unpackTurn(e.W[0]))
	c.State.Head.Mut(0).Turns = uint32(e.W[2])
}
