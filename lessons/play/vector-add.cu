// Vector addition: neighbours in a warp share sectors
__global__ void vectorAdd(const float *A, const float *B, float *C, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) C[i] = A[i] + B[i];
}

const int n = 1000;
size_t size = n * sizeof(float);
float *a = (float *)malloc(size), *c = (float *)malloc(size);
for (int i = 0; i < n; i++) a[i] = i;

float *A, *B, *C;
cudaMalloc(&A, size);
cudaMalloc(&B, size);
cudaMalloc(&C, size);
cudaMemcpy(A, a, size, cudaMemcpyHostToDevice);
cudaMemcpy(B, a, size, cudaMemcpyHostToDevice);
vectorAdd<<<(n + 255) / 256, 256>>>(A, B, C, n);
cudaMemcpy(c, C, size, cudaMemcpyDeviceToHost);
printf("C[999] = %g\n", c[999]);
cudaFree(A); cudaFree(B); cudaFree(C);
