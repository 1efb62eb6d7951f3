package pmm

import (
	"pagewalk/engine/pma"
	"pagewalk/engine/target"
)

// Free gives a chunk back: its owner's, or one still pinned. Chunk 0 is
// ignored, as the driver ignores NULL.
func (m *PMM) Free(c ChunkID) target.Why {
	if c == 0 {
		return target.Why{}
	}
	if !m.may(c, mayFree) {
		return m.refusal(c, Free)
	}
	if m.Node(m.RootOf(c)).InEviction() {
		m.leaveToEviction(c)
		return target.Why{}
	}
	m.free(c)
	return target.Why{}
}

// may says whether c is a chunk in one of a set of states.
func (m *PMM) may(c ChunkID, from uint8) bool {
	return m.Exists(c) && from>>m.Node(c).State&1 != 0
}

// refusal says why c may not go to a state.
func (m *PMM) refusal(c ChunkID, to ChunkState) target.Why {
	if !m.Exists(c) {
		return target.Why{ID: target.NotAPointer, N: [4]uint64{uint64(c)}}
	}
	return target.Why{ID: target.RuleTransition, N: [4]uint64{uint64(m.Node(c).State), uint64(to), uint64(c)}}
}

// free is free_chunk_with_merges: the chunk goes on its free list; if it was
// the last one taken of its parent, all siblings are pinned and merged, and
// the parent is freed in the same way. Merging is eager and wants all
// siblings. After a merge, and after a whole root, one idle root goes back.
func (m *PMM) free(c ChunkID) {
	t, back := m.Node(c).Type(), false
	for {
		node := m.Node(c)
		flags, parent := node.Flags&^flagZero, node.Parent
		if parent == 0 && m.p.PMM.OwnsAll {
			flags &^= flagKernel
		}
		m.move(c, 1, Free, flags, 0)
		if parent == 0 {
			back = true
			break
		}
		if m.Node(parent).Allocated != 0 {
			break
		}
		m.pinChildren(parent)
		m.merge(parent)
		c, back = parent, true
	}
	if back {
		m.giveBackIdle(t)
	}
}

// pinChildren takes the free children of a chunk off their lists.
func (m *PMM) pinChildren(parent ChunkID) {
	for c, n := m.Children(parent); n > 0; {
		k := m.chain(c, n)
		m.move(c, k, TempPinned, m.Node(c).Flags, 0)
		c, n = c+k, n-k
	}
}

// giveBackIdle returns one free root to the PMA, the longest free one that is
// not zero before those that are (free_next_available_root_chunk). It need not
// be the one that was just freed: a merge below the root drains the batch by
// one. It says whether there was one.
func (m *PMM) giveBackIdle(t Type) bool {
	if m.p.PMM.MergeKeepsRoot {
		return false
	}
	for _, zero := range [2]bool{false, true} {
		for c := m.head(freeList(t, maxLog, zero)); c != 0; c = m.after(c) {
			if m.Node(c).Flags&flagAdopted == 0 {
				m.move(c, 1, TempPinned, m.Node(c).Flags, 0)
				m.giveBack(c)
				return true
			}
		}
	}
	return false
}

// giveBack returns a pinned root to the PMA (free_root_chunk).
func (m *PMM) giveBack(c ChunkID) {
	zero := m.Node(c).Zero()
	m.move(c, 1, PMAOwned, 0, 0)
	run := m.frames(c)
	if zero {
		m.pma.FreeZero(run)
	} else {
		m.pma.Free(run)
	}
}

// frames is where root c lies in the PMA's numbers.
func (m *PMM) frames(c ChunkID) pma.Run {
	return pma.Run{First: (c - m.rootBase) * RootFrames, N: RootFrames}
}

// ReleaseFreeRoots gives every idle root back (release_free_root_chunks).
func (m *PMM) ReleaseFreeRoots() {
	for t := range types {
		for m.giveBackIdle(t) {
		}
	}
}
