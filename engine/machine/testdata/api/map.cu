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

    CUmemGenericAllocationHandle h = 5, k = 5, one = 5; CUdeviceptr a = 5, b = 5; void *p; unsigned long long fl = 5; CUmemLocation at = { CU_MEM_LOCATION_TYPE_DEVICE, 0 };
    U(cuMemAddressReserve(&a, 8 * G, 0, 0, 0)); U(cuMemCreate(&h, 2 * G, &prop, 0)); U(cuMemCreate(&k, 2 * G, &prop, 0)); U(cuMemCreate(&one, G, &prop, 0)); T(cudaMalloc(&p, 4 * G));
    U(cuMemMap(0, 2 * G, 0, h, 0)); U(cuMemMap(1, 2 * G, 0, h, 0)); U(cuMemMap(G, 2 * G, 0, h, 0)); U(cuMemMap(0x100000000000, 2 * G, 0, h, 0)); U(cuMemMap((CUdeviceptr)p, 2 * G, 0, h, 0)); U(cuMemMap((CUdeviceptr)-1, 2 * G, 0, h, 0)); U(cuMemMap((CUdeviceptr)0 - 2 * G, 2 * G, 0, h, 0));
    U(cuMemMap(a + 1, 2 * G, 0, h, 0)); U(cuMemMap(a + 4096, 2 * G, 0, h, 0)); U(cuMemMap(a + 65536, 2 * G, 0, h, 0)); U(cuMemMap(a + G / 2, 2 * G, 0, h, 0)); U(cuMemMap(a - G, 2 * G, 0, h, 0)); U(cuMemMap(a + 7 * G, 2 * G, 0, h, 0)); U(cuMemMap(a + 8 * G, 2 * G, 0, h, 0));
    U(cuMemMap(a, 0, 0, h, 0)); U(cuMemMap(a, 1, 0, h, 0)); U(cuMemMap(a, 4096, 0, h, 0)); U(cuMemMap(a, G - 1, 0, h, 0)); U(cuMemMap(a, G, 0, h, 0)); U(cuMemMap(a, G + 1, 0, h, 0)); U(cuMemMap(a, 3 * G, 0, h, 0)); U(cuMemMap(a, 4 * G, 0, h, 0)); U(cuMemMap(a, 9 * G, 0, h, 0)); U(cuMemMap(a, SIZE_MAX, 0, h, 0));
    U(cuMemMap(a, 2 * G, 1, h, 0)); U(cuMemMap(a, 2 * G, 4096, h, 0)); U(cuMemMap(a, 2 * G, G, h, 0)); U(cuMemMap(a, 2 * G, 2 * G, h, 0)); U(cuMemMap(a, G, G, h, 0)); U(cuMemMap(a, 2 * G, (size_t)1 << 63, h, 0)); U(cuMemMap(a, 2 * G, SIZE_MAX, h, 0));
    U(cuMemMap(a, 2 * G, 0, 0, 0)); U(cuMemMap(a, 2 * G, 0, h, 1)); U(cuMemMap(a, 2 * G, 0, h, 77)); U(cuMemMap(0, 0, 0, 0, 0));
    U(cuMemMap(0, G, G, h, 0)); U(cuMemMap(a + 9 * G, G, 0, h, 0)); U(cuMemMap(a + 1, 1, 0, h, 0)); U(cuMemMap(a + 1, G, G, h, 0)); U(cuMemMap(a, 1, G, h, 0));
    U(cuMemMap(a, 2 * G, 0, h, 0)); U(cuMemMap(a, 2 * G, 0, h, 0)); U(cuMemMap(a, 2 * G, 0, k, 0)); U(cuMemMap(a + G, 2 * G, 0, k, 0)); U(cuMemMap(a, G, 0, one, 0)); U(cuMemMap(a + G, G, 0, one, 0)); U(cuMemMap(a, G, 0, k, 0)); U(cuMemMap(a + 4 * G, 2 * G, 0, h, 0));
    U(cuMemAddressFree(a, 8 * G)); U(cuMemFree(a)); T(cudaFree((void *)a)); L();
    // rights
    U(cuMemGetAccess(&fl, &at, a)); V("flags", fl); fl = 5; U(cuMemGetAccess(&fl, &at, a + 2 * G)); V("flags", fl); U(cuMemGetAccess(&fl, &at, 0)); U(cuMemGetAccess(&fl, &at, (CUdeviceptr)p)); U(cuMemGetAccess(&fl, &at, a + 1)); V("flags", fl);
    CUmemLocation host = { CU_MEM_LOCATION_TYPE_HOST, 0 }, none = { CU_MEM_LOCATION_TYPE_INVALID, 0 }, second = { CU_MEM_LOCATION_TYPE_DEVICE, 1 };
    U(cuMemGetAccess(&fl, &host, a)); U(cuMemGetAccess(&fl, &none, a)); U(cuMemGetAccess(&fl, &second, a));
    U(cuMemSetAccess(0, 2 * G, &desc, 1)); U(cuMemSetAccess(1, 2 * G, &desc, 1)); U(cuMemSetAccess((CUdeviceptr)p, 2 * G, &desc, 1)); U(cuMemSetAccess(a + 1, 2 * G, &desc, 1)); U(cuMemSetAccess(a + 4096, 2 * G, &desc, 1)); U(cuMemSetAccess(a, 0, &desc, 1)); U(cuMemSetAccess(a, 1, &desc, 1)); U(cuMemSetAccess(a, 4096, &desc, 1)); U(cuMemSetAccess(a, G - 1, &desc, 1));
    U(cuMemSetAccess(a, G, &desc, 1)); U(cuMemSetAccess(a + G, G, &desc, 1)); U(cuMemSetAccess(a, 3 * G, &desc, 1)); U(cuMemSetAccess(a, 8 * G, &desc, 1)); U(cuMemSetAccess(a, 9 * G, &desc, 1)); U(cuMemSetAccess(a + 2 * G, 2 * G, &desc, 1)); U(cuMemSetAccess(a + 2 * G, 4 * G, &desc, 1)); U(cuMemSetAccess(a, SIZE_MAX, &desc, 1)); U(cuMemSetAccess(a - G, 2 * G, &desc, 1));
    fl = 5; U(cuMemGetAccess(&fl, &at, a)); V("flags", fl); U(cuMemGetAccess(&fl, &at, a + G)); V("flags", fl); U(cuMemGetAccess(&fl, &at, a + 4 * G)); V("flags", fl);
    U(cuMemSetAccess(a, 2 * G, &desc, 0));
    for (int f = 0; f < 6; f++) { ds[0] = desc; ds[0].flags = (CUmemAccess_flags)f; V("rights", f); U(cuMemSetAccess(a, 2 * G, ds, 1)); fl = 5; U(cuMemGetAccess(&fl, &at, a)); V("flags", fl); }
    for (int type = 0; type < 6; type++) { ds[0] = desc; ds[0].location.type = (CUmemLocationType)type; V("location", type); U(cuMemSetAccess(a, 2 * G, ds, 1)); }
    for (int id = -1; id < 3; id++) { ds[0] = desc; ds[0].location.id = id; V("id", id); U(cuMemSetAccess(a, 2 * G, ds, 1)); }
    ds[0] = desc; ds[1] = ro; U(cuMemSetAccess(a, 2 * G, ds, 2)); fl = 5; U(cuMemGetAccess(&fl, &at, a)); V("flags", fl);
    U(cuMemSetAccess(a, 2 * G, &desc, 1)); U(cuMemSetAccess(a, 2 * G, &desc, 1)); U(cuMemSetAccess(a, 2 * G, &no, 1)); U(cuMemSetAccess(a, 2 * G, &no, 1)); U(cuMemSetAccess(a, 2 * G, &ro, 1)); U(cuMemSetAccess(a, 2 * G, &desc, 1));
    // two mappings beside each other, and with a gap
    U(cuMemMap(a + 2 * G, G, 0, one, 0)); U(cuMemSetAccess(a, 3 * G, &desc, 1)); U(cuMemSetAccess(a + G, 2 * G, &ro, 1)); U(cuMemGetAccess(&fl, &at, a)); V("flags", fl); U(cuMemGetAccess(&fl, &at, a + 2 * G)); V("flags", fl); U(cuMemSetAccess(a, 6 * G, &ro, 1)); U(cuMemGetAccess(&fl, &at, a)); V("flags", fl);
    // taking away
    U(cuMemUnmap(0, 2 * G)); U(cuMemUnmap(1, 2 * G)); U(cuMemUnmap((CUdeviceptr)p, 2 * G)); U(cuMemUnmap(a + 1, 2 * G)); U(cuMemUnmap(a + 4096, 2 * G)); U(cuMemUnmap(a, 0)); U(cuMemUnmap(a, 1)); U(cuMemUnmap(a, 4096)); U(cuMemUnmap(a, G - 1)); U(cuMemUnmap(a, G)); U(cuMemUnmap(a + G, G)); U(cuMemUnmap(a, SIZE_MAX)); U(cuMemUnmap(a - G, 2 * G)); U(cuMemUnmap(a, 9 * G)); U(cuMemUnmap(a + 7 * G, 2 * G));
    U(cuMemUnmap(a + 3 * G, G)); U(cuMemUnmap(a + 6 * G, 2 * G)); U(cuMemUnmap(a, 4 * G)); U(cuMemGetAccess(&fl, &at, a)); U(cuMemUnmap(a + 2 * G, 2 * G)); U(cuMemGetAccess(&fl, &at, a + 2 * G)); U(cuMemUnmap(a, 2 * G)); U(cuMemUnmap(a, 2 * G)); U(cuMemUnmap(a, 8 * G)); U(cuMemGetAccess(&fl, &at, a + 4 * G)); U(cuMemAddressFree(a, 8 * G));
    V("taken", before - now());
    U(cuMemMap(a, 2 * G, 0, h, 0)); U(cuMemSetAccess(a, 2 * G, &desc, 1)); U(cuMemUnmap(a, 2 * G)); U(cuMemAddressFree(a, 8 * G)); U(cuMemUnmap(a, 2 * G)); U(cuMemMap(a, 2 * G, 0, h, 0));
    U(cuMemRelease(h)); U(cuMemRelease(k)); U(cuMemRelease(one)); U(cuMemRelease(one)); T(cudaFree(p)); V("taken", before - now()); L();
    return 0;
}
