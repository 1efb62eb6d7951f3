// Strides: the same 32 loads in 4, 8, 16, 32 sectors, then on 32 pages
__global__ void stride(float *a, int s) {
  int i = (blockDim.x * blockIdx.x + threadIdx.x) * s;
  a[i] = a[i] + 1;
}

float *a;
cudaMalloc(&a, 1 << 20);
cudaMemset(a, 0, 1 << 20);
for (int s = 1; s <= 8; s *= 2)
  stride<<<1, 32>>>(a, s);
stride<<<1, 32>>>(a, 1024);  // 4 KiB apart: on a textbook card, each lane its own page
float first;
cudaMemcpy(&first, a, sizeof(first), cudaMemcpyDeviceToHost);
printf("a[0] = %g\n", first);
cudaFree(a);
