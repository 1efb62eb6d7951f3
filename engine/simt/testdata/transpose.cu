#include <stdio.h>
#include <assert.h>

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void copy(float *odata, const float *idata)
{
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM;

  for (int j = 0; j < TILE_DIM; j+= BLOCK_ROWS)
    odata[(y+j)*width + x] = idata[(y+j)*width + x];
}

__global__ void transposeNaive(float *odata, const float *idata)
{
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM;

  for (int j = 0; j < TILE_DIM; j+= BLOCK_ROWS)
    odata[x*width + (y+j)] = idata[(y+j)*width + x];
}

// No bank-conflict transpose: same as coalesced, but the first tile dimension
// is padded to avoid shared memory bank conflicts.
__global__ void transposeNoBankConflicts(float *odata, const float *idata)
{
  __shared__ float tile[TILE_DIM][TILE_DIM+1];

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
     tile[threadIdx.y+j][threadIdx.x] = idata[(y+j)*width + x];

  __syncthreads();

  x = blockIdx.y * TILE_DIM + threadIdx.x;  // transpose block offset
  y = blockIdx.x * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
     odata[(y+j)*width + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main(int argc, char **argv)
{
  const int nx = 64;
  const int ny = 64;
  const int mem_size = nx*ny*sizeof(float);

  dim3 dimGrid(nx/TILE_DIM, ny/TILE_DIM, 1);
  dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);

  float *h_idata = (float*)malloc(mem_size);
  float *h_tdata = (float*)malloc(mem_size);
  float *d_idata, *d_cdata, *d_tdata;
  cudaMalloc(&d_idata, mem_size);
  cudaMalloc(&d_cdata, mem_size);
  cudaMalloc(&d_tdata, mem_size);

  if (nx % TILE_DIM || ny % TILE_DIM) {
    printf("nx and ny must be a multiple of TILE_DIM\n");
    return 1;
  }
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      h_idata[j*nx + i] = j*nx + i;
  cudaMemcpy(d_idata, h_idata, mem_size, cudaMemcpyHostToDevice);

  cudaEvent_t startEvent, stopEvent;
  cudaEventCreate(&startEvent);
  cudaEventCreate(&stopEvent);
  float ms;

  copy<<<dimGrid, dimBlock>>>(d_cdata, d_idata);
  for (int kind = 0; kind < 2; kind++) {
    cudaMemset(d_tdata, 0, mem_size);
    cudaEventRecord(startEvent, 0);
    if (kind == 0) transposeNaive<<<dimGrid, dimBlock>>>(d_tdata, d_idata);
    else           transposeNoBankConflicts<<<dimGrid, dimBlock>>>(d_tdata, d_idata);
    cudaEventRecord(stopEvent, 0);
    cudaEventSynchronize(stopEvent);
    cudaEventElapsedTime(&ms, startEvent, stopEvent);
    cudaMemcpy(h_tdata, d_tdata, mem_size, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        if (h_tdata[i*nx + j] != h_idata[j*nx + i]) bad++;
    printf("%25s %s, took time: %d\n", kind ? "conflict-free transpose" : "naive transpose", bad ? "*** FAILED ***" : "ok", ms > 0);
  }
  cudaEventDestroy(startEvent);
  cudaEventDestroy(stopEvent);
  cudaFree(d_tdata);
  cudaFree(d_cdata);
  cudaFree(d_idata);
  free(h_idata);
  free(h_tdata);
  return 0;
}
