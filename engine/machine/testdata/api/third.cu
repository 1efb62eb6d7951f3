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

    CUdeviceptr a = 5, b = 5, c = 5, e = 5; CUmemGenericAllocationHandle h = 5; char *p, *q, *s; cudaStream_t st; struct cudaPointerAttributes at; unsigned long long fl = 5; CUmemLocation dev = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }; void *pin;
    T(cudaStreamCreate(&st));
    // hints again
    U(cuMemAddressReserve(&a, 4 * G, 0, 0, 0)); U(cuMemAddressReserve(&b, G, 0, a + 4 * G, 0)); V("behind", b == a + 4 * G); U(cuMemAddressFree(b, G));
    U(cuMemAddressReserve(&c, (size_t)1 << 34, 0, 0, 0)); U(cuMemAddressReserve(&b, G, 0, c + ((size_t)1 << 34), 0)); V("behind", b == c + ((size_t)1 << 34)); U(cuMemAddressFree(b, G)); U(cuMemAddressReserve(&b, (size_t)1 << 34, 0, c + ((size_t)1 << 34), 0)); V("behind", b == c + ((size_t)1 << 34)); V("apart", b - c); U(cuMemAddressFree(b, (size_t)1 << 34));
    U(cuMemAddressFree(c, (size_t)1 << 34)); U(cuMemAddressReserve(&b, (size_t)1 << 34, 0, c, 0)); V("again", b == c); U(cuMemAddressFree(b, (size_t)1 << 34));
    U(cuMemAddressReserve(&b, (size_t)1 << 36, 0, 0x200000000000, 0)); V("taken", b == 0x200000000000); U(cuMemAddressFree(b, (size_t)1 << 36));
    U(cuMemAddressReserve(&b, (size_t)1 << 36, 0, 0x500000000000, 0)); V("taken", b == 0x500000000000); U(cuMemAddressFree(b, (size_t)1 << 36));
    U(cuMemAddressReserve(&b, (size_t)1 << 30, 0, 0x400000000, 0)); V("taken", b == 0x400000000); V("where", b); U(cuMemAddressFree(b, (size_t)1 << 30));
    U(cuMemAddressReserve(&b, (size_t)1 << 30, 0, 0x302000000, 0)); V("taken", b == 0x302000000); V("where", b); U(cuMemAddressFree(b, (size_t)1 << 30));
    U(cuMemAddressReserve(&b, (size_t)1 << 30, 0, 0x7000000000000000, 0)); U(cuMemAddressReserve(&b, (size_t)1 << 45, 0, 0, 0)); U(cuMemAddressFree(b, (size_t)1 << 45)); U(cuMemAddressReserve(&b, ((size_t)1 << 46) + G, 0, 0, 0)); U(cuMemAddressFree(b, ((size_t)1 << 46) + G)); U(cuMemAddressReserve(&b, G, (size_t)1 << 45, 0, 0)); U(cuMemAddressFree(b, G)); U(cuMemAddressReserve(&b, G, (size_t)1 << 62, 0, 0));
    // unmapping
    U(cuMemCreate(&h, 2 * G, &prop, 0)); U(cuMemMap(a, 2 * G, 0, h, 0)); U(cuMemUnmap(a, 2 * G - 1)); U(cuMemUnmap(a, 2 * G)); U(cuMemMap(a, 2 * G, 0, h, 0)); U(cuMemUnmap(a, 3 * G - 1)); U(cuMemUnmap(a, 3 * G)); U(cuMemUnmap(a, 5 * G)); U(cuMemUnmap(a, SIZE_MAX - G)); U(cuMemUnmap(a, (size_t)1 << 63)); U(cuMemUnmap(a + 3 * G, 1)); U(cuMemUnmap(a + 3 * G, G + 1));
    U(cuMemMap(a, 2 * G, 0, h, 0)); U(cuMemSetAccess(a, 2 * G - 1, &desc, 1)); U(cuMemSetAccess(a, 2 * G, &desc, 1)); U(cuMemGetAccess(&fl, &dev, a + 3 * G)); U(cuMemUnmap(a, 2 * G));
    // rights of other memory
    T(cudaMalloc(&p, 1000)); fl = 5; U(cuMemGetAccess(&fl, &dev, (CUdeviceptr)p)); V("flags", fl); fl = 5; U(cuMemGetAccess(&fl, &dev, (CUdeviceptr)p + 1000)); V("flags", fl); T(cudaMallocAsync((void **)&q, 1000, st)); fl = 5; U(cuMemGetAccess(&fl, &dev, (CUdeviceptr)q)); V("flags", fl); T(cudaMallocHost(&pin, 100)); fl = 5; U(cuMemGetAccess(&fl, &dev, (CUdeviceptr)pin)); V("flags", fl); CUmemLocation host = { CU_MEM_LOCATION_TYPE_HOST, 0 }; fl = 5; U(cuMemGetAccess(&fl, &host, (CUdeviceptr)p)); V("flags", fl); fl = 5; U(cuMemGetAccess(&fl, &host, (CUdeviceptr)pin)); V("flags", fl);
    // cudaFreeAsync of memory of cudaMalloc
    T(cudaMalloc(&s, 3 * MiB)); size_t was = now(); T(cudaFreeAsync(s, st)); V("back", now() - was); T(cudaPointerGetAttributes(&at, s)); V("type", at.type); T(cudaMemset(s, 1, 16)); L(); T(cudaStreamSynchronize(st)); V("back", now() - was); T(cudaPointerGetAttributes(&at, s)); V("type", at.type); T(cudaMemset(s, 1, 16)); L();
    T(cudaMalloc(&s, 3 * MiB)); was = now(); T(cudaFreeAsync(s, st)); V("back", now() - was); T(cudaMalloc(&q, 3 * MiB)); V("same", q == s); V("back", now() - was); T(cudaDeviceSynchronize()); V("back", now() - was); T(cudaFree(q));
    T(cudaMalloc(&s, 3 * MiB)); was = now(); T(cudaFreeAsync(s, 0)); V("back", now() - was); T(cudaMemset(p, 0, 16)); V("back", now() - was); T(cudaFree(p)); V("back", now() - was); T(cudaDeviceSynchronize()); V("back", now() - was);
    T(cudaMalloc(&s, 100)); T(cudaFreeAsync(s, st)); T(cudaPointerGetAttributes(&at, s)); V("type", at.type); T(cudaMalloc(&q, 100)); V("same", q == s); T(cudaStreamSynchronize(st)); T(cudaMalloc(&p, 100)); V("same", p == s); T(cudaPointerGetAttributes(&at, s)); V("type", at.type);
    U(cuMemRelease(h)); U(cuMemAddressFree(a, 4 * G));
    return 0;
}
