#include <iostream>
#include <iomanip>
#include <cuda_runtime.h>
using std::cout;
using std::endl;
// deviceQuery, bandwidth, SpMV, convolution, class-free C++ style
static void checkImpl(cudaError_t err, const char* const func, const char* const file, const int line)
{
  if (err != cudaSuccess) {
    std::cerr << "CUDA Runtime Error at: " << file << ":" << line << std::endl;
    std::cerr << cudaGetErrorString(err) << " " << func << std::endl;
    std::exit(EXIT_FAILURE);
  }
}
#define CHECK_CUDA_ERROR(val) checkImpl((val), #val, __FILE__, __LINE__)
#define CHECK_LAST_CUDA_ERROR() checkImpl(cudaGetLastError(), "last", __FILE__, __LINE__)
#define MASK_WIDTH 5
#define O_TILE_WIDTH 12
#define BLOCK_WIDTH (O_TILE_WIDTH + (MASK_WIDTH - 1))
__constant__ float M[MASK_WIDTH][MASK_WIDTH];
__global__ void convolution_2D(const float* __restrict__ in, float* out, int height, int width) {
  __shared__ float Ns[BLOCK_WIDTH][BLOCK_WIDTH];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row_o = blockIdx.y * O_TILE_WIDTH + ty, col_o = blockIdx.x * O_TILE_WIDTH + tx;
  int row_i = row_o - (MASK_WIDTH/2), col_i = col_o - (MASK_WIDTH/2);
  if ((row_i >= 0) && (row_i < height) && (col_i >= 0) && (col_i < width)) Ns[ty][tx] = in[row_i * width + col_i]; else Ns[ty][tx] = 0.0f;
  __syncthreads();
  float output{0.0f};
  if (ty < O_TILE_WIDTH && tx < O_TILE_WIDTH) {
    for (int i{0}; i < MASK_WIDTH; ++i) for (int j{0}; j < MASK_WIDTH; ++j) output += M[i][j] * Ns[i+ty][j+tx];
    if (row_o < height && col_o < width) out[row_o * width + col_o] = output;
  }
}
struct CSR { int rows; int* ptr; int* col; float* val; };
__global__ void spmv(CSR m, float const* x, float* y) {
  auto const row{blockIdx.x * blockDim.x + threadIdx.x};
  if (row < m.rows) { float sum = 0; for (int k = m.ptr[row]; k < m.ptr[row + 1]; ++k) sum += m.val[k] * x[m.col[k]]; y[row] = sum; }
}
__host__ __device__ inline int ceil_div(int a, int b) { return (a + b - 1) / b; }
int main()
{
  int nDevices{0};
  CHECK_CUDA_ERROR(cudaGetDeviceCount(&nDevices));
  for (int i = 0; i < nDevices; i++) {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, i);
    printf("Device Number: %d\n", i);
    printf("  Memory Clock Rate (KHz): %s\n", prop.memoryClockRate >= 0 ? "n" : "-");
    printf("  Warp-size: %d\n", prop.warpSize);
    printf("  Max threads dim: %d x %d x %d\n", prop.maxThreadsDim[0], prop.maxThreadsDim[1], prop.maxThreadsDim[2]);
  }
  constexpr int H{30}, W{40};
  float* in{nullptr}; float* out{nullptr};
  CHECK_CUDA_ERROR(cudaMallocManaged(&in, H * W * sizeof(float))); CHECK_CUDA_ERROR(cudaMallocManaged(&out, H * W * sizeof(float)));
  float mask[MASK_WIDTH][MASK_WIDTH]; 
  for (int i = 0; i < 25; i++) mask[i / 5][i % 5] = 1.f;
  cudaMemcpyToSymbol(M, mask, sizeof(mask));
  for (int i = 0; i < H * W; i++) in[i] = 1;
  dim3 const threads{BLOCK_WIDTH, BLOCK_WIDTH}; dim3 const blocks{static_cast<unsigned int>(ceil_div(W, O_TILE_WIDTH)), static_cast<unsigned int>(ceil_div(H, O_TILE_WIDTH))};
  convolution_2D<<<blocks, threads>>>(in, out, H, W);
  CHECK_LAST_CUDA_ERROR(); CHECK_CUDA_ERROR(cudaDeviceSynchronize());
  cout << "corner " << out[0] << " middle " << out[15 * W + 20] << endl;
  cout << std::setw(8) << 3.5 << std::setw(6) << 42 << "\n";
  CSR m; m.rows = 3; int hp[] = {0, 2, 3, 5}, hc[] = {0, 2, 1, 0, 2}; float hv[] = {1, 2, 3, 4, 5}, hx[] = {1, 1, 2}; float *x, *y;
  cudaMalloc(&m.ptr, sizeof hp); cudaMalloc(&m.col, sizeof hc); cudaMalloc(&m.val, sizeof hv); cudaMalloc(&x, sizeof hx); cudaMalloc(&y, 12);
  cudaMemcpy(m.ptr, hp, sizeof hp, cudaMemcpyHostToDevice); cudaMemcpy(m.col, hc, sizeof hc, cudaMemcpyHostToDevice); cudaMemcpy(m.val, hv, sizeof hv, cudaMemcpyHostToDevice); cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
  spmv<<<1, 32>>>(m, x, y); float hy[3]; cudaMemcpy(hy, y, 12, cudaMemcpyDeviceToHost); cout << hy[0] << "," << hy[1] << "," << hy[2] << endl;
}
