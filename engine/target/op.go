package target

// Op is a call that a target can be asked to answer. The list is closed; Ops
// has a row for each.
type Op uint16

const (
	NoOp Op = iota

	// The runtime API, classic calls.
	CudaMalloc               // cudaMalloc
	CudaFree                 // cudaFree
	CudaMallocHost           // cudaMallocHost
	CudaFreeHost             // cudaFreeHost
	CudaMallocManaged        // cudaMallocManaged
	CudaMallocPitch          // cudaMallocPitch
	CudaMemcpy               // cudaMemcpy
	CudaMemcpyAsync          // cudaMemcpyAsync
	CudaMemset               // cudaMemset
	CudaMemsetAsync          // cudaMemsetAsync
	CudaMemGetInfo           // cudaMemGetInfo
	CudaDeviceSynchronize    // cudaDeviceSynchronize
	CudaDeviceReset          // cudaDeviceReset
	CudaGetLastError         // cudaGetLastError
	CudaPeekAtLastError      // cudaPeekAtLastError
	CudaGetDeviceCount       // cudaGetDeviceCount
	CudaSetDevice            // cudaSetDevice
	CudaGetDevice            // cudaGetDevice
	CudaGetDeviceProperties  // cudaGetDeviceProperties
	CudaPointerGetAttributes // cudaPointerGetAttributes
	CudaHostGetDevicePointer // cudaHostGetDevicePointer
	CudaMemPrefetchAsync     // cudaMemPrefetchAsync
	CudaMemAdvise            // cudaMemAdvise
	CudaHostRegister         // cudaHostRegister
	CudaHostUnregister       // cudaHostUnregister
	CudaMemDiscardBatchAsync // cudaMemDiscardBatchAsync

	// Streams, events and pools.
	CudaStreamCreate            // cudaStreamCreate
	CudaStreamDestroy           // cudaStreamDestroy
	CudaStreamSynchronize       // cudaStreamSynchronize
	CudaStreamWaitEvent         // cudaStreamWaitEvent
	CudaEventCreate             // cudaEventCreate
	CudaEventRecord             // cudaEventRecord
	CudaEventSynchronize        // cudaEventSynchronize
	CudaEventElapsedTime        // cudaEventElapsedTime
	CudaEventDestroy            // cudaEventDestroy
	CudaMallocAsync             // cudaMallocAsync
	CudaFreeAsync               // cudaFreeAsync
	CudaMallocFromPoolAsync     // cudaMallocFromPoolAsync
	CudaMemPoolCreate           // cudaMemPoolCreate
	CudaMemPoolDestroy          // cudaMemPoolDestroy
	CudaMemPoolSetAttribute     // cudaMemPoolSetAttribute
	CudaMemPoolGetAttribute     // cudaMemPoolGetAttribute
	CudaMemPoolTrimTo           // cudaMemPoolTrimTo
	CudaDeviceGetDefaultMemPool // cudaDeviceGetDefaultMemPool
	CudaDeviceSetMemPool        // cudaDeviceSetMemPool

	// The driver API and virtual memory.
	CuInit                        // cuInit
	CuDeviceGet                   // cuDeviceGet
	CuCtxCreate                   // cuCtxCreate
	CuCtxDestroy                  // cuCtxDestroy
	CuMemAlloc                    // cuMemAlloc
	CuMemFree                     // cuMemFree
	CuMemGetInfo                  // cuMemGetInfo
	CuMemGetAddressRange          // cuMemGetAddressRange
	CuMemGetAllocationGranularity // cuMemGetAllocationGranularity
	CuMemAddressReserve           // cuMemAddressReserve
	CuMemAddressFree              // cuMemAddressFree
	CuMemCreate                   // cuMemCreate
	CuMemRelease                  // cuMemRelease
	CuMemMap                      // cuMemMap
	CuMemUnmap                    // cuMemUnmap
	CuMemSetAccess                // cuMemSetAccess
	CuMemGetAccess                // cuMemGetAccess

	// Inside the kernel driver (simulated only).
	UvmMemAlloc          // uvm_mem_alloc
	UvmMemFree           // uvm_mem_free
	UvmMemAllocSysmem    // uvm_mem_alloc_sysmem
	UvmMemAllocVidmem    // uvm_mem_alloc_vidmem
	UvmMemMapGpuKernel   // uvm_mem_map_gpu_kernel
	UvmMemMapCpuKernel   // uvm_mem_map_cpu_kernel
	UvmMemGetGpuVaKernel // uvm_mem_get_gpu_va_kernel
	PageTreeGet          // uvm_page_tree_get_ptes
	PageTreePut          // uvm_page_tree_put_ptes
	PageTreeAllocTable   // uvm_page_tree_alloc_table
	PmmAllocUser         // uvm_pmm_gpu_alloc_user
	PmmAllocKernel       // uvm_pmm_gpu_alloc_kernel
	PmmUnpinAllocated    // uvm_pmm_gpu_unpin_allocated
	PmmFree              // uvm_pmm_gpu_free
	PmmSplitChunk        // uvm_pmm_gpu_split_chunk
	PmmMergeChunk        // uvm_pmm_gpu_merge_chunk
	PmmMarkEvictable     // uvm_pmm_gpu_mark_chunk_evictable
	PmmEvictChunk        // uvm_pmm_gpu_evict_chunk
	PmmDefrag            // uvm_pmm_gpu_defrag
	PmmPrintStats        // uvm_pmm_gpu_print_stats

	// Calls of Pagewalk's own.
	PwTouch      // pw_touch
	PwChase      // pw_chase
	PwNote       // pw_note
	PwContext    // pw_context
	PwCheckpoint // pw_checkpoint
	PwNvidiaSmi  // pw_nvidia_smi
	Launch       // <<<>>>
	HostTouch    // the host touches managed memory that is not in its reach

	// Variables of the program on the card.
	CudaMemcpyToSymbol   // cudaMemcpyToSymbol
	CudaMemcpyFromSymbol // cudaMemcpyFromSymbol
	CudaGetSymbolAddress // cudaGetSymbolAddress
	CudaGetSymbolSize    // cudaGetSymbolSize
	opCount
)

// OpInfo is what the table says of one call.
type OpInfo struct {
	Name  string // as the program writes it
	Layer string // runtime, streams, driver, kernel driver, pagewalk
	Args  string // what Call.Arg holds, by position
	Out   string // what Result.Out holds
}

// Ops lists every call, indexed by Op.
var Ops = [opCount]OpInfo{
	CudaMalloc:                    {"cudaMalloc", "runtime", "bytes", "pointer"},
	CudaFree:                      {"cudaFree", "runtime", "pointer", ""},
	CudaMallocHost:                {"cudaMallocHost", "runtime", "bytes, flags", "host pointer"},
	CudaFreeHost:                  {"cudaFreeHost", "runtime", "host pointer", ""},
	CudaMallocManaged:             {"cudaMallocManaged", "runtime", "bytes, flags", "pointer"},
	CudaMallocPitch:               {"cudaMallocPitch", "runtime", "width, height", "pointer, pitch"},
	CudaMemcpy:                    {"cudaMemcpy", "runtime", "dst, src, bytes, kind", ""},
	CudaMemcpyAsync:               {"cudaMemcpyAsync", "runtime", "dst, src, bytes, kind, stream", ""},
	CudaMemset:                    {"cudaMemset", "runtime", "dst, value, bytes", ""},
	CudaMemsetAsync:               {"cudaMemsetAsync", "runtime", "dst, value, bytes, stream", ""},
	CudaMemGetInfo:                {"cudaMemGetInfo", "runtime", "", "free, total"},
	CudaDeviceSynchronize:         {"cudaDeviceSynchronize", "runtime", "", ""},
	CudaDeviceReset:               {"cudaDeviceReset", "runtime", "", ""},
	CudaGetLastError:              {"cudaGetLastError", "runtime", "", ""},
	CudaPeekAtLastError:           {"cudaPeekAtLastError", "runtime", "", ""},
	CudaGetDeviceCount:            {"cudaGetDeviceCount", "runtime", "", "count"},
	CudaSetDevice:                 {"cudaSetDevice", "runtime", "device", ""},
	CudaGetDevice:                 {"cudaGetDevice", "runtime", "", "device"},
	CudaGetDeviceProperties:       {"cudaGetDeviceProperties", "runtime", "struct address, device", ""},
	CudaPointerGetAttributes:      {"cudaPointerGetAttributes", "runtime", "pointer", "memory type, device and whether the card reaches it"},
	CudaHostGetDevicePointer:      {"cudaHostGetDevicePointer", "runtime", "host pointer", "pointer"},
	CudaMemPrefetchAsync:          {"cudaMemPrefetchAsync", "runtime", "pointer, bytes, device, stream", ""},
	CudaMemAdvise:                 {"cudaMemAdvise", "runtime", "pointer, bytes, advice, device", ""},
	CudaHostRegister:              {"cudaHostRegister", "runtime", "host pointer, bytes, flags", ""},
	CudaHostUnregister:            {"cudaHostUnregister", "runtime", "host pointer", ""},
	CudaMemDiscardBatchAsync:      {"cudaMemDiscardBatchAsync", "runtime", "pointers, sizes, count, flags, stream", ""},
	CudaStreamCreate:              {"cudaStreamCreate", "streams", "flags", "stream"},
	CudaStreamDestroy:             {"cudaStreamDestroy", "streams", "stream", ""},
	CudaStreamSynchronize:         {"cudaStreamSynchronize", "streams", "stream", ""},
	CudaStreamWaitEvent:           {"cudaStreamWaitEvent", "streams", "stream, event, flags", ""},
	CudaEventCreate:               {"cudaEventCreate", "streams", "flags", "event"},
	CudaEventRecord:               {"cudaEventRecord", "streams", "event, stream", ""},
	CudaEventSynchronize:          {"cudaEventSynchronize", "streams", "event", ""},
	CudaEventElapsedTime:          {"cudaEventElapsedTime", "streams", "start, stop", "picoseconds"},
	CudaEventDestroy:              {"cudaEventDestroy", "streams", "event", ""},
	CudaMallocAsync:               {"cudaMallocAsync", "streams", "bytes, stream", "pointer"},
	CudaFreeAsync:                 {"cudaFreeAsync", "streams", "pointer, stream", ""},
	CudaMallocFromPoolAsync:       {"cudaMallocFromPoolAsync", "streams", "bytes, pool, stream", "pointer"},
	CudaMemPoolCreate:             {"cudaMemPoolCreate", "streams", "properties, most bytes", "pool"},
	CudaMemPoolDestroy:            {"cudaMemPoolDestroy", "streams", "pool", ""},
	CudaMemPoolSetAttribute:       {"cudaMemPoolSetAttribute", "streams", "pool, attribute, value", ""},
	CudaMemPoolGetAttribute:       {"cudaMemPoolGetAttribute", "streams", "pool, attribute", "value"},
	CudaMemPoolTrimTo:             {"cudaMemPoolTrimTo", "streams", "pool, bytes", ""},
	CudaDeviceGetDefaultMemPool:   {"cudaDeviceGetDefaultMemPool", "streams", "device", "pool"},
	CudaDeviceSetMemPool:          {"cudaDeviceSetMemPool", "streams", "device, pool", ""},
	CuInit:                        {"cuInit", "driver", "flags", ""},
	CuDeviceGet:                   {"cuDeviceGet", "driver", "ordinal", "device"},
	CuCtxCreate:                   {"cuCtxCreate", "driver", "flags, device", "context"},
	CuCtxDestroy:                  {"cuCtxDestroy", "driver", "context", ""},
	CuMemAlloc:                    {"cuMemAlloc", "driver", "bytes", "pointer"},
	CuMemFree:                     {"cuMemFree", "driver", "pointer", ""},
	CuMemGetInfo:                  {"cuMemGetInfo", "driver", "", "free, total"},
	CuMemGetAddressRange:          {"cuMemGetAddressRange", "driver", "pointer", "base, bytes"},
	CuMemGetAllocationGranularity: {"cuMemGetAllocationGranularity", "driver", "option, properties", "bytes"},
	CuMemAddressReserve:           {"cuMemAddressReserve", "driver", "bytes, alignment, hint, flags", "address"},
	CuMemAddressFree:              {"cuMemAddressFree", "driver", "address, bytes", ""},
	CuMemCreate:                   {"cuMemCreate", "driver", "bytes, properties, flags", "handle"},
	CuMemRelease:                  {"cuMemRelease", "driver", "handle", ""},
	CuMemMap:                      {"cuMemMap", "driver", "address, bytes, offset, handle, flags", ""},
	CuMemUnmap:                    {"cuMemUnmap", "driver", "address, bytes", ""},
	CuMemSetAccess:                {"cuMemSetAccess", "driver", "address, bytes, flags, properties", ""},
	CuMemGetAccess:                {"cuMemGetAccess", "driver", "address, properties", "flags"},
	UvmMemAlloc:                   {"uvm_mem_alloc", "kernel driver", "size, page size, backing gpu, dma owner, mm, zero", "mem"},
	UvmMemFree:                    {"uvm_mem_free", "kernel driver", "mem", ""},
	UvmMemAllocSysmem:             {"uvm_mem_alloc_sysmem", "kernel driver", "size, mm", "mem"},
	UvmMemAllocVidmem:             {"uvm_mem_alloc_vidmem", "kernel driver", "size, gpu", "mem"},
	UvmMemMapGpuKernel:            {"uvm_mem_map_gpu_kernel", "kernel driver", "mem, gpu", ""},
	UvmMemMapCpuKernel:            {"uvm_mem_map_cpu_kernel", "kernel driver", "mem", ""},
	UvmMemGetGpuVaKernel:          {"uvm_mem_get_gpu_va_kernel", "kernel driver", "mem, gpu", "address"},
	PageTreeGet:                   {"uvm_page_tree_get_ptes", "kernel driver", "tree, page size, start, size, flags", "range"},
	PageTreePut:                   {"uvm_page_tree_put_ptes", "kernel driver", "tree, range", ""},
	PageTreeAllocTable:            {"uvm_page_tree_alloc_table", "kernel driver", "tree, page size, flags, single", "range"},
	PmmAllocUser:                  {"uvm_pmm_gpu_alloc_user", "kernel driver", "pmm, count, chunk size, flags, chunks out, tracker", ""},
	PmmAllocKernel:                {"uvm_pmm_gpu_alloc_kernel", "kernel driver", "pmm, count, chunk size, flags, chunks out, tracker", ""},
	PmmUnpinAllocated:             {"uvm_pmm_gpu_unpin_allocated", "kernel driver", "pmm, chunk, block", ""},
	PmmFree:                       {"uvm_pmm_gpu_free", "kernel driver", "pmm, chunk, tracker", ""},
	PmmSplitChunk:                 {"uvm_pmm_gpu_split_chunk", "kernel driver", "pmm, chunk, size, subchunks out", ""},
	PmmMergeChunk:                 {"uvm_pmm_gpu_merge_chunk", "kernel driver", "pmm, chunk", ""},
	PmmMarkEvictable:              {"uvm_pmm_gpu_mark_chunk_evictable", "kernel driver", "pmm, chunk", ""},
	PmmEvictChunk:                 {"uvm_pmm_gpu_evict_chunk", "kernel driver", "pmm, chunk", ""},
	PmmDefrag:                     {"uvm_pmm_gpu_defrag", "kernel driver", "pmm", "bytes copied, largest hole"},
	PmmPrintStats:                 {"uvm_pmm_gpu_print_stats", "kernel driver", "pmm", "bytes free, largest hole"},
	PwTouch:                       {"pw_touch", "pagewalk", "pointer, bytes, stride", ""},
	PwChase:                       {"pw_chase", "pagewalk", "pointer, bytes, stride", "average cycles x 1000"},
	PwNote:                        {"pw_note", "pagewalk", "", ""},
	PwContext:                     {"pw_context", "pagewalk", "number", ""},
	PwCheckpoint:                  {"pw_checkpoint", "pagewalk", "", ""},
	PwNvidiaSmi:                   {"pw_nvidia_smi", "pagewalk", "", "used, total"},
	Launch:                        {"<<<>>>", "pagewalk", "grid x y, grid z and shared bytes, block x y, block z and argument bytes, stream", ""},
	HostTouch:                     {"host access", "pagewalk", "address, bytes, write", ""},
	CudaMemcpyToSymbol:            {"cudaMemcpyToSymbol", "runtime", "variable, its bytes, src, bytes, offset, kind, stream, first values", ""},
	CudaMemcpyFromSymbol:          {"cudaMemcpyFromSymbol", "runtime", "dst, variable, its bytes, bytes, offset, kind, stream, first values", ""},
	CudaGetSymbolAddress:          {"cudaGetSymbolAddress", "runtime", "variable, its bytes", "pointer"},
	CudaGetSymbolSize:             {"cudaGetSymbolSize", "runtime", "variable, its bytes", "bytes"},
}

// String gives the call's name.
func (o Op) String() string {
	if o < opCount {
		return Ops[o].Name
	}
	return "unknown call"
}
