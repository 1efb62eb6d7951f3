package machine

import (
	"pagewalk/engine/mmu"
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// The calls inside the kernel driver that move chunks. A program holds a chunk
// by its number; it may move only those that it was given, or that came of
// them by splitting.
var chunkHandlers = map[target.Op]handler{
	target.PmmAllocUser: doAllocChunks, target.PmmAllocKernel: doAllocChunks,
	target.PmmUnpinAllocated: doUnpin, target.PmmMarkEvictable: doMarkEvictable,
	target.PmmFree: doFreeChunk, target.PmmSplitChunk: doSplitChunk, target.PmmMergeChunk: doMergeChunk,
	target.PmmEvictChunk: doEvictChunk, target.PmmDefrag: doDefrag, target.PmmPrintStats: doPrintStats,
}

// Owners of user chunks, as the PMM's nodes name them: a memory object of the
// driver (textbook), a block of managed memory, or whatever the program named.
const (
	ownedByProgram uint32 = 1 << 30
	ownedByBlock   uint32 = 1 << 31
)

// status turns a reason into the kernel driver's answer.
func status(r *target.Result, why target.Why) target.Progress {
	r.Why = why
	switch {
	case why.ID == target.NoReason:
		r.Code = target.Success
	case why.ID.Class() == target.Refused:
		r.Code = target.NotPermitted
	case why.ID == target.NoRoom || why.ID.Class() == target.Limit:
		r.Code = target.MemoryAllocation
	default:
		r.Code = target.InvalidValue
	}
	return target.Done
}

func badArgument(position, value uint64) target.Why {
	return target.Why{ID: target.BadArgument, N: [4]uint64{position, value}}
}

// mostChunks bounds the chunks of one call.
const mostChunks = 1 << 16

// doAllocChunks is uvm_pmm_gpu_alloc_user and uvm_pmm_gpu_alloc_kernel: all of
// the chunks, or none.
func doAllocChunks(m *Machine, c *target.Call, r *target.Result) target.Progress {
	count, size, flags, out := c.Arg[1], c.Arg[2], c.Arg[3], c.Arg[4]
	if count == 0 || count > mostChunks {
		return status(r, badArgument(1, count))
	}
	if size == 0 || size > pmm.MaxSize {
		return status(r, badArgument(2, size))
	}
	handles, ok := m.handles(out, count)
	if !ok {
		return status(r, badArgument(4, out))
	}
	t := pmm.User
	if c.Op == target.PmmAllocKernel {
		t = pmm.Kernel
	}
	chunks, why := m.PMM.AllocMany(t, uint32(count), uint32(size), pmm.Flags(flags)&(pmm.Evict|pmm.DontBatch), nil)
	if why.ID != target.NoReason {
		return status(r, why)
	}
	for i, chunk := range chunks {
		handles.put(i, chunk)
	}
	r.Out[0] = uint64(chunks[0])
	return target.Done
}

// handles is an array of chunk pointers in the program's memory.
type handles []byte

func (m *Machine) handles(addr, n uint64) (handles, bool) {
	if m.memory == nil {
		return nil, false
	}
	b, ok := m.memory.Bytes(addr, 8*n)
	return b, ok
}

func (h handles) put(i int, c pmm.ChunkID) {
	for k := range 8 {
		h[8*i+k] = byte(uint64(c) >> (8 * k))
	}
}

// mine says whether the program may move the chunk of an argument.
func (m *Machine) mine(handle uint64) (pmm.ChunkID, target.Why) {
	c := pmm.ChunkID(handle)
	if handle>>32 != 0 || !m.PMM.Exists(c) || m.PMM.Node(c).State == pmm.PMAOwned {
		return 0, target.Why{ID: target.NotAPointer, N: [4]uint64{handle}}
	}
	if m.PMM.Node(c).Type() == pmm.Kernel && m.driverHolds(c) {
		return 0, target.Why{ID: target.RuleKernel, N: [4]uint64{handle}}
	}
	other := false
	m.PMM.Walk(c, func(_ pmm.ChunkID, _ int, n *pmm.Node) {
		other = other || n.Block != 0 && n.Block&^(ownedByProgram-1) != ownedByProgram
	})
	if other {
		return 0, target.Why{ID: target.NotAPointer, N: [4]uint64{handle}}
	}
	return c, target.Why{}
}

// driverHolds says whether page tables or other memory of the driver's own lie
// in a kernel chunk.
func (m *Machine) driverHolds(c pmm.ChunkID) (held bool) {
	first := m.PMM.Address(c)
	last := first + uint64(m.PMM.Node(c).Bytes()) - 1
	m.MMU.EveryTable(func(t *mmu.Table) {
		held = held || t.Address >= first && t.Address <= last
	})
	m.VA.EachMem(func(id uint32, _ *va.Mem) {
		m.VA.EachMemChunk(id, func(chunk pmm.ChunkID) {
			at := m.PMM.Address(chunk)
			held = held || at >= first && at <= last
		})
	})
	return held
}

// doUnpin is uvm_pmm_gpu_unpin_allocated: the chunk goes to the block that the
// program names.
func doUnpin(m *Machine, c *target.Call, r *target.Result) target.Progress {
	chunk, why := m.mine(c.Arg[1])
	if why.ID == target.NoReason {
		if block := c.Arg[2]; block == 0 || block >= uint64(ownedByProgram) {
			why = badArgument(2, block)
		} else {
			why = m.PMM.Unpin(chunk, ownedByProgram|uint32(block))
		}
	}
	return status(r, why)
}

// doMarkEvictable is a textbook name. In the driver, being evictable follows
// from state and kind, and unpinning is what makes it so.
func doMarkEvictable(m *Machine, c *target.Call, r *target.Result) target.Progress {
	chunk, why := m.mine(c.Arg[1])
	switch {
	case why.ID != target.NoReason:
	case m.PMM.Node(chunk).Type() == pmm.Kernel:
		why = target.Why{ID: target.RuleKernel, N: [4]uint64{uint64(chunk)}}
	case m.PMM.Evictable(chunk):
		m.PMM.MarkRootUsed(m.PMM.RootOf(chunk))
	default:
		why = m.PMM.Unpin(chunk, ownedByProgram|1)
	}
	return status(r, why)
}

// doFreeChunk is uvm_pmm_gpu_free. A null pointer is ignored.
func doFreeChunk(m *Machine, c *target.Call, r *target.Result) target.Progress {
	if c.Arg[1] == 0 {
		return target.Done
	}
	chunk, why := m.mine(c.Arg[1])
	if why.ID == target.NoReason {
		why = m.PMM.Free(chunk)
	}
	return status(r, why)
}

// doSplitChunk is uvm_pmm_gpu_split_chunk. The pieces go into an array, or
// nowhere if that is a null pointer.
func doSplitChunk(m *Machine, c *target.Call, r *target.Result) target.Progress {
	chunk, why := m.mine(c.Arg[1])
	if why.ID != target.NoReason {
		return status(r, why)
	}
	size, out := c.Arg[2], c.Arg[3]
	whole := uint64(m.PMM.Node(chunk).Bytes())
	if size == 0 || size >= whole || !m.PMM.Enabled(m.PMM.Node(chunk).Type(), uint32(size)) {
		return status(r, badArgument(2, size))
	}
	var pieces handles
	if out != 0 {
		var ok bool
		if pieces, ok = m.handles(out, whole/size); !ok {
			return status(r, badArgument(3, out))
		}
	}
	if why = m.PMM.Split(chunk, uint32(size)); why.ID != target.NoReason || out == 0 {
		return status(r, why)
	}
	for i, piece := range m.PMM.Subchunks(chunk, nil) {
		pieces.put(i, piece)
	}
	return target.Done
}

// doMergeChunk is uvm_pmm_gpu_merge_chunk: it undoes a split.
func doMergeChunk(m *Machine, c *target.Call, r *target.Result) target.Progress {
	chunk, why := m.mine(c.Arg[1])
	if why.ID == target.NoReason {
		why = m.PMM.Merge(chunk)
	}
	return status(r, why)
}

// doEvictChunk is a textbook name, close to the test call
// UVM_TEST_EVICT_CHUNK: the root of the chunk is emptied and given back.
func doEvictChunk(m *Machine, c *target.Call, r *target.Result) target.Progress {
	chunk, why := m.mine(c.Arg[1])
	if why.ID == target.NoReason {
		why = m.PMM.EvictChunk(chunk)
	}
	if why.ID == target.NoReason {
		m.Clock.Advance(m.copyTime(false, pmm.MaxSize))
	}
	return status(r, why)
}

// doPrintStats is a textbook name: bytes free, and the largest free run. The
// program machine prints them.
func doPrintStats(m *Machine, _ *target.Call, r *target.Result) target.Progress {
	r.Out[0], _ = m.Driver.Memory()
	r.Out[1] = m.largestHole()
	return target.Done
}

func (m *Machine) largestHole() uint64 {
	if m.Profile.PMM.OwnsAll {
		bytes, _ := m.PMM.LargestFree()
		return bytes
	}
	return m.PMA.LargestRun().Bytes()
}
