package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// Managed memory. Where its pages are is the va layer's business. What they
// hold is kept once, in the program's memory, from the moment that somebody
// reads or writes it by value: a migration costs time and moves no bytes of
// ours. The program may look at a page only while
// the host has it; for that it asks HostMay.
var managedHandlers = map[target.Op]handler{
	target.CudaMallocManaged: doMallocManaged, target.HostTouch: doHostTouch,
	target.CudaMemPrefetchAsync: doPrefetch, target.CudaMemAdvise: doAdvise,
	target.CudaMemDiscardBatchAsync: doDiscard,
}

var _ target.Watcher = (*Machine)(nil)

func doMallocManaged(m *Machine, c *target.Call, r *target.Result) target.Progress {
	bytes, flags := c.Arg[0], c.Arg[1]
	switch {
	case bytes == 0:
		r.Code, r.Why = target.InvalidValue, badArgument(1, 0)
	case flags != 1 && flags != 2:
		r.Code, r.Why = target.InvalidValue, badArgument(2, flags)
	case bytes > 1<<40:
		r.Code, r.Why = target.MemoryAllocation, target.Why{ID: target.SizeOverflow, N: [4]uint64{bytes, m.Profile.Memory.Bytes}}
	default:
		r.Out[0] = m.CUDA.MallocManaged(c.Ctx, bytes)
	}
	return target.Done
}

// HostMay says whether the program may touch bytes at once.
func (m *Machine) HostMay(process uint16, addr, n uint64, write bool) bool {
	return m.VA.HostMay(process, addr, n, write)
}

// doHostTouch brings bytes into the host's reach, as faults of the CPU do.
func doHostTouch(m *Machine, c *target.Call, r *target.Result) target.Progress {
	addr, n, write := c.Arg[0], c.Arg[1], c.Arg[2] != 0
	why := m.VA.CPUFault(c.Ctx, addr, n, write)
	if why.ID == target.NoReason {
		why = m.adopt(c.Ctx, addr)
	}
	answer(r, why)
	return target.Done
}

// replay services a fault of the GPU on managed memory and makes the access
// again; an address beyond managed memory stays a fault.
func (m *Machine) replay(a *access, kind mmu.Access, fault *mmu.Fault) (tenths uint64, why target.Why) {
	if a.replayed && m.Profile.MMU.Forget != profile.ForgetNothing {
		m.MMU.Raise(fault)
		return 0, fault.Why() // nobody told the TLB that the page is there
	}
	if a.replayed {
		panic("machine: replay: a serviced fault comes again")
	}
	write := kind == mmu.Write
	handled, why := m.VA.GPUFault(va.Packet{Address: a.address(), Space: a.process, Write: write})
	switch {
	case !handled:
		m.MMU.Raise(fault)
		return 0, fault.Why()
	case why.ID != target.NoReason:
		return 0, why
	}
	a.replayed = true
	tenths, why = m.one(a)
	a.replayed = false
	return tenths, why
}

// touchManaged notes what a store of pw_touch leaves in managed memory: a byte
// where the block's bytes are kept already, else the pattern of the whole act.
func (m *Machine) touchManaged(a *access) {
	addr := a.address()
	id := m.VA.FindBlock(a.process, addr)
	b := m.VA.State.Blocks.At(id)
	if m.memory != nil {
		if bytes, ok := m.memory.Bytes(addr, 1); ok {
			bytes[0] = touched[0]
			return
		}
	}
	end := min(b.Base+uint64(b.Pages)*4096, a.base+(a.stops-1)*a.stride+1)
	p := va.Pattern{First: uint32(addr - b.Base), Stride: uint32(min(a.stride, 1<<31))}
	p.Last = p.First + uint32((end-1-addr)/a.stride*a.stride)
	switch was := b.Scribble; {
	case was.Stride == 0:
		m.VA.SetScribble(id, p)
	case was.Stride == p.Stride && p.First >= was.First && p.Last <= was.Last && (p.First-was.First)%p.Stride == 0:
	case m.adopt(a.process, addr).ID == target.NoReason:
		m.touchManaged(a)
	}
}

// adopt makes the program's memory keep the bytes of the managed range at an
// address.
func (m *Machine) adopt(process uint16, addr uint64) target.Why {
	id := m.VA.ManagedRange(process, addr)
	if id == 0 {
		return target.Why{ID: target.NotAPointer, N: [4]uint64{addr}}
	}
	if m.memory == nil {
		return target.Why{}
	}
	r := m.VA.At(id)
	if _, ok := m.memory.Bytes(r.Base, 1); ok {
		return target.Why{}
	}
	if !m.mayHold(r.Bytes) {
		return target.Why{ID: target.LimitMemory, N: [4]uint64{mostHeld}}
	}
	bytes := make([]byte, r.Bytes)
	for at := r.Base; at < r.Base+r.Bytes; at = (at>>21 + 1) << 21 {
		if block := m.VA.FindBlock(process, at); block != 0 {
			m.print(block, bytes[at-r.Base:])
		}
	}
	if !m.memory.Adopt(r.Base, bytes) {
		return target.Why{ID: target.LimitMemory, N: [4]uint64{r.Bytes}}
	}
	return target.Why{}
}

// print writes a block's pattern out into its bytes.
func (m *Machine) print(block uint32, bytes []byte) {
	p := m.VA.State.Blocks.At(block).Scribble
	if p.Stride == 0 {
		return
	}
	for at := uint64(p.First); at <= uint64(p.Last); at += uint64(p.Stride) {
		bytes[at] = touched[0]
	}
	m.VA.SetScribble(block, va.Pattern{})
}

func (m *Machine) readManaged(process uint16, addr uint64, b []byte) target.Why {
	return m.managedBytes(process, addr, uint64(len(b)), func(there []byte) { copy(b, there) })
}

func (m *Machine) writeManaged(process uint16, addr uint64, b []byte) target.Why {
	return m.managedBytes(process, addr, uint64(len(b)), func(there []byte) { copy(there, b) })
}

func (m *Machine) managedBytes(process uint16, addr, n uint64, do func([]byte)) target.Why {
	why := m.adopt(process, addr)
	if m.memory == nil || why.ID != target.NoReason {
		return why
	}
	if b, ok := m.memory.Bytes(addr, n); ok {
		do(b)
	}
	return target.Why{}
}

// gather brings the managed ends of a copy to where the copy's direction says
// they are; a copy that leaves it open takes them where they lie.
func (m *Machine) gather(process uint16, to, from place, n, kind uint64) target.Why {
	for i, end := range [...]place{to, from} {
		if !end.managed {
			continue
		}
		processor := va.CPU
		if i == 0 && kind&1 != 0 || i == 1 && (kind == target.DeviceToHost || kind == target.DeviceToDevice) {
			processor = va.GPU
		}
		if kind == target.AnyDirection {
			continue
		}
		if why := m.VA.Prefetch(process, end.addr, n, processor); why.ID != target.NoReason {
			return why
		}
	}
	return target.Why{}
}

// fillManaged is cudaMemset of managed memory: the card stores, and takes the
// faults.
func (m *Machine) fillManaged(process uint16, addr, n uint64, value byte) target.Why {
	for at := addr; at < addr+n; at = at&^4095 + 4096 {
		if _, fault := m.MMU.Walk(process, at, mmu.Write, nil); fault.Type == mmu.NoFault {
			continue
		}
		if _, why := m.VA.GPUFault(va.Packet{Address: at, Space: process, Write: true}); why.ID != target.NoReason {
			return why
		}
	}
	return m.managedBytes(process, addr, n, func(b []byte) {
		for i := range b {
			b[i] = value
		}
	})
}

// Devices and advice of cudaMemPrefetchAsync and cudaMemAdvise
// (driver_types.h).
const hostDevice = ^uint64(0)

func processor(device uint64) (uint8, bool) {
	switch {
	case device == 0:
		return va.GPU, true
	case device == hostDevice || uint32(device) == 1<<32-1:
		return va.CPU, true
	}
	return 0, false
}

func doPrefetch(m *Machine, c *target.Call, r *target.Result) target.Progress {
	to, ok := processor(c.Arg[2])
	if !ok {
		r.Code, r.Why = target.InvalidDevice, badArgument(2, c.Arg[2])
		return target.Done
	}
	m.Clock.Advance(m.Profile.Cost.CopyBase)
	answer(r, m.VA.Prefetch(c.Ctx, c.Arg[0], c.Arg[1], to))
	return target.Done
}

// advice is what each kind of advice sets and clears, for the host and for the
// card.
var advice = [...]struct{ set, clear [2]uint32 }{
	1: {set: [2]uint32{va.ReadMostly, va.ReadMostly}},
	2: {clear: [2]uint32{va.ReadMostly, va.ReadMostly}},
	3: {set: [2]uint32{va.PreferCPU, va.PreferGPU}, clear: [2]uint32{va.PreferGPU, va.PreferCPU}},
	4: {clear: [2]uint32{va.PreferCPU | va.PreferGPU, va.PreferCPU | va.PreferGPU}},
	5: {set: [2]uint32{va.AccessedByCPU, va.AccessedByGPU}},
	6: {clear: [2]uint32{va.AccessedByCPU, va.AccessedByGPU}},
}

func doAdvise(m *Machine, c *target.Call, r *target.Result) target.Progress {
	kind := c.Arg[2]
	on, ok := processor(c.Arg[3])
	if kind == 0 || kind >= uint64(len(advice)) {
		r.Code, r.Why = target.InvalidValue, badArgument(2, kind)
		return target.Done
	}
	if !ok {
		r.Code, r.Why = target.InvalidDevice, badArgument(3, c.Arg[3])
		return target.Done
	}
	a := &advice[kind]
	answer(r, m.VA.Advise(c.Ctx, c.Arg[0], c.Arg[1], a.set[on], a.clear[on]))
	return target.Done
}

// mostDiscards bounds the stretches of one call.
const mostDiscards = 1 << 16

// doDiscard reads the two arrays of the program, checks every stretch, and
// discards them.
func doDiscard(m *Machine, c *target.Call, r *target.Result) target.Progress {
	n := c.Arg[2]
	if n == 0 || n > mostDiscards || c.Arg[3] != 0 {
		r.Code, r.Why = target.InvalidValue, badArgument(2, n)
		return target.Done
	}
	if m.memory == nil {
		return target.Done
	}
	pointers, ok := m.memory.Bytes(c.Arg[0], 8*n)
	sizes, also := m.memory.Bytes(c.Arg[1], 8*n)
	if !ok || !also {
		r.Code, r.Why = target.InvalidValue, badArgument(0, c.Arg[0])
		return target.Done
	}
	m.Clock.Advance(m.Profile.Cost.CopyBase)
	for i := range n {
		if addr, bytes := word64(pointers[8*i:]), word64(sizes[8*i:]); !m.VA.AllManaged(c.Ctx, addr, bytes) {
			answer(r, target.Why{ID: target.NotAPointer, N: [4]uint64{addr}})
			return target.Done
		}
	}
	for i := range n {
		if why := m.VA.Discard(c.Ctx, word64(pointers[8*i:]), word64(sizes[8*i:])); why.ID != target.NoReason {
			answer(r, why)
			return target.Done
		}
	}
	return target.Done
}

// word64 is the first eight bytes as a number.
func word64(b []byte) (x uint64) {
	for i := range 8 {
		x |= uint64(b[i]) << (8 * i)
	}
	return x
}

// abandon lets go of the bytes of a managed allocation that is about to be
// freed.
func (m *Machine) abandon(process uint16, addr uint64) {
	if m.memory == nil || process >= contexts || m.VA.State.Spaces.At(uint32(process)).Managed == 0 {
		return
	}
	if a := m.CUDA.Locate(process, addr); a.Kind != cuda.Managed || a.Start != addr {
		return
	}
	m.memory.Abandon(addr)
}

// abandonAll does so for everything managed, and for everything pinned, that a
// process has.
func (m *Machine) abandonAll(process uint16) {
	m.VA.Each(func(_ uint32, r *va.Range) {
		if r.Type == va.Managed && r.Space == process {
			m.abandon(process, r.Base)
		}
	})
	if m.memory != nil {
		m.CUDA.EachPinned(process, m.memory.Abandon)
	}
}
