// An illegal address: the launch succeeds, the wait does not
__global__ void fill(int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = i;  // nobody asks whether i is still inside
}

int *p;
cudaMalloc(&p, 4096);
fill<<<4, 256>>>(p);
printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
printf("wait:   %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
fill<<<8, 256>>>(p);
printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
printf("wait:   %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
printf("free:   %s\n", cudaGetErrorString(cudaFree(p)));
