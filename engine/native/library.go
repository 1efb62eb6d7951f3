//go:build linux && cgo

package native

/*
#cgo LDFLAGS: -ldl -rdynamic
#include <stdlib.h>
#include "bridge.h"
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"

	"pagewalk/engine/target"
)

// symbol is a function of the driver's library.
type symbol uint8

const (
	cuInit symbol = iota
	cuDriverGetVersion
	cuDeviceGetCount
	cuDeviceGet
	cuDeviceGetName
	cuDevicePrimaryCtxRetain
	cuDevicePrimaryCtxReset
	cuDevicePrimaryCtxRelease
	cuCtxSetCurrent
	cuCtxSynchronize
	cuMemAlloc
	cuMemFree
	cuMemGetInfo
	cuMemAllocPitch
	cuMemHostAlloc
	cuMemFreeHost
	cuMemcpy
	cuMemcpyAsync
	cuMemsetD8
	cuMemsetD8Async
	cuPointerGetAttribute
	cuModuleLoadData
	cuModuleGetFunction
	cuLaunchKernel
	requiredSymbols

	cuMemAllocManaged = iota - 1
	cuDeviceGetPCIBusId
	cuDeviceGetAttribute
	cuModuleUnload
	cuModuleGetGlobal
	cuMemGetAddressRange
	cuMemHostGetDevicePointer
	cuMemPrefetchAsync
	cuMemAdvise
	cuCtxCreate
	cuCtxDestroy
	cuStreamCreate
	cuStreamDestroy
	cuStreamSynchronize
	cuStreamWaitEvent
	cuEventCreate
	cuEventRecord
	cuEventSynchronize
	cuEventElapsedTime
	cuEventDestroy
	cuMemAllocAsync
	cuMemFreeAsync
	cuMemAllocFromPoolAsync
	cuMemPoolCreate
	cuMemPoolDestroy
	cuMemPoolSetAttribute
	cuMemPoolGetAttribute
	cuMemPoolTrimTo
	cuDeviceGetDefaultMemPool
	cuDeviceSetMemPool
	cuMemGetAllocationGranularity
	cuMemAddressReserve
	cuMemAddressFree
	cuMemCreate
	cuMemRelease
	cuMemMap
	cuMemUnmap
	cuMemSetAccess
	cuMemGetAccess
	symbols
)

// symbolNames are the names in the library: the newest version of each that
// every driver since OldestDriver has.
var symbolNames = [symbols]string{
	cuInit: "cuInit", cuDriverGetVersion: "cuDriverGetVersion", cuDeviceGetCount: "cuDeviceGetCount", cuDeviceGet: "cuDeviceGet", cuDeviceGetName: "cuDeviceGetName",
	cuDevicePrimaryCtxRetain: "cuDevicePrimaryCtxRetain", cuDevicePrimaryCtxReset: "cuDevicePrimaryCtxReset_v2", cuDevicePrimaryCtxRelease: "cuDevicePrimaryCtxRelease_v2",
	cuCtxSetCurrent: "cuCtxSetCurrent", cuCtxSynchronize: "cuCtxSynchronize",
	cuMemAlloc: "cuMemAlloc_v2", cuMemFree: "cuMemFree_v2", cuMemGetInfo: "cuMemGetInfo_v2", cuMemAllocPitch: "cuMemAllocPitch_v2",
	cuMemHostAlloc: "cuMemHostAlloc", cuMemFreeHost: "cuMemFreeHost",
	cuMemcpy: "cuMemcpy", cuMemcpyAsync: "cuMemcpyAsync", cuMemsetD8: "cuMemsetD8_v2", cuMemsetD8Async: "cuMemsetD8Async", cuPointerGetAttribute: "cuPointerGetAttribute",
	cuModuleLoadData: "cuModuleLoadData", cuModuleGetFunction: "cuModuleGetFunction", cuLaunchKernel: "cuLaunchKernel",
	cuDeviceGetPCIBusId: "cuDeviceGetPCIBusId", cuDeviceGetAttribute: "cuDeviceGetAttribute", cuModuleUnload: "cuModuleUnload", cuModuleGetGlobal: "cuModuleGetGlobal_v2",
	cuMemAllocManaged: "cuMemAllocManaged", cuMemGetAddressRange: "cuMemGetAddressRange_v2", cuMemHostGetDevicePointer: "cuMemHostGetDevicePointer_v2", cuMemPrefetchAsync: "cuMemPrefetchAsync", cuMemAdvise: "cuMemAdvise", cuCtxCreate: "cuCtxCreate_v2", cuCtxDestroy: "cuCtxDestroy_v2",
	cuStreamCreate: "cuStreamCreate", cuStreamDestroy: "cuStreamDestroy_v2", cuStreamSynchronize: "cuStreamSynchronize", cuStreamWaitEvent: "cuStreamWaitEvent",
	cuEventCreate: "cuEventCreate", cuEventRecord: "cuEventRecord", cuEventSynchronize: "cuEventSynchronize", cuEventElapsedTime: "cuEventElapsedTime", cuEventDestroy: "cuEventDestroy_v2",
	cuMemAllocAsync: "cuMemAllocAsync", cuMemFreeAsync: "cuMemFreeAsync", cuMemAllocFromPoolAsync: "cuMemAllocFromPoolAsync",
	cuMemPoolCreate: "cuMemPoolCreate", cuMemPoolDestroy: "cuMemPoolDestroy", cuMemPoolSetAttribute: "cuMemPoolSetAttribute", cuMemPoolGetAttribute: "cuMemPoolGetAttribute",
	cuMemPoolTrimTo: "cuMemPoolTrimTo", cuDeviceGetDefaultMemPool: "cuDeviceGetDefaultMemPool", cuDeviceSetMemPool: "cuDeviceSetMemPool",
	cuMemGetAllocationGranularity: "cuMemGetAllocationGranularity", cuMemAddressReserve: "cuMemAddressReserve", cuMemAddressFree: "cuMemAddressFree",
	cuMemCreate: "cuMemCreate", cuMemRelease: "cuMemRelease", cuMemMap: "cuMemMap", cuMemUnmap: "cuMemUnmap", cuMemSetAccess: "cuMemSetAccess", cuMemGetAccess: "cuMemGetAccess",
}

// library is the driver's library, opened.
type library struct {
	functions [symbols]unsafe.Pointer
	scratch   []uint64 // memory of C's, for what calls read and write
}

// openLibrary opens the library and finds its functions.
func openLibrary() (*library, *Problem) {
	path := os.Getenv(LibraryVariable)
	if path == "" {
		path = "libcuda.so.1"
	}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	problem := make([]byte, 512)
	handle := C.pw_open_library(name, (*C.char)(unsafe.Pointer(&problem[0])), C.int(len(problem)))
	if handle == nil {
		return nil, &Problem{NoLibrary, fmt.Sprintf("no NVIDIA driver: %s (set %s to open another library)", C.GoString((*C.char)(unsafe.Pointer(&problem[0]))), LibraryVariable)}
	}
	l := &library{scratch: unsafe.Slice((*uint64)(unsafe.Pointer(C.pw_scratch())), 1024)}
	for s, name := range symbolNames {
		text := C.CString(name)
		l.functions[s] = C.pw_symbol(handle, text)
		C.free(unsafe.Pointer(text))
		if l.functions[s] == nil && symbol(s) < requiredSymbols {
			return nil, &Problem{MissingSymbol, fmt.Sprintf("%s has no function %s, which every driver since CUDA 11.2 has", path, name)}
		}
	}
	return l, nil
}

// answer is what a call of the library gave.
type answer struct {
	code       target.Code
	begin, end uint64 // nanoseconds, of a recorded call
	trips      uint32
}

// call calls a function; record lets the ioctl wrapper note its trips. The
// driver's numbers of errors are the runtime's.
func (l *library) call(record bool, s symbol, args ...uint64) answer {
	copy(callMemory[:], args)
	if !record {
		C.pw_call(l.functions[s], 0)
		return answer{code: target.Code(callAnswer.code)}
	}
	C.pw_call(l.functions[s], 1)
	return answer{target.Code(callAnswer.code), uint64(callAnswer.begin), uint64(callAnswer.end), uint32(callAnswer.trips)}
}

// Where arguments and answer of a call lie: one goroutine calls at a time.
var (
	callMemory = (*[C.PW_ARGS]uint64)(unsafe.Pointer(C.pw_args()))
	callAnswer = C.pw_answer()
)

// clock is the present in nanoseconds.
func (l *library) clock() uint64 { return uint64(C.pw_clock()) }

// bare is the time of n calls of a function without anything around them, in
// nanoseconds.
func (l *library) bare(s symbol, n int, args ...uint64) uint64 {
	var a [C.PW_ARGS]C.uint64_t
	for i, x := range args {
		a[i] = C.uint64_t(x)
	}
	return uint64(C.pw_bare(l.functions[s], &a[0], C.int(n)))
}

// at is the address of word i of the scratch memory.
func (l *library) at(i int) uint64 { return uint64(uintptr(unsafe.Pointer(&l.scratch[i]))) }

// bytes is the scratch memory from word i on.
func (l *library) bytes(i int) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&l.scratch[i])), (len(l.scratch)-i)*8)
}

// hostBytes is memory that the driver made, as a slice.
func hostBytes(addr, n uint64) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&addr))), n)
}

// ioctls appends the n trips of the last recorded call.
func ioctls(list []target.Ioctl, n uint32) []target.Ioctl {
	for _, t := range unsafe.Slice(C.pw_trips(), int(n)) {
		list = append(list, target.Ioctl{
			Name: ioctlName(uint8(t.uvm), uint32(t.number), uint32(t.detail)), Length: uint64(t.length), VA: uint64(t.va),
			Offset: uint64(t.offset), Failed: t.failed != 0, Foreign: t.foreign != 0, PS: uint64(t.ns) * 1000,
		})
	}
	return list
}
