#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    char *p, *q, *pitched; static char h[65536], g[65536]; size_t pitch = 0; cudaStream_t st; void *pinned;
    T(cudaStreamCreate(&st)); T(cudaMalloc(&p, 65536)); T(cudaMalloc(&q, 1000)); T(cudaMallocPitch((void **)&pitched, &pitch, 100, 10)); V("pitch", pitch); T(cudaMallocHost(&pinned, 4096));
    for (int i = 0; i < 65536; i++) { h[i] = (char)(i % 101); }
    T(cudaMemcpy2D(pitched, pitch, h, 100, 100, 10, cudaMemcpyHostToDevice)); T(cudaMemcpy2D(g, 200, pitched, pitch, 100, 10, cudaMemcpyDeviceToHost)); V("g[0]", g[0]); V("g[99]", g[99]); V("g[100]", g[100]); V("g[200]", g[200]); V("g[1899]", g[1899]);
    T(cudaMemcpy2D(p, 128, pitched, pitch, 100, 10, cudaMemcpyDeviceToDevice)); T(cudaMemcpy2D(g, 100, p, 128, 100, 10, cudaMemcpyDefault)); V("g[100]", g[100]); V("g[999]", g[999]);
    T(cudaMemcpy2D(g, 100, h, 100, 100, 10, cudaMemcpyHostToHost)); L();
    T(cudaMemcpy2D(p, 99, h, 100, 100, 10, cudaMemcpyHostToDevice)); T(cudaMemcpy2D(p, 100, h, 99, 100, 10, cudaMemcpyHostToDevice)); T(cudaMemcpy2D(p, 0, h, 100, 100, 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy2D(p, 100, h, 100, 0, 10, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy2D(p, 100, h, 100, 100, 0, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy2D(p, 0, h, 0, 0, 0, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy2D(0, 100, h, 100, 0, 10, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy2D(0, 100, h, 100, 100, 10, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy2D(p, 100, 0, 100, 100, 10, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy2D(p, 100, h, 100, 100, 10, cudaMemcpyDeviceToHost)); L(); T(cudaMemcpy2D(p, 100, h, 100, 100, 10, cudaMemcpyDeviceToDevice)); L(); T(cudaMemcpy2D(g, 100, p, 100, 100, 10, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy2D(p, 100, h, 100, 100, 10, (cudaMemcpyKind)9)); L();
    T(cudaMemcpy2D(q, 100, h, 100, 100, 10, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy2D(q, 100, h, 100, 100, 11, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy2D(q, 512, h, 100, 100, 2, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy2D(p, (size_t)1 << 31, h, 100, 100, 1, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy2D(p, ((size_t)1 << 31) - 1, h, 100, 100, 1, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy2D(p, 100, h, (size_t)1 << 31, 100, 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy2DAsync(pitched, pitch, pinned, 100, 100, 10, cudaMemcpyHostToDevice, st)); L(); T(cudaStreamSynchronize(st));
    T(cudaMemset2D(pitched, pitch, 7, 100, 10)); T(cudaMemcpy2D(g, 100, pitched, pitch, 100, 10, cudaMemcpyDeviceToHost)); V("g[500]", g[500]); T(cudaMemcpy(g, pitched, 200, cudaMemcpyDeviceToHost)); V("g[99]", g[99]);
    T(cudaMemset2D(pitched, 99, 7, 100, 10)); T(cudaMemset2D(pitched, pitch, 7, 0, 10)); L(); T(cudaMemset2D(pitched, pitch, 7, 100, 0)); L(); T(cudaMemset2D(0, pitch, 7, 100, 10)); L(); T(cudaMemset2D(0, 0, 7, 0, 0)); L(); T(cudaMemset2D(h, 100, 7, 100, 10)); L(); T(cudaMemset2D(q, 100, 7, 100, 10)); L(); T(cudaMemset2D(q, 100, 7, 100, 11)); L(); T(cudaMemset2D(q, 512, 7, 100, 2)); L(); T(cudaMemset2D(q, 1000, 7, 1000, 1)); L(); T(cudaMemset2D(q, 2000, 7, 1001, 1)); L();
    T(cudaMemset2DAsync(pitched, pitch, 7, 100, 10, st)); T(cudaStreamSynchronize(st)); L();
    T(cudaDeviceSynchronize());
    return 0;
}
