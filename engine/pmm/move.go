package pmm

import "pagewalk/engine/event"

// move is the mutator of ChunkState and ChunkRun: the n chunks from first,
// which are roots or siblings, alike in every respect and next to each other on
// their list, go to another state. Lists and counters follow from it.
func (m *PMM) move(first ChunkID, n uint32, to ChunkState, flags uint8, block uint32) {
	c := m.State.Nodes.At(first)
	if rules[c.State][to] == 0 {
		panic("pmm: move: no rule allows " + stateNames[c.State] + " to " + stateNames[to])
	}
	i := event.ChunkInfo{
		Chunk: first, N: n, From: c.State, To: to, FlagsFrom: c.Flags, FlagsTo: flags,
		BlockFrom: c.Block, BlockTo: block, Root: m.RootOf(first),
	}
	m.doMove(&i)
	kind := event.ChunkState
	if n > 1 {
		kind = event.ChunkRun
	}
	if e := m.rec.Put(kind, first); e != nil {
		i.Put(e)
	}
}

// doMove makes the steps of a move and notes which lists and places were left.
func (m *PMM) doMove(i *event.ChunkInfo) {
	nodes := &m.State.Nodes
	i.ListFrom, i.Prev = m.leave(i.Chunk, i.N)
	m.count(i.Chunk, i.N, i.Root, i.From, i.To)
	for c := i.Chunk; c < i.Chunk+i.N; c++ {
		n := nodes.Mut(c)
		n.State, n.Flags, n.Block = i.To, i.FlagsTo, i.BlockTo
	}
	if i.ListTo = m.home(nodes.At(i.Chunk)); i.ListTo != onNone {
		m.append(i.ListTo, i.Chunk, i.N)
	}
	if i.Chunk != i.Root {
		m.follow(i)
	}
}

// follow moves the root of a tree after one of its chunks has moved: to the
// tail of Used when no leaf is pinned, off every list when one is
// (chunk_update_lists_locked). Kernel roots are on no list.
func (m *PMM) follow(i *event.ChunkInfo) {
	root := m.State.Nodes.At(i.Root)
	if root.Flags&flagKernel != 0 {
		return
	}
	i.RootListTo = m.home(root)
	i.RootListFrom, i.RootPrev = m.leave(i.Root, 1)
	if i.RootListTo != onNone {
		m.append(i.RootListTo, i.Root, 1)
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
