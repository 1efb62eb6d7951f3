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
    CUdeviceptr a; CUmemGenericAllocationHandle h; unsigned long long fl = 5; CUmemLocation at = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }; cudaMemPool_t mp; char *s, b[64];
    T(cudaDeviceGetDefaultMemPool(&mp, 0)); T(cudaMalloc(&s, 100)); T(cudaFree(s)); U(cuMemAddressReserve(&a, 4 * MiB, 0, 0, 0)); U(cuMemCreate(&h, 2 * MiB, &prop, 0)); U(cuMemMap(a, 2 * MiB, 0, h, 0)); U(cuMemSetAccess(a, 2 * MiB, &desc, 1));
    U(cuMemGetAccess(&fl, (CUmemLocation *)0, a)); L();
    return 0;
}
