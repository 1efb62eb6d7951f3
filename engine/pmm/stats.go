package pmm

import "pagewalk/engine/target"

// FreeCount is the number of free chunks of a size.
func (m *PMM) FreeCount(t Type, size uint32) uint32 {
	l := log2(size)
	return m.ListLength(freeList(t, l, false)) + m.ListLength(freeList(t, l, true))
}

// FreeBytes is the sum of all free chunks.
func (m *PMM) FreeBytes() uint64 { return m.freeFrom(0) }

// freeFrom is the sum of the free chunks of at least a size, in bytes.
func (m *PMM) freeFrom(size uint64) uint64 {
	var sum uint64
	for t := range types {
		for l := uint8(minLog); l <= maxLog; l++ {
			if uint64(1)<<l >= size {
				sum += uint64(m.FreeCount(t, 1<<l)) << l
			}
		}
	}
	return sum
}

// LargestChunk is the size of the largest free chunk, 0 if there is none.
func (m *PMM) LargestChunk() uint32 {
	for l := uint8(maxLog); l >= minLog; l-- {
		if m.FreeCount(User, 1<<l)+m.FreeCount(Kernel, 1<<l) > 0 {
			return 1 << l
		}
	}
	return 0
}

// LargestFree is the longest run of free bytes at neighbouring addresses,
// whatever chunks it is cut into, and where it starts.
func (m *PMM) LargestFree() (bytes, at uint64) {
	var run, start uint64
	for page := range m.roots {
		m.Walk(m.Root(page), func(_ ChunkID, _ int, n *Node) {
			switch {
			case n.State == IsSplit:
			case n.State != Free:
				run = 0
			default:
				if run == 0 {
					start = n.Address()
				}
				if run += uint64(n.Bytes()); run > bytes {
					bytes, at = run, start
				}
			}
		})
	}
	return bytes, at
}

// Walk visits c and everything under it, parents first, in order of address.
func (m *PMM) Walk(c ChunkID, visit func(c ChunkID, depth int, n *Node)) { m.walk(c, 0, visit) }

func (m *PMM) walk(c ChunkID, depth int, visit func(ChunkID, int, *Node)) {
	visit(c, depth, m.Node(c))
	first, n := m.Children(c)
	for i := range n {
		m.walk(first+i, depth+1, visit)
	}
}

// ListLength is the number of chunks on a list.
func (m *PMM) ListLength(list uint8) uint32 { return m.Node(ChunkID(list)).Block }

// FreeList is the list of free chunks of a type and size, by whether they are
// known to be zero.
func FreeList(t Type, size uint32, zero bool) uint8 { return freeList(t, log2(size), zero) }

// EachFirst visits the first n chunks of a list, from its head.
func (m *PMM) EachFirst(list uint8, n uint32, visit func(ChunkID)) {
	for c := m.head(list); c != 0 && n > 0; c, n = m.after(c), n-1 {
		visit(c)
	}
}

// EachLast visits the last n chunks of a list, which has as many, in its order.
func (m *PMM) EachLast(list uint8, n uint32, visit func(ChunkID)) {
	c := ChunkID(list)
	for range n {
		c = m.Node(c).Prev
	}
	for ; n > 0; c, n = m.Node(c).Next, n-1 {
		visit(c)
	}
}

// EachOn visits the chunks of a list from its head.
func (m *PMM) EachOn(list uint8, visit func(ChunkID)) {
	for c := m.head(list); c != 0; c = m.after(c) {
		visit(c)
	}
}

// noRoom tells why a request failed: bytes asked, bytes free, the largest
// hole, and the bytes in free chunks that are large enough to serve from. A
// manager that owns the card speaks of its chunks, one that does not of the
// PMA's pages.
func (m *PMM) noRoom(asked uint64) target.Why {
	w := target.Why{ID: target.NoRoom}
	if m.p.PMM.OwnsAll {
		hole, _ := m.LargestFree()
		w.N = [4]uint64{asked, m.FreeBytes(), hole, m.freeFrom(min(asked, MaxSize))}
		return w
	}
	s := m.pma.Stats()
	w.N = [4]uint64{asked, m.pma.FreeBytes(), m.pma.LargestRun().Bytes(), uint64(s.FreePages) * MaxSize}
	return w
}
