//go:build linux && cgo

package native

import (
	"math"

	"pagewalk/engine/target"
)

var streamHandlers = map[target.Op]handler{
	target.CudaStreamCreate: giving(cuStreamCreate, 1), target.CudaStreamDestroy: plain(cuStreamDestroy, 1),
	target.CudaStreamSynchronize: plain(cuStreamSynchronize, 1), target.CudaStreamWaitEvent: plain(cuStreamWaitEvent, 3),
	target.CudaEventCreate: giving(cuEventCreate, 1), target.CudaEventRecord: plain(cuEventRecord, 2),
	target.CudaEventSynchronize: plain(cuEventSynchronize, 1), target.CudaEventDestroy: plain(cuEventDestroy, 1),
	target.CudaEventElapsedTime: {cuEventElapsedTime, doElapsed},
}

// doElapsed turns the driver's milliseconds, a float, into picoseconds.
func doElapsed(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuEventElapsedTime, c.lib.at(0), call.Arg[0], call.Arg[1]) {
		ms := math.Float32frombits(uint32(c.lib.scratch[0]))
		r.Out[0] = uint64(int64(float64(ms) * 1e9))
	}
}

var poolHandlers = map[target.Op]handler{
	target.CudaMallocAsync: {cuMemAllocAsync, doMallocAsync}, target.CudaFreeAsync: {cuMemFreeAsync, doFreeAsync},
	target.CudaMallocFromPoolAsync: {cuMemAllocFromPoolAsync, doMallocAsync},
	target.CudaMemPoolCreate:       {cuMemPoolCreate, doPoolCreate}, target.CudaMemPoolDestroy: plain(cuMemPoolDestroy, 1),
	target.CudaMemPoolSetAttribute: {cuMemPoolSetAttribute, doPoolSet}, target.CudaMemPoolGetAttribute: {cuMemPoolGetAttribute, doPoolGet},
	target.CudaMemPoolTrimTo: plain(cuMemPoolTrimTo, 2), target.CudaDeviceGetDefaultMemPool: giving(cuDeviceGetDefaultMemPool, 1),
	target.CudaDeviceSetMemPool: {cuDeviceSetMemPool, doUsePool},
}

func doMallocAsync(c *Card, call *target.Call, r *target.Result) {
	if call.Arg[0] == 0 {
		return
	}
	c.lib.scratch[0] = 0
	ok := false
	if call.Op == target.CudaMallocAsync {
		ok = c.ask(r, cuMemAllocAsync, c.lib.at(0), call.Arg[0], call.Arg[1])
	} else {
		ok = c.ask(r, cuMemAllocFromPoolAsync, c.lib.at(0), call.Arg[0], call.Arg[1], call.Arg[2])
	}
	if ok {
		r.Out[0] = c.lib.scratch[0]
		c.live[r.Out[0]] = call.Arg[0]
	}
}

func doFreeAsync(c *Card, call *target.Call, r *target.Result) {
	if call.Arg[0] == 0 {
		return
	}
	if c.ask(r, cuMemFreeAsync, call.Arg[0], call.Arg[1]) {
		delete(c.live, call.Arg[0])
	}
}

// doPoolCreate fills in CUmemPoolProps (cuda.h).
func doPoolCreate(c *Card, call *target.Call, r *target.Result) {
	props := c.asked(call.Arg[0], 1, 88)
	if props == 0 {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{1}}
		return
	}
	c.lib.scratch[1+3] = call.Arg[1] // the most bytes
	if c.ask(r, cuMemPoolCreate, c.lib.at(0), props) {
		r.Out[0] = c.lib.scratch[0]
	} else if r.Code == target.InvalidDevice { // as the runtime says it
		r.Code = target.InvalidValue
	}
}

func doPoolSet(c *Card, call *target.Call, r *target.Result) {
	c.lib.scratch[0] = call.Arg[2]
	c.ask(r, cuMemPoolSetAttribute, call.Arg[0], call.Arg[1], c.lib.at(0))
}

func doPoolGet(c *Card, call *target.Call, r *target.Result) {
	c.lib.scratch[0] = 0
	if c.ask(r, cuMemPoolGetAttribute, call.Arg[0], call.Arg[1], c.lib.at(0)) {
		r.Out[0] = c.lib.scratch[0]
	}
}

// doUsePool refuses a device that is none as the runtime does.
func doUsePool(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuDeviceSetMemPool, call.Arg[0], call.Arg[1]); r.Code == target.InvalidDevice {
		r.Code = target.InvalidValue
	}
}
