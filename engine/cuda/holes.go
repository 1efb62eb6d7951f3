package cuda

import "math/bits"

// The lists of holes: one per process and length, oldest first.

// list gives the list that a hole belongs on, and its number.
func (c *CUDA) list(id uint32) (process uint16, length uint32) {
	p := c.State.Pieces.At(id)
	return p.Process, uint32(p.Len)
}

// appendHole puts a hole at the end of its list.
func (c *CUDA) appendHole(id uint32) {
	process, length := c.list(id)
	c.linkHole(id, c.State.Lists.At(uint32(process)*listsPerProcess+length).Last)
}

// linkHole puts a hole behind prev on its list; 0 = in front.
func (c *CUDA) linkHole(id, prev uint32) {
	process, length := c.list(id)
	l := c.State.Lists.Mut(uint32(process)*listsPerProcess + length)
	h := c.State.Pieces.Mut(id)
	h.Prev = prev
	if prev == 0 {
		h.Next, l.First = l.First, id
	} else {
		before := c.State.Pieces.Mut(prev)
		h.Next, before.Next = before.Next, id
	}
	if h.Next == 0 {
		l.Last = id
	} else {
		c.State.Pieces.Mut(h.Next).Prev = id
	}
	c.lengths(process).set(length)
}

// unlinkHole takes a hole off its list.
func (c *CUDA) unlinkHole(id uint32) {
	process, length := c.list(id)
	l := c.State.Lists.Mut(uint32(process)*listsPerProcess + length)
	h := c.State.Pieces.Mut(id)
	if h.Prev == 0 {
		l.First = h.Next
	} else {
		c.State.Pieces.Mut(h.Prev).Next = h.Next
	}
	if h.Next == 0 {
		l.Last = h.Prev
	} else {
		c.State.Pieces.Mut(h.Next).Prev = h.Prev
	}
	h.Next, h.Prev = 0, 0
	if l.First == 0 {
		c.lengths(process).clear(length)
	}
}

// lengths is a derived bitmap in two levels: which lists hold something.
type lengths struct {
	top  [2]uint64
	word [65]uint64
}

func (b *lengths) set(n uint32) {
	b.word[n>>6] |= 1 << (n & 63)
	b.top[n>>12] |= 1 << (n >> 6 & 63)
}

func (b *lengths) clear(n uint32) {
	b.word[n>>6] &^= 1 << (n & 63)
	if b.word[n>>6] == 0 {
		b.top[n>>12] &^= 1 << (n >> 6 & 63)
	}
}

// next is the smallest length in use that is at least n, or 0.
func (b *lengths) next(n uint32) uint32 {
	w := n >> 6
	if rest := b.word[w] >> (n & 63); rest != 0 {
		return n + uint32(bits.TrailingZeros64(rest))
	}
	w++
	for t := w >> 6; t < 2; t++ {
		rest := b.top[t]
		if t == w>>6 {
			rest = rest >> (w & 63) << (w & 63)
		}
		if rest != 0 {
			w = t<<6 + uint32(bits.TrailingZeros64(rest))
			return w<<6 + uint32(bits.TrailingZeros64(b.word[w]))
		}
	}
	return 0
}

// lengths gives the bitmap of a process, rebuilt if the columns were replaced.
func (c *CUDA) lengths(process uint16) *lengths {
	if c.staleLengths {
		c.rebuildLengths()
	}
	return &c.byLength[process]
}

func (c *CUDA) rebuildLengths() {
	c.staleLengths = false
	c.byLength = [Processes]lengths{}
	for i := range uint32(c.State.Lists.Len()) {
		if c.State.Lists.At(i).First != 0 && i < Processes*listsPerProcess {
			c.byLength[i/listsPerProcess].set(i % listsPerProcess)
		}
	}
}
