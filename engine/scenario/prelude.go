package scenario

// prelude is what every program may use without declaring it, in the language
// itself: types, constants, prototypes, and the names that the teaching texts
// use as if they had been declared. A program that declares one of these names
// itself means its own. Layouts and values are those of the headers named.
const prelude = `
typedef unsigned long size_t; typedef long ssize_t; typedef long ptrdiff_t; typedef long intptr_t; typedef unsigned long uintptr_t;
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; typedef unsigned long uint64_t;
typedef long intmax_t; typedef unsigned long uintmax_t;
#define NULL nullptr
#define __CUDACC__ 1
#define __NVCC__ 1
#define __linux__ 1
#define CUDART_VERSION 12090
#define CUDA_VERSION 12090
#define SIZE_MAX 18446744073709551615UL
#define INT_MAX 2147483647
#define INT_MIN (-2147483647-1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-9223372036854775807L-1)
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
#define CHAR_BIT 8
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT32_MIN (-2147483647-1)
#define INT64_MIN (-9223372036854775807L-1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#define FLT_MAX 3.402823466e+38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623157e+308
#define RAND_MAX 2147483647
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define stdout ((FILE *)1)
#define stderr ((FILE *)2)
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, __LINE__))
typedef struct _IO_FILE FILE;
int printf(const char *format, ...); int fprintf(FILE *stream, const char *format, ...); int puts(const char *s); int putchar(int c); int fflush(FILE *stream);
void *malloc(size_t n); void *calloc(size_t n, size_t size); void free(void *p);
void *memset(void *p, int value, size_t n); void *memcpy(void *dst, const void *src, size_t n); void *memmove(void *dst, const void *src, size_t n); int memcmp(const void *a, const void *b, size_t n);
int sprintf(char *to, const char *format, ...); int snprintf(char *to, size_t n, const char *format, ...);
size_t strlen(const char *s); int strcmp(const char *a, const char *b);
void exit(int code); void abort(void); void __assert_fail(const char *what, int line);
int rand(void); void srand(unsigned int seed);
#define M_PI 3.14159265358979323846
#define INFINITY (1.0f/0.0f)
typedef long time_t; typedef long clock_t; long time(long *t); long clock(void); int atoi(const char *s);
#define CLOCKS_PER_SEC 1000000L

enum cudaError {
  cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInitializationError = 3, cudaErrorInvalidConfiguration = 9, cudaErrorInvalidPitchValue = 12, cudaErrorInvalidMemcpyDirection = 21, cudaErrorDevicesUnavailable = 46, cudaErrorInvalidDeviceFunction = 98, cudaErrorInvalidDevice = 101,
  cudaErrorDeviceUninitialized = 201, cudaErrorInvalidResourceHandle = 400, cudaErrorNotReady = 600, cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources = 701, cudaErrorLaunchTimeout = 702, cudaErrorAssert = 710, cudaErrorMisalignedAddress = 716, cudaErrorLaunchFailure = 719, cudaErrorNotPermitted = 800, cudaErrorNotSupported = 801, cudaErrorUnknown = 999 };
typedef enum cudaError cudaError_t;
const char *cudaGetErrorName(cudaError_t e); const char *cudaGetErrorString(cudaError_t e);
enum cudaMemcpyKind { cudaMemcpyHostToHost = 0, cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3, cudaMemcpyDefault = 4 };
typedef struct CUstream_st *cudaStream_t; typedef struct CUevent_st *cudaEvent_t; typedef struct CUmemPoolHandle_st *cudaMemPool_t;
struct dim3 { unsigned int x, y, z; }; typedef dim3 uint3;
struct int2 { int x, y; }; struct int3 { int x, y, z; }; struct int4 { int x, y, z, w; }; struct uint2 { unsigned int x, y; }; struct uint4 { unsigned int x, y, z, w; };
struct float2 { float x, y; }; struct float3 { float x, y, z; }; struct float4 { float x, y, z, w; }; struct double2 { double x, y; };
enum { cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4, cudaMemAttachGlobal = 1, cudaMemAttachHost = 2 };
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1, cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2, cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2 };
cudaError_t cudaMalloc(void **p, size_t n); cudaError_t cudaFree(void *p);
cudaError_t cudaMallocHost(void **p, size_t n, unsigned int flags = 0); cudaError_t cudaHostAlloc(void **p, size_t n, unsigned int flags); cudaError_t cudaFreeHost(void *p);
enum { cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2, cudaHostRegisterIoMemory = 4, cudaHostRegisterReadOnly = 8 };
cudaError_t cudaHostRegister(void *p, size_t n, unsigned int flags); cudaError_t cudaHostUnregister(void *p);
cudaError_t cudaMallocManaged(void **p, size_t n, unsigned int flags = 1); cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMemcpy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind); cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t n, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice); cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t n, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0); cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaGetSymbolAddress(void **p, const void *symbol); cudaError_t cudaGetSymbolSize(size_t *n, const void *symbol);
cudaError_t cudaMemset(void *p, int value, size_t n); cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream = 0);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total); cudaError_t cudaDeviceSynchronize(void); cudaError_t cudaDeviceReset(void);
cudaError_t cudaGetLastError(void); cudaError_t cudaPeekAtLastError(void);
cudaError_t cudaGetDeviceCount(int *n); cudaError_t cudaSetDevice(int device); cudaError_t cudaGetDevice(int *device);
struct cudaDeviceProp { char name[256]; char uuid[16]; char luid[8]; unsigned int luidDeviceNodeMask; size_t totalGlobalMem; size_t sharedMemPerBlock; int regsPerBlock; int warpSize; size_t memPitch;
  int maxThreadsPerBlock; int maxThreadsDim[3]; int maxGridSize[3]; int clockRate; size_t totalConstMem; int major; int minor; size_t textureAlignment; size_t texturePitchAlignment; int deviceOverlap; int multiProcessorCount; int kernelExecTimeoutEnabled; int integrated; int canMapHostMemory; int computeMode; int texturesAndSurfaces[40];
  size_t surfaceAlignment; int concurrentKernels; int ECCEnabled; int pciBusID; int pciDeviceID; int pciDomainID; int tccDriver; int asyncEngineCount; int unifiedAddressing; int memoryClockRate; int memoryBusWidth; int l2CacheSize; int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor; int streamPrioritiesSupported; int globalL1CacheSupported; int localL1CacheSupported; size_t sharedMemPerMultiprocessor; int regsPerMultiprocessor; int managedMemory; int isMultiGpuBoard; int multiGpuBoardGroupID;
  int hostNativeAtomicSupported; int singleToDoublePrecisionPerfRatio; int pageableMemoryAccess; int concurrentManagedAccess; char rest[352]; };
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
enum cudaMemoryType { cudaMemoryTypeUnregistered = 0, cudaMemoryTypeHost = 1, cudaMemoryTypeDevice = 2, cudaMemoryTypeManaged = 3 };
struct cudaPointerAttributes { enum cudaMemoryType type; int device; void *devicePointer; void *hostPointer; };
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p); cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly = 2, cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseUnsetPreferredLocation = 4, cudaMemAdviseSetAccessedBy = 5, cudaMemAdviseUnsetAccessedBy = 6 };
cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device, cudaStream_t stream = 0); cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise advice, int device);
cudaError_t cudaMemDiscardBatchAsync(void **p, size_t *n, size_t count, unsigned long long flags, cudaStream_t stream);

cudaError_t cudaStreamCreate(cudaStream_t *s); cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned int flags); cudaError_t cudaStreamDestroy(cudaStream_t s);
cudaError_t cudaStreamSynchronize(cudaStream_t s); cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned int flags = 0);
cudaError_t cudaEventCreate(cudaEvent_t *e); cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned int flags); cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t e); cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop); cudaError_t cudaEventDestroy(cudaEvent_t e);
enum cudaMemPoolAttr { cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic = 2, cudaMemPoolReuseAllowInternalDependencies = 3, cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5, cudaMemPoolAttrReservedMemHigh = 6, cudaMemPoolAttrUsedMemCurrent = 7, cudaMemPoolAttrUsedMemHigh = 8 };
enum { cudaMemAllocationTypePinned = 1, cudaMemHandleTypeNone = 0, cudaMemLocationTypeDevice = 1 };
struct cudaMemLocation { int type; int id; };
struct cudaMemPoolProps { int allocType; int handleTypes; struct cudaMemLocation location; void *win32SecurityAttributes; size_t maxSize; unsigned char reserved[56]; };
cudaError_t cudaMallocAsync(void **p, size_t n, cudaStream_t s); cudaError_t cudaFreeAsync(void *p, cudaStream_t s); cudaError_t cudaMallocFromPoolAsync(void **p, size_t n, cudaMemPool_t pool, cudaStream_t s);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props); cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value); cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep); cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device); cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);

enum cudaError_enum { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NOT_INITIALIZED = 3, CUDA_ERROR_INVALID_DEVICE = 101, CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_INVALID_HANDLE = 400, CUDA_ERROR_NOT_READY = 600, CUDA_ERROR_ILLEGAL_ADDRESS = 700, CUDA_ERROR_NOT_PERMITTED = 800, CUDA_ERROR_NOT_SUPPORTED = 801, CUDA_ERROR_UNKNOWN = 999 };
typedef enum cudaError_enum CUresult; typedef int CUdevice; typedef struct CUctx_st *CUcontext; typedef unsigned long long CUdeviceptr; typedef unsigned long long CUmemGenericAllocationHandle;
typedef unsigned long long cuuint64_t; typedef unsigned int cuuint32_t;
CUresult cuGetErrorName(CUresult e, const char **text); CUresult cuGetErrorString(CUresult e, const char **text);
enum CUmemAllocationType { CU_MEM_ALLOCATION_TYPE_INVALID = 0, CU_MEM_ALLOCATION_TYPE_PINNED = 1 }; enum CUmemAllocationHandleType { CU_MEM_HANDLE_TYPE_NONE = 0, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1 };
enum CUmemLocationType { CU_MEM_LOCATION_TYPE_INVALID = 0, CU_MEM_LOCATION_TYPE_DEVICE = 1, CU_MEM_LOCATION_TYPE_HOST = 2 };
enum CUmemAccess_flags { CU_MEM_ACCESS_FLAGS_PROT_NONE = 0, CU_MEM_ACCESS_FLAGS_PROT_READ = 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3 };
enum CUmemAllocationGranularity_flags { CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1 };
typedef struct { enum CUmemLocationType type; int id; } CUmemLocation;
typedef struct { enum CUmemAllocationType type; enum CUmemAllocationHandleType requestedHandleTypes; CUmemLocation location; void *win32HandleMetaData; struct { unsigned char compressionType; unsigned char gpuDirectRDMACapable; unsigned short usage; unsigned char reserved[4]; } allocFlags; } CUmemAllocationProp;
typedef struct { CUmemLocation location; enum CUmemAccess_flags flags; } CUmemAccessDesc;
CUresult cuInit(unsigned int flags); CUresult cuDeviceGet(CUdevice *device, int ordinal); CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device); CUresult cuCtxDestroy(CUcontext context);
CUresult cuMemAlloc(CUdeviceptr *p, size_t n); CUresult cuMemFree(CUdeviceptr p); CUresult cuMemGetInfo(size_t *free, size_t *total);
CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop, enum CUmemAllocationGranularity_flags option);
CUresult cuMemAddressReserve(CUdeviceptr *p, size_t n, size_t alignment, CUdeviceptr hint, unsigned long long flags); CUresult cuMemAddressFree(CUdeviceptr p, size_t n);
CUresult cuMemCreate(CUmemGenericAllocationHandle *h, size_t n, const CUmemAllocationProp *prop, unsigned long long flags); CUresult cuMemRelease(CUmemGenericAllocationHandle h);
CUresult cuMemMap(CUdeviceptr p, size_t n, size_t offset, CUmemGenericAllocationHandle h, unsigned long long flags); CUresult cuMemUnmap(CUdeviceptr p, size_t n);
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *n, CUdeviceptr p);
CUresult cuMemSetAccess(CUdeviceptr p, size_t n, const CUmemAccessDesc *desc, size_t count); CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr p);

typedef unsigned long long NvU64; typedef unsigned int NvU32; typedef unsigned short NvU16; typedef unsigned char NvU8; typedef unsigned char NvBool; typedef unsigned int NV_STATUS;
enum { NV_OK = 0, NV_ERR_INSUFFICIENT_PERMISSIONS = 0x1B, NV_ERR_INVALID_ADDRESS = 0x1E, NV_ERR_INVALID_ARGUMENT = 0x1F, NV_ERR_INVALID_STATE = 0x40, NV_ERR_NO_MEMORY = 0x51, NV_ERR_NOT_SUPPORTED = 0x56, NV_ERR_GENERIC = 0xFFFF };
typedef struct uvm_gpu_struct uvm_gpu_t; typedef struct uvm_pmm_gpu_struct uvm_pmm_gpu_t; typedef struct uvm_gpu_chunk_struct uvm_gpu_chunk_t; typedef struct uvm_mem_struct uvm_mem_t;
typedef struct uvm_va_block_struct uvm_va_block_t; typedef struct uvm_tracker_struct uvm_tracker_t; struct mm_struct;
typedef enum { UVM_CHUNK_SIZE_1 = 1, UVM_CHUNK_SIZE_2 = 2, UVM_CHUNK_SIZE_4 = 4, UVM_CHUNK_SIZE_8 = 8, UVM_CHUNK_SIZE_16 = 16, UVM_CHUNK_SIZE_32 = 32, UVM_CHUNK_SIZE_64 = 64, UVM_CHUNK_SIZE_128 = 128, UVM_CHUNK_SIZE_256 = 256,
  UVM_CHUNK_SIZE_512 = 512, UVM_CHUNK_SIZE_1K = 1024, UVM_CHUNK_SIZE_2K = 2*1024, UVM_CHUNK_SIZE_4K = 4*1024, UVM_CHUNK_SIZE_8K = 8*1024, UVM_CHUNK_SIZE_16K = 16*1024, UVM_CHUNK_SIZE_32K = 32*1024, UVM_CHUNK_SIZE_64K = 64*1024,
  UVM_CHUNK_SIZE_128K = 128*1024, UVM_CHUNK_SIZE_256K = 256*1024, UVM_CHUNK_SIZE_512K = 512*1024, UVM_CHUNK_SIZE_1M = 1024*1024, UVM_CHUNK_SIZE_2M = 2*1024*1024, UVM_CHUNK_SIZE_MAX = UVM_CHUNK_SIZE_2M, UVM_CHUNK_SIZE_INVALID = UVM_CHUNK_SIZE_MAX*2 } uvm_chunk_size_t;
typedef enum { UVM_PMM_GPU_CHUNK_STATE_PMA_OWNED, UVM_PMM_GPU_CHUNK_STATE_FREE, UVM_PMM_GPU_CHUNK_STATE_IS_SPLIT, UVM_PMM_GPU_CHUNK_STATE_TEMP_PINNED, UVM_PMM_GPU_CHUNK_STATE_ALLOCATED } uvm_pmm_gpu_chunk_state_t;
typedef enum { UVM_PMM_ALLOC_FLAGS_NONE = 0, UVM_PMM_ALLOC_FLAGS_EVICT = 1, UVM_PMM_ALLOC_FLAGS_DONT_BATCH = 2 } uvm_pmm_alloc_flags_t;
typedef struct { NvU64 size; NvU64 page_size; uvm_gpu_t *backing_gpu; uvm_gpu_t *dma_owner; struct mm_struct *mm; bool zero; } uvm_mem_alloc_params_t;
NV_STATUS uvm_mem_alloc(uvm_mem_alloc_params_t *params, uvm_mem_t **mem); void uvm_mem_free(uvm_mem_t *mem);
NV_STATUS uvm_mem_alloc_sysmem(NvU64 size, struct mm_struct *mm, uvm_mem_t **mem); NV_STATUS uvm_mem_alloc_vidmem(NvU64 size, uvm_gpu_t *gpu, uvm_mem_t **mem);
NV_STATUS uvm_mem_map_gpu_kernel(uvm_mem_t *mem, uvm_gpu_t *gpu); NV_STATUS uvm_mem_map_cpu_kernel(uvm_mem_t *mem); NvU64 uvm_mem_get_gpu_va_kernel(uvm_mem_t *mem, uvm_gpu_t *gpu);
typedef struct uvm_page_tree_struct uvm_page_tree_t; typedef NvU64 uvm_page_table_range_t;
enum { UVM_PAGE_SIZE_4K = 0x1000, UVM_PAGE_SIZE_64K = 0x10000, UVM_PAGE_SIZE_2M = 0x200000, UVM_PAGE_SIZE_512M = 0x20000000 };
NV_STATUS uvm_page_tree_get_ptes(uvm_page_tree_t *tree, NvU64 page_size, NvU64 start, NvU64 size, uvm_pmm_alloc_flags_t flags, uvm_page_table_range_t *range);
NV_STATUS uvm_page_tree_alloc_table(uvm_page_tree_t *tree, NvU64 page_size, uvm_pmm_alloc_flags_t flags, uvm_page_table_range_t *single, uvm_page_table_range_t *children);
void uvm_page_tree_put_ptes(uvm_page_tree_t *tree, uvm_page_table_range_t *range);
NV_STATUS uvm_pmm_gpu_alloc_user(uvm_pmm_gpu_t *pmm, size_t count, uvm_chunk_size_t size, uvm_pmm_alloc_flags_t flags, uvm_gpu_chunk_t **chunks, uvm_tracker_t *tracker);
NV_STATUS uvm_pmm_gpu_alloc_kernel(uvm_pmm_gpu_t *pmm, size_t count, uvm_chunk_size_t size, uvm_pmm_alloc_flags_t flags, uvm_gpu_chunk_t **chunks, uvm_tracker_t *tracker);
void uvm_pmm_gpu_unpin_allocated(uvm_pmm_gpu_t *pmm, uvm_gpu_chunk_t *chunk, uvm_va_block_t *block); void uvm_pmm_gpu_free(uvm_pmm_gpu_t *pmm, uvm_gpu_chunk_t *chunk, uvm_tracker_t *tracker);
NV_STATUS uvm_pmm_gpu_split_chunk(uvm_pmm_gpu_t *pmm, uvm_gpu_chunk_t *chunk, uvm_chunk_size_t size, uvm_gpu_chunk_t **subchunks); void uvm_pmm_gpu_merge_chunk(uvm_pmm_gpu_t *pmm, uvm_gpu_chunk_t *chunk);
void uvm_pmm_gpu_mark_chunk_evictable(uvm_pmm_gpu_t *pmm, uvm_gpu_chunk_t *chunk); NV_STATUS uvm_pmm_gpu_evict_chunk(uvm_pmm_gpu_t *pmm, uvm_gpu_chunk_t *chunk);
NV_STATUS uvm_pmm_gpu_defrag(uvm_pmm_gpu_t *pmm); void uvm_pmm_gpu_print_stats(uvm_pmm_gpu_t *pmm);

cudaError_t pw_touch(const void *p, size_t n, size_t stride); double pw_chase(const void *p, size_t n, size_t stride);
void pw_note(const char *text); void pw_context(int n); void pw_checkpoint(const char *name); void pw_nvidia_smi(void);
typedef struct { unsigned long long arrived; unsigned long long last_touch; unsigned long long touches; int dirty; } pw_root;

uvm_gpu_t *my_gpu = (uvm_gpu_t *)1; uvm_pmm_gpu_t *pmm = (uvm_pmm_gpu_t *)1; uvm_page_tree_t *tree = (uvm_page_tree_t *)1; uvm_va_block_t *block0 = (uvm_va_block_t *)1; cudaStream_t stream0 = 0; struct mm_struct *mm = (struct mm_struct *)1;
uvm_mem_alloc_params_t small_params = { .size = 4096, .page_size = UVM_CHUNK_SIZE_4K, .backing_gpu = (uvm_gpu_t *)1 };
uvm_mem_t *mem[1000], *mems[1000]; int num_mems = 1000; char *__argv[2] = { "./a.out", 0 };
`
