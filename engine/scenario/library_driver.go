package scenario

// libraryDriver is the part of the library that says one call by another: calls
// of the driver API that do what a call of the runtime does, and questions about
// the device. Answers are those of a real H200 (driver 580.159.04, CUDA 13.0),
// but that a call of the driver whose work a runtime's call does leaves a last
// error, too.
const libraryDriver = `
cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0) { if (width == 0) return cudaSuccess; if (height > 1 && (width > toPitch || width > fromPitch)) return cudaErrorInvalidPitchValue;
  for (size_t i = 0; i < height; i++) { cudaError_t e = cudaMemcpyAsync((char *)to + i * toPitch, (const char *)from + i * fromPitch, width, kind, stream); if (e != cudaSuccess) return e; } return cudaSuccess; }
cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0) { if (width == 0) return cudaSuccess; if (height > 1 && width > pitch) return cudaErrorInvalidValue;
  for (size_t i = 0; i < height; i++) { cudaError_t e = cudaMemsetAsync((char *)p + i * pitch, value, width, stream); if (e != cudaSuccess) return e; } return cudaSuccess; }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned int flags, int priority) { return cudaStreamCreateWithFlags(s, flags); }
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { if (least) *least = 0; if (greatest) *greatest = -5; return cudaSuccess; }
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { return device ? cudaErrorInvalidValue : cudaDeviceGetDefaultMemPool(pool, device); }
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) { if (!can) return cudaErrorInvalidValue; if (device || peer) return cudaErrorInvalidDevice; *can = 0; return cudaSuccess; }
enum cudaLimit { cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2, cudaLimitDevRuntimeSyncDepth = 3, cudaLimitDevRuntimePendingLaunchCount = 4, cudaLimitMaxL2FetchGranularity = 5, cudaLimitPersistingL2CacheSize = 6 };
size_t pw_limits[7] = { 1024, 8650752, 8388608, 0, 2048, 64, 0 };
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) { if (!value || limit < 0 || limit > 6 || limit == 3) return cudaErrorInvalidValue; *value = pw_limits[limit]; return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) { if (limit < 0 || limit > 6 || limit == 3) return cudaErrorInvalidValue; pw_limits[limit] = value; return cudaSuccess; }
CUresult cuDriverGetVersion(int *version) { if (!version) return CUDA_ERROR_INVALID_VALUE; *version = 13000; return CUDA_SUCCESS; }
CUresult cuDeviceGetCount(int *n) { return (CUresult)cudaGetDeviceCount(n); }
CUresult cuDeviceGetName(char *name, int n, CUdevice device) { struct cudaDeviceProp p; if (!name) return CUDA_ERROR_INVALID_VALUE; cudaError_t e = cudaGetDeviceProperties(&p, device); for (int i = 0; i < n && e == cudaSuccess; i++) { name[i] = i < n - 1 ? p.name[i] : 0; if (!p.name[i]) break; } return (CUresult)e; }
CUresult cuDeviceTotalMem(size_t *n, CUdevice device) { struct cudaDeviceProp p; if (!n) return CUDA_ERROR_INVALID_VALUE; cudaError_t e = cudaGetDeviceProperties(&p, device); if (e == cudaSuccess) *n = p.totalGlobalMem; return (CUresult)e; }
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) { struct cudaDeviceProp p; cudaError_t e = cudaGetDeviceProperties(&p, device); if (e == cudaSuccess) { *major = p.major; *minor = p.minor; } return (CUresult)e; }
enum CUdevice_attribute { CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102 };
CUresult cuDeviceGetAttribute(int *value, enum CUdevice_attribute a, CUdevice device) { if (!value) return CUDA_ERROR_INVALID_VALUE; if (device) return CUDA_ERROR_INVALID_DEVICE; if (a == 102) { *value = 1; return CUDA_SUCCESS; } return (CUresult)cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)a, device); }
CUcontext pw_current = (CUcontext)1;
CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice device) { if (!c) return CUDA_ERROR_INVALID_VALUE; if (device) return CUDA_ERROR_INVALID_DEVICE; *c = (CUcontext)1; return CUDA_SUCCESS; }
CUresult cuDevicePrimaryCtxRelease(CUdevice device) { return device ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS; }
CUresult cuCtxSetCurrent(CUcontext c) { pw_current = c; return CUDA_SUCCESS; }
CUresult cuCtxGetCurrent(CUcontext *c) { if (!c) return CUDA_ERROR_INVALID_VALUE; *c = pw_current; return CUDA_SUCCESS; }
CUresult cuCtxGetDevice(CUdevice *device) { if (!device) return CUDA_ERROR_INVALID_VALUE; *device = 0; return CUDA_SUCCESS; }
CUresult cuCtxSynchronize(void) { return (CUresult)cudaDeviceSynchronize(); }
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n) { return (CUresult)cudaMemcpy((void *)to, from, n, cudaMemcpyHostToDevice); }
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n) { return (CUresult)cudaMemcpy(to, (void *)from, n, cudaMemcpyDeviceToHost); }
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t n) { return (CUresult)cudaMemcpy((void *)to, (void *)from, n, cudaMemcpyDeviceToDevice); }
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n) { return (CUresult)cudaMemcpy((void *)to, (void *)from, n, cudaMemcpyDefault); }
CUresult cuMemsetD8(CUdeviceptr p, unsigned char value, size_t n) { return (CUresult)cudaMemset((void *)p, value, n); }
CUresult cuMemsetD32(CUdeviceptr p, unsigned int value, size_t n) { if (p % 4) return CUDA_ERROR_INVALID_VALUE; unsigned int *words = (unsigned int *)malloc(n * 4 + 4); for (size_t i = 0; i < n; i++) words[i] = value; cudaError_t e = cudaMemcpy((void *)p, words, n * 4, cudaMemcpyHostToDevice); free(words); return (CUresult)e; }
CUresult cuMemAllocHost(void **p, size_t n) { return (CUresult)cudaMallocHost(p, n); }
CUresult cuMemHostAlloc(void **p, size_t n, unsigned int flags) { return (CUresult)cudaHostAlloc(p, n, flags); }
CUresult cuMemFreeHost(void *p) { return (CUresult)cudaFreeHost(p); }
CUresult cuMemHostGetDevicePointer(CUdeviceptr *p, void *host, unsigned int flags) { void *d = 0; cudaError_t e = cudaHostGetDevicePointer(p ? &d : (void **)0, host, flags); if (p) *p = (CUdeviceptr)d; return (CUresult)e; }
CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned int element) { if (width == 0 || height == 0 || element != 4 && element != 8 && element != 16) return CUDA_ERROR_INVALID_VALUE; void *d = 0; cudaError_t e = cudaMallocPitch(p ? &d : (void **)0, pitch, width, height); if (p) *p = (CUdeviceptr)d; return (CUresult)e; }
`
