//go:build linux && cgo

package native

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"pagewalk/engine/target"
)

// Card is a GPU in this process: a target.Target with one context. Between
// Start and Stop it keeps its goroutine on one thread, because the driver's
// contexts belong to threads.
type Card struct {
	lib     *library
	device  uint64
	name    string
	driver  string
	bus     string // its place, as NVML takes it
	context uint64
	version uint32
	compute int // capability: 90 for 9.0

	memory target.Memory
	epoch  uint64 // nanoseconds at the start
	last   target.Code
	sticky target.Code
	live   map[uint64]uint64 // device allocations of any kind: bytes
	pinned map[uint64]uint64 // host memory that the driver made: bytes
	module module
	own    ownCode
}

// OpenCard opens the library and looks for a device; it makes no context.
func OpenCard() (*Card, error) {
	lib, problem := openLibrary()
	if problem != nil {
		return nil, problem
	}
	c := &Card{lib: lib}
	if problem := c.find(); problem != nil {
		return nil, problem
	}
	return c, nil
}

// find initialises the driver and reads what there is.
func (c *Card) find() *Problem {
	l := c.lib
	if code := l.call(false, cuInit, 0).code; code == target.NoDevice {
		return &Problem{NoDevice, "the NVIDIA driver is here, but it finds no GPU"}
	} else if code != target.Success {
		return refused("cuInit", code)
	}
	l.call(false, cuDriverGetVersion, l.at(0))
	c.version = uint32(l.scratch[0])
	if c.version < OldestDriver {
		return &Problem{DriverTooOld, fmt.Sprintf("the driver speaks CUDA %d.%d, at least %d.%d is needed", c.version/1000, c.version%1000/10, OldestDriver/1000, OldestDriver%1000/10)}
	}
	c.driver = fmt.Sprintf("CUDA %d.%d", c.version/1000, c.version%1000/10)
	if v, err := os.ReadFile("/sys/module/nvidia/version"); err == nil {
		c.driver = strings.TrimSpace(string(v)) + ", " + c.driver
	}
	l.scratch[0] = 0
	if code := l.call(false, cuDeviceGetCount, l.at(0)).code; code != target.Success || uint32(l.scratch[0]) == 0 {
		return &Problem{NoDevice, "the NVIDIA driver is here, but it finds no GPU"}
	}
	if code := l.call(false, cuDeviceGet, l.at(0), 0).code; code != target.Success {
		return refused("cuDeviceGet", code)
	}
	c.device = uint64(uint32(l.scratch[0]))
	l.call(false, cuDeviceGetName, l.at(0), 128, c.device)
	c.name, _, _ = strings.Cut(string(l.bytes(0)[:128]), "\x00")
	if l.functions[cuDeviceGetPCIBusId] != nil && l.call(false, cuDeviceGetPCIBusId, l.at(0), 64, c.device).code == target.Success {
		c.bus, _, _ = strings.Cut(string(l.bytes(0)[:64]), "\x00")
	}
	for _, attribute := range []uint64{attributeMajor, attributeMinor} {
		l.scratch[0] = 0
		if l.functions[cuDeviceGetAttribute] != nil {
			l.call(false, cuDeviceGetAttribute, l.at(0), attribute, c.device)
		}
		c.compute = c.compute*10 + int(uint32(l.scratch[0]))
	}
	return nil
}

func refused(call string, code target.Code) *Problem {
	if code == target.MemoryAllocation {
		return &Problem{NoMemory, "the card has no room for a context: other processes hold its memory"}
	}
	return &Problem{Refused, fmt.Sprintf("%s answered %s (%s)", call, code.DriverName(), code.Text())}
}

// Info says what the card is and which calls its library has.
func (c *Card) Info() target.Info {
	return target.Info{Kind: "native", Name: c.name, Driver: c.driver, Can: func(op target.Op) (bool, string) {
		h := &handlers[op]
		switch {
		case h.do == nil:
			return false, "a card cannot be asked for this from outside its driver"
		case c.lib.functions[h.needs] == nil:
			return false, "this driver has no " + symbolNames[h.needs]
		}
		return true, ""
	}}
}

// retain makes the primary context and puts it on this thread.
func (c *Card) retain() *Problem {
	l := c.lib
	if code := l.call(false, cuDevicePrimaryCtxRetain, l.at(0), c.device).code; code != target.Success {
		return refused("cuDevicePrimaryCtxRetain", code)
	}
	c.context = l.scratch[0]
	if code := l.call(false, cuCtxSetCurrent, c.context).code; code != target.Success {
		return refused("cuCtxSetCurrent", code)
	}
	c.live, c.pinned, c.module = map[uint64]uint64{}, map[uint64]uint64{}, module{}
	c.own.forget()
	return nil
}

// Begin is Start with the problem in words.
func (c *Card) Begin(memory target.Memory) error {
	runtime.LockOSThread()
	c.memory, c.last, c.sticky = memory, 0, 0
	if problem := c.retain(); problem != nil {
		runtime.UnlockOSThread()
		return problem
	}
	c.epoch = c.lib.clock()
	return nil
}

// Start makes the context. The seed is for nobody.
func (c *Card) Start(_ uint64, memory target.Memory) target.Why {
	if c.Begin(memory) != nil {
		return target.Why{ID: target.NoCard}
	}
	return target.Why{}
}

// Stop destroys the context: everything goes back, whatever state it is in.
func (c *Card) Stop() target.Why {
	if c.context == 0 {
		return target.Why{}
	}
	for at := range c.pinned {
		c.memory.Abandon(at)
	}
	c.lib.call(false, cuDevicePrimaryCtxReset, c.device)
	c.lib.call(false, cuDevicePrimaryCtxRelease, c.device)
	c.lib.call(false, cuCtxSetCurrent, 0)
	c.context = 0
	runtime.UnlockOSThread()
	return target.Why{}
}

// Sample asks for the free memory, outside rows.
func (c *Card) Sample(s *target.Sample) bool {
	l := c.lib
	if c.sticky != 0 || l.call(false, cuMemGetInfo, l.at(0), l.at(1)).code != target.Success {
		return false
	}
	*s = target.Sample{Free: l.scratch[0], Total: l.scratch[1], Process: l.scratch[1] - l.scratch[0]}
	return true
}

// Resume has nothing to do: Do answers every call to its end.
func (c *Card) Resume(int, *target.Result) target.Progress { return target.Done }

// Do answers a call.
func (c *Card) Do(call *target.Call, r *target.Result) target.Progress {
	*r = target.Result{Ioctls: r.Ioctls[:0]}
	h := &handlers[call.Op]
	if h.do == nil || c.lib.functions[h.needs] == nil {
		r.Code, r.Why = target.NotSupported, target.Why{ID: target.NotOnThisTarget, N: [4]uint64{uint64(call.Op)}}
		return target.Unable
	}
	switch {
	case call.Null && target.Ops[call.Op].Layer != "driver": // the runtime does not ask for this
		r.Code, r.Why = target.InvalidValue, target.Why{ID: target.BadArgument}
	case c.sticky != 0 && !target.Quiet(call.Op) && !target.Unaffected(call, c.sticky == target.DevicesUnavailable):
		r.Code, r.Why = target.Told(call.Op, c.sticky), target.Why{ID: target.StickyError, N: [4]uint64{uint64(c.sticky)}}
	case call.Null:
		c.ask(r, h.needs, 0, call.Arg[0], call.Arg[1], call.Arg[2])
	default:
		h.do(c, call, r)
	}
	if r.End == 0 {
		r.Begin = c.now()
		r.End = r.Begin
	}
	if r.Code != target.Success && !target.Quiet(call.Op) {
		if target.Notes(call.Op) {
			c.last = r.Code
		}
		if r.Code.Sticky() {
			c.sticky = r.Code
		}
	}
	return target.Done
}

// now is the present in picoseconds since the start.
func (c *Card) now() uint64 { return (c.lib.clock() - c.epoch) * 1000 }

// ask makes the call that a row is about: its time and its ioctls are the
// row's. It says whether the driver was content.
func (c *Card) ask(r *target.Result, s symbol, args ...uint64) bool {
	a := c.lib.call(true, s, args...)
	if r.Begin == 0 {
		r.Begin = (a.begin - c.epoch) * 1000
	}
	r.End = (a.end - c.epoch) * 1000
	r.Ioctls = ioctls(r.Ioctls, a.trips)
	r.Code = a.code
	return a.code == target.Success
}

// withHost makes a call one of whose arguments is program memory, which must
// not move meanwhile.
func (c *Card) withHost(b []byte, do func(addr uint64)) {
	if len(b) == 0 {
		do(0)
		return
	}
	var pin runtime.Pinner
	pin.Pin(&b[0])
	do(uint64(uintptr(unsafe.Pointer(&b[0]))))
	pin.Unpin()
}
