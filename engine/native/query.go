//go:build linux && cgo

package native

import "pagewalk/engine/target"

var queryHandlers = map[target.Op]handler{
	target.CudaMemGetInfo: {cuMemGetInfo, doMemGetInfo}, target.CuMemGetInfo: {cuMemGetInfo, doMemGetInfo},
	target.CudaDeviceSynchronize: plain(cuCtxSynchronize, 0), target.CudaDeviceReset: {cuDevicePrimaryCtxReset, doReset},
	target.CudaGetLastError: {cuInit, doGetLastError}, target.CudaPeekAtLastError: {cuInit, doPeek},
	target.CudaGetDeviceCount: {cuDeviceGetCount, doDeviceCount}, target.CudaSetDevice: {cuInit, doSetDevice}, target.CudaGetDevice: {cuInit, doNothing},
	target.CudaGetDeviceProperties: {cuMemGetInfo, doProperties}, target.CudaPointerGetAttributes: {cuPointerGetAttribute, doAttributes},
	target.CuMemGetAddressRange: {cuMemGetAddressRange, doAddressRange}, target.CudaHostGetDevicePointer: {cuMemHostGetDevicePointer, doDevicePointer},
	target.CuInit: plain(cuInit, 1), target.CuDeviceGet: {cuDeviceGet, doDeviceGet},
	target.CuCtxCreate: giving(cuCtxCreate, 2), target.CuCtxDestroy: plain(cuCtxDestroy, 1),
	target.PwNote: {cuInit, doNothing}, target.PwCheckpoint: {cuInit, doNothing}, target.PwContext: {cuInit, doNothing}, target.PwNvidiaSmi: {cuMemGetInfo, doSmi},
}

func doNothing(*Card, *target.Call, *target.Result) {}

func doMemGetInfo(c *Card, _ *target.Call, r *target.Result) {
	if c.ask(r, cuMemGetInfo, c.lib.at(0), c.lib.at(1)) {
		r.Out[0], r.Out[1] = c.lib.scratch[0], c.lib.scratch[1]
	}
}

// doReset resets the primary context. The new one is made at once, outside the
// row; the runtime waits for the next call. After a fault there is no new one
// (seen on an H200, driver 580.159.04).
func doReset(c *Card, _ *target.Call, r *target.Result) {
	for at := range c.pinned {
		c.memory.Abandon(at)
	}
	if !c.ask(r, cuDevicePrimaryCtxReset, c.device) {
		return
	}
	c.lib.call(false, cuDevicePrimaryCtxRelease, c.device)
	failed := c.sticky != 0
	c.sticky = target.Success
	switch problem := c.retain(); {
	case problem == nil:
	case failed: // this process is finished: no new context, as the runtime says from here on
		c.sticky = target.DevicesUnavailable
	default:
		r.Code = target.MemoryAllocation
	}
}

func doGetLastError(c *Card, _ *target.Call, r *target.Result) {
	doPeek(c, nil, r)
	c.last = target.Success
}

func doPeek(c *Card, _ *target.Call, r *target.Result) {
	r.Code = c.last
}

func doDeviceCount(c *Card, _ *target.Call, r *target.Result) {
	if c.ask(r, cuDeviceGetCount, c.lib.at(0)) {
		r.Out[0] = uint64(uint32(c.lib.scratch[0]))
	}
}

func doSetDevice(_ *Card, call *target.Call, r *target.Result) {
	if call.Arg[0] != 0 {
		r.Code, r.Why = target.InvalidDevice, target.Why{ID: target.BadArgument, N: [4]uint64{0, call.Arg[0]}}
	}
}

func doDeviceGet(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuDeviceGet, c.lib.at(0), call.Arg[0]) {
		r.Out[0] = uint64(uint32(c.lib.scratch[0]))
	}
}

func doProperties(c *Card, call *target.Call, r *target.Result) {
	if call.Arg[0] == 0 {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument}
		return
	}
	if call.Arg[1] != 0 {
		r.Code, r.Why = target.InvalidDevice, target.Why{ID: target.BadArgument, N: [4]uint64{1, call.Arg[1]}}
		return
	}
	if c.ask(r, cuMemGetInfo, c.lib.at(0), c.lib.at(1)) {
		r.Name, r.Out[0] = c.name, c.lib.scratch[1]
		r.Out[1] = target.Device{
			Processors: c.attribute(attributeProcessors), Major: uint64(c.compute / 10), Minor: uint64(c.compute % 10),
			Threads: c.attribute(attributeThreads), SharedKiB: c.attribute(attributeShared) >> 10, CacheMiB: c.attribute(attributeCache) >> 20,
		}.Pack()
	}
}

// CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, MAX_THREADS_PER_MULTIPROCESSOR and
// MAX_SHARED_MEMORY_PER_MULTIPROCESSOR.
const (
	attributeCache   = 38
	attributeThreads = 39
	attributeShared  = 81
)

// attribute is what the driver says of the card; 0 if the library cannot be
// asked.
func (c *Card) attribute(a uint64) uint64 {
	c.lib.scratch[0] = 0
	if c.lib.functions[cuDeviceGetAttribute] != nil {
		c.lib.call(false, cuDeviceGetAttribute, c.lib.at(0), a, c.device)
	}
	return uint64(uint32(c.lib.scratch[0]))
}

// doAttributes answers the memory type with the runtime's numbers, which are
// the driver's for host and device memory; 0 is memory it does not know.
func doAttributes(c *Card, call *target.Call, r *target.Result) {
	switch r.Out[0] = c.memoryType(call.Arg[0]); {
	case r.Out[0] == 0:
		r.Out[1] = notTheCards
	case !c.reached(call.Arg[0]):
		r.Out[1] = unreached
	}
}

// What the target says beside the memory type: memory of no device, and memory
// without an address for the card.
const (
	notTheCards = 1<<32 - 2
	unreached   = 1 << 32
)

// attributeDevicePointer is CU_POINTER_ATTRIBUTE_DEVICE_POINTER.
const attributeDevicePointer = 3

// reached says whether known memory has an address for the card: mapped handles
// without rights have none.
func (c *Card) reached(addr uint64) bool {
	return c.lib.call(false, cuPointerGetAttribute, c.lib.at(0), attributeDevicePointer, addr).code == target.Success
}

// doSmi answers the bytes in use on the card, whoever holds them.
func doSmi(c *Card, _ *target.Call, r *target.Result) {
	var s target.Sample
	if c.Sample(&s) {
		r.Out[0], r.Out[1] = s.Total-s.Free, s.Total
	}
}

func doAddressRange(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuMemGetAddressRange, c.lib.at(0), c.lib.at(1), call.Arg[0]) {
		r.Out[0], r.Out[1] = c.lib.scratch[0], c.lib.scratch[1]
	}
}

func doDevicePointer(c *Card, call *target.Call, r *target.Result) {
	if !c.pins(call.Arg[0]) {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.NotAPointer, N: [4]uint64{call.Arg[0]}}
		return
	}
	if c.ask(r, cuMemHostGetDevicePointer, c.lib.at(0), call.Arg[0], call.Arg[1]) {
		r.Out[0] = c.lib.scratch[0]
	}
}
