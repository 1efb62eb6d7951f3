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
	target.CuMemMap: {cuMemMap, doMap}, target.CuMemUnmap: plain(cuMemUnmap, 2),
	target.CuMemSetAccess: {cuMemSetAccess, doSetAccess}, target.CuMemGetAccess: {cuMemGetAccess, doGetAccess},
}

// CU_MEM_ALLOCATION_TYPE_PINNED and CU_MEM_LOCATION_TYPE_DEVICE.
const (
	allocationPinned = 1
	locationDevice   = 1
)

// allocation writes a CUmemAllocationProp (cuda.h) for memory of the device to
// the scratch memory and gives its address.
func (c *Card) allocation() uint64 {
	b := c.lib.bytes(8)[:32]
	clear(b)
	binary.NativeEndian.PutUint32(b[0:], allocationPinned)
	binary.NativeEndian.PutUint32(b[8:], locationDevice)
	binary.NativeEndian.PutUint32(b[12:], uint32(c.device))
	return c.lib.at(8)
}

func doGranularity(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuMemGetAllocationGranularity, c.lib.at(0), c.allocation(), call.Arg[0]) {
		r.Out[0] = c.lib.scratch[0]
	}
}

func doReserve(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuMemAddressReserve, c.lib.at(0), call.Arg[0], call.Arg[1], call.Arg[2], 0) {
		r.Out[0] = c.lib.scratch[0]
	}
}

func doCreate(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuMemCreate, c.lib.at(0), call.Arg[0], c.allocation(), 0) {
		r.Out[0] = c.lib.scratch[0]
		c.live[r.Out[0]] = call.Arg[0]
	}
}

func doRelease(c *Card, call *target.Call, r *target.Result) {
	if c.ask(r, cuMemRelease, call.Arg[0]) {
		delete(c.live, call.Arg[0])
	}
}

func doMap(c *Card, call *target.Call, r *target.Result) {
	c.ask(r, cuMemMap, call.Arg[0], call.Arg[1], call.Arg[2], call.Arg[3], 0)
}

// doSetAccess fills in a CUmemAccessDesc: the location and the flags.
func doSetAccess(c *Card, call *target.Call, r *target.Result) {
	b := c.lib.bytes(8)[:16]
	clear(b)
	binary.NativeEndian.PutUint32(b[0:], locationDevice)
	binary.NativeEndian.PutUint32(b[4:], uint32(c.device))
	binary.NativeEndian.PutUint32(b[8:], uint32(call.Arg[2]))
	c.ask(r, cuMemSetAccess, call.Arg[0], call.Arg[1], c.lib.at(8), 1)
}

func doGetAccess(c *Card, call *target.Call, r *target.Result) {
	b := c.lib.bytes(8)[:8]
	binary.NativeEndian.PutUint32(b[0:], locationDevice)
	binary.NativeEndian.PutUint32(b[4:], uint32(c.device))
	c.lib.scratch[0] = 0
	if c.ask(r, cuMemGetAccess, c.lib.at(0), c.lib.at(8), call.Arg[0]) {
		r.Out[0] = c.lib.scratch[0]
	}
}
