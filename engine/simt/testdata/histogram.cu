#include <stdio.h>

#define BINS 16

__global__ void histGlobal(const unsigned char *buffer, int size, unsigned int *histo) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[buffer[i] % BINS], 1);
        i += stride;
    }
}

__global__ void histShared(const unsigned char *buffer, int size, unsigned int *histo) {
    __shared__ unsigned int temp[BINS];
    if (threadIdx.x < BINS) temp[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < size; i += blockDim.x * gridDim.x)
        atomicAdd(&temp[buffer[i] % BINS], 1);
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&histo[threadIdx.x], temp[threadIdx.x]);
}

// A maximum of floats, made of compare-and-swap as the manual shows it for
// types that have no atomic of their own.
__device__ unsigned int atomicMaxByCAS(unsigned int *address, unsigned int val) {
    unsigned int old = *address, assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, val > assumed ? val : assumed);
    } while (assumed != old);
    return old;
}

__global__ void largest(const unsigned int *h, unsigned int *out) { atomicMaxByCAS(out, h[threadIdx.x]); atomicMax(out + 1, h[threadIdx.x]); }

int main() {
    const int size = 3000;
    unsigned char *h = (unsigned char *)malloc(size), *d;
    unsigned int histo[BINS], again[BINS], top[2], *dh, *dt;
    for (int i = 0; i < size; i++) h[i] = (i * i / 7 + i) % 256;
    cudaMalloc(&d, size); cudaMalloc(&dh, sizeof(histo)); cudaMalloc(&dt, sizeof(top));
    cudaMemcpy(d, h, size, cudaMemcpyHostToDevice);
    cudaMemset(dh, 0, sizeof(histo)); cudaMemset(dt, 0, sizeof(top));
    histGlobal<<<4, 128>>>(d, size, dh);
    cudaMemcpy(histo, dh, sizeof(histo), cudaMemcpyDeviceToHost);
    cudaMemset(dh, 0, sizeof(histo));
    histShared<<<4, 128>>>(d, size, dh);
    largest<<<1, BINS>>>(dh, dt);
    cudaMemcpy(again, dh, sizeof(histo), cudaMemcpyDeviceToHost);
    cudaMemcpy(top, dt, sizeof(top), cudaMemcpyDeviceToHost);
    unsigned int count = 0, most = 0, wrong = 0;
    for (int i = 0; i < BINS; i++) { count += histo[i]; if (histo[i] > most) most = histo[i]; wrong += histo[i] != again[i]; }
    for (int i = 0; i < size; i++) histo[h[i] % BINS]--;
    for (int i = 0; i < BINS; i++) wrong += histo[i] != 0;
    printf("Histogram Sum: %u, largest %u %u %u, wrong %u\n", count, most, top[0], top[1], wrong);
    cudaFree(d); cudaFree(dh); cudaFree(dt);
    return wrong;
}
