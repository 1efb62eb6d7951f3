package pmm

import "pagewalk/engine/target"

// Blocks is who moves the contents of chunks away: the VA layer. EvictChunks
// moves every chunk of the block under root to the host and calls MarkEvicted
// for each. Before the call the PMM's state satisfies its Check, and the
// callee may call back in: nothing read before the call is trusted after it.
type Blocks interface {
	EvictChunks(block uint32, root ChunkID) target.Why
}

// Policy chooses the root to be evicted: a free user root or one on Unused,
// Discarded or Used; 0 if there is none. Nil stands for the driver's order.
type Policy interface {
	Victim(m *PMM) ChunkID
}

// DriverVictim is the driver's order (pick_root_chunk_to_evict): free roots,
// those not zero first; then the heads of Unused, Discarded and Used.
func (m *PMM) DriverVictim() ChunkID {
	for _, list := range [...]uint8{
		freeList(User, maxLog, false), freeList(User, maxLog, true), Unused, Discarded, Used,
	} {
		if c := m.head(list); c != 0 {
			return c
		}
	}
	return 0
}

// evictForRoot makes a root by eviction, pinned, of the given type
// (pick_and_evict_root_chunk_retry).
func (m *PMM) evictForRoot(t Type) (ChunkID, target.Why) {
	for {
		c, why, again := m.pickAndEvict(t)
		if !again {
			return c, why
		}
	}
}

func (m *PMM) pickAndEvict(t Type) (c ChunkID, why target.Why, again bool) {
	if m.Policy != nil {
		c = m.Policy.Victim(m)
	} else {
		c = m.DriverVictim()
	}
	if c == 0 {
		return 0, m.nothingToEvict(t), false
	}
	if why := m.evictRoot(c); why.ID != target.NoReason {
		return 0, why, false
	}
	if t == Kernel {
		if !m.p.PMM.OwnsAll && m.pma.Pin(m.frames(c)).ID != target.NoReason {
			m.free(c) // the PMA has chosen the page for itself
			return 0, target.Why{}, true
		}
		m.setType(c, Kernel)
	}
	return c, target.Why{}, false
}

// nothingToEvict tells a user allocation to try again later if some root is
// pinned or on its way out (the driver's NV_ERR_MORE_PROCESSING_REQUIRED, here
// RulePinned of chunk 0 with the two counts); otherwise there is no memory. A
// split root with pinned leaves does not count.
func (m *PMM) nothingToEvict(t Type) target.Why {
	h := m.State.Head.At(0)
	if t == User && h.Pinned+h.InEviction > 0 {
		return target.Why{ID: target.RulePinned, N: [4]uint64{0, uint64(h.Pinned), uint64(h.InEviction)}}
	}
	return target.Why{ID: target.NoRoom}
}

// evictRoot empties a root that is free or on one of the three lists, and
// leaves it one pinned chunk (evict_root_chunk). Free chunks under it are
// pinned first, so that nobody can claim them meanwhile; then its owners move
// their chunks away, one owner at a time; then all is merged.
func (m *PMM) evictRoot(root ChunkID) target.Why {
	was := m.rec.Cause
	m.setEvicting(root, true)
	m.rec.Because(m.rec.Last())
	m.pinFree(root)
	for {
		leaf := m.allocatedLeaf(root)
		if leaf == 0 {
			break
		}
		block := m.Node(leaf).Block
		if why := m.evictChunks(block, root); why.ID != target.NoReason {
			m.giveUp(root)
			m.rec.Cause = was
			return why
		}
		if next := m.allocatedLeaf(root); next != 0 && m.Node(next).Block == block {
			panic("pmm: evict: the owner left a chunk behind")
		}
	}
	if m.Node(root).State == IsSplit {
		m.mergeAll(root)
	}
	m.setEvicting(root, false)
	m.rec.Cause = was
	return target.Why{}
}

func (m *PMM) evictChunks(block uint32, root ChunkID) target.Why {
	if m.Blocks != nil {
		return m.Blocks.EvictChunks(block, root)
	}
	m.MarkAllEvicted(block, root)
	return target.Why{}
}

// giveUp ends an eviction that failed: the root can be evicted again, and every
// leaf that became pinned is freed.
func (m *PMM) giveUp(root ChunkID) {
	m.setEvicting(root, false)
	for leaf := m.pinnedLeaf(root); leaf != 0; leaf = m.pinnedLeaf(root) {
		m.free(leaf)
	}
	m.giveBackIdle(User)
}

// pinFree pins every free chunk under c.
func (m *PMM) pinFree(c ChunkID) {
	if node := m.Node(c); node.State == Free {
		m.move(c, 1, TempPinned, node.Flags&^flagZero, 0)
		return
	}
	first, n := m.Children(c)
	for i := uint32(0); i < n; {
		if m.Node(first+i).State != Free {
			m.pinFree(first + i)
			i++
			continue
		}
		k := m.chain(first+i, n-i)
		m.move(first+i, k, TempPinned, m.Node(first+i).Flags, 0)
		i += k
	}
}

// allocatedLeaf and pinnedLeaf find the lowest leaf under c in a state; 0 if
// there is none.
func (m *PMM) allocatedLeaf(c ChunkID) ChunkID { return m.leaf(c, Allocated) }
func (m *PMM) pinnedLeaf(c ChunkID) ChunkID    { return m.leaf(c, TempPinned) }

func (m *PMM) leaf(c ChunkID, s ChunkState) ChunkID {
	first, n := m.Children(c)
	if n == 0 {
		if m.Node(c).State == s {
			return c
		}
		return 0
	}
	for i := range n {
		if l := m.leaf(first+i, s); l != 0 {
			return l
		}
	}
	return 0
}

// MarkEvicted tells that the owner of an allocated chunk has moved its contents
// away (uvm_pmm_gpu_mark_chunk_evicted). Its root is being evicted.
func (m *PMM) MarkEvicted(c ChunkID) target.Why {
	if !m.may(c, mayVacate) {
		return m.refusal(c, TempPinned)
	}
	node := m.Node(c)
	if node.Type() == Kernel {
		return target.Why{ID: target.RuleKernel, N: [4]uint64{uint64(c)}}
	}
	if !m.Node(m.RootOf(c)).InEviction() {
		return m.refusal(c, TempPinned)
	}
	m.move(c, 1, TempPinned, node.Flags&^flagZero, 0)
	return target.Why{}
}

// MarkAllEvicted marks every chunk of a block under root.
func (m *PMM) MarkAllEvicted(block uint32, root ChunkID) {
	m.Walk(root, func(c ChunkID, _ int, n *Node) {
		if n.State == Allocated && n.Block == block {
			m.MarkEvicted(c)
		}
	})
}

// leaveToEviction pins a chunk that is freed while its root is evicted: the
// eviction collects it.
func (m *PMM) leaveToEviction(c ChunkID) {
	if m.Node(c).State == Allocated {
		m.move(c, 1, TempPinned, m.Node(c).Flags&^flagZero, 0)
	}
}

// EvictChunk evicts the root of a user chunk and gives it back. The driver has
// no call of this name; it is what the texts call uvm_pmm_gpu_evict_chunk, and
// close to what its test ioctl UVM_TEST_EVICT_CHUNK does.
func (m *PMM) EvictChunk(c ChunkID) target.Why {
	if !m.Exists(c) {
		return target.Why{ID: target.NotAPointer, N: [4]uint64{uint64(c)}}
	}
	node := m.Node(c)
	switch {
	case node.State == PMAOwned || node.State == Free:
		return target.Why{ID: target.BadArgument, N: [4]uint64{2, uint64(c)}}
	case node.Type() == Kernel:
		return target.Why{ID: target.RuleKernel, N: [4]uint64{uint64(c)}}
	case !m.Evictable(c):
		return target.Why{ID: target.RulePinned, N: [4]uint64{uint64(c)}}
	}
	root := m.RootOf(c)
	if why := m.evictRoot(root); why.ID != target.NoReason {
		return why
	}
	m.free(root)
	return target.Why{}
}

// Evictable says whether the root of c stands on a list of roots in use. No
// flag says so and no call sets it: it follows from type and state.
func (m *PMM) Evictable(c ChunkID) bool {
	switch m.Node(m.RootOf(c)).List {
	case Used, Unused, Discarded:
		return true
	}
	return false
}
