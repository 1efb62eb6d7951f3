#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    char *p, *q; void *h; size_t f, t; CUdeviceptr a; int n; cudaMemPool_t mp; unsigned long long v;
    T(cudaDeviceReset()); L(); T(cudaDeviceReset());
    T(cudaMalloc(&p, 100)); T(cudaMalloc(&q, 4 * MiB)); T(cudaMallocHost(&h, 100)); size_t before = now();
    T(cudaMemset((void *)0, 1, 1)); T(cudaDeviceReset()); T(cudaPeekAtLastError()); L(); L();
    T(cudaFree(p)); L(); T(cudaFree(q)); L(); T(cudaFreeHost(h)); L(); T(cudaMemset(p, 0, 1)); L();
    T(cudaMemGetInfo(&f, &t)); V("back", f - before);
    T(cudaMalloc(&p, 100)); T(cudaFree(p));
    T(cudaDeviceGetDefaultMemPool(&mp, 0)); T(cudaMallocAsync((void **)&p, 100, 0)); v = 1 << 30; T(cudaMemPoolSetAttribute(mp, cudaMemPoolAttrReleaseThreshold, &v));
    T(cudaDeviceReset()); T(cudaDeviceGetDefaultMemPool(&mp, 0)); v = 5; T(cudaMemPoolGetAttribute(mp, cudaMemPoolAttrReleaseThreshold, &v)); V("threshold", v); T(cudaMemPoolGetAttribute(mp, cudaMemPoolAttrReservedMemCurrent, &v)); V("reserved", v);
    return 0;
}
