package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/pma"
	"pagewalk/engine/target"
)

// contexts is the number of processes that pw_context can name.
const contexts = cuda.Processes

var allocHandlers = map[target.Op]handler{
	target.CudaMalloc: doMalloc, target.CuMemAlloc: doMalloc,
	target.CudaFree: doFree, target.CuMemFree: doFree,
	target.CudaMallocHost: doMallocHost, target.CudaFreeHost: doFreeHost, target.CudaMallocPitch: doMallocPitch,
	target.CudaHostRegister: doHostRegister, target.CudaHostUnregister: doHostUnregister,
}

// laterContext is the number of frames that a context takes beside others, of
// what the first one takes. Of 8,429 the next ones save 52, but every third only
// 51 (measured for seven contexts beside the first on an H200, driver
// 580.159.04; what they share is not known).
func laterContext(first uint32, others int) uint32 {
	saved := first * 52 / 8429
	if others%3 == 2 && saved > 0 {
		saved--
	}
	return first - saved
}

// newContext makes the context of a process other than the first, or one that a
// reset could not make anew: its own memory on the card, unless it has that
// still, and its own address space.
func (m *Machine) newContext(process uint16) target.Why {
	p := &m.Profile.Memory
	if p.ContextPages != 0 && m.CUDA.Process(process).Held == 0 {
		frames := laterContext(p.ContextPages*32-p.ContextSlackFrames, m.CUDA.Contexts())
		whole, rest := frames/32*32, frames%32
		runs, why := m.PMA.Alloc(pma.Request{Frames: whole, PageFrames: 32, Pinned: true, AllowScattered: true}, nil)
		one := len(runs) == 1
		if why.ID == target.NoReason && rest != 0 {
			runs, why = m.PMA.Alloc(pma.Request{Frames: rest, PageFrames: 1, Pinned: true, AllowScattered: true}, runs)
		}
		if why.ID == target.NoReason {
			why = m.CUDA.NewProcess(process, cuda.HeldAt(uint32(runs[0].First)/32, whole/32, one))
		}
		if why.ID != target.NoReason {
			for _, r := range runs {
				m.PMA.Free(r)
			}
		}
		return why
	}
	held := m.CUDA.Process(process).Held
	if held == 0 {
		held = cuda.HeldAt(0, 0, false)
	}
	return m.CUDA.NewProcess(process, held)
}

func doMalloc(m *Machine, c *target.Call, r *target.Result) target.Progress {
	if m.CUDA.Live(c.Ctx) >= m.Profile.Limits.Allocations {
		r.Code, r.Why = target.MemoryAllocation, target.Why{ID: target.LimitAllocations, N: [4]uint64{uint64(m.Profile.Limits.Allocations)}}
		return target.Done
	}
	if c.Arg[0] == 0 && c.Op == target.CuMemAlloc { // for the driver that is no size
		r.Code, r.Why = target.InvalidValue, badArgument(1, 0)
		return target.Done
	}
	r.Out[0] = m.CUDA.Malloc(c.Ctx, c.Arg[0], m.cold(), r)
	return target.Done
}

func doFree(m *Machine, c *target.Call, r *target.Result) target.Progress {
	m.Streams.WaitAll() // the free waits for every kernel
	m.abandon(c.Ctx, c.Arg[0])
	m.CUDA.Free(c.Ctx, c.Arg[0], m.cold(), r)
	return target.Done
}

// pitchBytes is the grain of a row in cudaMallocPitch (measured on an H200).
const pitchBytes = 512

func doMallocPitch(m *Machine, c *target.Call, r *target.Result) target.Progress {
	width, height := c.Arg[0], c.Arg[1]
	if width == 0 || height == 0 {
		return target.Done
	}
	pitch := (width + pitchBytes - 1) &^ (pitchBytes - 1)
	if pitch*height == 0 { // by overflow, which nobody looks for (measured)
		r.Code, r.Why = target.InvalidValue, badArgument(2, width)
	} else {
		r.Out[0] = m.CUDA.Malloc(c.Ctx, pitch*height, m.cold(), r)
	}
	r.Out[1] = pitch
	return target.Done
}
