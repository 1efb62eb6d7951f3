//go:build linux && cgo

package native

import "pagewalk/engine/target"

// The __device__ and __constant__ variables of a program: they lie in its
// module, which is loaded by the first call that needs it.

var symbolHandlers = map[target.Op]handler{
	target.CudaMemcpyToSymbol: {cuModuleGetGlobal, doCopyToSymbol}, target.CudaMemcpyFromSymbol: {cuModuleGetGlobal, doCopyFromSymbol},
	target.CudaGetSymbolAddress: {cuModuleGetGlobal, doSymbolAddress}, target.CudaGetSymbolSize: {cuModuleGetGlobal, doSymbolSize},
}

// variable finds the variable of the call under way: where it lies on the card
// and its bytes.
func (c *Card) variable(r *target.Result) (at, size uint64, ok bool) {
	l := c.lib
	r.Code = c.inModule(r, cuModuleGetGlobal, l.at(0), l.at(1))
	return l.scratch[0], l.scratch[1], r.Code == target.Success
}

// part is n bytes of it from an offset on; the driver would copy beyond its end.
func (c *Card) part(offset, n uint64, r *target.Result) (uint64, bool) {
	at, size, ok := c.variable(r)
	if ok && (offset+n < n || offset+n > size) {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.OutsideAllocation, N: [4]uint64{at + offset, n, at, size}}
		return 0, false
	}
	return at + offset, ok
}

func doCopyToSymbol(c *Card, call *target.Call, r *target.Result) {
	a := &call.Arg
	if dst, ok := c.part(a[4], a[3], r); ok {
		c.copy(copying{dst, a[2], a[3], a[5], a[6], a[6] != 0}, r)
	}
}

func doCopyFromSymbol(c *Card, call *target.Call, r *target.Result) {
	a := &call.Arg
	if src, ok := c.part(a[4], a[3], r); ok {
		c.copy(copying{a[0], src, a[3], a[5], a[6], a[6] != 0}, r)
	}
}

func doSymbolAddress(c *Card, _ *target.Call, r *target.Result) {
	if at, _, ok := c.variable(r); ok {
		r.Out[0] = at
	}
}

func doSymbolSize(c *Card, _ *target.Call, r *target.Result) {
	if _, size, ok := c.variable(r); ok {
		r.Out[0] = size
	}
}
