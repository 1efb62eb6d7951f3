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

    // last errors of calls that fail in the driver's part, and of queries
    char *p, *q, h[64]; static char buf[65536]; char *page = (char *)(((size_t)buf + 4095) & ~(size_t)4095); struct cudaPointerAttributes at; CUdeviceptr a = 5; size_t f = 5, t = 5; int n = 5; void *d = 0; cudaStream_t st; cudaEvent_t e;
    T(cudaStreamCreate(&st)); T(cudaEventCreate(&e)); T(cudaMalloc(&p, 4 * MiB));
    U(cuMemFree(77)); L(); U(cuMemAddressReserve(&a, 1, 0, 0, 0)); L(); U(cuDeviceGet(&n, 9)); L();
    // memory of the host's own beside registered memory
    T(cudaHostRegister(page, 100, 0)); T(cudaHostRegister(page + 100, 100, 0)); T(cudaHostRegister(page + 150, 10, 0)); L(); T(cudaHostRegister(page + 199, 4096, 0)); L(); T(cudaHostRegister(page + 200, 4096, 0)); L(); T(cudaHostRegister(page + 8000, 10, 0)); T(cudaHostUnregister(page + 100)); T(cudaHostRegister(page + 50, 100, 0)); L(); T(cudaHostRegister(page + 100, 50, 0)); L();
    T(cudaHostUnregister(page + 99)); L(); T(cudaHostUnregister(page + 150)); L(); T(cudaHostUnregister(page)); T(cudaHostUnregister(page + 100)); T(cudaHostUnregister(page + 200)); T(cudaHostUnregister(page + 8000));
    for (unsigned flags = 0; flags < 34; flags++) { cudaError_t r = cudaHostRegister(page, 8192, flags); printf("flags %u,%s\n", flags, cudaGetErrorName(r)); if (r == cudaSuccess) { cudaHostUnregister(page); } }
    T(cudaGetLastError());
    T(cudaHostRegister(page, SIZE_MAX, 0)); L(); T(cudaHostRegister((void *)-4096, 4096, 0)); L(); T(cudaHostRegister((void *)0x123456789000, 4096, 0)); L(); T(cudaHostRegister(page, 65536 + MiB * 64, 0)); L();
    T(cudaHostRegister(page, 4096, 0)); T(cudaMemcpy(p, page, 8192, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy(p, page + 4000, 200, cudaMemcpyHostToDevice)); L(); T(cudaMemset(page, 3, 4096)); L(); T(cudaMemset(page, 3, 4097)); L(); T(cudaMemset(page + 4095, 3, 1)); L(); T(cudaMemset(page + 4096, 3, 1)); L(); V("byte", page[4095]);
    T(cudaMemcpyAsync(page, p, 4096, cudaMemcpyDeviceToHost, st)); L(); T(cudaMemcpyAsync(page, p, 8192, cudaMemcpyDeviceToHost, st)); L(); T(cudaMemcpy(page, p, 100, cudaMemcpyDeviceToDevice)); L(); T(cudaMemcpy(page + 2000, page, 100, cudaMemcpyDeviceToDevice)); L(); T(cudaStreamSynchronize(st)); T(cudaHostUnregister(page));
    // pinned memory: how far copies and sets reach
    T(cudaMallocHost(&d, 5000)); q = (char *)d;
    T(cudaMemcpy(q, p, 5000, cudaMemcpyDeviceToHost)); T(cudaMemcpy(q, p, 5001, cudaMemcpyDeviceToHost)); L(); T(cudaMemcpy(q, p, 8192, cudaMemcpyDeviceToHost)); L(); T(cudaMemcpy(q, p, 8193, cudaMemcpyDeviceToHost)); L(); T(cudaMemcpy(p, q, 5001, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy(p, q, 5001, cudaMemcpyDefault)); L();
    T(cudaMemset(q, 1, 5000)); L(); T(cudaMemset(q, 1, 5001)); L(); T(cudaMemset(q + 5000, 1, 1)); L(); T(cudaMemset(q, 1, 8192)); L(); T(cudaMemset(q, 1, 8193)); L(); T(cudaFreeHost(d));
    // copies of the host's own
    T(cudaMemcpy(h, buf, 64, cudaMemcpyHostToHost)); T(cudaMemcpy(h, buf, 64, cudaMemcpyDefault)); T(cudaMemcpy(h, h + 8, 16, cudaMemcpyDefault)); T(cudaMemcpy(h, h, 16, cudaMemcpyHostToHost)); L(); T(cudaMemcpyAsync(h, buf, 64, cudaMemcpyHostToHost, 0)); T(cudaMemcpyAsync(h, buf, 64, cudaMemcpyDefault, st)); T(cudaStreamSynchronize(st));
    // pointers that are attributes' borders
    T(cudaPointerGetAttributes(&at, (void *)0x7fffffffffff)); L(); T(cudaPointerGetAttributes(&at, (void *)0x800000000000)); L(); T(cudaPointerGetAttributes(&at, (void *)0x8000000000000000)); L(); V("type", at.type);
    T(cudaFreeAsync(p, st)); L(); T(cudaStreamSynchronize(st)); T(cudaFree(p)); L(); T(cudaMalloc(&p, 1000)); T(cudaFreeAsync(p + 1, st)); L(); T(cudaFreeAsync(p, st)); T(cudaFreeAsync(p, st)); L(); T(cudaPointerGetAttributes(&at, p)); V("type", at.type);
    return 0;
}
