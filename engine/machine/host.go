package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/target"
)

// hostFlags are the flags of cudaHostAlloc: portable, mapped, write-combined.
const hostFlags = 1 | 2 | 4

func doMallocHost(m *Machine, c *target.Call, r *target.Result) target.Progress {
	bytes := c.Arg[0]
	if c.Arg[1]&^hostFlags != 0 {
		r.Code, r.Why = target.InvalidValue, badArgument(2, c.Arg[1])
		return target.Done
	}
	if bytes == 0 {
		return target.Done
	}
	if bytes > m.Profile.Limits.ContentBytes && bytes <= cuda.MostAsked {
		r.Code, r.Why = target.MemoryAllocation, target.Why{ID: target.LimitContents, N: [4]uint64{m.Profile.Limits.ContentBytes}}
		return target.Done
	}
	if bytes <= cuda.MostAsked && !m.mayHold(bytes) {
		r.Code, r.Why = target.MemoryAllocation, target.Why{ID: target.LimitMemory, N: [4]uint64{mostHeld}}
		return target.Done
	}
	addr, why := m.CUDA.MallocHost(c.Ctx, bytes, c.Arg[1])
	if why.ID != target.NoReason {
		r.Code, r.Why = target.MemoryAllocation, why
		return target.Done
	}
	if m.memory != nil && !m.memory.Adopt(addr, make([]byte, bytes)) {
		m.CUDA.FreeHost(c.Ctx, addr)
		r.Code, r.Why = target.MemoryAllocation, target.Why{ID: target.LimitMemory, N: [4]uint64{bytes}}
		return target.Done
	}
	r.Out[0] = addr
	return target.Done
}

// mostHeld bounds the bytes of pinned and of managed memory that are kept for a
// program at one time.
const mostHeld = 512 << 20

// mayHold says whether so many more may be kept. Only a program that runs
// on this model says how many there are.
func (m *Machine) mayHold(bytes uint64) bool {
	held := uint64(0)
	if p, ok := m.memory.(interface{ Adopted() uint64 }); ok {
		held = p.Adopted()
	}
	return held <= mostHeld && bytes <= mostHeld-held
}

func doFreeHost(m *Machine, c *target.Call, r *target.Result) target.Progress {
	addr := c.Arg[0]
	if addr == 0 {
		return target.Done
	}
	if !m.CUDA.FreeHost(c.Ctx, addr) {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.NotAPointer, N: [4]uint64{addr}}
		return target.Done
	}
	if m.memory != nil {
		m.memory.Abandon(addr)
	}
	return target.Done
}

// doHostRegister pins memory that the program has already. An address that is
// not the program's is refused.
func doHostRegister(m *Machine, c *target.Call, r *target.Result) target.Progress {
	addr, bytes := c.Arg[0], c.Arg[1]
	if m.memory != nil && bytes != 0 && addr>>47 == 0 {
		if _, ok := m.memory.Bytes(addr, bytes); !ok {
			r.Code, r.Why = target.InvalidValue, target.Why{ID: target.NotAPointer, N: [4]uint64{addr}}
			return target.Done
		}
	}
	r.Code, r.Why = m.CUDA.RegisterHost(c.Ctx, addr, bytes, c.Arg[2])
	return target.Done
}

func doHostUnregister(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why = m.CUDA.UnregisterHost(c.Ctx, c.Arg[0])
	return target.Done
}

// touchHost is a store of the GPU to pinned memory: the bytes are the program's.
func (m *Machine) touchHost(addr uint64) {
	if m.memory == nil {
		return
	}
	if b, ok := m.memory.Bytes(addr, 1); ok {
		b[0] = touched[0]
	}
}
