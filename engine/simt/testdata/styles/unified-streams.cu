#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include <helper_cuda.h>
/* unified memory + prefetch + streams + zero copy + events */
__global__ void init(int n, float *x, float *y) { int index = threadIdx.x + blockIdx.x * blockDim.x; int stride = blockDim.x * gridDim.x; for (int i = index; i < n; i += stride) { x[i] = 1.0f; y[i] = 2.0f; } }
__global__ void add(int n, float *x, float *y) { int index = blockIdx.x * blockDim.x + threadIdx.x; int stride = blockDim.x * gridDim.x; for (int i = index; i < n; i += stride) y[i] = x[i] + y[i]; }
__global__ void increment_kernel(int *g_data, int inc_value) { int idx = blockIdx.x * blockDim.x + threadIdx.x; g_data[idx] = g_data[idx] + inc_value; }
bool correct_output(int *data, const int n, const int x) { for (int i = 0; i < n; i++) if (data[i] != x) { printf("Error! data[%d] = %d, ref = %d\n", i, data[i], x); return false; } return true; }
int main(int argc, char *argv[]) {
  int devID; cudaDeviceProp deviceProps;
  printf("[%s] - Starting...\n", argv[0]);
  devID = findCudaDevice(argc, (const char **)argv);
  checkCudaErrors(cudaGetDeviceProperties(&deviceProps, devID));
  int n = 1 << 12; int nbytes = n * sizeof(int); int value = 26;
  int *a = 0; checkCudaErrors(cudaMallocHost((void **)&a, nbytes)); memset(a, 0, nbytes);
  int *d_a = 0; checkCudaErrors(cudaMalloc((void **)&d_a, nbytes)); checkCudaErrors(cudaMemset(d_a, 255, nbytes));
  dim3 threads = dim3(512, 1); dim3 blocks = dim3(n / threads.x, 1);
  cudaEvent_t start, stop; checkCudaErrors(cudaEventCreate(&start)); checkCudaErrors(cudaEventCreate(&stop));
  checkCudaErrors(cudaDeviceSynchronize()); float gpu_time = 0.0f;
  cudaEventRecord(start, 0); cudaMemcpyAsync(d_a, a, nbytes, cudaMemcpyHostToDevice, 0); increment_kernel<<<blocks, threads, 0, 0>>>(d_a, value); cudaMemcpyAsync(a, d_a, nbytes, cudaMemcpyDeviceToHost, 0); cudaEventRecord(stop, 0);
  unsigned long int counter = 0; while (cudaEventQuery(stop) == cudaErrorNotReady) { counter++; }
  checkCudaErrors(cudaEventElapsedTime(&gpu_time, start, stop)); printf("time spent executing by the GPU: %s\n", gpu_time > 0 ? "some" : "none");
  bool bFinalResults = correct_output(a, n, value);
  checkCudaErrors(cudaEventDestroy(start)); checkCudaErrors(cudaEventDestroy(stop)); checkCudaErrors(cudaFreeHost(a)); checkCudaErrors(cudaFree(d_a));
  int N = 1<<14; float *x, *y; cudaMallocManaged(&x, N*sizeof(float)); cudaMallocManaged(&y, N*sizeof(float)); int device = -1; cudaGetDevice(&device);
  cudaMemPrefetchAsync(x, N*sizeof(float), device, NULL); cudaMemAdvise(y, N*sizeof(float), cudaMemAdviseSetPreferredLocation, device);
  int blockSize = 256; int numBlocks = (N + blockSize - 1) / blockSize; init<<<numBlocks, blockSize>>>(N, x, y); add<<<numBlocks, blockSize>>>(N, x, y); cudaDeviceSynchronize();
  float maxError = 0.0f; for (int i = 0; i < N; i++) maxError = fmax(maxError, fabs(y[i]-3.0f)); std::cout << "Max error: " << maxError << std::endl;
  float *hz, *dz; cudaHostAlloc((void**)&hz, 256, cudaHostAllocMapped); cudaHostGetDevicePointer((void**)&dz, (void*)hz, 0); init<<<1, 32>>>(32, dz, dz + 32); cudaDeviceSynchronize(); printf("%.1f %.1f\n", hz[0], hz[63]);
  const int nStreams = 4; cudaStream_t stream[nStreams]; for (int i = 0; i < nStreams; ++i) checkCudaErrors(cudaStreamCreate(&stream[i]));
  int *b, *d_b; cudaMallocHost(&b, 4096 * 4); cudaMalloc(&d_b, 4096 * 4); for (int i = 0; i < 4096; i++) b[i] = i; int streamSize = 4096 / nStreams;
  for (int i = 0; i < nStreams; ++i) { int offset = i * streamSize; checkCudaErrors(cudaMemcpyAsync(&d_b[offset], &b[offset], streamSize * sizeof(int), cudaMemcpyHostToDevice, stream[i])); increment_kernel<<<streamSize/256, 256, 0, stream[i]>>>(d_b + offset, 1); checkCudaErrors(cudaMemcpyAsync(&b[offset], &d_b[offset], streamSize * 4, cudaMemcpyDeviceToHost, stream[i])); }
  for (int i = 0; i < nStreams; i++) { cudaStreamSynchronize(stream[i]); cudaStreamDestroy(stream[i]); } printf("%d %d\n", b[0], b[4095]);
  if (cudaStreamQuery(0) != cudaSuccess) printf("busy\n");
  exit(bFinalResults ? EXIT_SUCCESS : EXIT_FAILURE);
}
