package pmm

import "pagewalk/engine/event"

// MarkRootUsed, MarkRootUnused and MarkRootDiscarded put a root in use at the
// tail of one of the three lists in which victims are looked for. A root that
// is on none of them, because it is pinned, evicted or not of user memory, is
// left alone.
func (m *PMM) MarkRootUsed(root ChunkID)      { m.markRoot(root, Used) }
func (m *PMM) MarkRootUnused(root ChunkID)    { m.markRoot(root, Unused) }
func (m *PMM) MarkRootDiscarded(root ChunkID) { m.markRoot(root, Discarded) }

// markRoot is the mutator of RootList.
func (m *PMM) markRoot(root ChunkID, list uint8) {
	if !m.Evictable(root) {
		return
	}
	i := event.RootListInfo{Root: root, To: list}
	m.doRootList(&i)
	if e := m.rec.Put(event.RootList, root); e != nil {
		i.Put(e)
	}
}

func (m *PMM) doRootList(i *event.RootListInfo) {
	i.From, i.Prev = m.leave(i.Root, 1)
	m.append(i.To, i.Root, 1)
}

func (m *PMM) unRootList(i *event.RootListInfo) {
	m.leave(i.Root, 1)
	m.join(i.From, i.Prev, i.Root, 1)
}

// setEvicting is the mutator of Evicting: a root is taken off its list for an
// eviction; when that is over it goes where its state says.
func (m *PMM) setEvicting(root ChunkID, begins bool) {
	i := event.RootListInfo{Root: root, Begins: begins}
	m.doEvicting(&i)
	if e := m.rec.Put(event.Evicting, root); e != nil {
		i.Put(e)
	}
}

func (m *PMM) doEvicting(i *event.RootListInfo) {
	i.From, i.Prev = m.leave(i.Root, 1)
	m.flagEvicting(i.Root, i.Begins)
	if i.To = home(m.Node(i.Root)); i.To != onNone {
		m.append(i.To, i.Root, 1)
	}
}

func (m *PMM) unEvicting(i *event.RootListInfo) {
	if i.To != onNone {
		m.leave(i.Root, 1)
	}
	m.flagEvicting(i.Root, !i.Begins)
	if i.From != onNone {
		m.join(i.From, i.Prev, i.Root, 1)
	}
}

func (m *PMM) flagEvicting(root ChunkID, on bool) {
	if on {
		m.State.Nodes.Mut(root).Flags |= flagEvicting
		m.State.Head.Mut(0).InEviction++
	} else {
		m.State.Nodes.Mut(root).Flags &^= flagEvicting
		m.State.Head.Mut(0).InEviction--
	}
}

// setType is the mutator of RootType: a pinned root changes hands. Only an
// eviction on behalf of a kernel allocation does that.
func (m *PMM) setType(root ChunkID, t Type) {
	i := event.RootTypeInfo{Root: root, From: uint8(m.Node(root).Type()), To: uint8(t)}
	m.writeType(root, t)
	if e := m.rec.Put(event.RootType, root); e != nil {
		i.Put(e)
	}
}

func (m *PMM) writeType(root ChunkID, t Type) {
	n := m.State.Nodes.Mut(root)
	if n.State != TempPinned {
		panic("pmm: type: the root is not pinned")
	}
	n.Flags = n.Flags&^flagKernel | typeFlag(t)
}
