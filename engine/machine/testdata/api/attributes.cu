#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    struct cudaPointerAttributes a; char *p, *q, *b, *pool, *mapped, *pinned, *m = 0, *page; static char buf[16384]; cudaMemPool_t mp; cudaStream_t st;
    CUdeviceptr base = 5, v = 0, r = 0; size_t size = 5; CUmemGenericAllocationHandle handle;
    CUmemAllocationProp prop = { }; prop.type = CU_MEM_ALLOCATION_TYPE_PINNED; prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE; prop.location.id = 0;
    CUmemAccessDesc desc = { }; desc.location.type = CU_MEM_LOCATION_TYPE_DEVICE; desc.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    T(cudaStreamCreate(&st));
    T(cudaMalloc(&p, 1000)); T(cudaMalloc(&q, 3 * MiB)); T(cudaMalloc(&b, 100)); T(cudaFree(b)); T(cudaMallocAsync(&pool, 1000, st)); T(cudaMallocHost(&pinned, 5000)); T(cudaHostAlloc(&mapped, 5000, cudaHostAllocMapped | cudaHostAllocPortable));
    page = (char *)(((size_t)buf + 4095) & ~(size_t)4095);
    T(cudaHostRegister(page + 10, 100, 0));
    U(cuMemAddressReserve(&v, 8 * MiB, 0, 0, 0)); U(cuMemCreate(&handle, 4 * MiB, &prop, 0)); U(cuMemMap(v, 4 * MiB, 0, handle, 0));
#define A(x) do { memset(&a, 7, sizeof a); printf("%s,%s\n", #x, cudaGetErrorName(cudaPointerGetAttributes(&a, (void *)(x)))); \
    printf("type,%d\ndevice,%d\ndevicePointer,%s\nhostPointer,%s\n", a.type, a.device, a.devicePointer == 0 ? "null" : a.devicePointer == (void *)(x) ? "same" : "other", a.hostPointer == 0 ? "null" : a.hostPointer == (void *)(x) ? "same" : "other"); L(); } while (0)
#define R(x) do { base = 5; size = 5; const char *name_ = 0; CUresult result_ = cuMemGetAddressRange(&base, &size, (CUdeviceptr)(x)); cuGetErrorName(result_, &name_); \
    printf("range %s,%s\n", #x, name_); if (result_ == CUDA_SUCCESS) { printf("offset,%lld\nsize,%lld\n", (long long)((CUdeviceptr)(x) - base), (long long)size); } } while (0)
    A(p); A(p + 999); A(p + 1000); A(p + 1023); A(p + 1024); A(p + 512); A(p - 1);
    A(q); A(q + 3 * MiB - 1); A(q + 3 * MiB); A(q + 4 * MiB - 1); A(q + 4 * MiB);
    A(b); A(pool); A(pool + 999); A(pool + 1000); A(pool + 1024); A(pool + 33554432);
    A(pinned); A(pinned + 4999); A(pinned + 5000); A(pinned + 8191); A(pinned + 8192); A(pinned + 2 * MiB - 1);
    A(mapped); A(mapped + 100); A(page); A(page + 10); A(page + 50); A(page + 110); A(page + 4095); A(page + 4096); A(buf);
    A(v); A(v + 100); A(v + 4 * MiB - 1); A(v + 4 * MiB); A(v + 8 * MiB);
    A(0); A(1); A(&a); A("text"); A(malloc(10)); A((void *)-1); A((void *)0x123456789000);
    R(p); R(p + 999); R(p + 1000); R(p + 1023); R(p + 1024); R(q); R(q + 3 * MiB - 1); R(q + 3 * MiB); R(q + 4 * MiB - 1);
    R(b); R(pool); R(pool + 999); R(pool + 1000); R(pool + 1023); R(pool + 1024); R(pinned); R(pinned + 4999); R(pinned + 5000); R(pinned + 8191); R(pinned + 8192);
    R(mapped + 1); R(page); R(page + 10); R(page + 109); R(page + 110); R(page + 4095); R(page + 4096); R(v); R(v + 4 * MiB - 1); R(v + 4 * MiB); R(0); R(&a); R(-1);
    U(cuMemSetAccess(v, 4 * MiB, &desc, 1));
    A(v); A(v + 4 * MiB); R(v + 100);
    U(cuMemAddressReserve(&r, 8 * MiB, 0, 0, 0)); U(cuMemMap(r, 4 * MiB, 0, handle, 0)); U(cuMemSetAccess(r, 4 * MiB, &desc, 1)); A(r); R(r + 1);
    U(cuMemMap(r + 4 * MiB, 4 * MiB, 0, handle, 0)); U(cuMemSetAccess(r + 4 * MiB, 4 * MiB, &desc, 1)); A(r + 4 * MiB); R(r + 5 * MiB); R(r + 2 * MiB);
    U(cuMemRelease(handle)); A(v); R(v);
    U(cuMemUnmap(v, 4 * MiB)); A(v); R(v);
    U(cuMemGetAddressRange(0, &size, (CUdeviceptr)q)); V("size", size);
    U(cuMemGetAddressRange(&base, 0, (CUdeviceptr)q)); V("base", base == (CUdeviceptr)q);
    U(cuMemGetAddressRange(0, 0, (CUdeviceptr)q));
    T(cudaPointerGetAttributes((struct cudaPointerAttributes *)0, p)); L();
    T(cudaFreeAsync(pool, st)); A(pool); R(pool); T(cudaStreamSynchronize(st)); A(pool); R(pool);
    T(cudaFreeHost(pinned)); A(pinned); R(pinned); T(cudaFree(q)); A(q); R(q); T(cudaFree(p)); A(p); R(p); T(cudaHostUnregister(page + 10)); A(page + 10); R(page + 10);
    T(cudaMalloc(&m, 0)); A(m);
    return 0;
}
