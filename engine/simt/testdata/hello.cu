#include <stdio.h>

__global__ void helloFromGPU() {
    printf("Hello World from GPU! block %d thread %d of %d\n", blockIdx.x, threadIdx.x, blockDim.x * gridDim.x);
}

struct Point { float x, y; int tag; };

__device__ float length(struct Point p) { return sqrtf(p.x * p.x + p.y * p.y); }

__host__ __device__ int twice(int n) { return 2 * n; }

__global__ void points(struct Point first, struct Point *all, int n, bool odd, char c, double d) {
    int i = threadIdx.x;
    if (i >= n) return;
    struct Point p = all[i];
    p.tag = twice(i) + odd;
    if (i % 2) p.x += first.x; else p.y = length(p);
    all[i] = p;
    if (i == 0) printf("%c %.2f %s %d\n", c, d, "text", (int)sizeof(struct Point));
}

__device__ int collatz(int n) {
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
        if (steps > 1000) break;
    }
    return steps;
}

__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

__global__ void diverge(int *out) {
    int i = threadIdx.x;
    switch (i % 4) {
    case 0: out[i] = collatz(i + 1); break;
    case 1: out[i] = fib(i % 10);
    case 2: out[i] += 1000; break;
    default: out[i] = -1;
    }
    out[32 + i] = i && i / 0x1 > 2 || i == 1;
    for (int k = 0; k < 4; k++) {
        if (k == i % 4) continue;
        if (k > 2) break;
        out[64 + i] += k;
    }
}

int main() {
    printf("Hello World from CPU!\n");
    helloFromGPU<<<2, 3>>>();
    printf("the kernel has been launched\n");
    cudaDeviceSynchronize();

    struct Point h[4] = { {3, 4, 0}, {1, 1, 0}, {6, 8, 0}, {2, 2, 0} }, *d, first = { .x = 10 };
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    points<<<1, 32>>>(first, d, 4, true, 'k', 2.5);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++) printf("(%g, %g) %d%s", h[i].x, h[i].y, h[i].tag, i < 3 ? ", " : "\n");

    int *out, v[96];
    cudaMallocManaged(&out, sizeof(v));
    for (int i = 0; i < 96; i++) out[i] = 0;
    diverge<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 96; i++) printf("%d%s", out[i], i % 32 == 31 ? "\n" : " ");
    cudaFree(d);
    cudaFree(out);
    cudaDeviceReset();
    return 0;
}
