package pmm

import (
	"math/bits"

	"pagewalk/engine/event"
)

// split is the mutator of ChunkSplit: a pinned or allocated chunk is cut into
// all its children of the next enabled size, which inherit its state, owner
// and zero flag. Their ids come from the pool of groups of that fan-out.
func (m *PMM) split(c ChunkID) (firstChild ChunkID, n uint32) {
	node := m.State.Nodes.At(c)
	if edges[node.State][IsSplit].rule == 0 {
		panic("pmm: split: the chunk is neither pinned nor allocated")
	}
	s := event.SplitInfo{Chunk: c, State: node.State, ChildSize: m.below[node.Type()][node.Size], Block: node.Block}
	s.Children = 1 << (node.Size - s.ChildSize)
	s.FirstChild = m.State.Pools.Get(uint32(bits.TrailingZeros16(s.Children)))
	if s.FirstChild == 0 {
		s.FirstChild, s.Fresh = m.State.Head.At(0).HighWater, true
	}
	m.doSplit(&s)
	if e := m.rec.Put(event.ChunkSplit, c); e != nil {
		s.Put(e)
	}
	return s.FirstChild, uint32(s.Children)
}

func (m *PMM) doSplit(s *event.SplitInfo) {
	if s.Fresh {
		h := m.State.Head.Mut(0)
		h.HighWater += uint32(s.Children)
		m.State.Nodes.Grow(int(h.HighWater))
	} else {
		m.State.Pools.Set(uint32(bits.TrailingZeros16(s.Children)), m.State.Nodes.At(s.FirstChild).Next)
	}
	node := m.State.Nodes.Mut(s.Chunk)
	m.birth(s.Chunk, s.FirstChild, s.Children, Node{
		Parent: s.Chunk, Address256: node.Address256, Block: s.Block,
		State: s.State, Size: s.ChildSize, Flags: node.Flags & (flagZero | flagKernel),
	})
	node.State, node.Block, node.FirstChild, node.Allocated = IsSplit, 0, s.FirstChild, s.Children
	if s.State == TempPinned {
		m.countSplit(s.Chunk, s.Children)
	}
}

func (m *PMM) unsplit(s *event.SplitInfo) {
	if s.State == TempPinned {
		m.countMerge(s.Chunk, s.Children)
	}
	node := m.State.Nodes.Mut(s.Chunk)
	node.State, node.Block, node.FirstChild, node.Allocated = s.State, s.Block, 0, 0
	m.death(s.FirstChild, s.Children)
	if s.Fresh {
		m.State.Head.Mut(0).HighWater -= uint32(s.Children)
	} else {
		m.toPool(s.FirstChild, s.Children)
	}
}

// merge is the mutator of ChunkMerge: the children of c, all pinned or all
// allocated by one owner, become one chunk in their state. It is not known to
// be zero any more.
func (m *PMM) merge(c ChunkID) {
	node := m.State.Nodes.At(c)
	first, n := m.Children(c)
	child := m.State.Nodes.At(first)
	i := event.MergeInfo{
		Chunk: c, State: child.State, ChildSize: child.Size, Children: uint16(n),
		WasZero: node.Zero(), FirstChild: first, Block: child.Block,
	}
	if edges[IsSplit][child.State].rule == 0 {
		panic("pmm: merge: a child is neither pinned nor allocated")
	}
	for j, k := range m.State.Nodes.Slice(first, n) {
		if k.State != child.State || k.Block != child.Block || k.List != onNone {
			panic("pmm: merge: the children differ")
		}
		i.ZeroMask |= uint64(k.Flags&flagZero) << j
	}
	m.doMerge(&i)
	if e := m.rec.Put(event.ChunkMerge, c); e != nil {
		i.Put(e)
	}
}

func (m *PMM) doMerge(i *event.MergeInfo) {
	if i.State == TempPinned {
		m.countMerge(i.Chunk, i.Children)
	}
	m.death(i.FirstChild, i.Children)
	m.toPool(i.FirstChild, i.Children)
	node := m.State.Nodes.Mut(i.Chunk)
	node.State, node.Block, node.FirstChild, node.Allocated = i.State, i.Block, 0, 0
	node.Flags &^= flagZero
}

func (m *PMM) unmerge(i *event.MergeInfo) {
	node := m.State.Nodes.Mut(i.Chunk)
	pool := uint32(bits.TrailingZeros16(i.Children))
	m.State.Pools.Set(pool, m.State.Nodes.At(i.FirstChild).Next)
	m.birth(i.Chunk, i.FirstChild, i.Children, Node{
		Parent: i.Chunk, Address256: node.Address256, Block: i.Block,
		State: i.State, Size: i.ChildSize, Flags: node.Flags & flagKernel,
	})
	for z := i.ZeroMask; z != 0; z &= z - 1 {
		m.State.Nodes.Mut(i.FirstChild + uint32(bits.TrailingZeros64(z))).Flags |= flagZero
	}
	node.State, node.Block, node.FirstChild, node.Allocated = IsSplit, 0, i.FirstChild, i.Children
	if i.WasZero {
		node.Flags |= flagZero
	}
	if i.State == TempPinned {
		m.countSplit(i.Chunk, i.Children)
	}
}

// birth writes the nodes of children; they differ in their address only.
func (m *PMM) birth(parent, first ChunkID, n uint16, like Node) {
	step := uint32(1) << (like.Size - 8)
	nodes := m.State.Nodes.MutRange(first, uint32(n))
	for j := range nodes {
		nodes[j] = like
		like.Address256 += step
	}
}

func (m *PMM) death(first ChunkID, n uint16) {
	clear(m.State.Nodes.MutRange(first, uint32(n)))
}

// toPool makes the group of n nodes from first the next one to be used.
func (m *PMM) toPool(first ChunkID, n uint16) {
	pool := uint32(bits.TrailingZeros16(n))
	m.State.Nodes.Mut(first).Next = m.State.Pools.Get(pool)
	m.State.Pools.Set(pool, first)
}

// countSplit moves the counters of pinned chunks when c is cut into n pinned
// children; countMerge is the way back.
func (m *PMM) countSplit(c ChunkID, n uint16) {
	if root := m.RootOf(c); root != c {
		m.State.Nodes.Mut(root).PinnedLeaf += n - 1
		return
	}
	m.State.Head.Mut(0).Pinned--
	m.State.Nodes.Mut(c).PinnedLeaf += n
}

func (m *PMM) countMerge(c ChunkID, n uint16) {
	if root := m.RootOf(c); root != c {
		m.State.Nodes.Mut(root).PinnedLeaf -= n - 1
		return
	}
	m.State.Head.Mut(0).Pinned++
	m.State.Nodes.Mut(c).PinnedLeaf -= n
}
