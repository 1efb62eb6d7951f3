package scenario

import "pagewalk/engine/target"

// builtin is a function that the program does not define: a call of a target,
// or one that the interpreter answers by itself.
type builtin struct {
	op     target.Op
	recipe string // what becomes of each argument, see targetCall
	result resultKind
	host   hostCall
}

// recipes lists the calls of a target. Names that are not the call's own in
// target.Ops are variants with more or fewer arguments.
var recipes = map[string]builtin{
	"cudaMalloc": {target.CudaMalloc, "oa", 0, 0}, "cudaFree": {target.CudaFree, "a", 0, 0},
	"cudaMallocHost": {target.CudaMallocHost, "oaa", 0, 0}, "cudaHostAlloc": {target.CudaMallocHost, "oaa", 0, 0}, "cudaFreeHost": {target.CudaFreeHost, "a", 0, 0},
	"cudaMallocManaged": {target.CudaMallocManaged, "oaa", 0, 0}, "cudaMallocPitch": {target.CudaMallocPitch, "ooaa", 0, 0},
	"cudaMemcpy": {target.CudaMemcpy, "aaaa", 0, 0}, "cudaMemcpyAsync": {target.CudaMemcpyAsync, "aaaaa", 0, 0},
	"cudaMemset": {target.CudaMemset, "aaa", 0, 0}, "cudaMemsetAsync": {target.CudaMemsetAsync, "aaaa", 0, 0},
	"cudaMemGetInfo": {target.CudaMemGetInfo, "oo", 0, 0}, "cudaDeviceSynchronize": {target.CudaDeviceSynchronize, "", 0, 0}, "cudaDeviceReset": {target.CudaDeviceReset, "", 0, 0},
	"cudaGetLastError": {target.CudaGetLastError, "", 0, 0}, "cudaPeekAtLastError": {target.CudaPeekAtLastError, "", 0, 0},
	"cudaGetDeviceCount": {target.CudaGetDeviceCount, "o", 0, 0}, "cudaSetDevice": {target.CudaSetDevice, "a", 0, 0}, "cudaGetDevice": {target.CudaGetDevice, "o", 0, 0},
	"cudaGetDeviceProperties": {target.CudaGetDeviceProperties, "aa", 0, 0}, "cudaPointerGetAttributes": {target.CudaPointerGetAttributes, "Aa", 0, 0},
	"cudaMemPrefetchAsync": {target.CudaMemPrefetchAsync, "aaaa", 0, 0}, "cudaMemAdvise": {target.CudaMemAdvise, "aaaa", 0, 0},

	"cudaStreamCreate": {target.CudaStreamCreate, "o", 0, 0}, "cudaStreamCreateWithFlags": {target.CudaStreamCreate, "oa", 0, 0}, "cudaStreamDestroy": {target.CudaStreamDestroy, "a", 0, 0},
	"cudaStreamSynchronize": {target.CudaStreamSynchronize, "a", 0, 0}, "cudaStreamWaitEvent": {target.CudaStreamWaitEvent, "aa-", 0, 0},
	"cudaEventCreate": {target.CudaEventCreate, "o", 0, 0}, "cudaEventCreateWithFlags": {target.CudaEventCreate, "oa", 0, 0}, "cudaEventRecord": {target.CudaEventRecord, "aa", 0, 0},
	"cudaEventSynchronize": {target.CudaEventSynchronize, "a", 0, 0}, "cudaEventElapsedTime": {target.CudaEventElapsedTime, "maa", 0, 0}, "cudaEventDestroy": {target.CudaEventDestroy, "a", 0, 0},
	"cudaMallocAsync": {target.CudaMallocAsync, "oaa", 0, 0}, "cudaFreeAsync": {target.CudaFreeAsync, "aa", 0, 0}, "cudaMallocFromPoolAsync": {target.CudaMallocFromPoolAsync, "oaaa", 0, 0},
	"cudaMemPoolCreate": {target.CudaMemPoolCreate, "o-", 0, 0}, "cudaMemPoolDestroy": {target.CudaMemPoolDestroy, "a", 0, 0},
	"cudaMemPoolSetAttribute": {target.CudaMemPoolSetAttribute, "aav", 0, 0}, "cudaMemPoolGetAttribute": {target.CudaMemPoolGetAttribute, "aao", 0, 0}, "cudaMemPoolTrimTo": {target.CudaMemPoolTrimTo, "aa", 0, 0},
	"cudaDeviceGetDefaultMemPool": {target.CudaDeviceGetDefaultMemPool, "oa", 0, 0}, "cudaDeviceSetMemPool": {target.CudaDeviceSetMemPool, "aa", 0, 0},

	"cuInit": {target.CuInit, "a", 0, 0}, "cuDeviceGet": {target.CuDeviceGet, "oa", 0, 0}, "cuCtxCreate": {target.CuCtxCreate, "oaa", 0, 0}, "cuCtxDestroy": {target.CuCtxDestroy, "a", 0, 0},
	"cuMemAlloc": {target.CuMemAlloc, "oa", 0, 0}, "cuMemFree": {target.CuMemFree, "a", 0, 0}, "cuMemGetInfo": {target.CuMemGetInfo, "oo", 0, 0},
	"cuMemGetAllocationGranularity": {target.CuMemGetAllocationGranularity, "o-a", 0, 0}, "cuMemAddressReserve": {target.CuMemAddressReserve, "oaaa-", 0, 0}, "cuMemAddressFree": {target.CuMemAddressFree, "aa", 0, 0},
	"cuMemCreate": {target.CuMemCreate, "oa--", 0, 0}, "cuMemRelease": {target.CuMemRelease, "a", 0, 0}, "cuMemMap": {target.CuMemMap, "aaaa-", 0, 0}, "cuMemUnmap": {target.CuMemUnmap, "aa", 0, 0},
	"cuMemSetAccess": {target.CuMemSetAccess, "aaf-", 0, 0}, "cuMemGetAccess": {target.CuMemGetAccess, "o-a", 0, 0},

	"uvm_mem_alloc": {target.UvmMemAlloc, "Po", resultStatus, 0}, "uvm_mem_free": {target.UvmMemFree, "a", resultNone, 0},
	"uvm_mem_alloc_sysmem": {target.UvmMemAllocSysmem, "aao", resultStatus, 0}, "uvm_mem_alloc_vidmem": {target.UvmMemAllocVidmem, "aao", resultStatus, 0},
	"uvm_mem_map_gpu_kernel": {target.UvmMemMapGpuKernel, "aa", resultStatus, 0}, "uvm_mem_map_cpu_kernel": {target.UvmMemMapCpuKernel, "a", resultStatus, 0},
	"uvm_mem_get_gpu_va_kernel": {target.UvmMemGetGpuVaKernel, "aa", resultOut, 0},
	"uvm_pmm_gpu_alloc_user":    {target.PmmAllocUser, "aaaaaa", resultStatus, 0}, "uvm_pmm_gpu_alloc_kernel": {target.PmmAllocKernel, "aaaaaa", resultStatus, 0},
	"uvm_pmm_gpu_unpin_allocated": {target.PmmUnpinAllocated, "aaa", resultNone, 0}, "uvm_pmm_gpu_free": {target.PmmFree, "aaa", resultNone, 0},
	"uvm_pmm_gpu_split_chunk": {target.PmmSplitChunk, "aaaa", resultStatus, 0}, "uvm_pmm_gpu_merge_chunk": {target.PmmMergeChunk, "aa", resultNone, 0},
	"uvm_pmm_gpu_mark_chunk_evictable": {target.PmmMarkEvictable, "aa", resultNone, 0}, "uvm_pmm_gpu_evict_chunk": {target.PmmEvictChunk, "aa", resultStatus, 0},
	"uvm_pmm_gpu_defrag": {target.PmmDefrag, "a", resultStatus, 0}, "uvm_pmm_gpu_print_stats": {target.PmmPrintStats, "a", resultNone, 0},

	"pw_touch": {target.PwTouch, "aaa", 0, 0}, "pw_chase": {target.PwChase, "aaa", resultChase, 0}, "pw_note": {target.PwNote, "t", resultNone, 0},
	"pw_context": {target.PwContext, "a", resultNone, 0}, "pw_checkpoint": {target.PwCheckpoint, "t", resultNone, 0}, "pw_nvidia_smi": {target.PwNvidiaSmi, "", resultNone, 0},
}

// hostCall is a function that the interpreter answers.
type hostCall uint8

const (
	hostPrintf hostCall = iota
	hostFprintf
	hostPuts
	hostPutchar
	hostFflush
	hostMalloc
	hostCalloc
	hostFree
	hostMemset
	hostMemcpy
	hostMemcmp
	hostStrlen
	hostStrcmp
	hostExit
	hostAbort
	hostAssert
	hostRand
	hostSrand
	hostAbs
	hostSqrt
	hostSqrtf
	hostFabs
	hostFabsf
	hostFloor
	hostCeil
	hostFmin
	hostFmax
	hostFminf
	hostFmaxf
	hostTime
	hostClock
	hostAtoi
	hostErrorName
	hostErrorString
	hostDriverErrorName
	hostDriverErrorString
	hostCalls
)

var hostNames = map[string]hostCall{
	"printf": hostPrintf, "fprintf": hostFprintf, "puts": hostPuts, "putchar": hostPutchar, "fflush": hostFflush,
	"malloc": hostMalloc, "calloc": hostCalloc, "free": hostFree, "memset": hostMemset, "memcpy": hostMemcpy, "memmove": hostMemcpy, "memcmp": hostMemcmp,
	"strlen": hostStrlen, "strcmp": hostStrcmp, "exit": hostExit, "abort": hostAbort, "__assert_fail": hostAssert,
	"rand": hostRand, "srand": hostSrand, "abs": hostAbs, "labs": hostAbs, "sqrt": hostSqrt, "sqrtf": hostSqrtf, "fabs": hostFabs, "fabsf": hostFabsf, "floor": hostFloor, "ceil": hostCeil,
	"fmin": hostFmin, "fmax": hostFmax, "fminf": hostFminf, "fmaxf": hostFmaxf, "time": hostTime, "clock": hostClock, "atoi": hostAtoi,
	"cudaGetErrorName": hostErrorName, "cudaGetErrorString": hostErrorString, "cuGetErrorName": hostDriverErrorName, "cuGetErrorString": hostDriverErrorString,
}

// missingLibrary lists functions that programs often call and that are not
// here, so that the message can say so.
var missingLibrary = []string{"sin", "cos", "tan", "exp", "log", "pow", "sinf", "cosf", "expf", "logf", "powf", "scanf", "fopen", "sprintf", "snprintf", "realloc", "strcpy", "strcat", "getenv", "system", "sleep", "usleep", "gettimeofday"}

// builtinOf finds what answers a prototype of the prelude.
func builtinOf(name string) *builtin {
	if b, ok := recipes[name]; ok {
		return &b
	}
	if h, ok := hostNames[name]; ok {
		return &builtin{host: h}
	}
	panic("scenario: prelude: nobody answers " + name)
}
