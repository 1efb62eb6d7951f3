package target

// What a process may still ask for after an error that stays, and which calls
// leave a last error: as a real runtime answers (measured on an H200, driver
// 580.159.04, CUDA 13.0; engine/machine/testdata/api/fault_*.cu).

// Unaffected says whether a call is answered as ever after an error that stays:
// what asks about the device and not about the context, what has nothing to do,
// and the calls of virtual memory, which need no context. Once the context has
// been reset the device is gone (dead), and fewer are left.
func Unaffected(c *Call, dead bool) bool {
	switch c.Op {
	case CudaGetDeviceCount, CudaGetDevice, CudaGetDeviceProperties, CuInit, CuDeviceGet,
		CuMemGetAllocationGranularity, CuMemAddressReserve, CuMemAddressFree, CuMemCreate, CuMemRelease,
		CuMemMap, CuMemUnmap, CuMemSetAccess, CuMemGetAccess:
		return true
	case CudaSetDevice, CudaPointerGetAttributes, CudaDeviceGetDefaultMemPool:
		return !dead
	case CudaMalloc, CudaMallocHost:
		return !dead && c.Arg[0] == 0
	case CudaMemset, CudaMemsetAsync:
		return !dead && c.Arg[2] == 0
	case CudaMemcpy, CudaMemcpyAsync:
		return !dead && (c.Arg[2] == 0 || c.Arg[3] > AnyDirection)
	}
	return false
}

// Told is how an error that stays is told: calls of the driver API do not make
// a context anew and only find that theirs is gone.
func Told(op Op, code Code) Code {
	if code == DevicesUnavailable && Ops[op].Layer == "driver" {
		return ContextDestroyed
	}
	return code
}

// Notes says whether an error of a call becomes the last error of the runtime,
// which knows nothing of what the driver API answers.
func Notes(op Op) bool { return !Quiet(op) && Ops[op].Layer != "driver" }

// Quiet calls neither look at nor change the errors of a process.
func Quiet(op Op) bool {
	switch op {
	case PwNote, PwCheckpoint, PwContext, PwNvidiaSmi, CudaGetLastError, CudaPeekAtLastError, CudaDeviceReset:
		return true
	}
	return Ops[op].Layer == KernelDriver
}
