#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
// Blelloch scan with bank conflict avoidance + warp scan
#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#ifdef ZERO_BANK_CONFLICTS
#define CONFLICT_FREE_OFFSET(n) ((n) >> NUM_BANKS + (n) >> (2 * LOG_NUM_BANKS))
#else
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#endif
__global__ void prescan(float *g_odata, float *g_idata, int n)
{
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int offset = 1;
  int ai = thid, bi = thid + (n/2);
  int bankOffsetA = CONFLICT_FREE_OFFSET(ai);
  int bankOffsetB = CONFLICT_FREE_OFFSET(bi);
  temp[ai + bankOffsetA] = g_idata[ai];
  temp[bi + bankOffsetB] = g_idata[bi];
  for (int d = n>>1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset*(2*thid+1)-1, bi = offset*(2*thid+2)-1;
      ai += CONFLICT_FREE_OFFSET(ai); bi += CONFLICT_FREE_OFFSET(bi);
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid==0) { temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0; }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset*(2*thid+1)-1, bi = offset*(2*thid+2)-1;
      ai += CONFLICT_FREE_OFFSET(ai); bi += CONFLICT_FREE_OFFSET(bi);
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  g_odata[ai] = temp[ai + bankOffsetA];
  g_odata[bi] = temp[bi + bankOffsetB];
}
__global__ void warpScan(const int * const in, int * const out) {
  const unsigned int lane = threadIdx.x & 31u;
  int v = in[threadIdx.x];
  #pragma unroll
  for (int d = 1; d < 32; d <<= 1) { int n = __shfl_up_sync(0xFFFFFFFFu, v, d, 32); if (lane >= d) v += n; }
  out[threadIdx.x] = v;
}
__global__ void bitonic(int *dev_values, int j, int k) {
  unsigned int i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;
  if ((ixj) > i) {
    if ((i & k) == 0) { if (dev_values[i] > dev_values[ixj]) { int temp = dev_values[i]; dev_values[i] = dev_values[ixj]; dev_values[ixj] = temp; } }
    if ((i & k) != 0) { if (dev_values[i] < dev_values[ixj]) { int temp = dev_values[i]; dev_values[i] = dev_values[ixj]; dev_values[ixj] = temp; } }
  }
}
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  const int n = 512; float h[n], o[n]; float *a, *b;
  for (int i = 0; i < n; ++i) h[i] = 1.f;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof(h)); cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  prescan<<<1, n/2, (n + n / NUM_BANKS) * sizeof(float)>>>(b, a, n);
  cudaMemcpy(o, b, sizeof o, cudaMemcpyDeviceToHost);
  printf("%.0f %.0f %.0f\n", o[0], o[1], o[n-1]);
  int *x, *y; cudaMallocManaged(&x, 32*4); cudaMallocManaged(&y, 32*4); for (int i = 0; i < 32; i++) x[i] = i; warpScan<<<1,32>>>(x, y); cudaDeviceSynchronize(); printf("%d\n", y[31]);
  srand(42); int *v = (int *)malloc(1024 * sizeof(int)); for (int i = 0; i < 1024; i++) v[i] = rand() % 1000; int *dv; cudaMalloc((void **)&dv, 4096); cudaMemcpy(dv, v, 4096, cudaMemcpyHostToDevice);
  for (int k = 2; k <= 1024; k <<= 1) for (int j = k >> 1; j > 0; j = j >> 1) bitonic<<<4, 256>>>(dv, j, k);
  cudaMemcpy(v, dv, 4096, cudaMemcpyDeviceToHost); int sorted = 1; for (int i = 1; i < 1024; i++) if (v[i-1] > v[i]) sorted = 0; puts(sorted ? "sorted" : "NOT sorted");
  return !sorted;
}
