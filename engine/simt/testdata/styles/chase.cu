// pointer chase microbenchmark
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <cuda_runtime_api.h>
#define CUDA_SAFE_CALL(call) \
do { \
  cudaError err = call; \
  if (cudaSuccess != err) { \
    fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
    exit(EXIT_FAILURE); \
  } \
} while (0)
__global__ void chase(uint64_t *start, int iters, uint64_t *out, long long int *cycles)
{
  uint64_t *p = start;
  long long int t0 = clock64();
  #pragma unroll 1
  for (int i = 0; i < iters; ++i) {
    p = (uint64_t *)*p;
  }
  long long int t1 = clock64();
  *out = (uint64_t)p;
  *cycles = t1 - t0;
}
__global__ void chase_idx(unsigned int *a, int n, unsigned int *dur, unsigned int *idx)
{
  __shared__ unsigned int s_t[64], s_i[64];
  unsigned int j = 0;
  for (int k = 0; k < n; k++) {
    unsigned int t = clock();
    j = a[j];
    s_i[k] = j;
    unsigned int e = clock();
    s_t[k] = e - t;
  }
  for (int k = 0; k < n; k++) { dur[k] = s_t[k]; idx[k] = s_i[k]; }
}
int main(int argc, char *argv[])
{
  size_t stride = 2ULL << 20, n = 16;
  if (argc == 3) { stride = strtoull(argv[1], NULL, 0); n = strtoul(argv[2], 0, 10); }
  char *buf; uint64_t *out; long long *cyc;
  CUDA_SAFE_CALL(cudaMalloc((void**)&buf, stride * n));
  CUDA_SAFE_CALL(cudaMalloc((void**)&out, 8)); CUDA_SAFE_CALL(cudaMalloc((void**)&cyc, 8));
  for (size_t i = 0; i < n; i++) {
    uint64_t next = (uint64_t)(buf + ((i + 1) % n) * stride);
    CUDA_SAFE_CALL(cudaMemcpy(buf + i * stride, &next, sizeof next, cudaMemcpyHostToDevice));
  }
  chase<<<1,1>>>((uint64_t*)buf, n, out, cyc);
  chase<<<1,1>>>((uint64_t*)buf, 4 * n, out, cyc);
  CUDA_SAFE_CALL(cudaDeviceSynchronize());
  uint64_t h; long long c;
  cudaMemcpy(&h, out, 8, cudaMemcpyDeviceToHost); cudaMemcpy(&c, cyc, 8, cudaMemcpyDeviceToHost);
  printf("returned to start: %s, %s cycles per load\n", h == (uint64_t)buf ? "yes" : "no", c / (4*n) > 100 ? "many" : "few");
  printf("%zu %llu %" PRIu64 "\n", n, (unsigned long long)stride, (uint64_t)n);
  unsigned *a, *d, *x, ha[64];
  for (int i = 0; i < 64; i++) ha[i] = (i + 17) % 64;
  cudaMalloc(&a, 256); cudaMalloc(&d, 256); cudaMalloc(&x, 256); cudaMemcpy(a, ha, 256, cudaMemcpyHostToDevice);
  chase_idx<<<1,1>>>(a, 64, d, x); unsigned hx[64]; cudaMemcpy(hx, x, sizeof(hx), cudaMemcpyDeviceToHost);
  printf("%u %u\n", hx[0], hx[63]);
  cudaDeviceReset();
  return 0;
}
