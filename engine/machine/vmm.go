package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/target"
)

var vmmHandlers = map[target.Op]handler{
	target.CuMemGetAllocationGranularity: doGranularity,
	target.CuMemAddressReserve:           doReserve, target.CuMemAddressFree: doReserveFree,
	target.CuMemCreate: doCreate, target.CuMemRelease: doRelease,
	target.CuMemMap: doMap, target.CuMemUnmap: doUnmap,
	target.CuMemSetAccess: doSetAccess, target.CuMemGetAccess: doGetAccess,
}

// doGranularity: minimum and recommended are the same, of whatever memory
// (measured on an H200, driver 580.159.04).
func doGranularity(_ *Machine, c *target.Call, r *target.Result) target.Progress {
	if c.Arg[0] > 1 || target.UnpackProperties(c.Arg[1]).Null {
		r.Code, r.Why = target.InvalidValue, badArgument(1, c.Arg[0])
		return target.Done
	}
	r.Out[0] = cuda.Granularity
	return target.Done
}

func doReserve(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.Reserve(c.Ctx, c.Arg[0], c.Arg[1], c.Arg[2], c.Arg[3])
	return target.Done
}

func doReserveFree(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.FreeReserved(c.Ctx, c.Arg[0], c.Arg[1])
	return target.Done
}

func doCreate(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.Create(c.Ctx, c.Arg[0], target.UnpackProperties(c.Arg[1]), c.Arg[2])
	return target.Done
}

func doRelease(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.Release(c.Ctx, c.Arg[0])
	return target.Done
}

func doMap(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.MapHandle(c.Ctx, c.Arg[0], c.Arg[1], c.Arg[2], c.Arg[3], c.Arg[4])
	return target.Done
}

func doUnmap(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.UnmapHandles(c.Ctx, c.Arg[0], c.Arg[1])
	return target.Done
}

func doSetAccess(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.SetAccess(c.Ctx, c.Arg[0], c.Arg[1], cuda.Rights(min(c.Arg[2], 255)), target.UnpackProperties(c.Arg[3]))
	return target.Done
}

func doGetAccess(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.GetAccess(c.Ctx, c.Arg[0], target.UnpackProperties(c.Arg[1]))
	return target.Done
}
