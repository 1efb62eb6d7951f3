package cuda

import "math/bits"

// The lists of holes: one per process, kind of slab and length, oldest first.

// setOf is the number of the lists of a process's slabs of one kind.
func setOf(process uint16, kind SlabKind) uint16 { return process*uint16(slabKinds) + uint16(kind) }

// listOf is the number of the list that a hole belongs on.
func listOf(h *Piece) uint32 { return uint32(h.Set)*listsPerSet + uint32(h.Len) }

// appendHole puts a hole, whose page is marked, at the end of its list.
func (c *CUDA) appendHole(id uint32, h *Piece) {
	l := c.State.Lists.Mut(listOf(h))
	h.Prev, h.Next = l.Last, 0
	if l.Last == 0 {
		l.First = id
		c.lengths(h.Set).set(uint32(h.Len))
	} else {
		c.State.Pieces.Mut(l.Last).Next = id
	}
	l.Last = id
}

// linkHole puts a hole behind prev on its list; 0 = in front.
func (c *CUDA) linkHole(id, prev uint32) {
	h := c.State.Pieces.Mut(id)
	l := c.State.Lists.Mut(listOf(h))
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
	c.lengths(h.Set).set(uint32(h.Len))
}

// unlinkHole takes a hole off its list and gives it, for writing.
func (c *CUDA) unlinkHole(id uint32) *Piece {
	h := c.State.Pieces.Mut(id)
	if h.Next != 0 && h.Prev != 0 { // in the middle: the list itself stays
		c.State.Pieces.Mut(h.Prev).Next = h.Next
		c.State.Pieces.Mut(h.Next).Prev = h.Prev
		h.Next, h.Prev = 0, 0
		return h
	}
	l := c.State.Lists.Mut(listOf(h))
	switch {
	case h.Next != 0:
		l.First = h.Next
		c.State.Pieces.Mut(h.Next).Prev = 0
	case h.Prev != 0:
		l.Last = h.Prev
		c.State.Pieces.Mut(h.Prev).Next = 0
	default:
		*l = List{}
		c.lengths(h.Set).clear(uint32(h.Len))
	}
	h.Next, h.Prev = 0, 0
	return h
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

// lengths gives the bitmap of a set, rebuilt if the columns were replaced.
func (c *CUDA) lengths(set uint16) *lengths {
	if c.staleLengths {
		c.rebuildLengths()
	}
	return &c.byLength[set]
}

// listSets is the number of sets of lists.
const listSets = Processes * int(slabKinds)

func (c *CUDA) rebuildLengths() {
	c.staleLengths = false
	c.byLength = [listSets]lengths{}
	for i := range uint32(c.State.Lists.Len()) {
		if c.State.Lists.At(i).First != 0 && i < uint32(listSets*listsPerSet) {
			c.byLength[i/listsPerSet].set(i % listsPerSet)
		}
	}
}
