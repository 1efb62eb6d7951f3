package pmm

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// Blocks is who moves the contents of chunks away: the VA layer. EvictChunks
// moves every chunk of the block under root to the host and calls MarkEvicted
// for each. Before the call the PMM's state satisfies its Check, and the
// callee may call back in.
type Blocks interface {
	EvictChunks(block uint32, root ChunkID) target.Why
}

// Policy chooses which root is evicted.
type Policy interface {
	Victim(m *PMM) ChunkID
}

// evictForRoot makes a root by eviction.
func (m *PMM) evictForRoot(t Type) (ChunkID, target.Why) {
	return 0, target.Why{ID: target.NoRoom}
}

// leaveToEviction pins a chunk that is freed while its root is evicted: the
// eviction collects it.
func (m *PMM) leaveToEviction(c ChunkID) {
	if m.Node(c).State == Allocated {
		m.move(c, 1, TempPinned, m.Node(c).Flags, 0)
	}
}

// MarkRootUsed, MarkRootUnused and MarkRootDiscarded put a root in use at the
// tail of one of the three lists in which victims are looked for. A root that
// is on none of them, because it is pinned, evicted or not of user memory, is
// left alone.
func (m *PMM) MarkRootUsed(root ChunkID)      { m.markRoot(root, Used) }
func (m *PMM) MarkRootUnused(root ChunkID)    { m.markRoot(root, Unused) }
func (m *PMM) MarkRootDiscarded(root ChunkID) { m.markRoot(root, Discarded) }

func (m *PMM) markRoot(root ChunkID, list uint8) {
	if l := m.Node(root).List; l != Used && l != Unused && l != Discarded {
		return
	}
	i := event.RootListInfo{Root: root, To: list}
	m.doRootList(&i)
	if e := m.rec.Put(event.RootList, root); e != nil {
		i.Put(e)
	}
}

// doRootList makes the step of RootList.
func (m *PMM) doRootList(i *event.RootListInfo) {
	i.From, i.Prev = m.leave(i.Root, 1)
	m.append(i.To, i.Root, 1)
}

func (m *PMM) unRootList(i *event.RootListInfo) {
	m.leave(i.Root, 1)
	m.join(i.From, i.Prev, i.Root, 1)
}
