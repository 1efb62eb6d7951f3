package pmm

import "pagewalk/engine/target"

// Unpin hands a pinned user chunk to its owner, who is named by block (not 0).
// When no leaf of its root is pinned any more, the root can be evicted.
func (m *PMM) Unpin(c ChunkID, block uint32) target.Why {
	if !m.may(c, mayUnpin) || m.Node(c).Type() == Kernel {
		return m.notUnpinned(c)
	}
	if block == 0 {
		return target.Why{ID: target.BadArgument, N: [4]uint64{3, 0}}
	}
	m.move(c, 1, Allocated, m.Node(c).Flags, block)
	return target.Why{}
}

// notUnpinned says why c cannot be handed to an owner.
func (m *PMM) notUnpinned(c ChunkID) target.Why {
	if m.may(c, mayUnpin) {
		return target.Why{ID: target.RuleKernel, N: [4]uint64{uint64(c)}}
	}
	return m.refusal(c, Allocated)
}

// Split cuts a pinned or allocated chunk down to an enabled smaller size, one
// size at a time. The pieces keep its state and owner. All or nothing.
func (m *PMM) Split(c ChunkID, size uint32) target.Why {
	if !m.may(c, maySplit) {
		return m.refusal(c, IsSplit)
	}
	node := m.Node(c)
	if !m.Enabled(node.Type(), size) || size >= node.Bytes() {
		return target.Why{ID: target.BadArgument, N: [4]uint64{3, uint64(size)}}
	}
	if why := m.nodesToSplit(c, log2(size)); why.ID != target.NoReason {
		return why
	}
	t := node.Type()
	for from := node.Size; from > log2(size); from = m.below[t][from] {
		m.splitLeaves(c, from)
	}
	if m.inject(PointSplit) {
		m.mergeAll(c)
		return m.noRoom(uint64(size))
	}
	return target.Why{}
}

// splitLeaves cuts every leaf of a size under c once, in order of address.
func (m *PMM) splitLeaves(c ChunkID, size uint8) {
	if m.Node(c).Size == size {
		m.split(c)
		return
	}
	first, n := m.Children(c)
	for i := range n {
		m.splitLeaves(first+i, size)
	}
}

// Merge undoes Split: all leaves under c, pinned or of one owner, become one
// chunk again.
func (m *PMM) Merge(c ChunkID) target.Why {
	if !m.Exists(c) {
		return target.Why{ID: target.NotAPointer, N: [4]uint64{uint64(c)}}
	}
	node := m.Node(c)
	if node.State != IsSplit {
		return m.refusal(c, node.State)
	}
	leaf := c
	for m.Node(leaf).FirstChild != 0 {
		leaf = m.Node(leaf).FirstChild
	}
	if bad := m.unlike(c, m.Node(leaf)); bad != 0 {
		return m.notMerged(leaf, bad)
	}
	m.mergeAll(c)
	return target.Why{}
}

// notMerged says why a leaf cannot be merged with the first one: it is free, or
// one of the two is pinned and the other an owner's, or they have two owners.
func (m *PMM) notMerged(first, bad ChunkID) target.Why {
	a, b := m.Node(first).State, m.Node(bad).State
	switch {
	case b == Free:
		return m.refusal(bad, Allocated)
	case a == TempPinned && b != a:
		return target.Why{ID: target.RulePinned, N: [4]uint64{uint64(first)}}
	case b == TempPinned && b != a:
		return target.Why{ID: target.RulePinned, N: [4]uint64{uint64(bad)}}
	}
	return m.refusal(bad, a)
}

// unlike finds the first leaf under c that cannot be merged with leaf like: it
// is neither pinned nor allocated, or it is in another state or of another
// owner.
func (m *PMM) unlike(c ChunkID, like *Node) ChunkID {
	node := m.Node(c)
	if node.State != IsSplit {
		if node.State == like.State && node.Block == like.Block && edges[IsSplit][node.State].rule != 0 {
			return 0
		}
		return c
	}
	first, n := m.Children(c)
	for i := range n {
		if bad := m.unlike(first+i, like); bad != 0 {
			return bad
		}
	}
	return 0
}

// mergeAll merges everything under c, then c.
func (m *PMM) mergeAll(c ChunkID) {
	first, n := m.Children(c)
	for i := range n {
		if m.Node(first+i).State == IsSplit {
			m.mergeAll(first + i)
		}
	}
	m.merge(c)
}

// Subchunks appends the leaves under c, in order of address: itself, if it is
// not split.
func (m *PMM) Subchunks(c ChunkID, out []ChunkID) []ChunkID {
	first, n := m.Children(c)
	if n == 0 {
		return append(out, c)
	}
	for i := range n {
		out = m.Subchunks(first+i, out)
	}
	return out
}
