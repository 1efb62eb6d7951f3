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

// Tables are lists and not maps: they cost no code that fills them.

type namedBuiltin struct {
	name string
	builtin
}

type namedHostCall struct {
	name string
	call hostCall
}

// recipes lists the calls of a target. Names that are not the call's own in
// target.Ops are variants with more or fewer arguments.
var recipes = []namedBuiltin{
	{"cudaMalloc", builtin{target.CudaMalloc, "oa", 0, 0}}, {"cudaFree", builtin{target.CudaFree, "a", 0, 0}},
	{"cudaMallocHost", builtin{target.CudaMallocHost, "oaa", 0, 0}}, {"cudaHostAlloc", builtin{target.CudaMallocHost, "oaa", 0, 0}}, {"cudaFreeHost", builtin{target.CudaFreeHost, "a", 0, 0}},
	{"cudaMallocManaged", builtin{target.CudaMallocManaged, "oaa", 0, 0}}, {"cudaMallocPitch", builtin{target.CudaMallocPitch, "ooaa", 0, 0}},
	{"cudaMemcpy", builtin{target.CudaMemcpy, "aaaa", 0, 0}}, {"cudaMemcpyAsync", builtin{target.CudaMemcpyAsync, "aaaaa", 0, 0}},
	{"cudaMemset", builtin{target.CudaMemset, "aaa", 0, 0}}, {"cudaMemsetAsync", builtin{target.CudaMemsetAsync, "aaaa", 0, 0}},
	{"cudaMemcpyToSymbol", builtin{target.CudaMemcpyToSymbol, "Saaaa", 0, 0}}, {"cudaMemcpyToSymbolAsync", builtin{target.CudaMemcpyToSymbol, "Saaaaa", 0, 0}},
	{"cudaMemcpyFromSymbol", builtin{target.CudaMemcpyFromSymbol, "aSaaa", 0, 0}}, {"cudaMemcpyFromSymbolAsync", builtin{target.CudaMemcpyFromSymbol, "aSaaaa", 0, 0}},
	{"cudaGetSymbolAddress", builtin{target.CudaGetSymbolAddress, "oS", 0, 0}}, {"cudaGetSymbolSize", builtin{target.CudaGetSymbolSize, "oS", 0, 0}},
	{"cudaMemGetInfo", builtin{target.CudaMemGetInfo, "OO", 0, 0}}, {"cudaDeviceSynchronize", builtin{target.CudaDeviceSynchronize, "", 0, 0}}, {"cudaDeviceReset", builtin{target.CudaDeviceReset, "", 0, 0}},
	{"cudaGetLastError", builtin{target.CudaGetLastError, "", 0, 0}}, {"cudaPeekAtLastError", builtin{target.CudaPeekAtLastError, "", 0, 0}},
	{"cudaGetDeviceCount", builtin{target.CudaGetDeviceCount, "o", 0, 0}}, {"cudaSetDevice", builtin{target.CudaSetDevice, "a", 0, 0}}, {"cudaGetDevice", builtin{target.CudaGetDevice, "o", 0, 0}},
	{"cudaGetDeviceProperties", builtin{target.CudaGetDeviceProperties, "aa", 0, 0}}, {"cudaPointerGetAttributes", builtin{target.CudaPointerGetAttributes, "Aa", 0, 0}}, {"cudaHostGetDevicePointer", builtin{target.CudaHostGetDevicePointer, "oaa", 0, 0}},
	{"cudaMemPrefetchAsync", builtin{target.CudaMemPrefetchAsync, "aaaa", 0, 0}}, {"cudaMemAdvise", builtin{target.CudaMemAdvise, "aaaa", 0, 0}},
	{"cudaHostRegister", builtin{target.CudaHostRegister, "aaa", 0, 0}}, {"cudaHostUnregister", builtin{target.CudaHostUnregister, "a", 0, 0}},
	{"cudaMemDiscardBatchAsync", builtin{target.CudaMemDiscardBatchAsync, "aaaaa", 0, 0}},

	{"cudaStreamCreate", builtin{target.CudaStreamCreate, "o", 0, 0}}, {"cudaStreamCreateWithFlags", builtin{target.CudaStreamCreate, "oa", 0, 0}}, {"cudaStreamDestroy", builtin{target.CudaStreamDestroy, "a", 0, 0}},
	{"cudaStreamSynchronize", builtin{target.CudaStreamSynchronize, "a", 0, 0}}, {"cudaStreamWaitEvent", builtin{target.CudaStreamWaitEvent, "aaa", 0, 0}},
	{"cudaEventCreate", builtin{target.CudaEventCreate, "o", 0, 0}}, {"cudaEventCreateWithFlags", builtin{target.CudaEventCreate, "oa", 0, 0}}, {"cudaEventRecord", builtin{target.CudaEventRecord, "aa", 0, 0}},
	{"cudaEventSynchronize", builtin{target.CudaEventSynchronize, "a", 0, 0}}, {"cudaEventElapsedTime", builtin{target.CudaEventElapsedTime, "maa", 0, 0}}, {"cudaEventDestroy", builtin{target.CudaEventDestroy, "a", 0, 0}},
	{"cudaMallocAsync", builtin{target.CudaMallocAsync, "oaa", 0, 0}}, {"cudaFreeAsync", builtin{target.CudaFreeAsync, "aa", 0, 0}}, {"cudaMallocFromPoolAsync", builtin{target.CudaMallocFromPoolAsync, "oaaa", 0, 0}},
	{"cudaMemPoolCreate", builtin{target.CudaMemPoolCreate, "oq", 0, 0}}, {"cudaMemPoolDestroy", builtin{target.CudaMemPoolDestroy, "a", 0, 0}},
	{"cudaMemPoolSetAttribute", builtin{target.CudaMemPoolSetAttribute, "aav", 0, 0}}, {"cudaMemPoolGetAttribute", builtin{target.CudaMemPoolGetAttribute, "aao", 0, 0}}, {"cudaMemPoolTrimTo", builtin{target.CudaMemPoolTrimTo, "aa", 0, 0}},
	{"cudaDeviceGetDefaultMemPool", builtin{target.CudaDeviceGetDefaultMemPool, "oa", 0, 0}}, {"cudaDeviceSetMemPool", builtin{target.CudaDeviceSetMemPool, "aa", 0, 0}},

	{"cuInit", builtin{target.CuInit, "a", 0, 0}}, {"cuDeviceGet", builtin{target.CuDeviceGet, "oa", 0, 0}}, {"cuCtxCreate", builtin{target.CuCtxCreate, "oaa", 0, 0}}, {"cuCtxDestroy", builtin{target.CuCtxDestroy, "a", 0, 0}},
	{"cuMemAlloc", builtin{target.CuMemAlloc, "oa", 0, 0}}, {"cuMemFree", builtin{target.CuMemFree, "a", 0, 0}}, {"cuMemGetInfo", builtin{target.CuMemGetInfo, "OO", 0, 0}},
	{"cuMemGetAllocationGranularity", builtin{target.CuMemGetAllocationGranularity, "oga", 0, 0}}, {"cuMemAddressReserve", builtin{target.CuMemAddressReserve, "oaaaa", 0, 0}}, {"cuMemAddressFree", builtin{target.CuMemAddressFree, "aa", 0, 0}},
	{"cuMemCreate", builtin{target.CuMemCreate, "oapa", 0, 0}}, {"cuMemRelease", builtin{target.CuMemRelease, "a", 0, 0}}, {"cuMemMap", builtin{target.CuMemMap, "aaaaa", 0, 0}}, {"cuMemUnmap", builtin{target.CuMemUnmap, "aa", 0, 0}},
	{"cuMemSetAccess", builtin{target.CuMemSetAccess, "aaf-", 0, 0}}, {"cuMemGetAccess", builtin{target.CuMemGetAccess, "ola", 0, 0}}, {"cuMemGetAddressRange", builtin{target.CuMemGetAddressRange, "OOa", 0, 0}},

	{"uvm_mem_alloc", builtin{target.UvmMemAlloc, "Po", resultStatus, 0}}, {"uvm_mem_free", builtin{target.UvmMemFree, "a", resultNone, 0}},
	{"uvm_mem_alloc_sysmem", builtin{target.UvmMemAllocSysmem, "aao", resultStatus, 0}}, {"uvm_mem_alloc_vidmem", builtin{target.UvmMemAllocVidmem, "aao", resultStatus, 0}},
	{"uvm_mem_map_gpu_kernel", builtin{target.UvmMemMapGpuKernel, "aa", resultStatus, 0}}, {"uvm_mem_map_cpu_kernel", builtin{target.UvmMemMapCpuKernel, "a", resultStatus, 0}},
	{"uvm_mem_get_gpu_va_kernel", builtin{target.UvmMemGetGpuVaKernel, "aa", resultOut, 0}},
	{"uvm_page_tree_get_ptes", builtin{target.PageTreeGet, "aaaaao", resultStatus, 0}}, {"uvm_page_tree_put_ptes", builtin{target.PageTreePut, "av", resultNone, 0}},
	{"uvm_page_tree_alloc_table", builtin{target.PageTreeAllocTable, "aaavo", resultStatus, 0}},
	{"uvm_pmm_gpu_alloc_user", builtin{target.PmmAllocUser, "aaaaaa", resultStatus, 0}}, {"uvm_pmm_gpu_alloc_kernel", builtin{target.PmmAllocKernel, "aaaaaa", resultStatus, 0}},
	{"uvm_pmm_gpu_unpin_allocated", builtin{target.PmmUnpinAllocated, "aaa", resultNone, 0}}, {"uvm_pmm_gpu_free", builtin{target.PmmFree, "aaa", resultNone, 0}},
	{"uvm_pmm_gpu_split_chunk", builtin{target.PmmSplitChunk, "aaaa", resultStatus, 0}}, {"uvm_pmm_gpu_merge_chunk", builtin{target.PmmMergeChunk, "aa", resultNone, 0}},
	{"uvm_pmm_gpu_mark_chunk_evictable", builtin{target.PmmMarkEvictable, "aa", resultNone, 0}}, {"uvm_pmm_gpu_evict_chunk", builtin{target.PmmEvictChunk, "aa", resultStatus, 0}},
	{"uvm_pmm_gpu_defrag", builtin{target.PmmDefrag, "a", resultStatus, 0}}, {"uvm_pmm_gpu_print_stats", builtin{target.PmmPrintStats, "a", resultNone, 0}},

	{"pw_touch", builtin{target.PwTouch, "aaa", 0, 0}}, {"pw_chase", builtin{target.PwChase, "aaa", resultChase, 0}}, {"pw_note", builtin{target.PwNote, "t", resultNone, 0}},
	{"pw_context", builtin{target.PwContext, "a", resultNone, 0}}, {"pw_checkpoint", builtin{target.PwCheckpoint, "t", resultNone, 0}}, {"pw_nvidia_smi", builtin{target.PwNvidiaSmi, "", resultNone, 0}},
}

// hostCall is a function that the interpreter answers.
type hostCall uint8

const (
	hostPrintf hostCall = iota // isa.HostPrintf
	hostAssert                 // isa.HostAssert
	hostFprintf
	hostSprintf
	hostSnprintf
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
	hostRand
	hostSrand
	hostTime
	hostClock
	hostAtoi
	hostErrorName
	hostErrorString
	hostDriverErrorName
	hostDriverErrorString
	hostCalls
)

var hostNames = []namedHostCall{
	{"printf", hostPrintf}, {"fprintf", hostFprintf}, {"sprintf", hostSprintf}, {"snprintf", hostSnprintf}, {"puts", hostPuts}, {"putchar", hostPutchar}, {"fflush", hostFflush},
	{"malloc", hostMalloc}, {"calloc", hostCalloc}, {"free", hostFree}, {"memset", hostMemset}, {"memcpy", hostMemcpy}, {"memmove", hostMemcpy}, {"memcmp", hostMemcmp},
	{"strlen", hostStrlen}, {"strcmp", hostStrcmp}, {"exit", hostExit}, {"abort", hostAbort}, {"__assert_fail", hostAssert},
	{"rand", hostRand}, {"srand", hostSrand},
	{"time", hostTime}, {"clock", hostClock}, {"atoi", hostAtoi},
	{"cudaGetErrorName", hostErrorName}, {"cudaGetErrorString", hostErrorString}, {"cuGetErrorName", hostDriverErrorName}, {"cuGetErrorString", hostDriverErrorString},
}

// missingLibrary lists functions that programs often call and that are not
// here, so that the message can say so.
var missingLibrary = []string{"erf", "erff", "lgamma", "tgamma", "scanf", "fopen", "fgets", "realloc", "getenv", "system", "sleep", "usleep"}

// builtinOf finds what answers a prototype of the prelude.
func builtinOf(name string) *builtin {
	for i := range recipes {
		if r := &recipes[i]; r.name == name {
			return &r.builtin
		}
	}
	for i := range hostNames {
		if h := &hostNames[i]; h.name == name {
			return &builtin{host: h.call}
		}
	}
	panic("scenario: prelude: nobody answers " + name)
}
