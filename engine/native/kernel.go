//go:build linux && cgo

package native

import (
	_ "embed"

	"pagewalk/engine/target"
)

// kernels are pw_touch and pw_chase as PTX, which the driver compiles for the
// card when the first of them is called.
//
//go:embed kernels.ptx
var kernels string

// module is the kernels, loaded into the context.
type module struct {
	loaded       bool
	touch, chase uint64
}

var kernelHandlers = map[target.Op]handler{
	target.Launch:  {cuLaunchKernel, doLaunch},
	target.PwTouch: {cuLaunchKernel, doTouch}, target.PwChase: {cuLaunchKernel, doChase},
}

// load puts the kernels on the card, outside rows.
func (c *Card) load() target.Code {
	if c.module.loaded {
		return target.Success
	}
	l := c.lib
	var code target.Code
	c.withHost(append([]byte(kernels), 0), func(text uint64) { code = l.call(false, cuModuleLoadData, l.at(0), text).code })
	if code != target.Success {
		return code
	}
	handle := l.scratch[0]
	for _, f := range []struct {
		name string
		to   *uint64
	}{{"pw_touch", &c.module.touch}, {"pw_chase", &c.module.chase}} {
		copy(l.bytes(2), f.name+"\x00")
		if code := l.call(false, cuModuleGetFunction, l.at(0), handle, l.at(2)).code; code != target.Success {
			return code
		}
		*f.to = l.scratch[0]
	}
	c.module.loaded = true
	return target.Success
}

// launch runs a kernel of one thread with 64-bit arguments and waits for it;
// both belong to the row.
func (c *Card) launch(r *target.Result, kernel uint64, args ...uint64) bool {
	l := c.lib
	for i, a := range args {
		l.scratch[32+i] = a
		l.scratch[16+i] = l.at(32 + i)
	}
	return c.ask(r, cuLaunchKernel, kernel, 1, 1, 1, 1, 1, 1, 0, 0, l.at(16), 0) && c.ask(r, cuCtxSynchronize)
}

// doTouch stores a byte at every stride of a stretch.
func doTouch(c *Card, call *target.Call, r *target.Result) {
	if call.Arg[2] == 0 {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{2, 0}}
		return
	}
	if r.Code = c.load(); r.Code == target.Success {
		c.launch(r, c.module.touch, call.Arg[0], call.Arg[1], call.Arg[2])
	}
}

// doChase follows dependent loads in one cyclic order over the stops: a lap to
// warm up, one that counts, one without loads whose cycles are taken off. The
// memory is as before afterwards.
func doChase(c *Card, call *target.Call, r *target.Result) {
	base, stride := call.Arg[0], call.Arg[2]
	if stride == 0 || call.Arg[1]/stride == 0 || call.Arg[1]/stride > target.ChaseStops {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{2, stride}}
		return
	}
	n := call.Arg[1] / stride
	if r.Code = c.load(); r.Code != target.Success {
		return
	}
	l, step, at := c.lib, target.ChaseStep(n), base&^7
	kept := c.memoryType(at) == 2 && l.call(false, cuMemcpy, l.at(64), at, 8).code == target.Success
	if !c.launch(r, c.module.chase, at, stride, n, step, step*128%stride, 0) {
		return
	}
	if code := l.call(false, cuMemcpy, l.at(65), at, 8).code; code != target.Success {
		r.Code = code
		return
	}
	if kept {
		l.call(false, cuMemcpy, at, l.at(64), 8)
	}
	r.Out[0] = l.scratch[65] * 1000 / n
}
