#include <cstdio>
#include <vector>
#include <algorithm>
#include <cuda.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort=true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr,"GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}
// warp and block reduction
__inline__ __device__ int warpReduceSum(int val) {
  for (int offset = warpSize/2; offset > 0; offset /= 2)
    val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}
__inline__ __device__ int blockReduceSum(int val) {
  static __shared__ int shared[32];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;
  val = warpReduceSum(val);
  if (lane==0) shared[wid]=val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid==0) val = warpReduceSum(val);
  return val;
}
__global__ void deviceReduceKernel(int *in, int* out, int N) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) {
    sum += in[i];
  }
  sum = blockReduceSum(sum);
  if (threadIdx.x==0) out[blockIdx.x]=sum;
}
void deviceReduce(int *in, int* out, int N) {
  int threads = 512;
  int blocks = min((N + threads - 1) / threads, 1024);
  deviceReduceKernel<<<blocks, threads>>>(in, out, N);
  deviceReduceKernel<<<1, 1024>>>(out, out, blocks);
}
int main() { int *in, *out; const int N = 1 << 14; gpuErrchk(cudaMallocManaged(&in, N * sizeof(int))); gpuErrchk(cudaMallocManaged(&out, 1024 * sizeof(int)));
  for (int i = 0; i < N; ++i) in[i] = i & 3;
  deviceReduce(in, out, N); gpuErrchk(cudaPeekAtLastError()); gpuErrchk(cudaDeviceSynchronize());
  printf("sum = %d expected %d\n", out[0], N / 4 * 6);
  cudaFree(in); cudaFree(out); return 0; }
