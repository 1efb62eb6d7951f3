//go:build linux && cgo

package native

import (
	"encoding/binary"

	"pagewalk/engine/target"
)

var vmmHandlers = map[target.Op]handler{
	target.CuMemGetAllocationGranularity: {cuMemGetAllocationGranularity, doGranularity},
	target.CuMemAddressReserve:           {cuMemAddressReserve, doReserve}, target.CuMemAddressFree: plain(cuMemAddressFree, 2),
	target.CuMemCreate: {cuMemCreate, doCreate}, target.CuMemRelease: {cuMemRelease, doRelease},
	target.CuMemMap: plain(cuMemMap, 5), target.CuMemUnmap: plain(cuMemUnmap, 2),
	target.CuMemSetAccess: {cuMemSetAccess, doSetAccess}, target.CuMemGetAccess: {cuMemGetAccess, doGetAccess},
}

// asked writes what a program asks for to the scratch memory, as the
// CUmemAllocationProp or, at the head of a longer struct, CUmemPoolProps that it
// was (cuda.h), and gives its address.
func (c *Card) asked(word uint64, at int, bytes uint64) uint64 {
	p := target.UnpackProperties(word)
	if p.Null {
		return 0
	}
	b := c.lib.bytes(at)[:bytes]
	clear(b)
	binary.NativeEndian.PutUint32(b[0:], uint32(p.Kind))
	binary.NativeEndian.PutUint32(b[4:], uint32(p.Handles))
	c.place(b[8:], p)
	b[24] = p.Compression
	return c.lib.at(at)
}

// place writes a CUmemLocation.
func (c *Card) place(b []byte, p target.Properties) {
	id := uint32(int32(p.ID))
	if p.OnDevice() {
		id = uint32(c.device)
	}
	binary.NativeEndian.PutUint32(b[0:], uint32(p.Place))
	binary.NativeEndian.PutUint32(b[4:], id)
}

func doGranularity(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuMemGetAllocationGranularity, c.lib.at(0), c.asked(call.Arg[1], 8, 32), call.Arg[0]) {
		r.Out[0] = c.lib.scratch[0]
	}
}

func doReserve(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuMemAddressReserve, c.lib.at(0), call.Arg[0], call.Arg[1], call.Arg[2], call.Arg[3]) {
		r.Out[0] = c.lib.scratch[0]
	}
}

func doCreate(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuMemCreate, c.lib.at(0), call.Arg[0], c.asked(call.Arg[1], 8, 32), call.Arg[2]) {
		r.Out[0] = c.lib.scratch[0]
		c.live[r.Out[0]] = call.Arg[0]
	}
}

func doRelease(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuMemRelease, call.Arg[0]) {
		delete(c.live, call.Arg[0])
	}
}

// doSetAccess fills in a CUmemAccessDesc: the location and the flags.
func doSetAccess(c *Card, call *target.Call, r *target.Result) {
	p := target.UnpackProperties(call.Arg[3])
	if p.Null { // none, or null, which the driver would read (seen on an H200)
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument, N: [4]uint64{2}}
		return
	}
	b := c.lib.bytes(8)[:16]
	clear(b)
	c.place(b, p)
	binary.NativeEndian.PutUint32(b[8:], uint32(call.Arg[2]))
	c.ask(r, cuMemSetAccess, call.Arg[0], call.Arg[1], c.lib.at(8), 1)
}

func doGetAccess(c *Card, call *target.Call, r *target.Result) {
	c.place(c.lib.bytes(8), target.UnpackProperties(call.Arg[1]))
	c.lib.scratch[0] = 0
	if c.ask(r, cuMemGetAccess, c.lib.at(0), c.lib.at(8), call.Arg[0]) {
		r.Out[0] = c.lib.scratch[0]
	}
}
