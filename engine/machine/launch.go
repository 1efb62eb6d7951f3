package machine

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/simt"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// kernelEvents is how many events of one kernel are recorded one by one; the
// rest of it is one bulk event.
const kernelEvents = 60_000

// kernelSlice is how many instructions of warps a kernel runs between two looks
// at the log. It is fixed, so that the log does not depend on budgets.
const kernelSlice = 256

var launchHandlers = map[target.Op]handler{target.Launch: doLaunch}

// kernel is a launch under way. It lends the card's memory to package simt.
type kernel struct {
	simt.Launch
	m       *Machine
	process uint16
	row     uint32
	stream  uint64
	bulk    bulk
	first   uint64 // requests before the bulk began
	began   uint32 // events before the kernel

	leaf  mmu.Leaf
	fault mmu.Fault
}

// doLaunch is kernel<<<…>>>(…). The kernel takes effect at once; its time goes
// into its stream. What is wrong with the configuration is the launch's own
// error; what a thread does wrong is told by the next call that waits.
func doLaunch(m *Machine, c *target.Call, r *target.Result) target.Progress {
	m.Clock.Advance(m.Profile.SM.Launch)
	if c.Kernel == nil || c.Kernel.Program == nil {
		r.Code = target.InvalidDeviceFunction
		return target.Done
	}
	s := c.Shape()
	if !m.CUDA.StreamKnown(c.Ctx, s.Stream) {
		r.Code, r.Why = target.InvalidResourceHandle, badArgument(3, s.Stream)
		return target.Done
	}
	if r.Code, r.Why = simt.Check(c, m.Profile); r.Why.ID != target.NoReason {
		return target.Done
	}
	variables, why := m.variables(c)
	if why.ID != target.NoReason {
		r.Code, r.Why = target.MemoryAllocation, why
		return target.Done
	}
	k := &m.kernel
	k.m, k.process, k.row, k.stream = m, c.Ctx, m.head.At(0).Rows, s.Stream
	if m.rec.On() {
		k.began = m.rec.Log.Len()
	}
	k.Begin(c, m.Profile, k, &m.rec)
	k.Variables = variables
	if e := m.rec.Put(event.KernelBegin, k.row); e != nil {
		event.KernelBeginInfo{
			Row: k.row, Grid: s.Grid, Block: s.Block, Shared: s.Shared + c.Kernel.Static, Warps: uint32(s.Threads()+31) / 32, Stream: s.Stream,
		}.Put(e)
	}
	m.act = k
	return k.run(m, 64*kernelSlice, r)
}

// run lets the kernel go on for about budget instructions of warps.
func (k *kernel) run(m *Machine, budget int, r *target.Result) target.Progress {
	was := m.rec.Cause
	for done := false; !done; budget -= kernelSlice {
		if budget <= 0 {
			return target.Pending
		}
		if m.rec.On() && m.rec.Log.Len()-k.began >= kernelEvents {
			k.first = k.Count.Requests
			k.bulk.begin(m)
		}
		done = k.Launch.Run(kernelSlice)
	}
	m.rec.Cause = was
	k.bulk.end(m, k.Count.Requests-k.first, 0)
	k.over(m, r)
	return target.Done
}

// over notes what the kernel did, and what stopped it.
func (k *kernel) over(m *Machine, r *target.Result) {
	c := &k.Count
	k.Finish()
	m.VA.DropFaults()
	r.Printed = append(r.Printed[:0], k.Printed()...)
	r.Steps = c.Steps
	if f := &k.Fault; f.ID != target.NoReason {
		k.stopped(m, r)
	}
	m.issue(k.stream, c.Picoseconds)
	if e := m.rec.Put(event.KernelEnd, k.row); e != nil {
		event.KernelEndInfo{
			Row: k.row, Instructions: c.Instructions, Requests: most(c.Requests), Sectors: most(c.Sectors),
			Hits: [3]uint32{most(c.Hits[0]), most(c.Hits[1]), most(c.Hits[2] + c.Hits[3])}, Walks: most(c.Walks),
			Faults: uint16(min(c.Faults, 1<<16-1)), Conflicts: most(c.Conflicts), Picoseconds: c.Picoseconds,
		}.Put(e)
	}
}

func most(n uint64) uint32 { return uint32(min(n, 1<<32-1)) }

// stopped gives a kernel that was stopped its error: one that stays, but that
// nobody has been told yet. A limit of ours ends the run instead.
func (k *kernel) stopped(m *Machine, r *target.Result) {
	f := &k.Fault
	if f.ID == target.KernelAddress {
		f.ID = k.sort(f)
	}
	r.Why = f.Reason()
	if r.Why.Ends() {
		r.Code = target.LaunchTimeout
		return
	}
	code := target.IllegalAddress
	switch f.ID {
	case target.KernelPoisoned:
		code = target.ECCUncorrectable
	case target.KernelMisaligned:
		code = target.MisalignedAddress
	case target.KernelStack:
		code = target.LaunchFailure
	case target.KernelAssert:
		code = target.Assert
	}
	if e := m.rec.Put(event.KernelFault, k.row); e != nil {
		event.KernelFaultInfo{Row: k.row, Address: f.Address, Block: f.Block, Thread: f.Thread, Why: uint16(f.ID), Line: f.Line}.Put(e)
	}
	m.CUDA.Fail(k.process, code, k.row+1)
}

// sort says more of an address that is not mapped for the card.
func (k *kernel) sort(f *simt.Fault) target.WhyID {
	switch {
	case f.Why.Ends():
	case f.Why.ID == target.FaultReadOnly:
		return target.KernelReadOnly
	case f.Why.ID == target.FaultPoisoned:
		return target.KernelPoisoned
	case k.m.memory != nil:
		if _, ok := k.m.memory.Bytes(f.Address, 1); ok {
			return target.KernelHost
		}
	}
	return target.KernelAddress
}

// Translate finds the page of an address: in the TLB of the processor, by a
// walk, or, where managed memory faults, by bringing it in first.
func (k *kernel) Translate(sm uint16, va uint64, a simt.Access) (p simt.Page, why target.Why) {
	m := k.m
	kind := accesses[a]
	p.Cost = m.TLB.TranslateInto(&k.leaf, &k.fault, sm, k.process, va, kind, m.MMU, m.MMU.Recorder())
	m.MMU.Damaged(&k.leaf, &k.fault, k.process, va, kind)
	p.Level = k.level(p.Cost)
	block := uint32(0)
	if m.VA.State.Spaces.At(uint32(k.process)).Managed != 0 {
		if block = m.VA.FindBlock(k.process, va); block == 0 && k.fault.Type != mmu.NoFault {
			block = m.VA.BlockAt(k.process, va)
		}
	}
	if k.fault.Type.Serviceable() && block != 0 {
		why = k.service(va, kind, sm)
		p.Serviced = true
	} else if block != 0 {
		m.lab.touch(block, kind != mmu.Read, false)
	}
	if why.ID == target.NoReason && k.fault.Type != mmu.NoFault {
		m.MMU.Raise(&k.fault)
		why = k.fault.Why()
	}
	if why.ID != target.NoReason {
		return p, why
	}
	if block != 0 {
		if k.leaf.Aperture != profile.Vid {
			why = m.VA.RemoteAccess(k.process, va)
		}
		if why.ID == target.NoReason {
			why = m.adopt(k.process, va)
		}
	}
	p.Bytes = k.leaf.Bytes
	p.VA = va &^ (p.Bytes - 1)
	p.Physical = k.leaf.Physical - (va - p.VA)
	switch {
	case k.leaf.Sparse:
		p.Place = simt.Nowhere
	case block != 0 || k.leaf.Aperture != profile.Vid:
		p.Place = simt.InHost
	}
	return p, why
}

// service handles the fault of a warp on managed memory and translates again.
func (k *kernel) service(addr uint64, kind mmu.Access, sm uint16) target.Why {
	m := k.m
	handled, why := m.VA.GPUFault(va.Packet{Address: addr, Space: k.process, SM: sm, Warp: k.Warp(), Write: kind != mmu.Read})
	if !handled || why.ID != target.NoReason {
		return why
	}
	m.TLB.TranslateInto(&k.leaf, &k.fault, sm, k.process, addr, kind, m.MMU, m.MMU.Recorder())
	if k.fault.Type != mmu.NoFault && m.Profile.MMU.Forget == profile.ForgetNothing {
		panic("machine: service: a serviced fault comes again")
	}
	return target.Why{}
}

// Missing has an access to managed memory that cannot be reached write its
// packet into the fault buffer.
func (k *kernel) Missing(sm uint16, addr uint64, a simt.Access) bool {
	m, write := k.m, a != simt.Read
	if m.VA.State.Spaces.At(uint32(k.process)).Managed == 0 || m.VA.GPUMay(k.process, addr, write) || m.VA.BlockAt(k.process, addr) == 0 {
		return false
	}
	m.TLB.TranslateInto(&k.leaf, &k.fault, sm, k.process, addr, accesses[a], m.MMU, m.MMU.Recorder())
	if !k.fault.Type.Serviceable() {
		return false
	}
	m.VA.Fault(va.Packet{Address: addr, Space: k.process, SM: sm, Warp: k.Warp(), Write: write})
	return true
}

// Serve has the driver service what is in the fault buffer. Where it cannot, the
// access meets its fault when it is made again.
func (k *kernel) Serve() {
	k.m.VA.ServiceFaults()
	k.m.VA.DropFaults()
}

var accesses = [...]mmu.Access{simt.Read: mmu.Read, simt.Write: mmu.Write, simt.Atomic: mmu.Atomic}

// level says which level of the TLB answered, from what the misses before it
// cost.
func (k *kernel) level(cost uint32) uint8 {
	missed := uint32(0)
	levels := k.m.Profile.TLB.Levels
	for i := range levels {
		if cost <= missed {
			return uint8(i)
		}
		missed += levels[i].Miss
	}
	return simt.Walked
}

// Load reads bytes of one page.
func (k *kernel) Load(p *simt.Page, va uint64, b []byte) {
	switch p.Place {
	case simt.OnCard:
		k.m.DRAM.Read(p.Physical+(va-p.VA), b)
	case simt.InHost:
		copy(b, k.host(va, len(b)))
	default:
		clear(b)
	}
}

// Store writes bytes of one page.
func (k *kernel) Store(p *simt.Page, va uint64, b []byte) target.Why {
	switch p.Place {
	case simt.OnCard:
		return k.m.DRAM.Write(p.Physical+(va-p.VA), b)
	case simt.InHost:
		copy(k.host(va, len(b)), b)
	}
	return target.Why{}
}

// host gives bytes of the program's memory, as far as there are any: the last
// sector of an allocation may reach beyond it.
func (k *kernel) host(va uint64, n int) []byte {
	if k.m.memory == nil {
		return nil
	}
	for ; n > 0; n-- {
		if b, ok := k.m.memory.Bytes(va, uint64(n)); ok {
			return b
		}
	}
	return nil
}

// KernelCounters is what the kernel that ran last did.
func (m *Machine) KernelCounters() simt.Counters { return m.kernel.Count }
