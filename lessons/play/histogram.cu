// Histogram: atomics on one line, or first in shared memory
#define BINS 16

__global__ void direct(const unsigned char *data, int n, unsigned int *histo) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&histo[data[i] % BINS], 1);
}

__global__ void shared(const unsigned char *data, int n, unsigned int *histo) {
  __shared__ unsigned int mine[BINS];
  if (threadIdx.x < BINS) mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&mine[data[i] % BINS], 1);
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(&histo[threadIdx.x], mine[threadIdx.x]);
}

const int n = 2000;
unsigned char h[n], *data;
unsigned int counts[BINS], *histo;
for (int i = 0; i < n; i++) h[i] = i * i / 7;
cudaMalloc(&data, n);
cudaMalloc(&histo, sizeof(counts));
cudaMemcpy(data, h, n, cudaMemcpyHostToDevice);
cudaMemset(histo, 0, sizeof(counts));
direct<<<2, 128>>>(data, n, histo);
shared<<<2, 128>>>(data, n, histo);
cudaMemcpy(counts, histo, sizeof(counts), cudaMemcpyDeviceToHost);
unsigned int sum = 0;
for (int i = 0; i < BINS; i++) sum += counts[i];
printf("counted %u of %d, twice\n", sum / 2, n);
cudaFree(data); cudaFree(histo);
