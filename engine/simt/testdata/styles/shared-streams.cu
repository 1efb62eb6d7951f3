#include <cuda_runtime.h>
#include <stdio.h>
/* dynamic shared memory, streams, pinned memory, 2-D pitch, lock, ternaries, switch in kernels */
enum Mode { NAIVE = 0, TILED, LAST };
static const char *names[LAST] = { "naive", "tiled" };
extern __shared__ float dyn[];
__global__ void reverse(float *d, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x, tr = n - t - 1;
  s[t] = d[t];
  __syncthreads();
  d[t] = s[tr];
}
__global__ void reduce0(int *g_idata, int *g_odata) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x*blockDim.x + threadIdx.x;
  sdata[tid] = g_idata[i];
  __syncthreads();
  for (unsigned int s=blockDim.x/2; s>0; s>>=1) {
    if (tid < s) { sdata[tid] += sdata[tid + s]; }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
__global__ void two(float *base, size_t pitch, int w, int h) {
  for (int r = blockIdx.x; r < h; r += gridDim.x) {
    float *row = (float *)((char *)base + r * pitch);
    for (int c = threadIdx.x; c < w; c += blockDim.x) row[c] = r * 100 + c;
  }
}
struct Lock { int *mutex; };
__global__ void locked(int *mutex, int *c) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0);
    *c = *c + 1;
    __threadfence();
    atomicExch(mutex, 0);
  }
}
__global__ void mode(int m, int *out) { switch (m) { case NAIVE: *out = 1; break; case TILED: { *out = 2; } break; default: *out = -1; } }
int main(int argc, char const *argv[]) {
  float *h, *d; const int n = 64;
  cudaMallocHost((void**)&h, n * sizeof(float)); cudaMalloc(&d, n * sizeof(float));
  for (int i = 0; i < n; i++) h[i] = i;
  cudaStream_t stream[2];
  for (int i = 0; i < 2; ++i) cudaStreamCreate(&stream[i]);
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream[0]);
  reverse<<<1, n, n * sizeof(float), stream[0]>>>(d, n);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream[0]);
  cudaStreamSynchronize(stream[0]);
  printf("%.1f %.1f\n", h[0], h[n - 1]);
  int *gi, *go; cudaMallocManaged(&gi, 4096 * 4); cudaMallocManaged(&go, 64 * 4); for (int i = 0; i < 4096; i++) gi[i] = 1;
  reduce0<<<16, 256, 256 * sizeof(int)>>>(gi, go); cudaDeviceSynchronize();
  int total = 0; for (int i = 0; i < 16; total += go[i++]); printf("%d\n", total);
  float *p2; size_t pitch; cudaMallocPitch(&p2, &pitch, 10 * sizeof(float), 5); two<<<2, 4>>>(p2, pitch, 10, 5);
  float host2[5][10]; cudaMemcpy2D(host2, 10 * sizeof(float), p2, pitch, 10 * sizeof(float), 5, cudaMemcpyDeviceToHost); printf("%g %g\n", host2[4][9], host2[1][0]);
  int *mtx, *cnt; cudaMalloc(&mtx, 4); cudaMalloc(&cnt, 4); cudaMemset(mtx, 0, 4); cudaMemset(cnt, 0, 4);
  locked<<<20, 32>>>(mtx, cnt); int hc = 0; cudaMemcpy(&hc, cnt, 4, cudaMemcpyDeviceToHost); printf("locked %d\n", hc);
  for (int m = NAIVE; m < LAST; m++) { mode<<<1, 1>>>(m, cnt); cudaMemcpy(&hc, cnt, sizeof(int), cudaMemcpyDeviceToHost); printf("%s %d\n", names[m], hc); }
  cudaFreeHost(h); cudaFree(d); char buf[32]; snprintf(buf, sizeof buf, "%d-%s", 4, "x"); puts(buf); sprintf(buf, "%03d", 7); printf("%s\n", buf); strcpy(buf, "abc"); strcat(buf, "def"); puts(buf);
  cudaFuncSetCacheConfig(reduce0, cudaFuncCachePreferShared); 
  return 0;
}
