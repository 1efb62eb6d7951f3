package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/target"
)

var copyHandlers = map[target.Op]handler{
	target.CudaMemcpy: doMemcpy, target.CudaMemcpyAsync: doMemcpy,
	target.CudaMemset: doMemset, target.CudaMemsetAsync: doMemset,
}

// Kinds of cudaMemcpy (driver_types.h).
const (
	hostToHost = iota
	hostToDevice
	deviceToHost
	deviceToDevice
	anyDirection
)

func doMemcpy(m *Machine, c *target.Call, r *target.Result) target.Progress {
	dst, src, n, kind := c.Arg[0], c.Arg[1], c.Arg[2], c.Arg[3]
	if kind > anyDirection {
		r.Code, r.Why = target.InvalidMemcpyDirection, target.Why{ID: target.WrongDirection, N: [4]uint64{kind}}
		return target.Done
	}
	if n == 0 {
		return target.Done
	}
	m.await(c.Arg[4])
	to, why := m.side(c.Ctx, dst, n, 0)
	if why.ID == target.NoReason {
		var from place
		if from, why = m.side(c.Ctx, src, n, 1); why.ID == target.NoReason {
			why = directionFits(kind, from.device || from.managed && kind >= deviceToHost, to.device || to.managed && kind&1 != 0)
			if kind == anyDirection {
				why = target.Why{}
			}
			if why.ID == target.NoReason {
				why = m.gather(c.Ctx, to, from, n, kind)
			}
			if why.ID == target.NoReason {
				m.chargeCopy(from.device && to.device, n)
				why = m.move(c.Ctx, to, from, n)
			}
		}
	}
	answer(r, why)
	return target.Done
}

func doMemset(m *Machine, c *target.Call, r *target.Result) target.Progress {
	dst, value, n := c.Arg[0], byte(c.Arg[1]), c.Arg[2]
	if n == 0 {
		return target.Done
	}
	to, why := m.side(c.Ctx, dst, n, 0)
	if why.ID == target.NoReason && to.managed {
		answer(r, m.fillManaged(c.Ctx, dst, n, value))
		return target.Done
	}
	if why.ID == target.NoReason && !to.device {
		why = target.Why{ID: target.HostPointer, N: [4]uint64{dst}}
	}
	if why.ID == target.NoReason {
		m.Clock.Advance(m.Profile.Cost.CopyBase + n>>20*m.Profile.Cost.FillMiB)
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
	addr    uint64
	bytes   []byte // the program's memory, of a host end
}

// side finds out what an end of a copy is: device memory of the process, or
// the program's own. position says which argument it was.
func (m *Machine) side(process uint16, addr, n uint64, position uint64) (place, target.Why) {
	if a := m.CUDA.Locate(process, addr); a.Known {
		if a.Kind == cuda.Managed && addr+n >= addr && addr+n <= a.Start+a.Asked {
			return place{managed: true, addr: addr}, target.Why{}
		}
		if !a.Live || addr+n < addr || addr+n > a.Start+a.Bytes {
			return place{}, target.Why{ID: target.OutsideAllocation, N: [4]uint64{addr, n, a.Start, a.Bytes}}
		}
		if a.Object() {
			return place{device: true, addr: addr}, target.Why{}
		}
	}
	if m.memory != nil {
		if b, ok := m.memory.Bytes(addr, n); ok {
			return place{addr: addr, bytes: b}, target.Why{}
		}
	}
	return place{}, target.Why{ID: target.NotAPointer, N: [4]uint64{addr, position}}
}

// directionFits compares what the program said of the two ends with what they
// are.
func directionFits(kind uint64, fromDevice, toDevice bool) target.Why {
	fits := kind == anyDirection ||
		kind == hostToHost && !fromDevice && !toDevice || kind == hostToDevice && !fromDevice && toDevice ||
		kind == deviceToHost && fromDevice && !toDevice || kind == deviceToDevice && fromDevice && toDevice
	if fits {
		return target.Why{}
	}
	return target.Why{ID: target.WrongDirection, N: [4]uint64{kind}}
}

func (m *Machine) chargeCopy(onCard bool, n uint64) {
	rate := m.Profile.Cost.CopyMiB
	if onCard {
		rate = m.Profile.Cost.FillMiB
	}
	m.Clock.Advance(m.Profile.Cost.CopyBase + (n*(rate>>10))>>10)
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
