#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    char *p, *q, *s, *big, h[64], *heap = (char *)malloc(4 * MiB), *pinned;
    cudaStream_t st;
    T(cudaMalloc(&p, 1000)); T(cudaMalloc(&q, 4 * MiB)); T(cudaMalloc(&s, 512)); T(cudaMalloc(&big, 3 * MiB)); T(cudaMallocHost(&pinned, 4096)); T(cudaStreamCreate(&st));
    int kind = 0;
    V("kind", kind);
    T(cudaMemcpy(h, heap, 16, (cudaMemcpyKind)kind)); L();
    T(cudaMemcpy(p, heap, 16, (cudaMemcpyKind)kind)); L();
    T(cudaMemcpy(heap, p, 16, (cudaMemcpyKind)kind)); L();
    T(cudaMemcpy(q, p, 16, (cudaMemcpyKind)kind)); L();
    T(cudaMemcpy(pinned, p, 16, (cudaMemcpyKind)kind)); L();
    T(cudaMemcpy(p, pinned, 16, (cudaMemcpyKind)kind)); L();
    T(cudaMemcpy(pinned, heap, 16, (cudaMemcpyKind)kind)); L();
    T(cudaMemcpy(heap, pinned, 16, (cudaMemcpyKind)kind)); L();
    T(cudaMemcpyAsync(h, heap, 16, (cudaMemcpyKind)kind, st)); L();
    T(cudaMemcpyAsync(p, heap, 16, (cudaMemcpyKind)kind, st)); L();
    T(cudaMemcpyAsync(heap, p, 16, (cudaMemcpyKind)kind, st)); L();
    T(cudaMemcpyAsync(q, p, 16, (cudaMemcpyKind)kind, st)); L();
    T(cudaMemcpyAsync(pinned, p, 16, (cudaMemcpyKind)kind, st)); L();
    T(cudaMemcpyAsync(p, pinned, 16, (cudaMemcpyKind)kind, st)); L();
    T(cudaMemcpyAsync(pinned, heap, 16, (cudaMemcpyKind)kind, st)); L();
    T(cudaMemcpyAsync(heap, pinned, 16, (cudaMemcpyKind)kind, st)); L();
    return 0;
}
