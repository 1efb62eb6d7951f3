package machine

import (
	"pagewalk/engine/target"
	"pagewalk/engine/work"
)

var streamHandlers = map[target.Op]handler{
	target.CudaStreamCreate: doStreamCreate, target.CudaStreamDestroy: doStreamDestroy,
	target.CudaStreamSynchronize: doStreamSynchronize, target.CudaStreamWaitEvent: doStreamWait,
	target.CudaEventCreate: doEventCreate, target.CudaEventRecord: doEventRecord,
	target.CudaEventSynchronize: doEventSynchronize, target.CudaEventElapsedTime: doElapsed, target.CudaEventDestroy: doEventDestroy,
	target.CudaMallocAsync: doMallocAsync, target.CudaFreeAsync: doFreeAsync, target.CudaMallocFromPoolAsync: doMallocFromPool,
	target.CudaMemPoolCreate: doPoolCreate, target.CudaMemPoolDestroy: doPoolDestroy,
	target.CudaMemPoolSetAttribute: doPoolSet, target.CudaMemPoolGetAttribute: doPoolGet, target.CudaMemPoolTrimTo: doPoolTrim,
	target.CudaDeviceGetDefaultMemPool: doDefaultPool, target.CudaDeviceSetMemPool: doUsePool,
}

func doStreamCreate(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.NewStream(c.Ctx, c.Arg[0])
	return target.Done
}

func doStreamDestroy(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why = m.CUDA.EndStream(c.Ctx, c.Arg[0])
	return target.Done
}

func doStreamSynchronize(m *Machine, c *target.Call, r *target.Result) target.Progress {
	m.Clock.Advance(m.Profile.Cost.Synchronize)
	if m.CUDA.StreamKnown(c.Ctx, c.Arg[0]) {
		m.await(c.Arg[0])
	}
	r.Code, r.Why = m.CUDA.Synchronize(c.Ctx, c.Arg[0])
	return target.Done
}

// waitExternal is cudaEventWaitExternal.
const waitExternal = 1

func doStreamWait(m *Machine, c *target.Call, r *target.Result) target.Progress {
	if !m.CUDA.EventKnown(c.Arg[1]) {
		r.Code, r.Why = target.InvalidResourceHandle, target.Why{ID: target.BadArgument, N: [4]uint64{1, c.Arg[1]}}
	} else if c.Arg[2] == waitExternal { // for graphs only
		r.Code, r.Why = target.IllegalState, badArgument(2, c.Arg[2])
	} else if c.Arg[2] != 0 {
		r.Code, r.Why = target.InvalidValue, badArgument(2, c.Arg[2])
	} else if m.CUDA.StreamKnown(c.Ctx, c.Arg[0]) {
		m.CUDA.Follow(c.Ctx, c.Arg[0], c.Arg[1])
		if t := m.CUDA.EventTime(c.Arg[1]); t > m.when(c.Arg[0]) {
			m.Streams.Issue(queueOf(c.Arg[0]), 0, work.Ticket(t), m.head.At(0).Rows+1)
		}
	}
	return target.Done
}

func doEventCreate(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.NewEvent(c.Arg[0])
	return target.Done
}

func doEventRecord(m *Machine, c *target.Call, r *target.Result) target.Progress {
	m.Clock.Advance(m.Profile.Cost.Synchronize)
	r.Code, r.Why = m.CUDA.Record(c.Ctx, c.Arg[0], c.Arg[1], m.when(c.Arg[1]))
	return target.Done
}

func doEventSynchronize(m *Machine, c *target.Call, r *target.Result) target.Progress {
	if !m.CUDA.EventKnown(c.Arg[0]) {
		r.Code, r.Why = target.InvalidResourceHandle, target.Why{ID: target.BadArgument, N: [4]uint64{0, c.Arg[0]}}
	}
	m.Clock.Advance(m.Profile.Cost.Synchronize)
	if r.Code == target.Success {
		m.Clock.AdvanceTo(m.CUDA.EventTime(c.Arg[0]))
		m.CUDA.Happened(c.Ctx, c.Arg[0])
	}
	return target.Done
}

func doElapsed(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.Elapsed(c.Arg[0], c.Arg[1])
	return target.Done
}

func doEventDestroy(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why = m.CUDA.EndEvent(c.Arg[0])
	return target.Done
}

func doMallocAsync(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.MallocAsync(c.Ctx, c.Arg[0], m.CUDA.CurrentPool(c.Ctx), c.Arg[1])
	return target.Done
}

func doMallocFromPool(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.MallocAsync(c.Ctx, c.Arg[0], c.Arg[1], c.Arg[2])
	return target.Done
}

func doFreeAsync(m *Machine, c *target.Call, r *target.Result) target.Progress {
	m.CUDA.FreeAsync(c.Ctx, c.Arg[0], c.Arg[1], r)
	return target.Done
}

func doPoolCreate(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.NewPool(c.Ctx, target.UnpackProperties(c.Arg[0]), c.Arg[1])
	return target.Done
}

func doPoolDestroy(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why = m.CUDA.EndPool(c.Ctx, c.Arg[0])
	return target.Done
}

func doPoolSet(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why = m.CUDA.SetPoolAttribute(c.Ctx, c.Arg[0], c.Arg[1], c.Arg[2])
	return target.Done
}

func doPoolGet(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why, r.Out[0] = m.CUDA.PoolAttribute(c.Ctx, c.Arg[0], c.Arg[1])
	return target.Done
}

func doPoolTrim(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why = m.CUDA.TrimPool(c.Ctx, c.Arg[0], c.Arg[1])
	return target.Done
}

func doDefaultPool(m *Machine, c *target.Call, r *target.Result) target.Progress {
	if c.Arg[0] != 0 {
		r.Code, r.Why = target.InvalidDevice, target.Why{ID: target.BadArgument, N: [4]uint64{0, c.Arg[0]}}
		return target.Done
	}
	r.Out[0] = m.CUDA.DefaultPool(c.Ctx)
	return target.Done
}

func doUsePool(m *Machine, c *target.Call, r *target.Result) target.Progress {
	r.Code, r.Why = m.CUDA.UsePool(c.Ctx, c.Arg[0], c.Arg[1])
	return target.Done
}
