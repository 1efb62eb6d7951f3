#include "stdio.h"
#include "time.h"
#include <sys/time.h>
struct Matrix { int width; int height; int stride; float* elements; };
typedef struct { int width, height, stride; float *elements; } Mat;
#define BLOCK_SIZE 8
double cpuSecond() {
   struct timeval tp;
   gettimeofday(&tp,NULL);
   return ((double)tp.tv_sec + (double)tp.tv_usec*1.e-6);
}
__device__ float GetElement(const Mat A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Mat A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }
__device__ Mat GetSubMatrix(Mat A, int row, int col)
{
    Mat Asub;
    Asub.width = BLOCK_SIZE; Asub.height = BLOCK_SIZE; Asub.stride = A.stride;
    Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
    return Asub;
}
__global__ void MatMulKernel(Mat A, Mat B, Mat C)
{
    int blockRow = blockIdx.y, blockCol = blockIdx.x;
    Mat Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0;
    int row = threadIdx.y, col = threadIdx.x;
    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Mat Asub = GetSubMatrix(A, blockRow, m);
        Mat Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = GetElement(Asub, row, col);
        Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e) Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}
void MatMul(const Mat A, const Mat B, Mat C)
{
    Mat d_A; d_A.width = d_A.stride = A.width; d_A.height = A.height;
    size_t size = A.width * A.height * sizeof(float);
    cudaMalloc(&d_A.elements, size);
    cudaMemcpy(d_A.elements, A.elements, size, cudaMemcpyHostToDevice);
    Mat d_B; d_B.width = d_B.stride = B.width; d_B.height = B.height;
    size = B.width * B.height * sizeof(float);
    cudaMalloc(&d_B.elements, size);
    cudaMemcpy(d_B.elements, B.elements, size, cudaMemcpyHostToDevice);
    Mat d_C; d_C.width = d_C.stride = C.width; d_C.height = C.height;
    size = C.width * C.height * sizeof(float);
    cudaMalloc(&d_C.elements, size);
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);
    cudaMemcpy(C.elements, d_C.elements, size, cudaMemcpyDeviceToHost);
    cudaFree(d_A.elements); cudaFree(d_B.elements); cudaFree(d_C.elements);
}
int main() {
  Mat A = {32, 32, 32, 0}, B = A, C = A;
  A.elements = (float*)malloc(sizeof(float) * 32 * 32); B.elements = (float*)malloc(sizeof(float) * 1024); C.elements = (float*)calloc(1024, sizeof *C.elements);
  for (int i = 0; i < 1024; i++) { A.elements[i] = i % 3; B.elements[i] = i % 4; }
  double t = cpuSecond();
  MatMul(A, B, C);
  clock_t c0 = clock(); double secs = (double)(clock() - c0) / CLOCKS_PER_SEC;
  printf("%g %d\n", C.elements[1023], cpuSecond() - t >= 0 && secs >= 0);
  srand((unsigned)time(NULL)); srand(time(0));
}
