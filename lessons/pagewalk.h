// pagewalk.h: what the scenarios of Pagewalk use beside CUDA itself, for nvcc.
//
// A scenario that includes this compiles with nvcc and runs on a card:
//
//     nvcc -I DIR scenario.cu -o scenario            (add -lcuda for pw_context
//                                                     and calls that begin with cu)
//
// pw_touch, pw_chase, pw_note, pw_checkpoint, pw_context and pw_nvidia_smi do on
// the card what they do in the simulated machine. Calls from inside the kernel
// driver (uvm_…) cannot be made by a program; each says so on standard error and
// answers NV_ERR_NOT_SUPPORTED.
#pragma once

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>
#include <cuda_runtime.h>

// ---- Calls of Pagewalk's own ------------------------------------------------

static __global__ void pw_touch_kernel(unsigned char *p, size_t n, size_t stride) {
    for (size_t i = 0; i < n; i += stride) {
        *(volatile unsigned char *)(p + i) = 0x5A;
    }
}

// pw_touch stores one byte at every stride of n bytes.
inline cudaError_t pw_touch(const void *p, size_t n, size_t stride) {
    unsigned char *bytes = (unsigned char *)p;
    void *args[] = { &bytes, &n, &stride };
    if (stride == 0) {
        return cudaErrorInvalidValue;
    }
    cudaError_t e = cudaLaunchKernel((const void *)pw_touch_kernel, dim3(1), dim3(1), args, 0, 0);
    return e != cudaSuccess ? e : cudaDeviceSynchronize();
}

// Stop i of a chase lies at i strides, on a 128-byte line of its own within the
// stride, so that aliases of one page do not share a line.
inline __host__ __device__ size_t pw_stop(size_t i, size_t stride) {
    return i * stride + (stride < 128 ? 0 : i * 128 % stride / 128 * 128);
}

static __global__ void pw_link_kernel(unsigned char *p, const unsigned *next, size_t n, size_t stride) {
    for (size_t i = 0; i < n; i++) {
        *(unsigned char **)(p + pw_stop(i, stride)) = p + pw_stop(next[i], stride);
    }
}

static __global__ void pw_chase_kernel(unsigned char *p, size_t n, long long *cycles) {
    unsigned char *at = p;
    for (size_t i = 0; i < n; i++) {
        at = (unsigned char *)__ldcg((const unsigned long long *)at);
    }
    long long from = clock64();
    for (size_t i = 0; i < n; i++) {
        at = (unsigned char *)__ldcg((const unsigned long long *)at);
    }
    cycles[0] = clock64() - from;
    cycles[1] = (long long)(size_t)at;
}

// pw_order fills in one cyclic order over n stops, the same for the same n.
inline void pw_order(unsigned *next, unsigned n) {
    unsigned long long x = (unsigned long long)n * 0x9E3779B97F4A7C15ULL | 1;
    for (unsigned i = 0; i < n; i++) {
        next[i] = i;
    }
    for (unsigned i = n - 1; i > 0; i--) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        unsigned j = (unsigned)(x % i), t = next[i];
        next[i] = next[j];
        next[j] = t;
    }
}

// pw_chase follows a chain of dependent loads, one a stride, and gives the
// average cycles of a load: one lap to warm up, one that counts. It overwrites
// 8 bytes at each stop.
inline double pw_chase(const void *p, size_t bytes, size_t stride) {
    size_t n = stride < 8 ? 0 : bytes / stride;
    if (n == 0 || n > (1u << 20)) {
        return -1;
    }
    unsigned char *base = (unsigned char *)p;
    unsigned *next = (unsigned *)malloc(n * sizeof *next), *device_next = 0;
    long long *device_cycles = 0, cycles[2] = { 0, 0 };
    pw_order(next, (unsigned)n);
    cudaMalloc((void **)&device_next, n * sizeof *next);
    cudaMalloc((void **)&device_cycles, sizeof cycles);
    cudaMemcpy(device_next, next, n * sizeof *next, cudaMemcpyHostToDevice);
    void *link[] = { &base, &device_next, &n, &stride };
    void *chase[] = { &base, &n, &device_cycles };
    cudaLaunchKernel((const void *)pw_link_kernel, dim3(1), dim3(1), link, 0, 0);
    cudaLaunchKernel((const void *)pw_chase_kernel, dim3(1), dim3(1), chase, 0, 0);
    cudaError_t e = cudaMemcpy(cycles, device_cycles, sizeof cycles, cudaMemcpyDeviceToHost);
    cudaFree(device_cycles);
    cudaFree(device_next);
    free(next);
    return e == cudaSuccess ? (double)cycles[0] / (double)n : -1;
}

// pw_note leaves a remark in the run.
inline void pw_note(const char *text) { fprintf(stderr, "note: %s\n", text); }

// pw_checkpoint names a moment; on a card it also says what is free.
inline void pw_checkpoint(const char *name) {
    size_t available = 0, total = 0;
    cudaMemGetInfo(&available, &total);
    fprintf(stderr, "checkpoint %s: %zu of %zu bytes free\n", name, available, total);
}

// pw_nvidia_smi says what nvidia-smi would show as used on the card.
inline void pw_nvidia_smi(void) {
    size_t available = 0, total = 0;
    cudaMemGetInfo(&available, &total);
    printf("%zu MiB / %zu MiB\n", (total - available) >> 20, total >> 20);
}

// pw_context makes another context current, as if another process acted. It
// needs -lcuda.
inline void pw_context(int n) {
    static CUcontext contexts[16];
    CUdevice device;
    if (n < 0 || n >= 16) {
        fprintf(stderr, "pw_context(%d): expected 0 to 15\n", n);
        return;
    }
    cuInit(0);
    cuDeviceGet(&device, 0);
    if (contexts[n] == 0 && n == 0) {
        cuDevicePrimaryCtxRetain(&contexts[0], device);
    } else if (contexts[n] == 0) {
#if CUDA_VERSION >= 13000
        cuCtxCreate(&contexts[n], 0, 0, device);
#else
        cuCtxCreate(&contexts[n], 0, device);
#endif
    }
    cuCtxSetCurrent(contexts[n]);
}

// ---- Inside the kernel driver: names only ----------------------------------

typedef unsigned long long NvU64;
typedef unsigned int NvU32;
typedef unsigned short NvU16;
typedef unsigned char NvU8;
typedef unsigned char NvBool;
typedef unsigned int NV_STATUS;

enum {
    NV_OK = 0, NV_ERR_INSUFFICIENT_PERMISSIONS = 0x1B, NV_ERR_INVALID_ADDRESS = 0x1E, NV_ERR_INVALID_ARGUMENT = 0x1F,
    NV_ERR_INVALID_STATE = 0x40, NV_ERR_NO_MEMORY = 0x51, NV_ERR_NOT_SUPPORTED = 0x56, NV_ERR_GENERIC = 0xFFFF
};

typedef struct uvm_gpu_struct uvm_gpu_t;
typedef struct uvm_pmm_gpu_struct uvm_pmm_gpu_t;
typedef struct uvm_gpu_chunk_struct uvm_gpu_chunk_t;
typedef struct uvm_mem_struct uvm_mem_t;
typedef struct uvm_va_block_struct uvm_va_block_t;
typedef struct uvm_tracker_struct uvm_tracker_t;
struct mm_struct;

typedef enum {
    UVM_CHUNK_SIZE_1 = 1, UVM_CHUNK_SIZE_2 = 2, UVM_CHUNK_SIZE_4 = 4, UVM_CHUNK_SIZE_8 = 8, UVM_CHUNK_SIZE_16 = 16,
    UVM_CHUNK_SIZE_32 = 32, UVM_CHUNK_SIZE_64 = 64, UVM_CHUNK_SIZE_128 = 128, UVM_CHUNK_SIZE_256 = 256,
    UVM_CHUNK_SIZE_512 = 512, UVM_CHUNK_SIZE_1K = 1 << 10, UVM_CHUNK_SIZE_2K = 2 << 10, UVM_CHUNK_SIZE_4K = 4 << 10,
    UVM_CHUNK_SIZE_8K = 8 << 10, UVM_CHUNK_SIZE_16K = 16 << 10, UVM_CHUNK_SIZE_32K = 32 << 10,
    UVM_CHUNK_SIZE_64K = 64 << 10, UVM_CHUNK_SIZE_128K = 128 << 10, UVM_CHUNK_SIZE_256K = 256 << 10,
    UVM_CHUNK_SIZE_512K = 512 << 10, UVM_CHUNK_SIZE_1M = 1 << 20, UVM_CHUNK_SIZE_2M = 2 << 20,
    UVM_CHUNK_SIZE_MAX = UVM_CHUNK_SIZE_2M, UVM_CHUNK_SIZE_INVALID = UVM_CHUNK_SIZE_MAX * 2
} uvm_chunk_size_t;

typedef enum { UVM_PMM_ALLOC_FLAGS_NONE = 0, UVM_PMM_ALLOC_FLAGS_EVICT = 1, UVM_PMM_ALLOC_FLAGS_DONT_BATCH = 2 } uvm_pmm_alloc_flags_t;

// In this order the initialisers of the texts compile as C++ too.
typedef struct {
    NvU64 size;
    NvU64 page_size;
    uvm_gpu_t *backing_gpu;
    uvm_gpu_t *dma_owner;
    struct mm_struct *mm;
    bool zero;
} uvm_mem_alloc_params_t;

// pw_root is what int pw_victim(const pw_root *r, int n) is asked about.
typedef struct {
    unsigned long long arrived, last_touch, touches;
    int dirty;
} pw_root;

inline NV_STATUS pw_inside(const char *call) {
    fprintf(stderr, "%s: lives inside the kernel driver, a program cannot call it\n", call);
    return NV_ERR_NOT_SUPPORTED;
}

inline NV_STATUS uvm_mem_alloc(uvm_mem_alloc_params_t *, uvm_mem_t **) { return pw_inside("uvm_mem_alloc"); }
inline void uvm_mem_free(uvm_mem_t *) { pw_inside("uvm_mem_free"); }
inline NV_STATUS uvm_mem_alloc_sysmem(NvU64, struct mm_struct *, uvm_mem_t **) { return pw_inside("uvm_mem_alloc_sysmem"); }
inline NV_STATUS uvm_mem_alloc_vidmem(NvU64, uvm_gpu_t *, uvm_mem_t **) { return pw_inside("uvm_mem_alloc_vidmem"); }
inline NV_STATUS uvm_mem_map_gpu_kernel(uvm_mem_t *, uvm_gpu_t *) { return pw_inside("uvm_mem_map_gpu_kernel"); }
inline NV_STATUS uvm_mem_map_cpu_kernel(uvm_mem_t *) { return pw_inside("uvm_mem_map_cpu_kernel"); }
inline NvU64 uvm_mem_get_gpu_va_kernel(uvm_mem_t *, uvm_gpu_t *) { pw_inside("uvm_mem_get_gpu_va_kernel"); return 0; }
inline NV_STATUS uvm_pmm_gpu_alloc_user(uvm_pmm_gpu_t *, size_t, uvm_chunk_size_t, uvm_pmm_alloc_flags_t, uvm_gpu_chunk_t **, uvm_tracker_t *) { return pw_inside("uvm_pmm_gpu_alloc_user"); }
inline NV_STATUS uvm_pmm_gpu_alloc_kernel(uvm_pmm_gpu_t *, size_t, uvm_chunk_size_t, uvm_pmm_alloc_flags_t, uvm_gpu_chunk_t **, uvm_tracker_t *) { return pw_inside("uvm_pmm_gpu_alloc_kernel"); }
inline NV_STATUS uvm_pmm_gpu_alloc_user(uvm_pmm_gpu_t *a, size_t n, uvm_chunk_size_t s, int, uvm_gpu_chunk_t **c, uvm_tracker_t *t) { return uvm_pmm_gpu_alloc_user(a, n, s, UVM_PMM_ALLOC_FLAGS_NONE, c, t); }
inline NV_STATUS uvm_pmm_gpu_alloc_kernel(uvm_pmm_gpu_t *a, size_t n, uvm_chunk_size_t s, int, uvm_gpu_chunk_t **c, uvm_tracker_t *t) { return uvm_pmm_gpu_alloc_kernel(a, n, s, UVM_PMM_ALLOC_FLAGS_NONE, c, t); }
inline void uvm_pmm_gpu_unpin_allocated(uvm_pmm_gpu_t *, uvm_gpu_chunk_t *, uvm_va_block_t *) { pw_inside("uvm_pmm_gpu_unpin_allocated"); }
inline void uvm_pmm_gpu_free(uvm_pmm_gpu_t *, uvm_gpu_chunk_t *, uvm_tracker_t *) { pw_inside("uvm_pmm_gpu_free"); }
inline NV_STATUS uvm_pmm_gpu_split_chunk(uvm_pmm_gpu_t *, uvm_gpu_chunk_t *, uvm_chunk_size_t, uvm_gpu_chunk_t **) { return pw_inside("uvm_pmm_gpu_split_chunk"); }
inline void uvm_pmm_gpu_merge_chunk(uvm_pmm_gpu_t *, uvm_gpu_chunk_t *) { pw_inside("uvm_pmm_gpu_merge_chunk"); }
inline void uvm_pmm_gpu_mark_chunk_evictable(uvm_pmm_gpu_t *, uvm_gpu_chunk_t *) { pw_inside("uvm_pmm_gpu_mark_chunk_evictable"); }
inline NV_STATUS uvm_pmm_gpu_evict_chunk(uvm_pmm_gpu_t *, uvm_gpu_chunk_t *) { return pw_inside("uvm_pmm_gpu_evict_chunk"); }
inline NV_STATUS uvm_pmm_gpu_defrag(uvm_pmm_gpu_t *) { return pw_inside("uvm_pmm_gpu_defrag"); }
inline void uvm_pmm_gpu_print_stats(uvm_pmm_gpu_t *) { pw_inside("uvm_pmm_gpu_print_stats"); }
