//go:build linux && cgo

package native

import (
	"encoding/binary"

	"pagewalk/engine/target"
)

// CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, COMPUTE_CAPABILITY_MAJOR and _MINOR.
const (
	attributeProcessors = 16
	attributeMajor      = 75
	attributeMinor      = 76
)

// ownCode is the program's own code for the card in this process: one module a
// program, so that its kernels share its variables.
type ownCode struct {
	code      map[string]*code
	modules   map[string]uint64 // in the present context, by key
	functions map[string]uint64

	key, name string // of the call under way
	packed    []byte
}

// take remembers what came with a call.
func (o *ownCode) take(q *request) {
	if q.Code != nil {
		if o.code == nil {
			o.code = map[string]*code{}
		}
		o.code[q.Code.Key] = q.Code
	}
	o.key, o.name, o.packed = q.Key, q.Name, q.Packed
}

// forget is for a new context, which has nothing loaded.
func (o *ownCode) forget() { o.modules, o.functions = map[string]uint64{}, map[string]uint64{} }

// ownModule puts the code on the card if it is not there yet; that belongs to
// the row of the first call that needs it, as with the runtime.
func (c *Card) ownModule(r *target.Result) (uint64, target.Code) {
	if m := c.own.modules[c.own.key]; m != 0 {
		return m, target.Success
	}
	code, l := c.own.code[c.own.key], c.lib
	if code == nil {
		return 0, target.SymbolNotFound
	}
	c.withHost(code.Image, func(image uint64) { c.ask(r, cuModuleLoadData, l.at(0), image) })
	if r.Code != target.Success {
		return 0, r.Code
	}
	c.own.modules[c.own.key] = l.scratch[0]
	return l.scratch[0], target.Success
}

// inModule asks for what the call names in the program's module; what is asked
// for is left in the scratch memory.
func (c *Card) inModule(r *target.Result, s symbol, places ...uint64) target.Code {
	module, answered := c.ownModule(r)
	if answered != target.Success {
		return answered
	}
	name := newText(c.own.code[c.own.key].Names[c.own.name])
	defer name.free()
	return c.lib.call(false, s, append(places, module, name.addr())...).code
}

// function finds the kernel of the call under way.
func (c *Card) function(r *target.Result) (uint64, target.Code) {
	id := c.own.key + c.own.name
	if f := c.own.functions[id]; f != 0 {
		return f, target.Success
	}
	if answered := c.inModule(r, cuModuleGetFunction, c.lib.at(0)); answered != target.Success {
		return 0, answered
	}
	c.own.functions[id] = c.lib.scratch[0]
	return c.lib.scratch[0], target.Success
}

// CU_LAUNCH_PARAM_BUFFER_POINTER and _SIZE (cuda.h): the arguments as one
// stretch of memory.
const (
	bufferPointer = 1
	bufferSize    = 2
)

// doLaunch starts a kernel of the program's own. What goes wrong in it shows at
// the call that waits for it, as with CUDA.
func doLaunch(c *Card, call *target.Call, r *target.Result) {
	f, code := c.function(r)
	if code != target.Success {
		r.Code = code
		return
	}
	s := call.Shape()
	packed, size, extra := newMemory(len(c.own.packed)), newMemory(8), newMemory(5*8)
	defer packed.free()
	defer size.free()
	defer extra.free()
	copy(packed.bytes(len(c.own.packed)), c.own.packed)
	binary.NativeEndian.PutUint64(size.bytes(8), uint64(len(c.own.packed)))
	copy(extra.words(4), []uint64{bufferPointer, packed.addr(), bufferSize, size.addr()})
	c.ask(r, cuLaunchKernel, f, uint64(s.Grid[0]), uint64(s.Grid[1]), uint64(s.Grid[2]), uint64(s.Block[0]), uint64(s.Block[1]), uint64(s.Block[2]), uint64(s.Shared), s.Stream, 0, extra.addr())
}
