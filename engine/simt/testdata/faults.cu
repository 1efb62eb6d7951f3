// Warps of a block wait for their pages together; some meet at a barrier first.
__global__ void spread(int *m, int *sum) {
  __shared__ int seen[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  seen[threadIdx.x] = m[i * 1024];
  if (threadIdx.x % 3 == 0)
    m[i * 1024 + 5] = i;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int k = 0; k < 256; k++) atomicAdd(sum, seen[k]);
  atomicAdd(&m[7], 1);
}

int main() {
  int *m, *sum;
  cudaMallocManaged(&m, 4 << 20);
  cudaMallocManaged(&sum, 4);
  for (int i = 0; i < 1024; i++) m[i * 1024] = i;
  spread<<<4, 256>>>(m, sum);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", *sum, m[7], m[301 * 1024 + 5]);
  cudaFree(m);
  cudaFree(sum);
}
