// Unified memory: who touches first, and what comes along
__global__ void add(int n, float *x, float *y) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = index; i < n; i += stride)
    y[i] = x[i] + y[i];
}

int main(void) {
  int N = 1 << 12;
  float *x, *y;
  cudaMallocManaged(&x, N * sizeof(float));
  cudaMallocManaged(&y, N * sizeof(float));
  for (int i = 0; i < N; i++) {  // the host touches first: the pages are there
    x[i] = 1.0f;
    y[i] = 2.0f;
  }
  add<<<4, 256>>>(N, x, y);  // the GPU faults, and the pages move
  cudaDeviceSynchronize();
  float maxError = 0.0f;
  for (int i = 0; i < N; i++)  // the host faults, and they move back
    maxError = fmax(maxError, fabs(y[i] - 3.0f));
  printf("Max error: %f\n", maxError);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
