package pmm

import (
	"pagewalk/engine/pma"
	"pagewalk/engine/target"
)

// AllocContiguousRoots gives n neighbouring whole roots of user memory,
// TEMP_PINNED, at the lowest address where they fit: how a textbook driver
// serves a request above 2 MiB. UnpinRoots and FreeRoots take them by run.
func (m *PMM) AllocContiguousRoots(n uint32) (ChunkID, target.Why) {
	if n == 0 {
		return 0, target.Why{ID: target.BadArgument, N: [4]uint64{1, 0}}
	}
	if m.inject(PointAlloc) {
		return 0, m.noRoom(uint64(n) * MaxSize)
	}
	if !m.p.PMM.OwnsAll {
		return m.contiguousFromPMA(n)
	}
	c := m.neighbours(n)
	if c == 0 {
		return 0, m.noRoom(uint64(n) * MaxSize)
	}
	m.moveRoots(c, n, TempPinned, 0)
	return c, target.Why{}
}

// neighbours finds the lowest n free roots in a row.
func (m *PMM) neighbours(n uint32) ChunkID {
	run := uint32(0)
	for page := range m.roots {
		node := m.Node(m.Root(page))
		if node.State != Free || node.Type() != User {
			run = 0
			continue
		}
		if run++; run == n {
			return m.Root(page + 1 - n)
		}
	}
	return 0
}

func (m *PMM) contiguousFromPMA(n uint32) (ChunkID, target.Why) {
	runs, why := m.pma.Alloc(pma.Request{
		Frames: n * RootFrames, PageFrames: RootFrames, Contiguous: true, NoEvict: true,
	}, m.runs[:0])
	m.runs = runs[:0]
	if why.ID != target.NoReason {
		return 0, why
	}
	flags := uint8(0)
	if m.p.Memory.Scrub {
		flags = flagZero
	}
	c := m.Root(runs[0].First / RootFrames)
	m.move(c, n, TempPinned, flags, 0)
	return c, target.Why{}
}

// moveRoots moves n roots from first, cut into runs that one event can tell.
func (m *PMM) moveRoots(first ChunkID, n uint32, to ChunkState, block uint32) {
	for n > 0 {
		k := m.chain(first, n)
		flags := m.Node(first).Flags
		if to == Free {
			flags &^= flagZero
		}
		m.move(first, k, to, flags, block)
		first, n = first+k, n-k
	}
}

// UnpinRoots hands n neighbouring pinned user roots to their owner.
func (m *PMM) UnpinRoots(first ChunkID, n uint32, block uint32) target.Why {
	for i := range n {
		if c := first + i; !m.may(c, mayUnpin) || m.Node(c).Type() == Kernel {
			return m.notUnpinned(c)
		}
	}
	if block == 0 {
		return target.Why{ID: target.BadArgument, N: [4]uint64{3, 0}}
	}
	m.moveRoots(first, n, Allocated, block)
	return target.Why{}
}

// FreeRoots frees n neighbouring whole roots.
func (m *PMM) FreeRoots(first ChunkID, n uint32) target.Why {
	for i := range n {
		if !m.may(first+i, mayFree) {
			return m.refusal(first+i, Free)
		}
		if m.Node(first+i).Parent != 0 {
			return target.Why{ID: target.BadArgument, N: [4]uint64{1, uint64(first + i)}}
		}
	}
	if m.p.PMM.MergeKeepsRoot {
		m.moveRoots(first, n, Free, 0)
		return target.Why{}
	}
	for i := range n {
		m.Free(first + i)
	}
	return target.Why{}
}

// AdoptKernelRoot makes the root at page a free kernel root although its
// frames are not taken from the PMA: at boot, a page inside the context from
// which the first page tables come. It never goes back to the PMA.
func (m *PMM) AdoptKernelRoot(page uint32) {
	c := m.Root(page)
	flags := flagKernel | flagAdopted
	m.move(c, 1, TempPinned, flags, 0)
	m.move(c, 1, Free, flags, 0)
}
