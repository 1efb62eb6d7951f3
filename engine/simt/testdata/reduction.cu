#include <stdio.h>
#include <math.h>

// Sums with one shared array per block; the host adds up what the blocks leave.
__global__ void reduce(const int *in, int *out, unsigned int n) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? in[i] : 0;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

__inline__ __device__ int warpReduceSum(int val) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__global__ void reduceByShuffle(const int *in, int *out, int n) {
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    sum = warpReduceSum(sum);
    if ((threadIdx.x & (warpSize - 1)) == 0) atomicAdd(out, sum);
}

// A dot product with a cache in shared memory, the way an introduction has it.
__global__ void dot(float *a, float *b, float *c, int N) {
    __shared__ float cache[128];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    float temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

int main() {
    const int n = 5000, threads = 128, blocks = (n + threads - 1) / threads;
    int *h = (int *)malloc(n * sizeof(int)), *partial = (int *)malloc(blocks * sizeof(int)), want = 0;
    for (int i = 0; i < n; i++) want += h[i] = i % 11 - 3;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, blocks * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    reduce<<<blocks, threads, threads * sizeof(int)>>>(in, out, n);
    cudaMemcpy(partial, out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int b = 0; b < blocks; b++) sum += partial[b];
    printf("shared memory: %d, want %d\n", sum, want);
    cudaMemset(out, 0, sizeof(int));
    reduceByShuffle<<<8, threads>>>(in, out, n);
    cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("shuffle: %d\n", sum);

    float *a = (float *)malloc(n * sizeof(float)), *c = (float *)malloc(8 * sizeof(float)), *da, *db, *dc;
    for (int i = 0; i < n; i++) a[i] = i % 10;
    cudaMalloc((void **)&da, n * sizeof(float)); cudaMalloc((void **)&db, n * sizeof(float)); cudaMalloc((void **)&dc, 8 * sizeof(float));
    cudaMemcpy(da, a, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, a, n * sizeof(float), cudaMemcpyHostToDevice);
    dot<<<8, 128>>>(da, db, dc, n);
    cudaMemcpy(c, dc, 8 * sizeof(float), cudaMemcpyDeviceToHost);
    float total = 0;
    for (int i = 0; i < 8; i++) total += c[i];
    printf("dot product: %.0f\n", total);
    cudaFree(in); cudaFree(out); cudaFree(da); cudaFree(db); cudaFree(dc);
    return sum != want;
}
