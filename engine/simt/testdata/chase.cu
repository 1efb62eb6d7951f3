#include <stdio.h>

// Pointer chase: each load tells where the next one goes.
__global__ void chase(unsigned long long *start, int steps, long long *cycles, unsigned long long **end) {
    unsigned long long *p = start;
    long long t0 = clock64();
    for (int i = 0; i < steps; i++) p = (unsigned long long *)*p;
    *cycles = clock64() - t0;
    *end = p;
}

__global__ void link(char *base, int n, size_t stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) *(unsigned long long *)(base + i * stride) = (unsigned long long)(base + (i + 1) % n * stride);
}

int main() {
    long long cycles[2], *d_cycles;
    unsigned long long **d_end, *end;
    char *base;
    cudaMalloc(&base, 48 << 20);
    cudaMalloc(&d_cycles, sizeof(long long));
    cudaMalloc(&d_end, sizeof(void *));
    for (int k = 0; k < 2; k++) {
        int n = 22;
        size_t stride = k ? 2 << 20 : 128;
        link<<<1, 32>>>(base, n, stride);
        for (int lap = 0; lap < 2; lap++)
            chase<<<1, 1>>>((unsigned long long *)base, n, d_cycles, d_end);
        cudaMemcpy(&cycles[k], d_cycles, sizeof(long long), cudaMemcpyDeviceToHost);
        cudaMemcpy(&end, d_end, sizeof(end), cudaMemcpyDeviceToHost);
        printf("stride %zu: back at the start: %d\n", stride, end == (unsigned long long *)base);
    }
    printf("far pages take longer: %d\n", cycles[1] >= cycles[0]);
    cudaFree(base); cudaFree(d_cycles); cudaFree(d_end);
}
