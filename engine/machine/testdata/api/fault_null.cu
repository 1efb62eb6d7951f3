#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    CUmemAllocationProp prop = { }, bad; prop.type = CU_MEM_ALLOCATION_TYPE_PINNED; prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE; prop.location.id = 0;
    CUmemAccessDesc desc = { }, ro, no, ds[2]; desc.location.type = CU_MEM_LOCATION_TYPE_DEVICE; desc.location.id = 0; desc.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE; ro = desc; ro.flags = CU_MEM_ACCESS_FLAGS_PROT_READ; no = desc; no.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    size_t G = 2 * MiB;
    T(cudaFree(0)); size_t before = now();

    CUmemGenericAllocationHandle h = 5, h2; CUdeviceptr a = 5; char *p, *q, b[64]; cudaStream_t st, s2; cudaEvent_t ev, e2; float ms; int n = 5; size_t f, t; cudaMemPool_t mp; struct cudaPointerAttributes at; struct cudaDeviceProp dp; void *pinned, *hp;
    T(cudaStreamCreate(&st)); T(cudaEventCreate(&ev)); T(cudaMalloc(&p, 4 * MiB)); T(cudaMalloc(&q, 100)); T(cudaMallocHost(&pinned, 100)); U(cuMemAddressReserve(&a, 4 * G, 0, 0, 0)); U(cuMemCreate(&h, 2 * G, &prop, 0));
    T(pw_touch(0, 1, 1));
    T(cudaPeekAtLastError()); T(cudaGetLastError()); T(cudaGetLastError());
    T(cudaGetDeviceCount(&n)); V("count", n); T(cudaGetDevice(&n)); T(cudaSetDevice(0)); T(cudaGetDeviceProperties(&dp, 0)); T(cudaPointerGetAttributes(&at, p)); T(cudaPointerGetAttributes(&at, b));
    T(cudaMalloc(&q, 0)); T(cudaMalloc((void **)0, 16)); T(cudaFree(0)); T(cudaFree(p)); T(cudaFree((void *)0x1234)); T(cudaMallocHost(&hp, 0)); T(cudaMallocHost(&hp, 100)); T(cudaFreeHost(0)); T(cudaFreeHost(pinned)); T(cudaHostRegister(b, 64, 0)); T(cudaHostGetDevicePointer(&hp, pinned, 0));
    T(cudaMallocPitch((void **)&q, &f, 100, 100)); T(cudaMemcpy(p, b, 0, cudaMemcpyHostToDevice)); T(cudaMemcpy(p, b, 16, cudaMemcpyHostToDevice)); T(cudaMemcpy(b, b, 16, cudaMemcpyHostToHost)); T(cudaMemcpy(p, b, 16, (cudaMemcpyKind)9)); T(cudaMemcpyAsync(p, b, 16, cudaMemcpyHostToDevice, st)); T(cudaMemset(p, 0, 0)); T(cudaMemset(p, 0, 16)); T(cudaMemsetAsync(p, 0, 16, st)); T(cudaMemGetInfo(&f, &t));
    T(cudaStreamCreate(&s2)); T(cudaStreamSynchronize(st)); T(cudaStreamSynchronize(0)); T(cudaEventCreate(&e2)); T(cudaEventRecord(ev, st)); T(cudaEventSynchronize(ev)); T(cudaEventElapsedTime(&ms, ev, ev)); T(cudaStreamWaitEvent(st, ev, 0)); T(cudaEventDestroy(ev)); T(cudaStreamDestroy(st));
    T(cudaMallocAsync((void **)&q, 100, 0)); T(cudaFreeAsync(p, 0)); T(cudaFreeAsync(0, 0)); T(cudaDeviceGetDefaultMemPool(&mp, 0)); T(cudaDeviceSynchronize()); T(cudaPeekAtLastError()); T(cudaGetLastError());
    CUdeviceptr c = 5; CUdevice dev; CUmemLocation where = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }; unsigned long long fl;
    U(cuInit(0)); U(cuDeviceGet(&dev, 0)); U(cuDeviceGet(&dev, 5)); U(cuMemAlloc(&c, 0)); U(cuMemAlloc(&c, 16)); U(cuMemFree(0)); U(cuMemFree((CUdeviceptr)p)); U(cuMemGetInfo(&f, &t)); U(cuMemGetAddressRange(&c, &f, (CUdeviceptr)p)); U(cuMemGetAllocationGranularity(&f, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    U(cuMemAddressReserve(&c, 0, 0, 0, 0)); U(cuMemAddressReserve(&c, G, 0, 0, 0)); U(cuMemCreate(&h, 0, &prop, 0)); U(cuMemCreate(&h2, G, &prop, 0)); U(cuMemMap(a, 2 * G, 0, h, 0)); U(cuMemSetAccess(a, 2 * G, &desc, 1)); U(cuMemGetAccess(&fl, &where, a)); U(cuMemUnmap(a, 2 * G)); U(cuMemRelease(h)); U(cuMemAddressFree(a, 4 * G));
    T(cudaDeviceReset()); T(cudaPeekAtLastError()); T(cudaGetLastError()); T(cudaGetLastError()); T(cudaGetDeviceCount(&n)); T(cudaGetDevice(&n)); T(cudaSetDevice(0)); T(cudaGetDeviceProperties(&dp, 0)); T(cudaFree(0)); T(cudaMalloc(&q, 0)); T(cudaMalloc(&q, 100)); T(cudaPeekAtLastError()); T(cudaGetLastError()); T(cudaGetLastError()); T(cudaMemGetInfo(&f, &t)); T(cudaDeviceSynchronize()); T(cudaStreamCreate(&st)); T(cudaMallocHost(&hp, 100)); U(cuMemAlloc(&c, 16)); U(cuMemGetInfo(&f, &t)); T(cudaDeviceReset()); T(cudaMalloc(&q, 100));
    return 0;
}
