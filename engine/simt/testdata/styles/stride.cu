#include <stdio.h>
#include <stdlib.h>
// stride benchmark
__global__ void offset(float *a, int s) { int i = blockDim.x * blockIdx.x + threadIdx.x + s; a[i] = a[i] + 1; }
__global__ void stride(float *a, int s) { int i = (blockDim.x * blockIdx.x + threadIdx.x) * s; a[i] = a[i] + 1; }
void runTest(int deviceId, int nMB)
{
  int blockSize = 256;
  float ms;
  float *d_a;
  cudaEvent_t startEvent, stopEvent;
  int n = nMB*1024*1024/sizeof(float);
  cudaMalloc(&d_a, n * 33 * sizeof(float));
  cudaEventCreate(&startEvent); cudaEventCreate(&stopEvent);
  printf("Offset, Bandwidth (GB/s):\n");
  offset<<<n/blockSize, blockSize>>>(d_a, 0);
  for (int i = 0; i <= 4; i++) {
    cudaMemset(d_a, 0, n * sizeof(float));
    cudaEventRecord(startEvent,0);
    offset<<<n/blockSize/16, blockSize>>>(d_a, i);
    cudaEventRecord(stopEvent,0);
    cudaEventSynchronize(stopEvent);
    cudaEventElapsedTime(&ms, startEvent, stopEvent);
    printf("%d, %s\n", i, 2*nMB/ms > 0 ? "x" : "?");
  }
  printf("\n");
  for (int i = 1; i <= 32; i *= 2) {
    cudaMemset(d_a, 0, n * sizeof(float));
    cudaEventRecord(startEvent, 0);
    stride<<<n/blockSize/16, blockSize>>>(d_a, i);
    cudaEventRecord(stopEvent);
    cudaEventSynchronize(stopEvent);
    cudaEventElapsedTime(&ms, startEvent, stopEvent);
  }
  cudaEventDestroy(startEvent); cudaEventDestroy(stopEvent);
  cudaFree(d_a);
}
int main(int argc, char **argv)
{
  int nMB = 1, deviceId = 0, bFp64 = false;
  for (int i = 1; i < argc; i++) {
    if (!strncmp(argv[i], "dev=", 4)) deviceId = atoi((char*)(&argv[i][4]));
    else if (!strcmp(argv[i], "fp64")) bFp64 = true;
  }
  cudaDeviceProp prop;
  cudaSetDevice(deviceId);
  cudaGetDeviceProperties(&prop, deviceId);
  printf("Transfer size (MB): %d\n", nMB);
  printf("%s Precision\n", bFp64 ? "Double" : "Single");
  runTest(deviceId, nMB);
  int dev; cudaGetDevice(&dev); int v; cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, dev); printf("%d\n", v > 0);
  int rt; cudaRuntimeGetVersion(&rt); int drv = 0; cudaDriverGetVersion(&drv);
}
