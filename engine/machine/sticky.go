package machine

import "pagewalk/engine/target"

// What a process may still ask for after an error that stays, and which calls
// leave a last error: as a real runtime answers (measured on an H200, driver
// 580.159.04, CUDA 13.0; testdata/api/fault_*.cu).

// unaffected says whether a call is answered as ever after an error that stays:
// what asks about the device and not about the context, what has nothing to do,
// and the calls of virtual memory, which need no context. Once the context has
// been reset the device is gone (dead), and fewer are left.
func unaffected(c *target.Call, dead bool) bool {
	switch c.Op {
	case target.CudaGetDeviceCount, target.CudaGetDevice, target.CudaGetDeviceProperties, target.CuInit, target.CuDeviceGet,
		target.CuMemGetAllocationGranularity, target.CuMemAddressReserve, target.CuMemAddressFree, target.CuMemCreate, target.CuMemRelease,
		target.CuMemMap, target.CuMemUnmap, target.CuMemSetAccess, target.CuMemGetAccess:
		return true
	case target.CudaSetDevice, target.CudaPointerGetAttributes, target.CudaDeviceGetDefaultMemPool:
		return !dead
	case target.CudaMalloc, target.CudaMallocHost:
		return !dead && c.Arg[0] == 0
	case target.CudaMemset, target.CudaMemsetAsync:
		return !dead && c.Arg[2] == 0
	case target.CudaMemcpy, target.CudaMemcpyAsync:
		return !dead && (c.Arg[2] == 0 || c.Arg[3] > target.AnyDirection)
	}
	return false
}

// told is how an error that stays is told: calls of the driver API do not make
// a context anew and only find that theirs is gone.
func told(op target.Op, code target.Code) target.Code {
	if code == target.DevicesUnavailable && target.Ops[op].Layer == "driver" {
		return target.ContextDestroyed
	}
	return code
}

// notes says whether an error of a call becomes the last error of the runtime,
// which knows nothing of what the driver API answers.
func notes(op target.Op) bool { return !quiet(op) && target.Ops[op].Layer != "driver" }
