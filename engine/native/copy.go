//go:build linux && cgo

package native

import "pagewalk/engine/target"

var copyHandlers = map[target.Op]handler{
	target.CudaMemcpy: {cuMemcpy, doMemcpy}, target.CudaMemcpyAsync: {cuMemcpyAsync, doMemcpy},
	target.CudaMemset: {cuMemsetD8, doMemset}, target.CudaMemsetAsync: {cuMemsetD8Async, doMemset},
}

// side is one end of a copy: device memory, or bytes of the program.
type side struct {
	device bool
	addr   uint64
	bytes  []byte
}

// attributeMemoryType is CU_POINTER_ATTRIBUTE_MEMORY_TYPE; the driver answers
// 1 for host, 2 for device memory.
const attributeMemoryType = 2

// memoryType is what the driver knows of an address: 0 for nothing.
func (c *Card) memoryType(addr uint64) uint64 {
	c.lib.scratch[0] = 0
	if c.lib.call(false, cuPointerGetAttribute, c.lib.at(0), attributeMemoryType, addr).code != target.Success {
		return 0
	}
	return uint64(uint32(c.lib.scratch[0]))
}

// pins says whether an address lies in host memory that the driver made.
func (c *Card) pins(addr uint64) bool {
	for at, bytes := range c.pinned {
		if addr >= at && addr-at < bytes {
			return true
		}
	}
	return false
}

// side looks an end up. Addresses that are neither the program's nor the
// driver's never reach the driver, which would take them for host memory.
func (c *Card) side(addr, n, position uint64) (side, target.Why) {
	if b, ok := c.memory.Bytes(addr, n); ok {
		return side{addr: addr, bytes: b}, target.Why{}
	}
	if c.memoryType(addr) == 2 {
		return side{device: true, addr: addr}, target.Why{}
	}
	return side{}, target.Why{ID: target.NotAPointer, N: [4]uint64{addr, position}}
}

// copying is a copy as a program asks for it.
type copying struct {
	dst, src, n, kind, stream uint64
	async                     bool
}

func doMemcpy(c *Card, call *target.Call, r *target.Result) {
	a := &call.Arg
	c.copy(copying{a[0], a[1], a[2], a[3], a[4], call.Op == target.CudaMemcpyAsync}, r)
}

func (c *Card) copy(q copying, r *target.Result) {
	if q.n == 0 {
		return
	}
	if q.kind > target.AnyDirection {
		r.Code, r.Why = target.InvalidMemcpyDirection, target.Why{ID: target.WrongDirection, N: [4]uint64{q.kind}}
		return
	}
	to, why := c.side(q.dst, q.n, 0)
	var from side
	if why.ID == target.NoReason {
		from, why = c.side(q.src, q.n, 1)
	}
	if why.ID == target.NoReason {
		why = target.DirectionFits(q.kind, from.device || c.pins(from.addr), to.device || c.pins(to.addr))
	}
	if why.ID != target.NoReason {
		r.Code, r.Why = target.InvalidValue, why
		return
	}
	c.move(&q, r, to, from)
}

// move makes the copy itself. An asynchronous one is waited for at once when
// it touches the program's memory, which the driver may not keep.
func (c *Card) move(q *copying, r *target.Result, to, from side) {
	c.withHost(to.bytes, func(toHost uint64) {
		c.withHost(from.bytes, func(fromHost uint64) {
			dst, src := to.addr, from.addr
			if !to.device {
				dst = toHost
			}
			if !from.device {
				src = fromHost
			}
			if !q.async {
				c.ask(r, cuMemcpy, dst, src, q.n)
			} else if c.ask(r, cuMemcpyAsync, dst, src, q.n, q.stream) && !(to.device && from.device) {
				if code := c.lib.call(false, cuStreamSynchronize, q.stream).code; code != target.Success {
					r.Code = code
				}
			}
		})
	})
}

func doMemset(c *Card, call *target.Call, r *target.Result) {
	if call.Arg[2] == 0 {
		return
	}
	if c.memoryType(call.Arg[0]) != 2 && !c.pins(call.Arg[0]) {
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.NotAPointer, N: [4]uint64{call.Arg[0]}}
		return
	}
	if call.Op == target.CudaMemset {
		c.ask(r, cuMemsetD8, call.Arg[0], call.Arg[1]&0xff, call.Arg[2])
		return
	}
	c.ask(r, cuMemsetD8Async, call.Arg[0], call.Arg[1]&0xff, call.Arg[2], call.Arg[3])
}
