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

// ownKernels is the program's own kernels in this process.
type ownKernels struct {
	code   map[string]*code
	loaded map[string]uint64 // functions in the present context

	key    string // of the call under way
	packed []byte
}

// take remembers what came with a launch.
func (o *ownKernels) take(q *request) {
	if q.Code != nil {
		if o.code == nil {
			o.code = map[string]*code{}
		}
		o.code[q.Code.Key] = q.Code
	}
	o.key, o.packed = q.Key, q.Packed
}

// function puts the kernel on the card, outside rows, if it is not there yet.
func (c *Card) function(key string) (uint64, target.Code) {
	if f := c.own.loaded[key]; f != 0 {
		return f, target.Success
	}
	code, l := c.own.code[key], c.lib
	if code == nil {
		return 0, target.SymbolNotFound
	}
	answered := target.Success
	c.withHost(code.Image, func(image uint64) { answered = l.call(false, cuModuleLoadData, l.at(0), image).code })
	if answered != target.Success {
		return 0, answered
	}
	name := newText(code.Entry)
	defer name.free()
	if answered = l.call(false, cuModuleGetFunction, l.at(0), l.scratch[0], name.addr()).code; answered != target.Success {
		return 0, answered
	}
	if c.own.loaded == nil {
		c.own.loaded = map[string]uint64{}
	}
	c.own.loaded[key] = l.scratch[0]
	return l.scratch[0], target.Success
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
	f, code := c.function(c.own.key)
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
