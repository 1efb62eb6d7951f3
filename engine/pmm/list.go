package pmm

// Lists are rings of nodes. The ends are the first nodes of the column, so
// that linking has no special cases: list l is the ring of node l, whose Block
// holds the number of chunks on it.
const (
	onNone    uint8 = iota
	Unused          // roots whose block lost its last page here
	Discarded       // roots whose pages were all discarded but are still here
	Used            // roots in use, the longest untouched first
	firstFree       // free lists by type, size and zero
	lists     = firstFree + uint8(types)*sizes*2
)

// freeList is the list of free chunks of a type, size (log2) and zero flag.
func freeList(t Type, size uint8, zero bool) uint8 {
	l := firstFree + (uint8(t)*sizes+maxLog-size)*2
	if zero {
		l++
	}
	return l
}

// home says which list a chunk belongs on as its state is; for a root in use
// that is one of Used, Unused and Discarded, and Used stands for them. This is
// the only place that knows.
func (m *PMM) home(n *Node) uint8 {
	switch {
	case n.Flags&flagEvicting != 0:
		return onNone
	case n.State == Free:
		return freeList(n.Type(), n.Size, n.Zero())
	case n.Parent != 0 || n.Flags&flagKernel != 0:
		return onNone
	case n.State == Allocated, n.State == IsSplit && n.PinnedLeaf == 0:
		return Used
	}
	return onNone
}

// leave takes the n nodes from first, which follow each other on one list, off
// it, and gives the list and the node before them.
func (m *PMM) leave(first ChunkID, n uint32) (list uint8, prev ChunkID) {
	nodes := &m.State.Nodes
	f := nodes.At(first)
	if f.List == onNone {
		return onNone, 0
	}
	if n == 1 {
		return m.pull(first, nodes.Mut(first))
	}
	list, prev = f.List, f.Prev
	next := nodes.At(first + n - 1).Next
	nodes.Mut(prev).Next = next
	nodes.Mut(next).Prev = prev
	for c := first; c < first+n; c++ {
		f = nodes.Mut(c)
		f.Next, f.Prev, f.List = 0, 0, onNone
	}
	nodes.Mut(ChunkID(list)).Block -= n
	if m.indexed && list >= firstFree {
		m.forget(list, first, n)
	}
	return list, prev
}

// pull is leave for one node on a list, whose page is marked. Most moves are of
// one node, and the lists are where they spend their time.
func (m *PMM) pull(c ChunkID, node *Node) (list uint8, prev ChunkID) {
	nodes := &m.State.Nodes
	list, prev = node.List, node.Prev
	nodes.Mut(prev).Next = node.Next
	nodes.Mut(node.Next).Prev = prev
	nodes.Mut(ChunkID(list)).Block--
	node.Next, node.Prev, node.List = 0, 0, onNone
	if m.indexed && list >= firstFree {
		m.forget(list, c, 1)
	}
	return list, prev
}

// push is append for one node, whose page is marked.
func (m *PMM) push(list uint8, c ChunkID, node *Node) {
	nodes := &m.State.Nodes
	end := nodes.Mut(ChunkID(list))
	last := end.Prev
	nodes.Mut(last).Next = c
	end.Prev = c
	end.Block++
	node.Next, node.Prev, node.List = ChunkID(list), last, list
	if m.indexed && list >= firstFree {
		m.remember(list, c, 1)
	}
}

// join puts the n nodes from first, in order, on the list after prev.
func (m *PMM) join(list uint8, prev, first ChunkID, n uint32) {
	nodes := &m.State.Nodes
	p := nodes.Mut(prev)
	next := p.Next
	p.Next = first
	nodes.Mut(next).Prev = first + n - 1
	for c := first; c < first+n; c++ {
		f := nodes.Mut(c)
		f.Prev, f.Next, f.List = c-1, c+1, list
	}
	nodes.At(first).Prev, nodes.At(first+n-1).Next = prev, next
	nodes.Mut(ChunkID(list)).Block += n
	if m.indexed && list >= firstFree {
		m.remember(list, first, n)
	}
}

// append puts nodes at the tail of a list.
func (m *PMM) append(list uint8, first ChunkID, n uint32) {
	m.join(list, m.State.Nodes.At(ChunkID(list)).Prev, first, n)
}

// retail moves one node that is on the list to its tail.
func (m *PMM) retail(list uint8, c ChunkID) {
	nodes := &m.State.Nodes
	end := nodes.Mut(ChunkID(list))
	if end.Prev == c {
		return
	}
	n := nodes.Mut(c)
	nodes.Mut(n.Prev).Next = n.Next
	nodes.Mut(n.Next).Prev = n.Prev
	nodes.Mut(end.Prev).Next = c
	n.Prev, n.Next, end.Prev = end.Prev, ChunkID(list), c
}

// head is the first node of a list, 0 if it is empty.
func (m *PMM) head(list uint8) ChunkID {
	if c := m.State.Nodes.At(ChunkID(list)).Next; c != ChunkID(list) {
		return c
	}
	return 0
}

// after is the node after c on its list, 0 if c is the last.
func (m *PMM) after(c ChunkID) ChunkID {
	if next := m.State.Nodes.At(c).Next; next >= m.rootBase {
		return next
	}
	return 0
}

// chain is how many of the n chunks from first follow each other on one list
// with equal flags, or are on none with equal flags: what one event can move.
func (m *PMM) chain(first ChunkID, n uint32) uint32 {
	c := m.State.Nodes.Slice(first, n)
	i := uint32(1)
	for i < n && alike(&c[i], &c[0]) &&
		(c[0].List == onNone || c[i-1].Next == first+i) {
		i++
	}
	return i
}

func alike(a, b *Node) bool {
	return a.Flags == b.Flags && a.List == b.List && a.State == b.State && a.Block == b.Block
}
