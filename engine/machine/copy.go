package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/target"
)

var copyHandlers = map[target.Op]handler{
	target.CudaMemcpy: doMemcpy, target.CudaMemcpyAsync: doMemcpy,
	target.CudaMemset: doMemset, target.CudaMemsetAsync: doMemset,
}

// copying is a copy as a program asks for it.
type copying struct {
	dst, src, n, kind, stream uint64
	async                     bool
}

func doMemcpy(m *Machine, c *target.Call, r *target.Result) target.Progress {
	m.copy(c.Ctx, copying{c.Arg[0], c.Arg[1], c.Arg[2], c.Arg[3], c.Arg[4], c.Op == target.CudaMemcpyAsync}, r)
	return target.Done
}

// copy makes a copy. One whose ends stay where they are goes into its stream and
// the program goes on; pageable memory of the host has to be copied through the
// driver's own, so the program waits for it (CUDA Runtime API, API
// synchronization behavior).
func (m *Machine) copy(process uint16, q copying, r *target.Result) {
	switch {
	case !m.CUDA.StreamKnown(process, q.stream):
		r.Code, r.Why = target.InvalidResourceHandle, badArgument(4, q.stream)
		return
	case q.n == 0: // nothing is looked at (measured)
		return
	case q.kind > target.AnyDirection:
		r.Code, r.Why = target.InvalidMemcpyDirection, target.Why{ID: target.WrongDirection, N: [4]uint64{q.kind}}
		return
	}
	to, from, why := m.ends(process, &q)
	if why.ID == target.NoReason {
		behind := q.async && to.stays() && from.stays()
		if !behind {
			m.await(q.stream)
		}
		if why = m.gather(process, to, from, q.n, q.kind); why.ID == target.NoReason {
			m.spend(q.stream, behind, m.copyTime(from.device && to.device, q.n))
			why = m.move(process, to, from, q.n)
		}
	}
	answer(r, why)
}

// ends finds out what the two ends of a copy are, and whether they are what the
// program said.
func (m *Machine) ends(process uint16, q *copying) (to, from place, why target.Why) {
	if to, why = m.side(process, q.dst, q.n, 0); why.ID == target.NoReason {
		from, why = m.side(process, q.src, q.n, 1)
	}
	if why.ID == target.NoReason {
		why = target.DirectionFits(q.kind, from.reached(), to.reached())
	}
	return to, from, why
}

// spend lets an act take its time: behind the program's back in its stream, or
// while the program waits.
func (m *Machine) spend(stream uint64, behind bool, ps uint64) {
	if behind {
		m.Clock.Advance(m.Profile.SM.Launch)
		m.issue(stream, ps)
	} else {
		m.Clock.Advance(ps)
	}
}

func doMemset(m *Machine, c *target.Call, r *target.Result) target.Progress {
	dst, value, n, stream := c.Arg[0], byte(c.Arg[1]), c.Arg[2], c.Arg[3]
	if !m.CUDA.StreamKnown(c.Ctx, stream) {
		r.Code, r.Why = target.InvalidResourceHandle, badArgument(3, stream)
		return target.Done
	}
	if n == 0 {
		return target.Done
	}
	to, why := m.side(c.Ctx, dst, n, 0)
	behind := c.Op == target.CudaMemsetAsync && to.device
	if why.ID == target.NoReason && !behind {
		m.await(stream)
	}
	if why.ID == target.NoReason && to.managed {
		answer(r, m.fillManaged(c.Ctx, dst, n, value))
		return target.Done
	}
	if why.ID == target.NoReason && to.pinned {
		m.spend(stream, false, m.Profile.Cost.CopyBase)
		for i := range to.bytes {
			to.bytes[i] = value
		}
		return target.Done
	}
	if why.ID == target.NoReason && !to.device {
		why = target.Why{ID: target.HostPointer, N: [4]uint64{dst}}
	}
	if why.ID == target.NoReason {
		m.spend(stream, behind, m.Profile.Cost.CopyBase+n>>20*m.Profile.Cost.FillMiB)
		pattern := uint64(value) * 0x0101010101010101
		why = m.eachRun(c.Ctx, dst, n, func(pa, bytes uint64) target.Why { return m.DRAM.Fill(pa, bytes, pattern) })
	}
	answer(r, why)
	return target.Done
}

// place is one end of a copy.
type place struct {
	device  bool
	managed bool
	pinned  bool // memory of the host that copy engines can reach
	addr    uint64
	bytes   []byte // the program's memory, of a host end
}

// stays says whether an end needs nobody's help while a copy runs.
func (p *place) stays() bool { return p.device || p.pinned }

// reached says whether the card reaches an end by itself.
func (p *place) reached() bool { return p.device || p.pinned || p.managed }

// side finds out what an end of a copy or a set is: device memory of the process,
// or the program's own. position says which argument it was. Memory that CUDA
// gave is held to the bytes that were asked for: the rest of a slab or of a
// rounded block is refused (measured on an H200, driver 580.159.04).
func (m *Machine) side(process uint16, addr, n uint64, position uint64) (place, target.Why) {
	a := m.CUDA.Locate(process, addr)
	if a.Known && a.Kind == cuda.Reserved {
		return m.mappedSide(process, addr, n, position)
	}
	pinned := a.Known && a.Kind == cuda.Host
	if r, ok := m.CUDA.Registered(process, addr); ok {
		a, pinned = r, true
	}
	if a.Known && (!a.Holds(addr) || n > a.Asked-(addr-a.Start)) {
		return place{}, target.Why{ID: target.OutsideAllocation, N: [4]uint64{addr, n, a.Start, a.Asked}}
	}
	switch {
	case a.Known && a.Kind == cuda.Managed:
		return place{managed: true, addr: addr}, target.Why{}
	case a.Known && a.Object():
		return place{device: true, addr: addr}, target.Why{}
	}
	if m.memory != nil {
		if b, ok := m.memory.Bytes(addr, n); ok {
			return place{addr: addr, bytes: b, pinned: pinned}, target.Why{}
		}
	}
	return place{}, target.Why{ID: target.NotAPointer, N: [4]uint64{addr, position}}
}

// mappedSide is side for reserved addresses: all of it has memory under it that
// may be written, or read if it is the source. One handle or several are the
// same (measured on an H200, driver 580.159.04, of cudaMemset).
func (m *Machine) mappedSide(process uint16, addr, n, position uint64) (place, target.Why) {
	rights := cuda.ReadWrite
	if position != 0 {
		rights = cuda.ReadOnly
	}
	switch reach := m.CUDA.Reach(process, addr, n, rights); {
	case reach == 0:
		return place{}, target.Why{ID: target.NotAPointer, N: [4]uint64{addr, position}}
	case reach < n:
		return place{}, target.Why{ID: target.OutsideAllocation, N: [4]uint64{addr, n, addr, reach}}
	}
	return place{device: true, addr: addr}, target.Why{}
}

func (m *Machine) copyTime(onCard bool, n uint64) uint64 {
	rate := m.Profile.Cost.CopyMiB
	if onCard {
		rate = m.Profile.Cost.FillMiB
	}
	return m.Profile.Cost.CopyBase + (n*(rate>>10))>>10
}

// move copies n bytes, a piece at a time.
func (m *Machine) move(process uint16, to, from place, n uint64) target.Why {
	var buffer [4096]byte
	for at := uint64(0); at < n; {
		piece := min(n-at, uint64(len(buffer)))
		chunk := buffer[:piece]
		if why := m.read(process, from, at, chunk); why.ID != target.NoReason {
			return why
		}
		if why := m.write(process, to, at, chunk); why.ID != target.NoReason {
			return why
		}
		at += piece
	}
	return target.Why{}
}

func (m *Machine) read(process uint16, from place, at uint64, b []byte) target.Why {
	if from.managed {
		return m.readManaged(process, from.addr+at, b)
	}
	if !from.device {
		copy(b, from.bytes[at:])
		return target.Why{}
	}
	done := uint64(0)
	return m.eachRun(process, from.addr+at, uint64(len(b)), func(pa, n uint64) target.Why {
		m.DRAM.Read(pa, b[done:done+n])
		done += n
		return target.Why{}
	})
}

func (m *Machine) write(process uint16, to place, at uint64, b []byte) target.Why {
	if to.managed {
		return m.writeManaged(process, to.addr+at, b)
	}
	if !to.device {
		copy(to.bytes[at:], b)
		return target.Why{}
	}
	done := uint64(0)
	return m.eachRun(process, to.addr+at, uint64(len(b)), func(pa, n uint64) target.Why {
		why := m.DRAM.Write(pa, b[done:done+n])
		done += n
		return why
	})
}

// eachRun gives the physical pieces of n bytes at a device address, page by
// page, as a copy engine walks them: without the TLB of an SM.
func (m *Machine) eachRun(space uint16, va, n uint64, do func(pa, n uint64) target.Why) target.Why {
	for n > 0 {
		pa, page, why := m.page(space, va)
		if why.ID != target.NoReason {
			return why
		}
		piece := min(n, page-va&(page-1))
		if why := do(pa, piece); why.ID != target.NoReason {
			return why
		}
		va, n = va+piece, n-piece
	}
	return target.Why{}
}
