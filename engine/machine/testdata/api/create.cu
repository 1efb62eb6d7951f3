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

    CUmemGenericAllocationHandle h = 5, k = 5;
    size_t sizes[] = { 0, 1, 4096, 65536, 1048576, 2097151, 2097152, 2097153, 3145728, 4194304, 6291456, 149554200576, 149555249152, 149556297728, 149557477376, 150109880320, (size_t)1 << 40, (size_t)1 << 46, (size_t)1 << 47, (size_t)1 << 48, (size_t)1 << 60, SIZE_MAX, SIZE_MAX - 2097151 };
    for (int i = 0; i < 23; i++) { h = 5; printf("%llu,", (unsigned long long)sizes[i]); U(cuMemCreate(&h, sizes[i], &prop, 0)); if (h != 5) { V("taken", before - now()); U(cuMemRelease(h)); } else { V("taken", before - now()); } }
    U(cuMemCreate((CUmemGenericAllocationHandle *)0, G, &prop, 0)); U(cuMemCreate(&h, G, (CUmemAllocationProp *)0, 0));
    for (int f = 1; f < 5; f++) { h = 5; V("flags", f); U(cuMemCreate(&h, G, &prop, f)); if (h != 5) { U(cuMemRelease(h)); } }
    for (int type = 0; type < 4; type++) { h = 5; bad = prop; bad.type = (CUmemAllocationType)type; V("type", type); U(cuMemCreate(&h, G, &bad, 0)); if (h != 5) { U(cuMemRelease(h)); } }
    for (int type = 0; type < 6; type += type == 1 ? 3 : 1) { h = 5; bad = prop; bad.location.type = (CUmemLocationType)type; V("location", type); U(cuMemCreate(&h, G, &bad, 0)); if (h != 5) { V("taken", before - now()); U(cuMemRelease(h)); } }
    for (int id = -1; id < 3; id++) { h = 5; bad = prop; bad.location.id = id; V("id", id); U(cuMemCreate(&h, G, &bad, 0)); if (h != 5) { U(cuMemRelease(h)); } }
    for (int type = 1; type < 9; type++) { h = 5; bad = prop; bad.requestedHandleTypes = (CUmemAllocationHandleType)type; V("handles", type); U(cuMemCreate(&h, G, &bad, 0)); if (h != 5) { U(cuMemRelease(h)); } }
    for (int type = 1; type < 3; type++) { h = 5; bad = prop; bad.allocFlags.compressionType = type; V("compression", type); U(cuMemCreate(&h, G, &bad, 0)); if (h != 5) { U(cuMemRelease(h)); } }
    U(cuMemCreate(&h, G, &prop, 0)); U(cuMemCreate(&k, 2 * G, &prop, 0)); V("different", h != k); V("taken", before - now());
    U(cuMemRelease(h)); U(cuMemRelease(h)); U(cuMemRelease(0)); U(cuMemRelease(k)); U(cuMemRelease(k)); V("taken", before - now());
    T(cudaGetLastError());
    return 0;
}
