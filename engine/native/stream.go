//go:build linux && cgo

package native

import (
	"encoding/binary"
	"math"

	"pagewalk/engine/target"
)

var streamHandlers = map[target.Op]handler{
	target.CudaStreamCreate: giving(cuStreamCreate, 1), target.CudaStreamDestroy: plain(cuStreamDestroy, 1),
	target.CudaStreamSynchronize: plain(cuStreamSynchronize, 1), target.CudaStreamWaitEvent: plain(cuStreamWaitEvent, 2),
	target.CudaEventCreate: giving(cuEventCreate, 1), target.CudaEventRecord: plain(cuEventRecord, 2),
	target.CudaEventSynchronize: plain(cuEventSynchronize, 1), target.CudaEventDestroy: plain(cuEventDestroy, 1),
	target.CudaEventElapsedTime: {cuEventElapsedTime, doElapsed},
}

// doElapsed turns the driver's milliseconds, a float, into picoseconds.
func doElapsed(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuEventElapsedTime, c.lib.at(0), call.Arg[0], call.Arg[1]) {
		ms := math.Float32frombits(uint32(c.lib.scratch[0]))
		r.Out[0] = uint64(float64(ms) * 1e9)
	}
}

var poolHandlers = map[target.Op]handler{
	target.CudaMallocAsync: {cuMemAllocAsync, doMallocAsync}, target.CudaFreeAsync: {cuMemFreeAsync, doFreeAsync},
	target.CudaMallocFromPoolAsync: {cuMemAllocFromPoolAsync, doMallocAsync},
	target.CudaMemPoolCreate:       {cuMemPoolCreate, doPoolCreate}, target.CudaMemPoolDestroy: plain(cuMemPoolDestroy, 1),
	target.CudaMemPoolSetAttribute: {cuMemPoolSetAttribute, doPoolSet}, target.CudaMemPoolGetAttribute: {cuMemPoolGetAttribute, doPoolGet},
	target.CudaMemPoolTrimTo: plain(cuMemPoolTrimTo, 2), target.CudaDeviceGetDefaultMemPool: giving(cuDeviceGetDefaultMemPool, 1),
	target.CudaDeviceSetMemPool: plain(cuDeviceSetMemPool, 2),
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

// doPoolCreate fills in CUmemPoolProps (cuda.h): pinned memory of the device.
func doPoolCreate(c *Card, _ *target.Call, r *target.Result) {
	props := c.lib.bytes(1)[:88]
	clear(props)
	binary.NativeEndian.PutUint32(props[0:], allocationPinned)
	binary.NativeEndian.PutUint32(props[8:], locationDevice)
	binary.NativeEndian.PutUint32(props[12:], uint32(c.device))
	if c.ask(r, cuMemPoolCreate, c.lib.at(0), c.lib.at(1)) {
		r.Out[0] = c.lib.scratch[0]
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
