package pmm

import "pagewalk/engine/state"

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
	flags := typeFlag(t)
	if zero {
		flags |= flagZero
	}
	return freeListOf(flags, size)
}

// freeListOf is freeList by the flags of a node.
func freeListOf(flags, size uint8) uint8 {
	return firstFree + (flags>>1&1*sizes+maxLog-size)*2 + flags&flagZero
}

// home says which list a chunk belongs on as its state is; for a root in use
// that is one of Used, Unused and Discarded, and Used stands for them. This is
// the only place that knows.
func home(n *Node) uint8 {
	switch {
	case n.Flags&flagEvicting != 0:
		return onNone
	case n.State == Free:
		return freeListOf(n.Flags, n.Size)
	case n.Parent != 0 || n.Flags&flagKernel != 0 || n.PinnedLeaf != 0:
		return onNone
	case n.State == Allocated, n.State == IsSplit:
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
	list, prev = f.List, f.Prev
	if n == 1 {
		m.pull(nodes.Pen(), first, nodes.Mut(first))
		return list, prev
	}
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
func (m *PMM) pull(pen state.Pen[Node], c ChunkID, node *Node) {
	list := node.List
	pen.Mut(node.Prev).Next = node.Next
	pen.Mut(node.Next).Prev = node.Prev
	pen.Mut(ChunkID(list)).Block--
	node.Next, node.Prev, node.List = 0, 0, onNone
	if m.indexed && list >= firstFree {
		m.forget(list, c, 1)
	}
}

// push is append for one node, whose page is marked.
func (m *PMM) push(pen state.Pen[Node], list uint8, c ChunkID, node *Node) {
	end := pen.Mut(ChunkID(list))
	last := end.Prev
	pen.Mut(last).Next = c
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

// toTail moves one node that is on the list, and whose page is marked, to its
// tail.
func (m *PMM) toTail(pen state.Pen[Node], list uint8, c ChunkID, node *Node) {
	end := pen.Mut(ChunkID(list))
	last := end.Prev
	if last == c {
		return
	}
	pen.Mut(node.Prev).Next = node.Next
	pen.Mut(node.Next).Prev = node.Prev
	pen.Mut(last).Next = c
	node.Prev, node.Next, end.Prev = last, ChunkID(list), c
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
