// A filter whose weights are constants, and a count that all blocks share.
#include <cstdio>
#include <cuda_runtime.h>

#define N 1000
#define RADIUS 2

__constant__ float weight[2 * RADIUS + 1];
__constant__ int limit = 40;
__device__ unsigned int above = 0;
__device__ int scale[3] = {1, 2, 4};
static __device__ double total;

__device__ float filtered(const float *in, int i) {
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) {
        int j = i + k;
        if (j >= 0 && j < N) sum += weight[k + RADIUS] * in[j];
    }
    return sum;
}

__global__ void filter(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    out[i] = filtered(in, i) * scale[i % 3];
    if (out[i] > limit) atomicAdd(&above, 1);
    if (i == N - 1) total = out[i];
}

int main() {
    float h[N], w[2 * RADIUS + 1] = {0.125f, 0.25f, 0.25f, 0.25f, 0.125f};
    for (int i = 0; i < N; i++) h[i] = i % 16;
    float *in, *out;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(weight, w, sizeof(w));
    filter<<<(N + 127) / 128, 128>>>(in, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    unsigned int n;
    double last;
    cudaMemcpyFromSymbol(&n, above, sizeof(n));
    cudaMemcpyFromSymbol(&last, total, sizeof(last));
    printf("%g %g %g, %u above, last %g\n", h[0], h[7], h[500], n, last);

    int five = 5, back[3];
    cudaMemcpyToSymbol(scale, &five, sizeof(int), 2 * sizeof(int));
    cudaMemcpyFromSymbol(back, scale, sizeof(back));
    unsigned int *p;
    size_t bytes;
    cudaGetSymbolAddress((void **)&p, above);
    cudaGetSymbolSize(&bytes, weight);
    cudaMemset(p, 0, sizeof(*p));
    filter<<<(N + 127) / 128, 128>>>(in, out);
    cudaMemcpy(&n, p, sizeof(n), cudaMemcpyDeviceToHost);
    printf("%d %d %d, %u above, %zu bytes\n", back[0], back[1], back[2], n, bytes);
    printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol(scale, &five, sizeof(int), 9)));
    cudaFree(in);
    cudaFree(out);
}
