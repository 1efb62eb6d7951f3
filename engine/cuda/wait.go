package cuda

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// What waits for a stream: memory of cudaMalloc that cudaFreeAsync freed.
//
// It keeps its addresses and its memory until the program has waited for the
// stream: for the stream itself, the legacy stream or the device, for an event
// that was recorded there later, or for a stream that waited for such an event.
// That the stream is idle is not enough, nor is any call of cudaMalloc,
// cudaFree, cudaMemcpy or cudaMemset, nor a full card. The frees of one stream
// are made up for in the opposite order. Those of a stream that is destroyed
// first never are (measured on an H200, driver 580.159.04).

// noStream stands for the stream of a wait that is destroyed; also marks a stream
// that has waited for an event behind the free, in which the memory was not freed.
const (
	noStream = 0x7FFE
	also     = 0x8000
)

// packWait makes one word of a wait but its address.
func packWait(x Wait) uint64 { return uint64(x.Process) | uint64(x.Stream)<<16 | uint64(x.Mark)<<32 }

func unpackWait(address, w uint64) Wait {
	return Wait{Address: address, Process: uint16(w), Stream: uint16(w >> 16), Mark: uint32(w >> 32)}
}

// await makes a free wait for a stream.
func (c *CUDA) await(process uint16, addr uint64, stream uint16) {
	h := c.State.Head.At(0)
	x := Wait{Address: addr, Process: process + 1, Stream: stream, Mark: h.Marks + 1}
	at, before := h.Waits, h.Waits
	c.addWait(at, x)
	if e := c.rec.Put(event.FreeWait, at); e != nil {
		e.W = [5]uint64{x.Address, packWait(x), 1, uint64(before)}
	}
}

func (c *CUDA) addWait(at uint32, x Wait) {
	c.State.Waits.Grow(int(at) + 1)
	c.State.Waits.Set(at, x)
	h := c.State.Head.Mut(0)
	h.Waits, h.Marks = at+1, x.Mark
}

// endWait says that a free waits no longer.
func (c *CUDA) endWait(at uint32) {
	x, before := c.State.Waits.Get(at), c.State.Head.At(0).Waits
	c.removeWait(at)
	if e := c.rec.Put(event.FreeWait, at); e != nil {
		e.W = [5]uint64{x.Address, packWait(x), 0, uint64(before)}
	}
}

func (c *CUDA) removeWait(at uint32) {
	c.State.Waits.Set(at, Wait{})
	h := c.State.Head.Mut(0)
	for h.Waits > 0 && c.State.Waits.At(h.Waits-1).Process == 0 {
		h.Waits--
	}
}

func (c *CUDA) applyWait(e *event.Event) {
	if e.W[2] != 0 {
		c.addWait(e.Subject, unpackWait(e.W[0], e.W[1]))
		return
	}
	c.removeWait(e.Subject)
}

func (c *CUDA) revertWait(e *event.Event) {
	x := unpackWait(e.W[0], e.W[1])
	h := c.State.Head.Mut(0)
	if e.W[2] != 0 {
		c.State.Waits.Set(e.Subject, Wait{})
		h.Marks = x.Mark - 1
	} else {
		c.State.Waits.Set(e.Subject, x)
	}
	h.Waits = uint32(e.W[3])
}

// waits says whether the memory at an address is free but for a wait.
func (c *CUDA) waits(process uint16, addr uint64) bool {
	for i := range c.State.Head.At(0).Waits {
		if x := c.State.Waits.At(i); x.Process == process+1 && x.Address == addr {
			return true
		}
	}
	return false
}

// freeWaiting makes up for the frees that a stream stands for up to a mark, the
// last first.
func (c *CUDA) freeWaiting(process, stream uint16, mark uint32) {
	for i := c.State.Head.At(0).Waits; i > 0; i-- {
		if i > c.State.Head.At(0).Waits { // others went with it
			continue
		}
		x := c.State.Waits.Get(i - 1)
		if x.Process != process+1 || x.Stream&^also != stream || x.Mark > mark {
			continue
		}
		c.forget(process, x.Address)
		var r target.Result
		c.Free(process, x.Address, false, &r)
	}
}

// forget ends whatever waits for an address.
func (c *CUDA) forget(process uint16, addr uint64) {
	for i := c.State.Head.At(0).Waits; i > 0; i-- {
		if x := c.State.Waits.At(i - 1); x.Process == process+1 && x.Address == addr {
			c.endWait(i - 1)
		}
	}
}

// freeAllWaiting does it for all streams that the legacy stream waits for, or for
// those as well that it does not: first for the one that was last to free in
// stream order for the first time.
func (c *CUDA) freeAllWaiting(process uint16, aside bool) {
	for below := ^uint32(0); ; {
		stream, turn := uint16(0), uint32(0)
		for i := range c.State.Head.At(0).Waits {
			x := c.State.Waits.At(i)
			if x.Process != process+1 || x.Stream >= Streams {
				continue
			}
			at := c.turn(uint32(process)+1, x.Stream)
			if at < below && at > turn && (aside || c.State.Streams.At(uint32(x.Stream)).Aside == 0) {
				stream, turn = x.Stream, at
			}
		}
		if turn == 0 {
			return
		}
		c.freeWaiting(process, stream, c.State.Head.At(0).Marks)
		below = turn
	}
}

// alsoAwait makes a stream stand for what an event that it waits for stands for.
func (c *CUDA) alsoAwait(process, stream uint16, x Event) {
	for i := range c.State.Head.At(0).Waits {
		if w := c.State.Waits.Get(i); w.Process == process+1 && w.Stream&^also == x.Stream && w.Mark <= x.Mark {
			c.await(process, w.Address, stream|also)
		}
	}
}

// orphanWaits leaves what waits for a stream that is destroyed.
func (c *CUDA) orphanWaits(process, stream uint16) {
	for i := range c.State.Head.At(0).Waits {
		x := c.State.Waits.Get(i)
		if x.Process == process+1 && x.Stream&^also == stream {
			c.endWait(i)
			if x.Stream == stream {
				c.await(process, x.Address, noStream)
			}
		}
	}
}

// dropWaits forgets what waits: a reset frees the memory itself.
func (c *CUDA) dropWaits(process uint16) {
	for i := c.State.Head.At(0).Waits; i > 0; i-- {
		if c.State.Waits.At(i-1).Process == process+1 {
			c.endWait(i - 1)
		}
	}
}
