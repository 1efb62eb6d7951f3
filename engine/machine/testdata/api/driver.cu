#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    CUdeviceptr p = 5, q = 5; size_t f = 5, t = 5; CUdevice dev = 5; int n = 5;
    U(cuInit(0)); U(cuInit(1)); U(cuInit(77));
    U(cuDeviceGet(&dev, 0)); V("device", dev); U(cuDeviceGet(&dev, 1)); U(cuDeviceGet(&dev, -1)); U(cuDeviceGet((CUdevice *)0, 0));
    T(cudaFree(0));
    size_t before = now();
    U(cuMemAlloc(&p, 0)); V("unchanged", p == 5);
    U(cuMemAlloc((CUdeviceptr *)0, 16));
    U(cuMemAlloc((CUdeviceptr *)0, 0));
    U(cuMemAlloc(&p, SIZE_MAX)); V("pointer", p);
    U(cuMemAlloc(&p, (size_t)1 << 60)); V("pointer", p);
    U(cuMemAlloc(&p, (size_t)1 << 40)); V("pointer", p);
    T(cudaGetLastError());
    U(cuMemAlloc(&p, 1)); V("taken", before - now()); U(cuMemAlloc(&q, 3 * MiB)); V("taken", before - now());
    U(cuMemFree(0));
    U(cuMemFree(p + 1)); U(cuMemFree(p + 512)); U(cuMemFree(q + 2 * MiB)); U(cuMemFree(1)); U(cuMemFree(0x7000)); U(cuMemFree((CUdeviceptr)&n)); U(cuMemFree((CUdeviceptr)-1));
    U(cuMemFree(p)); U(cuMemFree(p)); T(cudaFree((void *)p)); T(cudaGetLastError());
    T(cudaFree((void *)q)); U(cuMemFree(q)); T(cudaGetLastError());
    V("taken", before - now());
    U(cuMemGetInfo(&f, &t)); V("free", f); V("total", t);
    U(cuMemGetInfo((size_t *)0, &t)); U(cuMemGetInfo(&f, (size_t *)0)); U(cuMemGetInfo((size_t *)0, (size_t *)0));
    U(cuMemGetAddressRange(&p, &f, q));
    size_t g = 5; CUmemAllocationProp prop = { }, bad; prop.type = CU_MEM_ALLOCATION_TYPE_PINNED; prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE; prop.location.id = 0;
    U(cuMemGetAllocationGranularity(&g, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM)); V("granularity", g); g = 5;
    U(cuMemGetAllocationGranularity(&g, &prop, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)); V("granularity", g); g = 5;
    U(cuMemGetAllocationGranularity(&g, &prop, (CUmemAllocationGranularity_flags)2)); V("granularity", g); g = 5;
    U(cuMemGetAllocationGranularity(&g, &prop, (CUmemAllocationGranularity_flags)77)); V("granularity", g); g = 5;
    U(cuMemGetAllocationGranularity((size_t *)0, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    U(cuMemGetAllocationGranularity(&g, (CUmemAllocationProp *)0, CU_MEM_ALLOC_GRANULARITY_MINIMUM)); V("granularity", g); g = 5;
    for (int type = 0; type < 4; type++) { bad = prop; bad.type = (CUmemAllocationType)type; V("type", type); U(cuMemGetAllocationGranularity(&g, &bad, CU_MEM_ALLOC_GRANULARITY_MINIMUM)); V("granularity", g); g = 5; }
    for (int type = 0; type < 6; type++) { bad = prop; bad.location.type = (CUmemLocationType)type; V("location", type); U(cuMemGetAllocationGranularity(&g, &bad, CU_MEM_ALLOC_GRANULARITY_MINIMUM)); V("granularity", g); g = 5; }
    for (int id = -1; id < 3; id++) { bad = prop; bad.location.id = id; V("id", id); U(cuMemGetAllocationGranularity(&g, &bad, CU_MEM_ALLOC_GRANULARITY_MINIMUM)); V("granularity", g); g = 5; }
    for (int type = 0; type < 9; type++) { bad = prop; bad.requestedHandleTypes = (CUmemAllocationHandleType)type; V("handles", type); U(cuMemGetAllocationGranularity(&g, &bad, CU_MEM_ALLOC_GRANULARITY_MINIMUM)); V("granularity", g); g = 5; }
    bad = prop; bad.allocFlags.compressionType = 1; U(cuMemGetAllocationGranularity(&g, &bad, CU_MEM_ALLOC_GRANULARITY_MINIMUM)); V("granularity", g);
    return 0;
}
