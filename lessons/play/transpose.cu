// Transpose: the naive way writes one sector per thread, the tile none too many
#define TILE 32
#define ROWS 8

__global__ void naive(float *out, const float *in, int width) {
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    out[x * width + y + j] = in[(y + j) * width + x];
}

__global__ void tiled(float *out, const float *in, int width) {
  __shared__ float tile[TILE][TILE + 1];  // the padding keeps columns in different banks
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

const int n = 32;
float h[n * n], *in, *out;
for (int i = 0; i < n * n; i++) h[i] = i;
cudaMalloc(&in, sizeof(h));
cudaMalloc(&out, sizeof(h));
cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
dim3 grid(n / TILE, n / TILE), block(TILE, ROWS);
naive<<<grid, block>>>(out, in, n);
tiled<<<grid, block>>>(out, in, n);
cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
printf("out[1] = %g, out[%d] = %g\n", h[1], n, h[n]);
cudaFree(in); cudaFree(out);
