// Variables on the card: a counter that kernels share, a table that the host
// fills, a place that the host asks for.
__device__ int count = 5;
__constant__ float weights[1000];
__device__ float sums[256];

__global__ void add(int n)
{
    atomicAdd(&count, n);
}

__global__ void sum(void)
{
    float s = 0;
    for (int i = threadIdx.x; i < 1000; i += blockDim.x)
        s += weights[i];
    sums[threadIdx.x] = s;
}

float h[1000], *p;
int x;
size_t n, avail, total;
char *a;
cudaMalloc((void**)&a, 4096);
cudaMemGetInfo(&avail, &total);
cudaGetSymbolAddress((void**)&p, sums);
cudaGetSymbolSize(&n, weights);
cudaMemGetInfo(&avail, &total);
printf("%zu bytes of weights\n", n);
add<<<1, 32>>>(1);
add<<<2, 32>>>(2);
cudaMemcpyFromSymbol(&x, count, sizeof x);
printf("count %d\n", x);
for (int i = 0; i < 1000; i++)
    h[i] = i % 10;
cudaMemcpyToSymbol(weights, h, sizeof h);
sum<<<1, 256>>>();
cudaMemcpy(h, p, 256 * sizeof(float), cudaMemcpyDeviceToHost);
printf("sums %.0f %.0f %.0f\n", h[0], h[1], h[255]);
x = 1000;
cudaMemcpyToSymbol(count, &x, sizeof x);
add<<<1, 1>>>(1);
cudaMemcpyFromSymbol(&x, count, sizeof x);
printf("count %d\n", x);
printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol(count, &x, sizeof x, 4)));
cudaDeviceReset();
cudaMemcpyFromSymbol(&x, count, sizeof x);
printf("count after a reset %d\n", x);
