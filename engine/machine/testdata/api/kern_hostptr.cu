#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
__global__ void k(char *p) { *p = 7; }
int main(void) {
    char *p, *q, b[64]; float ms; int n = 5; size_t f, t; cudaStream_t st; cudaEvent_t ev;
    T(cudaMalloc(&p, 4 * MiB)); T(cudaStreamCreate(&st)); T(cudaEventCreate(&ev));
    k<<<1, 1>>>(b);
    T(cudaPeekAtLastError()); T(cudaGetLastError()); T(cudaDeviceSynchronize()); T(cudaPeekAtLastError()); T(cudaGetLastError()); T(cudaGetLastError()); T(cudaMalloc(&q, 16)); T(cudaFree(p)); T(cudaMemcpy(b, p, 16, cudaMemcpyDeviceToHost)); T(cudaMemGetInfo(&f, &t)); T(cudaStreamSynchronize(st)); T(cudaDeviceReset()); T(cudaGetLastError()); T(cudaMalloc(&q, 16)); T(cudaGetLastError()); T(cudaMemGetInfo(&f, &t));
    return 0;
}
