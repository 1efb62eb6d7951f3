package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/target"
)

var queryHandlers = map[target.Op]handler{
	target.CudaMemGetInfo: doMemGetInfo, target.CuMemGetInfo: doMemGetInfo,
	target.CudaDeviceSynchronize: doSynchronize, target.CudaDeviceReset: doReset,
	target.CudaGetLastError: doGetLastError, target.CudaPeekAtLastError: doPeek,
	target.CudaGetDeviceCount: doDeviceCount, target.CudaSetDevice: doSetDevice, target.CudaGetDevice: doGetDevice,
	target.CudaGetDeviceProperties: doProperties, target.CudaPointerGetAttributes: doAttributes,
	target.CudaHostGetDevicePointer: doDevicePointer, target.CuMemGetAddressRange: doAddressRange,
	target.CuInit: doInit, target.CuDeviceGet: doGetDevice,
	target.CuCtxCreate: doContextCreate, target.CuCtxDestroy: doContextDestroy,
	target.PwNote: doNothing, target.PwCheckpoint: doNothing, target.PwContext: doContext, target.PwNvidiaSmi: doSmi,
}

func doNothing(*Machine, *target.Call, *target.Result) target.Progress { return target.Done }

// doInit is cuInit, whose flags must be 0.
func doInit(_ *Machine, c *target.Call, r *target.Result) target.Progress {
	if c.Arg[0] != 0 {
		r.Code, r.Why = target.InvalidValue, badArgument(0, c.Arg[0])
	}
	return target.Done
}

func doMemGetInfo(m *Machine, _ *target.Call, r *target.Result) target.Progress {
	r.Out[0], r.Out[1] = m.Driver.Info()
	return target.Done
}

func doSynchronize(m *Machine, c *target.Call, _ *target.Result) target.Progress {
	m.Clock.Advance(m.Profile.Cost.Synchronize)
	m.Streams.WaitAll()
	m.CUDA.SynchronizeAll(c.Ctx)
	return target.Done
}

func doReset(m *Machine, c *target.Call, _ *target.Result) target.Progress {
	m.abandonAll(c.Ctx)
	m.CUDA.Reset(c.Ctx)
	return target.Done
}

func doGetLastError(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code = m.CUDA.TakeError(c.Ctx)
	return target.Done
}

func doPeek(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code = m.CUDA.Told(c.Ctx)
	return target.Done
}

func doDeviceCount(_ *Machine, _ *target.Call, r *target.Result) target.Progress {
	r.Out[0] = 1
	return target.Done
}

func doSetDevice(_ *Machine, c *target.Call, r *target.Result) target.Progress {
	if c.Arg[0] != 0 {
		r.Code, r.Why = target.InvalidDevice, target.Why{ID: target.BadArgument, N: [4]uint64{0, c.Arg[0]}}
	}
	return target.Done
}

func doGetDevice(_ *Machine, c *target.Call, r *target.Result) target.Progress {
	if c.Op == target.CuDeviceGet && c.Arg[0] != 0 {
		r.Code, r.Why = target.InvalidDevice, target.Why{ID: target.BadArgument, N: [4]uint64{0, c.Arg[0]}}
	}
	return target.Done
}

// doProperties answers what differs from card to card; the interpreter fills in
// the structure.
func doProperties(m *Machine, c *target.Call, r *target.Result) target.Progress {
	switch {
	case c.Arg[0] == 0:
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument}
	case c.Arg[1] != 0:
		r.Code, r.Why = target.InvalidDevice, target.Why{ID: target.BadArgument, N: [4]uint64{1, c.Arg[1]}}
	default:
		major, minor := m.Profile.MMU.Format.Capability()
		sm := &m.Profile.SM
		if r.Name = m.Profile.Card; r.Name == "" {
			r.Name = m.Profile.Title
		}
		r.Out[0] = m.Profile.Memory.Bytes
		r.Out[1] = target.Device{
			Processors: max(uint64(m.Profile.TLB.SMs), 1), Major: major, Minor: minor,
			Threads: uint64(sm.Threads), SharedKiB: uint64(sm.Shared) >> 10, CacheMiB: sm.Cache >> 20,
		}.Pack()
	}
	return target.Done
}

// Memory types of cudaPointerGetAttributes.
const (
	memoryUnregistered = 0
	memoryHost         = 1
	memoryDevice       = 2
	memoryManaged      = 3
)

// notTheCards is the number of a device that is none, as cudaPointerGetAttributes
// gives it for memory that CUDA does not know; unreached marks memory that is
// mapped without rights: it has no address for the card.
const (
	notTheCards = uint64(1<<32 - 2)
	unreached   = 1 << 32
)

// doAttributes knows an address as long as it lies within the bytes that were
// asked for (measured on an H200, driver 580.159.04, as is doAddressRange).
func doAttributes(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Out[0], r.Out[1] = memoryUnregistered, notTheCards
	kind := uint64(memoryUnregistered)
	if a := m.CUDA.Locate(c.Ctx, c.Arg[0]); a.Holds(c.Arg[0]) {
		kind = memoryDevice
		switch a.Kind {
		case cuda.Host:
			kind = memoryHost
		case cuda.Managed:
			kind = memoryManaged
		}
	} else if start, _, rights := m.CUDA.Mapped(c.Ctx, c.Arg[0]); start != 0 {
		r.Out[0], r.Out[1] = memoryDevice, 0
		if rights == cuda.NoAccess {
			r.Out[1] = unreached
		}
	} else if _, ok := m.CUDA.Registered(c.Ctx, c.Arg[0]); ok {
		kind = memoryHost
	}
	if kind != memoryUnregistered {
		r.Out[0], r.Out[1] = kind, 0
	}
	return target.Done
}

// doDevicePointer: pinned host memory has one address for both sides.
func doDevicePointer(m *Machine, c *target.Call, r *target.Result) target.Progress {
	_, registered := m.CUDA.Registered(c.Ctx, c.Arg[0])
	a := m.CUDA.Locate(c.Ctx, c.Arg[0])
	switch {
	case c.Arg[1] != 0:
		r.Code, r.Why = target.InvalidValue, badArgument(2, c.Arg[1])
	case (!a.Holds(c.Arg[0]) || a.Kind != cuda.Host) && !registered:
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.NotAPointer, N: [4]uint64{c.Arg[0]}}
	default:
		r.Out[0] = c.Arg[0]
	}
	return target.Done
}

// doAddressRange answers where the allocation around an address begins and how
// many bytes were asked for: of device memory, of pinned and registered memory
// of the host, and of a mapped handle that may be used.
func doAddressRange(m *Machine, c *target.Call, r *target.Result) target.Progress {
	if a := m.CUDA.Locate(c.Ctx, c.Arg[0]); a.Holds(c.Arg[0]) {
		r.Out[0], r.Out[1] = a.Start, a.Asked
	} else if start, bytes, rights := m.CUDA.Mapped(c.Ctx, c.Arg[0]); rights != cuda.NoAccess {
		r.Out[0], r.Out[1] = start, bytes
	} else if a, ok := m.CUDA.Registered(c.Ctx, c.Arg[0]); ok {
		r.Out[0], r.Out[1] = a.Start, a.Asked
	} else {
		r.Code, r.Why = target.SymbolNotFound, target.Why{ID: target.NotAPointer, N: [4]uint64{c.Arg[0]}}
	}
	return target.Done
}

// doContext switches to another process; its context is made if need be. The
// interpreter puts the number into the calls that follow.
func doContext(m *Machine, c *target.Call, r *target.Result) target.Progress {
	if c.Arg[0] >= contexts {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{0, c.Arg[0]}}
		return target.Done
	}
	p := uint16(c.Arg[0])
	if m.CUDA.Process(p).Alive == 0 {
		if why := m.newContext(p); why.ID != target.NoReason {
			r.Code, r.Why = target.MemoryAllocation, why
		}
	}
	return target.Done
}

// doContextCreate gives the context that the process has here from its first
// call on: a process has one, and runtime and driver calls share it.
func doContextCreate(_ *Machine, c *target.Call, r *target.Result) target.Progress {
	switch {
	case c.Arg[1] != 0:
		r.Code, r.Why = target.InvalidDevice, badArgument(2, c.Arg[1])
	case c.Arg[0] > mostContextFlags:
		r.Code, r.Why = target.InvalidValue, badArgument(1, c.Arg[0])
	default:
		r.Out[0] = contextHandle(c.Ctx)
	}
	return target.Done
}

// doContextDestroy ends the context with all that it holds, as a reset does.
func doContextDestroy(m *Machine, c *target.Call, r *target.Result) target.Progress {
	if c.Arg[0] == 0 {
		r.Code, r.Why = target.InvalidValue, badArgument(0, 0)
		return target.Done
	}
	if c.Arg[0] != contextHandle(c.Ctx) {
		r.Code, r.Why = target.DeviceUninitialized, target.Why{ID: target.BadArgument, N: [4]uint64{0, c.Arg[0]}}
		return target.Done
	}
	return doReset(m, c, r)
}

// mostContextFlags is every flag of cuCtxCreate.
const mostContextFlags = 0xFF

func contextHandle(process uint16) uint64 { return uint64(process) + 1 }

// doSmi answers what nvidia-smi shows: bytes used on the card, whoever holds
// them.
func doSmi(m *Machine, _ *target.Call, r *target.Result) target.Progress {
	free, total := m.Driver.Memory()
	r.Out[0], r.Out[1] = total-free, total
	return target.Done
}
