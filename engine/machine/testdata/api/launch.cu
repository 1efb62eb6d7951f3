#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
__global__ void k(int *p) { if (p) { *p = 1; } }
__global__ void sh(int *p) { __shared__ int s[10]; s[threadIdx.x % 10] = 1; if (p) { *p = s[0]; } }
__global__ void huge(int *p) { __shared__ char s[49152]; s[threadIdx.x] = 1; if (p) { *p = s[1]; } }
int main(void) {
    int *p = 0; cudaStream_t s; T(cudaStreamCreate(&s)); T(cudaMalloc((void **)&p, 4));
    k<<<1, 1>>>(p); L(); k<<<0, 1>>>(p); L(); k<<<1, 0>>>(p); L(); k<<<1, 1024>>>(p); L(); k<<<1, 1025>>>(p); L(); k<<<2147483647u, 0>>>(p); L();
    k<<<dim3(0, 1, 1), 1>>>(p); L(); k<<<dim3(1, 0, 1), 1>>>(p); L(); k<<<dim3(1, 1, 0), 1>>>(p); L(); k<<<1, dim3(1, 0, 1)>>>(p); L(); k<<<1, dim3(1, 1, 0)>>>(p); L();
    k<<<dim3(1, 65535, 1), 1>>>(p); L(); k<<<dim3(1, 65536, 1), 1>>>(p); L(); k<<<dim3(1, 1, 65535), 1>>>(p); L(); k<<<dim3(1, 1, 65536), 1>>>(p); L(); k<<<2147483648u, 1>>>(p); L(); k<<<4294967295u, 1>>>(p); L();
    k<<<1, dim3(1024, 1, 1)>>>(p); L(); k<<<1, dim3(1, 1024, 1)>>>(p); L(); k<<<1, dim3(1, 1025, 1)>>>(p); L(); k<<<1, dim3(1, 1, 64)>>>(p); L(); k<<<1, dim3(1, 1, 65)>>>(p); L(); k<<<1, dim3(32, 32, 1)>>>(p); L(); k<<<1, dim3(32, 33, 1)>>>(p); L(); k<<<1, dim3(32, 32, 2)>>>(p); L();
    k<<<1, 1, 49152>>>(p); L(); k<<<1, 1, 49153>>>(p); L(); k<<<1, 1, 65536>>>(p); L(); k<<<1, 1, 232448>>>(p); L(); k<<<1, 1, 232449>>>(p); L(); k<<<1, 1, 1048576>>>(p); L();
    sh<<<1, 1, 49112>>>(p); L(); sh<<<1, 1, 49113>>>(p); L(); huge<<<1, 1>>>(p); L(); huge<<<1, 1, 1>>>(p); L();
    k<<<1, 1, 0, s>>>(p); L(); k<<<1, 1, 0, (cudaStream_t)1>>>(p); L(); k<<<1, 1, 0, (cudaStream_t)2>>>(p); L();
    k<<<0, 0>>>(p); L(); k<<<0, 1, 1048576>>>(p); L(); k<<<1, 1025, 1048576>>>(p); L();
    k<<<0, 1>>>(p); T(cudaDeviceSynchronize()); T(cudaPeekAtLastError()); T(cudaMalloc((void **)&p, 4)); T(cudaPeekAtLastError()); L(); L();
    k<<<1, 2000>>>(p); k<<<1, 1>>>(p); T(cudaPeekAtLastError()); L(); L();
    return 0;
}
