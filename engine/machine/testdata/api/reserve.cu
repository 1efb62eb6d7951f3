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

    CUdeviceptr a = 5, b = 5, c = 5;
    size_t sizes[] = { 0, 1, 4096, 65536, 1048576, 2097151, 2097152, 2097153, 2101248, 3145728, 4194304, 6291456, (size_t)1 << 30, (size_t)1 << 38, (size_t)1 << 46, (size_t)1 << 47, (size_t)1 << 48, (size_t)1 << 60, SIZE_MAX, SIZE_MAX - 2097151 };
    for (int i = 0; i < 20; i++) { a = 5; printf("%llu,", (unsigned long long)sizes[i]); U(cuMemAddressReserve(&a, sizes[i], 0, 0, 0)); if (a != 5) { V("aligned", a % G == 0); U(cuMemAddressFree(a, sizes[i])); } }
    size_t aligns[] = { 1, 2, 3, 512, 4096, 65536, 1048576, 2097152, 3145728, 4194304, 6291456, 33554432, (size_t)1 << 30, (size_t)1 << 40, (size_t)1 << 46, (size_t)1 << 47, (size_t)1 << 50, (size_t)1 << 63, SIZE_MAX };
    for (int i = 0; i < 19; i++) { a = 5; printf("%llu,", (unsigned long long)aligns[i]); U(cuMemAddressReserve(&a, 4 * MiB, aligns[i], 0, 0)); if (a != 5) { V("aligned", a % aligns[i]); U(cuMemAddressFree(a, 4 * MiB)); } }
    U(cuMemAddressReserve((CUdeviceptr *)0, G, 0, 0, 0));
    for (int f = 1; f < 9; f++) { a = 5; V("flags", f); U(cuMemAddressReserve(&a, G, 0, 0, f)); if (a != 5) { U(cuMemAddressFree(a, G)); } }
    // hints
    U(cuMemAddressReserve(&a, 4 * G, 0, 0, 0));
    U(cuMemAddressReserve(&b, G, 0, a, 0)); V("taken", b == a); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, a + G, 0)); V("taken", b == a + G); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 1, 0)); V("taken", b == 1); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 4096, 0)); V("taken", b == 4096); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 0x200000, 0)); V("taken", b == 0x200000); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 0x40000000, 0)); V("taken", b == 0x40000000); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 0x1000000000, 0)); V("taken", b == 0x1000000000); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 0x1000001000, 0)); V("taken", b == 0x1000001000); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 0x100000000000, 0)); V("taken", b == 0x100000000000); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 4 * G, 0x100000200000, 0)); V("taken", b == 0x100000200000); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 0x800000000000, 0)); V("taken", b == 0x800000000000); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 0x1000000000000, 0)); V("taken", b == 0x1000000000000); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&b, G, 0, 0x8000000000000000, 0)); V("taken", b == 0x8000000000000000); U(cuMemAddressFree(b, G));
    // giving back
    U(cuMemAddressFree(a, G)); U(cuMemAddressFree(a, 0)); U(cuMemAddressFree(a, 8 * G)); U(cuMemAddressFree(a + G, G)); U(cuMemAddressFree(a + G, 3 * G)); U(cuMemAddressFree(a, 4 * G - 1)); U(cuMemAddressFree(a + 1, 4 * G)); U(cuMemAddressFree(0, G)); U(cuMemAddressFree(0, 0)); U(cuMemAddressFree(1, 1)); U(cuMemAddressFree(0x7000, G));
    void *p; T(cudaMalloc(&p, 4 * G)); U(cuMemAddressFree((CUdeviceptr)p, 4 * G)); T(cudaFree((void *)a)); L(); U(cuMemFree(a)); U(cuMemFree(a + G)); T(cudaFreeHost((void *)a)); L(); T(cudaFree(p));
    U(cuMemAddressFree(a, 4 * G)); U(cuMemAddressFree(a, 4 * G));
    V("taken", before - now());
    return 0;
}
