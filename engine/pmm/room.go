package pmm

import "pagewalk/engine/target"

// CanEvict says whether an allocation with Evict would push something out.
func (m *PMM) CanEvict() bool {
	c := ChunkID(0)
	if m.Policy != nil {
		c = m.Policy.Victim(m)
	} else {
		c = m.DriverVictim()
	}
	return c != 0 && m.Node(c).State != Free
}

// MakeRoom empties n neighbouring roots, the lowest that are free or whose
// owners may be moved, so that AllocContiguousRoots finds them: how a manager
// that owns the whole card serves a request above 2 MiB when memory that can
// move is in its way.
//
// Errors: target.NoRoom, and nothing has moved, if there is no such run or one
// that is free already; what an owner answers that cannot be moved.
func (m *PMM) MakeRoom(n uint32, may func(root ChunkID) bool) target.Why {
	first := m.movableRun(n, may)
	if first == 0 {
		return m.noRoom(uint64(n) * MaxSize)
	}
	for root := first; root < first+n; root++ {
		if m.Node(root).State == Free {
			continue
		}
		if why := m.evictRoot(root); why.ID != target.NoReason {
			return why
		}
		m.free(root)
	}
	return target.Why{}
}

// movableRun finds the lowest n roots in a row that are free or can be emptied,
// one of them at least not free.
func (m *PMM) movableRun(n uint32, may func(root ChunkID) bool) ChunkID {
	run, full := uint32(0), uint32(0) // how long it is, and how far back the last full one lies
	for page := range m.roots {
		root := m.Root(page)
		free := m.Node(root).State == Free && m.Node(root).Type() == User
		if !free && !(m.Evictable(root) && may(root)) {
			run, full = 0, 0
			continue
		}
		if run++; !free {
			full = n
		} else if full > 0 {
			full--
		}
		if run >= n && full > 0 {
			return root + 1 - n
		}
	}
	return 0
}
