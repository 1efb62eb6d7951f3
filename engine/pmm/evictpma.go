package pmm

import (
	"pagewalk/engine/pma"
	"pagewalk/engine/target"
)

// The PMM is the PMA's Evictor: when a request of RM finds no room, user
// memory moves out of its way. Never the other way round.
var _ pma.Evictor = (*PMM)(nil)

// EvictPages frees up n pages of pageFrames frames in [lo, hi) and appends
// their first frames, pinned in the PMA, to out
// (uvm_pmm_gpu_pma_evict_pages). A root outside the range ends the search, as
// it does in the driver. What is left of the last root goes back.
func (m *PMM) EvictPages(pageFrames, n uint32, lo, hi pma.Frame, out []pma.Frame) ([]pma.Frame, target.Why) {
	was := len(out)
	for n > 0 {
		root, why := m.evictForPMA()
		run := m.frames(root)
		if root != 0 && (run.First < lo || run.End() > hi) {
			m.free(root)
			root, why = 0, target.Why{ID: target.NoRoom}
		}
		if root == 0 {
			m.returnPages(pageFrames, out[was:])
			return out[:was], why
		}
		m.move(root, 1, PMAOwned, 0, 0)
		for ; run.N >= pageFrames && n > 0; n-- {
			out = append(out, run.First)
			run.First, run.N = run.First+pageFrames, run.N-pageFrames
		}
		if run.N > 0 {
			m.pma.Free(run)
		}
	}
	return out, target.Why{}
}

// evictForPMA evicts a root as for kernel memory, which leaves its frames
// pinned in the PMA.
func (m *PMM) evictForPMA() (ChunkID, target.Why) {
	if m.inject(PointEvict) {
		return 0, target.Why{ID: target.NoRoom}
	}
	return m.evictForRoot(Kernel)
}

func (m *PMM) returnPages(pageFrames uint32, pages []pma.Frame) {
	for _, f := range pages {
		m.pma.Free(pma.Run{First: f, N: pageFrames})
	}
}

// EvictRange empties every root that touches [lo, hi) and gives it back to the
// PMA (uvm_pmm_gpu_pma_evict_range). One that cannot be evicted fails the
// whole; those before it stay given back.
func (m *PMM) EvictRange(lo, hi pma.Frame) target.Why {
	for page := lo / RootFrames; page*RootFrames < hi; page++ {
		root := m.Root(page)
		node := m.Node(root)
		if node.State == PMAOwned {
			continue
		}
		free := node.State == Free && node.Type() == User
		if !free && !m.Evictable(root) || m.inject(PointEvict) {
			return target.Why{ID: target.NoRoom}
		}
		if why := m.evictRoot(root); why.ID != target.NoReason {
			return why
		}
		m.giveBack(root)
	}
	return target.Why{}
}
