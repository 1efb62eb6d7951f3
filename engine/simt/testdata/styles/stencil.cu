// stencil 1D and 2D heat with constant coefficients
#include <cstdio>
#include <cmath>
#define RADIUS 3
#define BLOCK_SIZE 128
constexpr int N = 4096;
using real = float;
__constant__ float coef[2*RADIUS+1];

__global__ void stencil_1d(const real * __restrict__ in, real * __restrict__ out, int n)
{
    __shared__ real temp[BLOCK_SIZE + 2 * RADIUS];
    const int gindex = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
    const int lindex = threadIdx.x + RADIUS;
    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex - RADIUS];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
    }
    __syncthreads();
    real result = 0;
    #pragma unroll
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += coef[offset + RADIUS] * temp[lindex + offset];
    out[gindex] = result;
}
__global__ void heat(float *out, const float *in, int w, int h) {
  int x = blockIdx.x*blockDim.x + threadIdx.x, y = blockIdx.y*blockDim.y + threadIdx.y;
  if (x <= 0 || y <= 0 || x >= w-1 || y >= h-1) return;
  int idx = y*w + x;
  out[idx] = in[idx] + 0.25f*(in[idx-1] + in[idx+1] + in[idx-w] + in[idx+w] - 4.0f*in[idx]);
}
int main(void)
{
    real *in, *out, *d_in, *d_out;
    const int size = (N + 2*RADIUS) * sizeof(real);
    in = (real*)malloc(size); out = (real*)malloc(size);
    for (int i = 0; i < N + 2*RADIUS; i++) in[i] = 1.0f;
    float h_coef[] = {1, 2, 3, 4, 3, 2, 1};
    cudaMemcpyToSymbol(coef, h_coef, sizeof(h_coef));
    cudaMalloc((void **)&d_in, size); cudaMalloc((void **)&d_out, size);
    cudaMemcpy(d_in, in, size, cudaMemcpyHostToDevice);
    stencil_1d<<<N/BLOCK_SIZE,BLOCK_SIZE>>>(d_in, d_out, N);
    cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
    int errors = 0;
    for (int i = RADIUS; i < N + RADIUS; i++) if (out[i] != 16.0f) { if (!errors++) printf("out[%d] = %f\n", i, out[i]); }
    printf("%s, %d errors\n", errors ? "failed" : "SUCCESS", errors);
    float (*grid)[64] = (float (*)[64])malloc(64*64*sizeof(float));
    for (int y = 0; y < 64; y++) for (int x = 0; x < 64; x++) grid[y][x] = (x == 32 && y == 32) ? 100.f : 0.f;
    float *a, *b; cudaMalloc(&a, 64*64*4); cudaMalloc(&b, 64*64*4);
    cudaMemcpy(a, grid, 64*64*4, cudaMemcpyHostToDevice); cudaMemcpy(b, a, 64*64*4, cudaMemcpyDeviceToDevice);
    dim3 block(16,16), gridDim((64+15)/16, (64+15)/16);
    for (int step = 0; step < 10; step++) {
        heat<<<gridDim, block>>>(b, a, 64, 64);
        float *t = a; a = b; b = t;
    }
    cudaMemcpy(grid, a, 64*64*4, cudaMemcpyDeviceToHost);
    double total = 0; for (int y = 0; y < 64; y++) for (int x = 0; x < 64; x++) total += grid[y][x];
    printf("center %.4f total %.3f\n", grid[32][32], total);
    return EXIT_SUCCESS;
}
