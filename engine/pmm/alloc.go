package pmm

import (
	"pagewalk/engine/pma"
	"pagewalk/engine/target"
)

// Flags of an allocation.
type Flags uint8

const (
	Evict     Flags = 1 << iota // push user memory out rather than fail
	DontBatch                   // take one root from the PMA, not a batch
)

// Alloc gives a chunk of an enabled size: a user chunk TEMP_PINNED, to be
// handed to its owner with Unpin or freed, a kernel chunk ALLOCATED.
func (m *PMM) Alloc(t Type, size uint32, f Flags) (ChunkID, target.Why) {
	if t >= types || !m.Enabled(t, size) {
		return 0, target.Why{ID: target.BadArgument, N: [4]uint64{2, uint64(size)}}
	}
	if m.inject(PointAlloc) {
		return 0, m.noRoom(uint64(size))
	}
	c := m.pick(t, log2(size))
	if t == Kernel {
		c = m.pastAdopted(c, log2(size))
	}
	if c != 0 {
		m.move(c, 1, TempPinned, m.Node(c).Flags, 0)
	} else {
		var why target.Why
		if c, why = m.alloc(t, log2(size), f); c == 0 {
			if why.ID == target.NoRoom {
				why = m.noRoom(uint64(size))
			}
			return 0, why
		}
	}
	if t == Kernel {
		m.move(c, 1, Allocated, m.Node(c).Flags, 0)
	}
	return c, target.Why{}
}

// AllocMany gives n chunks of one size and appends them to out: all, or none.
func (m *PMM) AllocMany(t Type, n, size uint32, f Flags, out []ChunkID) ([]ChunkID, target.Why) {
	was := len(out)
	for range n {
		c, why := m.Alloc(t, size, f)
		if c == 0 {
			for _, d := range out[was:] {
				m.Free(d)
			}
			return out[:was], why
		}
		out = append(out, c)
	}
	return out, target.Why{}
}

// alloc is what alloc_chunk does when no chunk of exactly this size is free: for
// a whole root it takes a root, else it cuts down the smallest larger one.
func (m *PMM) alloc(t Type, size uint8, f Flags) (ChunkID, target.Why) {
	if size == maxLog {
		return m.takeRoot(t, f)
	}
	c, why := m.allocWithSplits(t, size, f)
	if c == 0 {
		m.giveBackIdle(t)
	}
	return c, why
}

// claim pins a free chunk of exactly this size, zeroed ones first.
func (m *PMM) claim(t Type, size uint8) ChunkID {
	c := m.pick(t, size)
	if c != 0 {
		m.move(c, 1, TempPinned, m.Node(c).Flags, 0)
	}
	return c
}

// pick chooses among the free chunks of a size: the one that was freed first,
// as the driver does, or the one with the lowest address.
func (m *PMM) pick(t Type, size uint8) ChunkID {
	if m.indexed {
		if i, ok := m.lowest[t][maxLog-size].least(); ok {
			return m.at(size, i)
		}
		return 0
	}
	if c := m.head(freeList(t, size, true)); c != 0 {
		return c
	}
	return m.head(freeList(t, size, false))
}

// smallPieces is the size from which on a chunk is not taken as it is from a
// root that was adopted: those are for page tables.
const smallPieces = 16

// pastAdopted is the first chunk from c on, on its list, that may be taken as it
// is; 0 if there is none.
func (m *PMM) pastAdopted(c ChunkID, size uint8) ChunkID {
	if m.indexed || size < smallPieces {
		return c
	}
	for c != 0 && m.Node(m.RootOf(c)).Flags&flagAdopted != 0 {
		c = m.after(c)
	}
	return c
}

// allocWithSplits claims the smallest larger chunk, or takes a root, and cuts
// it down one enabled size at a time: child 0 stays pinned and is cut further,
// the others are set free, in order of address.
func (m *PMM) allocWithSplits(t Type, size uint8, f Flags) (ChunkID, target.Why) {
	var c ChunkID
	for up := m.above[t][size]; up != 0 && c == 0; up = m.above[t][up] {
		c = m.claim(t, up)
	}
	if c == 0 {
		var why target.Why
		if c, why = m.takeRoot(t, f); c == 0 {
			return 0, why
		}
	}
	for m.Node(c).Size > size {
		if why := m.nodesLeft(c); why.ID != target.NoReason {
			m.free(c)
			return 0, why
		}
		first, n := m.split(c)
		m.move(first+1, n-1, Free, m.Node(first+1).Flags&^flagZero, 0)
		c = first
	}
	return c, target.Why{}
}

// takeRoot gets a root, pinned: from the roots that the manager owns (textbook),
// or from the PMA; failing that, with Evict, by eviction. The numbers of a NoRoom
// are left to Alloc.
func (m *PMM) takeRoot(t Type, f Flags) (ChunkID, target.Why) {
	if m.p.PMM.OwnsAll {
		if c := m.pick(User, maxLog); c != 0 {
			m.move(c, 1, TempPinned, m.Node(c).Flags&^flagKernel|typeFlag(t), 0)
			return c, target.Why{}
		}
	} else if c := m.rootFromPMA(t, f); c != 0 {
		return c, target.Why{}
	}
	if f&Evict != 0 {
		return m.evictForRoot(t)
	}
	return 0, target.Why{ID: target.NoRoom}
}

// rootFromPMA takes roots from the PMA: one, or for user memory a batch of
// which the rest becomes free roots. The PMM never lets the PMA evict: it does
// its own eviction.
func (m *PMM) rootFromPMA(t Type, f Flags) ChunkID {
	n := uint32(1)
	if t == User && f&DontBatch == 0 {
		n = max(1, m.p.PMM.BatchRoots)
	}
	runs, why := m.pma.Alloc(pma.Request{
		Frames: n * RootFrames, PageFrames: RootFrames, Pinned: t == Kernel, Partial: n > 1, NoEvict: true,
	}, m.runs[:0])
	m.runs = runs[:0]
	if why.ID != target.NoReason {
		return 0
	}
	flags := typeFlag(t)
	if m.p.Memory.Scrub {
		flags |= flagZero
	}
	c := m.Root(runs[0].First / RootFrames)
	m.move(c, 1, TempPinned, flags, 0)
	runs[0].First, runs[0].N = runs[0].First+RootFrames, runs[0].N-RootFrames
	for _, r := range runs {
		if r.N > 0 {
			m.move(m.Root(r.First/RootFrames), r.N/RootFrames, Free, flags, 0)
		}
	}
	return c
}
