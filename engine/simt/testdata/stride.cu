#include <stdio.h>
#include <assert.h>

inline cudaError_t checkCuda(cudaError_t result)
{
  if (result != cudaSuccess) {
    fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
    assert(result == cudaSuccess);
  }
  return result;
}

__global__ void offset(float *a, int s)
{
  int i = blockDim.x * blockIdx.x + threadIdx.x + s;
  a[i] = a[i] + 1;
}

__global__ void stride(float *a, int s)
{
  int i = (blockDim.x * blockIdx.x + threadIdx.x) * s;
  a[i] = a[i] + 1;
}

int main()
{
  const int blockSize = 256;
  const int n = 8 * blockSize;
  float *d_a, h[33], ms;
  cudaEvent_t startEvent, stopEvent;
  checkCuda( cudaMalloc(&d_a, n * 33 * sizeof(float)) );
  checkCuda( cudaEventCreate(&startEvent) );
  checkCuda( cudaEventCreate(&stopEvent) );
  checkCuda( cudaMemset(d_a, 0, n * 33 * sizeof(float)) );

  float before = 0;
  for (int i = 0; i <= 4; i++) {
    offset<<<n/blockSize, blockSize>>>(d_a, i);
  }
  int slower = 0;
  for (int i = 1; i <= 32; i *= 2) {
    checkCuda( cudaEventRecord(startEvent, 0) );
    stride<<<n/blockSize, blockSize>>>(d_a, i);
    checkCuda( cudaEventRecord(stopEvent, 0) );
    checkCuda( cudaEventSynchronize(stopEvent) );
    checkCuda( cudaEventElapsedTime(&ms, startEvent, stopEvent) );
    slower += ms >= before;
    before = ms;
  }
  checkCuda( cudaMemcpy(h, d_a, 33 * sizeof(float), cudaMemcpyDeviceToHost) );
  printf("a[0] = %.0f, a[1] = %.0f, a[4] = %.0f, a[32] = %.0f; each stride at least as slow as the one before: %d of 6\n", h[0], h[1], h[4], h[32], slower);
  checkCuda( cudaEventDestroy(startEvent) );
  checkCuda( cudaEventDestroy(stopEvent) );
  cudaFree(d_a);
}
