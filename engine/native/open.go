//go:build linux && cgo

package native

/*
#include <stdlib.h>
#include "bridge.h"
*/
import "C"

import (
	"os"
	"sync"
	"unsafe"
)

// opened is a library beside the driver's, opened when it is first needed.
type opened struct {
	path      string
	functions []unsafe.Pointer
}

// openOther opens the library that the variable names, or the first of the
// paths that can be opened. It says which function is missing, or why none
// could be opened: the reason of the first.
func openOther(variable string, paths, names []string) (o *opened, missing, why string) {
	if path := os.Getenv(variable); path != "" {
		paths = []string{path}
	}
	problem := make([]byte, 512)
	for _, path := range paths {
		name := C.CString(path)
		handle := C.pw_open_library(name, (*C.char)(unsafe.Pointer(&problem[0])), C.int(len(problem)))
		C.free(unsafe.Pointer(name))
		if handle == nil {
			if why == "" {
				why = C.GoString((*C.char)(unsafe.Pointer(&problem[0])))
			}
			continue
		}
		o = &opened{path: path}
		for _, name := range names {
			text := C.CString(name)
			f := C.pw_symbol(handle, text)
			C.free(unsafe.Pointer(text))
			if f == nil {
				return nil, name, path
			}
			o.functions = append(o.functions, f)
		}
		return o, "", ""
	}
	return nil, "", why
}

var oneCall sync.Mutex

// call calls a function; its arguments are numbers and memory of C's.
func (o *opened) call(which int, args ...uint64) int32 {
	oneCall.Lock() // several runs may ask at once
	defer oneCall.Unlock()
	copy(callMemory[:], args)
	C.pw_call(o.functions[which], 0)
	return int32(callAnswer.code)
}

// memory is bytes of C's, zero, to be freed.
type memory struct{ at unsafe.Pointer }

func newMemory(n int) memory { return memory{C.calloc(C.size_t(max(n, 1)), 1)} }

// newText is a text that ends with a zero, as C has it.
func newText(s string) memory { return memory{unsafe.Pointer(C.CString(s))} }

func (m memory) free()                { C.free(m.at) }
func (m memory) addr() uint64         { return uint64(uintptr(m.at)) }
func (m memory) word(i int) uint64    { return unsafe.Slice((*uint64)(m.at), i+1)[i] }
func (m memory) words(n int) []uint64 { return unsafe.Slice((*uint64)(m.at), n) }
func (m memory) bytes(n int) []byte   { return unsafe.Slice((*byte)(m.at), n) }
func textAt(addr uint64) string {
	return C.GoString((*C.char)(*(*unsafe.Pointer)(unsafe.Pointer(&addr))))
}
