//go:build linux && cgo

package native

import "pagewalk/engine/target"

// handler answers one operation. needs is the function of the library without
// which it cannot.
type handler struct {
	needs symbol
	do    func(*Card, *target.Call, *target.Result)
}

// handlers is what a card can do, by operation.
var handlers = collect(classicHandlers, copyHandlers, queryHandlers, streamHandlers, poolHandlers, vmmHandlers, kernelHandlers, symbolHandlers)

func collect(tables ...map[target.Op]handler) (all [len(target.Ops)]handler) {
	for _, t := range tables {
		for op, h := range t {
			all[op] = h
		}
	}
	return all
}

// plain makes a handler that passes the first n arguments on as they are.
func plain(s symbol, n int) handler {
	return handler{s, func(c *Card, call *target.Call, r *target.Result) { c.ask(r, s, call.Arg[:n]...) }}
}

// giving makes a handler whose call writes a handle to its first argument and
// takes the program's first n arguments after it.
func giving(s symbol, n int) handler {
	return handler{s, func(c *Card, call *target.Call, r *target.Result) {
		c.lib.scratch[0] = 0
		if c.ask(r, s, append([]uint64{c.lib.at(0)}, call.Arg[:n]...)...) {
			r.Out[0] = c.lib.scratch[0]
		}
	}}
}

var classicHandlers = map[target.Op]handler{
	target.CudaMalloc: {cuMemAlloc, doMalloc}, target.CuMemAlloc: {cuMemAlloc, doMalloc},
	target.CudaFree: {cuMemFree, doFree}, target.CuMemFree: {cuMemFree, doFree},
	target.CudaMallocHost: {cuMemHostAlloc, doMallocHost}, target.CudaFreeHost: {cuMemFreeHost, doFreeHost},
	target.CudaMallocPitch: {cuMemAllocPitch, doMallocPitch}, target.CudaMallocManaged: {cuMemAllocManaged, doMallocManaged},
	target.CudaMemPrefetchAsync: plain(cuMemPrefetchAsync, 4), target.CudaMemAdvise: plain(cuMemAdvise, 4),
}

// doMalloc differs from the driver's call in one point, as the runtime does:
// nothing is a success.
func doMalloc(c *Card, call *target.Call, r *target.Result) {
	if call.Arg[0] == 0 && call.Op == target.CudaMalloc {
		return
	}
	c.lib.scratch[0] = 0
	if c.ask(r, cuMemAlloc, c.lib.at(0), call.Arg[0]) {
		r.Out[0] = c.lib.scratch[0]
		c.live[r.Out[0]] = call.Arg[0]
	}
}

func doFree(c *Card, call *target.Call, r *target.Result) {
	if call.Arg[0] == 0 {
		return
	}
	if _, pinned := c.pinned[call.Arg[0]]; pinned {
		r.Code = target.InvalidValue
		return
	}
	if c.ask(r, cuMemFree, call.Arg[0]) {
		delete(c.live, call.Arg[0])
	}
}

// mallocPitchElement is the element size that leaves the pitch as coarse as the
// runtime's.
const mallocPitchElement = 4

func doMallocPitch(c *Card, call *target.Call, r *target.Result) {
	if call.Arg[0] == 0 || call.Arg[1] == 0 {
		return
	}
	c.lib.scratch[1] = 0
	if c.ask(r, cuMemAllocPitch, c.lib.at(0), c.lib.at(1), call.Arg[0], call.Arg[1], mallocPitchElement) {
		r.Out[0] = c.lib.scratch[0]
		c.live[r.Out[0]] = c.lib.scratch[1] * call.Arg[1]
	}
	r.Out[1] = c.lib.scratch[1] // also of a call that failed, as the runtime does
}

// managedAttachGlobal is CU_MEM_ATTACH_GLOBAL.
const managedAttachGlobal = 1

func doMallocManaged(c *Card, call *target.Call, r *target.Result) {
	flags := call.Arg[1]
	if flags == 0 {
		flags = managedAttachGlobal
	}
	if c.ask(r, cuMemAllocManaged, c.lib.at(0), call.Arg[0], flags) {
		r.Out[0] = c.lib.scratch[0]
		c.live[r.Out[0]] = call.Arg[0]
	}
}

func doMallocHost(c *Card, call *target.Call, r *target.Result) {
	if call.Arg[0] == 0 {
		return
	}
	if !c.ask(r, cuMemHostAlloc, c.lib.at(0), call.Arg[0], call.Arg[1]) {
		return
	}
	r.Out[0] = c.lib.scratch[0]
	c.pinned[r.Out[0]] = call.Arg[0]
	c.memory.Adopt(r.Out[0], hostBytes(r.Out[0], call.Arg[0]))
}

func doFreeHost(c *Card, call *target.Call, r *target.Result) {
	addr := call.Arg[0]
	if addr == 0 {
		return
	}
	if _, ok := c.pinned[addr]; !ok {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.NotAPointer, N: [4]uint64{addr}}
		return
	}
	if c.ask(r, cuMemFreeHost, addr) {
		delete(c.pinned, addr)
		c.memory.Abandon(addr)
	}
}
