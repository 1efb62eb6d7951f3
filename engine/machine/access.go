package machine

import (
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// singleAccesses is how many accesses of one act are recorded one by one.
// Beyond it the act is closed as one bulk event.
const singleAccesses = 20_000

// singleEvents is how many events of an act on managed memory are kept.
const singleEvents = 200_000

// mostAccesses bounds one act, about two seconds of work: more than a touch of
// every 64 KiB of the largest card described.
const mostAccesses = 1 << 23

// access is a touch or a chase under way.
type access struct {
	process      uint16
	base, stride uint64
	next, stops  uint64
	lap          uint64 // stops of a chase; 0 = a touch
	step         uint64 // from each to the next
	tenths       uint64 // of a cycle, of the lap that counts
	bulk         bulk
	first        uint64 // accesses before the bulk began
	replayed     bool   // the present access has had its fault
	managed      bool   // managed memory: its faults are kept one by one for longer
	began        uint32 // events before the act
}

var accessHandlers = map[target.Op]handler{
	target.PwTouch: doTouch, target.PwChase: doChase,
}

// doTouch is pw_touch: a kernel of one thread that stores a byte at every
// stride of a stretch.
func doTouch(m *Machine, c *target.Call, r *target.Result) target.Progress {
	base, bytes, stride := c.Arg[0], c.Arg[1], c.Arg[2]
	if stride == 0 {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{2, 0}}
		return target.Done
	}
	m.Clock.Advance(m.Profile.Cost.Kernel)
	m.access = access{process: m.reaches(c.Ctx, base), base: base, stride: stride, stops: stopsOf(bytes, stride)}
	m.access.begin(m)
	m.act = &m.access
	if bytes == 0 {
		return target.Done
	}
	return m.access.run(m, singleAccesses, r)
}

// stopsOf is how many addresses lie stride bytes apart within a range, whatever
// its size: the sum of both may not fit into 64 bits.
func stopsOf(bytes, stride uint64) uint64 {
	n := bytes / stride
	if bytes%stride != 0 {
		n++
	}
	return n
}

// doChase is pw_chase: dependent loads that bypass the SM's data cache, in one
// cyclic order over the stops, one lap to warm up and one that counts.
func doChase(m *Machine, c *target.Call, r *target.Result) target.Progress {
	base, bytes, stride := c.Arg[0], c.Arg[1], c.Arg[2]
	if stride == 0 || bytes/stride == 0 || bytes/stride > target.ChaseStops {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{2, stride}}
		return target.Done
	}
	m.Clock.Advance(m.Profile.Cost.Kernel)
	n := bytes / stride
	m.access = access{process: m.reaches(c.Ctx, base), base: base &^ 7, stride: stride, stops: 2 * n, lap: n, step: target.ChaseStep(n)}
	m.access.begin(m)
	m.act = &m.access
	return m.access.run(m, singleAccesses, r)
}

// begin notes what the act is about to touch.
func (a *access) begin(m *Machine) {
	a.managed = m.VA.ManagedRange(a.process, a.base) != 0
	if m.rec.On() {
		a.began = m.rec.Log.Len()
	}
}

// address is where the next access goes. Each stop of a chase has a cache line
// of its own within its stride, so that aliases of one page do not share one.
func (a *access) address() uint64 {
	if a.lap == 0 {
		return a.base + a.next*a.stride
	}
	k := a.next % a.lap
	return a.base + k*a.step%a.lap*a.stride + k*(a.step*128%a.stride)%a.stride&^127
}

// run makes up to budget accesses.
func (a *access) run(m *Machine, budget int, r *target.Result) target.Progress {
	for ; a.next < a.stops; a.next++ {
		if budget--; budget < 0 {
			return target.Pending
		}
		if m.rec.On() && a.tooMany(m) {
			a.first = a.next
			a.bulk.begin(m)
		}
		if a.next == mostAccesses {
			a.bulk.end(m, a.next-a.first, a.base)
			answer(r, target.Why{ID: target.LimitSteps, N: [4]uint64{mostAccesses}})
			return target.Done
		}
		tenths, why := m.one(a)
		if why.ID != target.NoReason {
			a.bulk.end(m, a.next-a.first, a.base)
			answer(r, why)
			return target.Done
		}
		if a.next >= a.lap {
			a.tenths += tenths
		}
	}
	a.bulk.end(m, a.next-a.first, a.base)
	if a.lap != 0 {
		r.Out[0] = a.tenths * 100 / a.lap
	}
	m.CUDA.SynchronizeAll(a.process) // the call waits for its kernel
	return target.Done
}

// tooMany says whether the rest of the act is to become one event.
func (a *access) tooMany(m *Machine) bool {
	if a.managed {
		return m.rec.Log.Len()-a.began >= singleEvents
	}
	return a.next == singleAccesses
}

// one makes a single access and says what it took, in tenths of a cycle.
func (m *Machine) one(a *access) (tenths uint64, why target.Why) {
	kind := mmu.Write
	if a.lap != 0 {
		kind = mmu.Read
	}
	leaf, extra, fault := m.TLB.Translate(a.process, a.address(), kind, m.MMU, m.MMU.Recorder())
	m.MMU.Damaged(&leaf, &fault, a.process, a.address(), kind)
	tenths = m.Profile.Cost.LoadCycles + uint64(extra)
	m.Clock.Advance(a.takes(&m.Profile.Cost, tenths) * m.Profile.Cost.CycleFS / 10_000)
	if a.managed && fault.Type == mmu.NoFault && !a.replayed {
		m.lab.touch(m.VA.FindBlock(a.process, a.address()), kind == mmu.Write, false)
	}
	if fault.Type.Serviceable() && a.managed {
		return m.replay(a, kind, &fault)
	}
	if fault.Type != mmu.NoFault {
		m.MMU.Raise(&fault)
		return tenths, fault.Why()
	}
	if a.managed && leaf.Aperture != profile.Vid {
		if why = m.VA.RemoteAccess(a.process, a.address()); why.ID != target.NoReason {
			return tenths, why
		}
	}
	switch {
	case kind != mmu.Write || leaf.Sparse:
	case a.managed:
		m.touchManaged(a)
	case leaf.Aperture == profile.Vid:
		why = m.DRAM.Write(leaf.Physical, touched[:])
	case a.process != va.KernelSpace:
		m.touchHost(a.address())
	}
	return tenths, why
}

// takes gives the time of an access in tenths of a cycle: of a load with what
// surrounds it in the loop, of a store without waiting for its translation.
func (a *access) takes(p *profile.Cost, load uint64) uint64 {
	switch {
	case a.lap == 0 && p.StoreCycles != 0:
		return p.StoreCycles
	case a.lap == 0:
		return load
	case a.next < a.lap:
		return load + p.StopCycles/2 + p.FirstLoad
	}
	return load + p.StopCycles/2
}

// touched is what pw_touch stores.
var touched = [1]byte{0x5A}

// translate gives the physical address of a virtual one, without a trace.
func (m *Machine) translate(space uint16, va uint64) (uint64, target.Why) {
	leaf, fault := m.MMU.Walk(space, va, mmu.Read, nil)
	if fault.Type != mmu.NoFault {
		return 0, fault.Why()
	}
	return leaf.Physical, target.Why{}
}

// page is translate with the size of the page.
func (m *Machine) page(space uint16, va uint64) (pa, bytes uint64, why target.Why) {
	leaf, fault := m.MMU.Walk(space, va, mmu.Read, nil)
	if fault.Type != mmu.NoFault {
		return 0, 0, fault.Why()
	}
	return leaf.Physical, leaf.Bytes, target.Why{}
}

// answer turns a reason into CUDA's answer.
func answer(r *target.Result, why target.Why) {
	r.Why = why
	switch {
	case why.ID == target.NoReason:
		r.Code = target.Success
	case why.ID == target.FaultPoisoned:
		r.Code = target.ECCUncorrectable
	case why.ID >= target.FaultNoPDE && why.ID < target.FaultPoisoned:
		r.Code = target.IllegalAddress
	case why.ID.Class() == target.Limit, why.ID == target.NoRoom, why.ID == target.RulePinned:
		r.Code = target.MemoryAllocation
	default:
		r.Code = target.InvalidValue
	}
}
