// Kernels of the program's own: a fill, a sum over neighbours, a transpose.
__global__ void fill(int *to, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = value + i;
}

__global__ void neighbours(const int *from, int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i] + from[(i + 1) % n];
}

__global__ void transpose(const int *from, int *to, int side)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < side && y < side)
        to[x * side + y] = from[y * side + x];
}

int h[1024];
int *a, *b;
cudaMalloc((void**)&a, sizeof h);
cudaMalloc((void**)&b, sizeof h);
fill<<<4, 256>>>(a, 1024, 7);
neighbours<<<4, 256>>>(a, b, 1024);
cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
printf("%d %d %d\n", h[0], h[1], h[1023]);
transpose<<<dim3(2, 2), dim3(16, 16)>>>(a, b, 32);
cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
printf("%d %d %d\n", h[1], h[32], h[1023]);
cudaFree(a);
cudaFree(b);
