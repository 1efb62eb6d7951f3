package pmm

import (
	"pagewalk/engine/event"
	"pagewalk/engine/state"
)

// move is the mutator of ChunkState and ChunkRun: the n chunks from first,
// which are roots or siblings, alike in every respect and next to each other on
// their list, go to another state. Lists and counters follow from it.
func (m *PMM) move(first ChunkID, n uint32, to ChunkState, flags uint8, block uint32) {
	if m.rec.Log == nil {
		m.doMove(&trail{}, first, n, to, flags, block)
		return
	}
	c := m.State.Nodes.At(first)
	i := event.ChunkInfo{
		Chunk: first, N: n, From: c.State, To: to, FlagsFrom: c.Flags, FlagsTo: flags, BlockFrom: c.Block, BlockTo: block,
	}
	var t trail
	m.doMove(&t, first, n, to, flags, block)
	i.ListFrom, i.ListTo, i.Prev = t.left, t.joined, t.prev
	i.Root, i.RootListFrom, i.RootListTo, i.RootPrev = t.root, t.rootLeft, t.rootJoined, t.rootPrev
	kind := event.ChunkState
	if n > 1 {
		kind = event.ChunkRun
	}
	i.Put(m.rec.Put(kind, first))
}

// trail is what a move leaves behind: the lists that the chunks and their root
// left and joined, and the nodes before them on those they left.
type trail struct {
	left, joined, rootLeft, rootJoined uint8
	prev, root, rootPrev               ChunkID
}

// doMove makes the steps of a move. The most frequent case, one chunk that is no
// root, is written out here, so that no cell is looked up twice; the others are
// moveRun's, which says the same in the words of list.go. Such a chunk is on a
// free list or on none, so the index is kept whenever there is one; its root is
// on one of the three lists of roots in use or on none.
func (m *PMM) doMove(t *trail, c ChunkID, n uint32, to ChunkState, flags uint8, block uint32) {
	pen := m.State.Nodes.Pen()
	node := pen.Mut(c)
	edge := edges[node.State][to]
	if edge.rule == 0 {
		panic("pmm: move: no rule allows " + stateNames[node.State] + " to " + stateNames[to])
	}
	if n > 1 || node.Parent == 0 {
		m.moveRun(t, c, n, to, flags, block)
		return
	}
	if list := node.List; list != onNone {
		t.left, t.prev = list, node.Prev
		pen.Mut(node.Prev).Next = node.Next
		pen.Mut(node.Next).Prev = node.Prev
		pen.Mut(ChunkID(list)).Block--
		node.Next, node.Prev, node.List = 0, 0, onNone
		if m.indexed {
			m.forget(list, c, 1)
		}
	}
	node.State, node.Flags, node.Block = to, flags, block
	if list := home(node); list != onNone {
		end := pen.Mut(ChunkID(list))
		node.Next, node.Prev, node.List = ChunkID(list), end.Prev, list
		pen.Mut(end.Prev).Next = c
		end.Prev = c
		end.Block++
		t.joined = list
		if m.indexed {
			m.remember(list, c, 1)
		}
	}
	if edge.taken != 0 {
		pen.Mut(node.Parent).Allocated += uint16(edge.taken)
	}
	t.root = m.rootBase + node.Address256>>(maxLog-8)
	root := pen.Mut(t.root)
	root.PinnedLeaf += uint16(edge.pinned)
	t.rootLeft, t.rootJoined = root.List, home(root)
	if t.rootLeft != onNone {
		t.rootPrev = root.Prev
		pen.Mut(root.Prev).Next = root.Next
		pen.Mut(root.Next).Prev = root.Prev
		pen.Mut(ChunkID(t.rootLeft)).Block--
		root.Next, root.Prev, root.List = 0, 0, onNone
	}
	if list := t.rootJoined; list != onNone {
		end := pen.Mut(ChunkID(list))
		root.Next, root.Prev, root.List = ChunkID(list), end.Prev, list
		pen.Mut(end.Prev).Next = t.root
		end.Prev = t.root
		end.Block++
	}
}

// moveRun makes the steps of a move of n siblings or roots. Counters go down by
// adding what wraps around to less.
func (m *PMM) moveRun(t *trail, first ChunkID, n uint32, to ChunkState, flags uint8, block uint32) {
	pen := m.State.Nodes.Pen()
	node := pen.Mut(first)
	edge := &edges[node.State][to]
	t.root = m.rootBase + node.Address256>>(maxLog-8)
	if node.List != onNone {
		t.left, t.prev = node.List, node.Prev
		if n == 1 {
			m.pull(pen, first, node)
		} else {
			m.leave(first, n)
		}
	}
	node.State, node.Flags, node.Block = to, flags, block
	for c := first + 1; c < first+n; c++ {
		other := pen.Mut(c)
		other.State, other.Flags, other.Block = to, flags, block
	}
	if t.joined = home(node); t.joined != onNone {
		if n == 1 {
			m.push(pen, t.joined, first, node)
		} else {
			m.append(t.joined, first, n)
		}
	}
	if first == t.root {
		m.countRoots(edge, n)
		return
	}
	if edge.taken != 0 {
		pen.Mut(node.Parent).Allocated += uint16(n) * uint16(edge.taken)
	}
	m.follow(pen, t, uint16(n)*uint16(edge.pinned))
}

// follow moves the root of a tree after some of its chunks have moved and as
// many more leaves are pinned: to the tail of Used when none is pinned, off
// every list when one is (chunk_update_lists_locked).
func (m *PMM) follow(pen state.Pen[Node], t *trail, pinned uint16) {
	root := pen.Mut(t.root)
	root.PinnedLeaf += pinned
	t.rootLeft, t.rootJoined = root.List, home(root)
	if t.rootLeft != onNone {
		t.rootPrev = root.Prev
		if t.rootJoined == t.rootLeft {
			m.toTail(pen, t.rootJoined, t.root, root)
			return
		}
		m.pull(pen, t.root, root)
	}
	if t.rootJoined != onNone {
		m.push(pen, t.rootJoined, t.root, root)
	}
}

// countRoots moves the counters of roots for n that take an edge.
func (m *PMM) countRoots(e *edge, n uint32) {
	h := m.State.Head.Mut(0)
	h.Pinned += n * uint32(e.pinned)
	h.Owned += n * uint32(e.owned)
}

// unmove makes the steps of a move in the opposite order.
func (m *PMM) unmove(i *event.ChunkInfo) {
	if i.RootListTo != onNone {
		m.leave(i.Root, 1)
	}
	if i.RootListFrom != onNone {
		m.join(i.RootListFrom, i.RootPrev, i.Root, 1)
	}
	if i.ListTo != onNone {
		m.leave(i.Chunk, i.N)
	}
	for c := i.Chunk; c < i.Chunk+i.N; c++ {
		n := m.State.Nodes.Mut(c)
		n.State, n.Flags, n.Block = i.From, i.FlagsFrom, i.BlockFrom
	}
	m.uncount(i)
	if i.ListFrom != onNone {
		m.join(i.ListFrom, i.Prev, i.Chunk, i.N)
	}
}

// uncount moves the counters back.
func (m *PMM) uncount(i *event.ChunkInfo) {
	back := edges[i.From][i.To]
	back.owned, back.taken, back.pinned = -back.owned, -back.taken, -back.pinned
	if i.Chunk == i.Root {
		m.countRoots(&back, i.N)
		return
	}
	nodes := &m.State.Nodes
	nodes.Mut(nodes.At(i.Chunk).Parent).Allocated += uint16(i.N) * uint16(back.taken)
	nodes.Mut(i.Root).PinnedLeaf += uint16(i.N) * uint16(back.pinned)
}
