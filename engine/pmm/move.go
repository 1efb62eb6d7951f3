package pmm

import "pagewalk/engine/event"

// move is the mutator of ChunkState and ChunkRun: the n chunks from first,
// which are roots or siblings, alike in every respect and next to each other on
// their list, go to another state. Lists and counters follow from it.
func (m *PMM) move(first ChunkID, n uint32, to ChunkState, flags uint8, block uint32) {
	c := m.State.Nodes.At(first)
	from, flagsFrom, blockFrom := c.State, c.Flags, c.Block
	if rules[from][to] == 0 {
		panic("pmm: move: no rule allows " + stateNames[from] + " to " + stateNames[to])
	}
	var t trail
	m.doMove(&t, first, n, to, flags, block)
	if m.rec.Log == nil {
		return
	}
	kind := event.ChunkState
	if n > 1 {
		kind = event.ChunkRun
	}
	i := event.ChunkInfo{
		Chunk: first, N: n, From: from, To: to, FlagsFrom: flagsFrom, FlagsTo: flags, BlockFrom: blockFrom, BlockTo: block,
		ListFrom: t.left, ListTo: t.joined, Prev: t.prev,
		Root: t.root, RootListFrom: t.rootLeft, RootListTo: t.rootJoined, RootPrev: t.rootPrev,
	}
	i.Put(m.rec.Put(kind, first))
}

// trail is what a move leaves behind: the lists that the chunks and their root
// left and joined, and the nodes before them on those they left.
type trail struct {
	left, joined, rootLeft, rootJoined uint8
	prev, root, rootPrev               ChunkID
}

// doMove makes the steps of a move.
func (m *PMM) doMove(t *trail, first ChunkID, n uint32, to ChunkState, flags uint8, block uint32) {
	nodes := &m.State.Nodes
	node := nodes.Mut(first)
	t.root = m.rootBase + node.Address256>>(maxLog-8)
	from := node.State
	if node.List != onNone {
		t.left, t.prev = m.leave(first, n)
	}
	m.count(first, n, t.root, from, to)
	node.State, node.Flags, node.Block = to, flags, block
	for c := first + 1; c < first+n; c++ {
		other := nodes.Mut(c)
		other.State, other.Flags, other.Block = to, flags, block
	}
	switch t.joined = m.home(node); {
	case t.joined == onNone:
	case n == 1:
		m.push(t.joined, first, node)
	default:
		m.append(t.joined, first, n)
	}
	if first != t.root {
		m.follow(t)
	}
}

// follow moves the root of a tree after one of its chunks has moved: to the
// tail of Used when no leaf is pinned, off every list when one is
// (chunk_update_lists_locked).
func (m *PMM) follow(t *trail) {
	root := m.State.Nodes.At(t.root)
	if root.Flags&flagKernel != 0 {
		return
	}
	t.rootJoined = m.home(root)
	if t.rootJoined == Used && root.List == Used {
		t.rootLeft, t.rootPrev = Used, root.Prev
		m.retail(Used, t.root)
		return
	}
	if root.List != onNone {
		t.rootLeft, t.rootPrev = m.pull(t.root, m.State.Nodes.Mut(t.root))
	}
	if t.rootJoined != onNone {
		m.push(t.rootJoined, t.root, m.State.Nodes.Mut(t.root))
	}
}

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
	m.count(i.Chunk, i.N, i.Root, i.To, i.From)
	if i.ListFrom != onNone {
		m.join(i.ListFrom, i.Prev, i.Chunk, i.N)
	}
}

// count moves the counters for n chunks that go from one state to another:
// the parent's children that are not FREE, and the pinned leaves of the root;
// for roots, the pinned ones and those that are the manager's.
func (m *PMM) count(first ChunkID, n uint32, root ChunkID, from, to ChunkState) {
	pinned := delta(to == TempPinned, from == TempPinned, n)
	if first == root {
		h := m.State.Head.Mut(0)
		h.Pinned += pinned
		h.Owned += delta(to != PMAOwned, from != PMAOwned, n)
		return
	}
	if taken := delta(to != Free, from != Free, n); taken != 0 {
		m.State.Nodes.Mut(m.State.Nodes.At(first).Parent).Allocated += uint16(taken)
	}
	if pinned != 0 {
		m.State.Nodes.Mut(root).PinnedLeaf += uint16(pinned)
	}
}

// delta is n, 0 or -n: how a counter of chunks with a property moves.
func delta(now, before bool, n uint32) uint32 {
	switch {
	case now == before:
		return 0
	case now:
		return n
	}
	return -n
}
