// tiled matrix multiply, professor style
#include <iostream>
#include <cstdio>
#include <cstdlib>
#include <cassert>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#define TILE_WIDTH 16

inline cudaError_t checkCuda(cudaError_t result)
{
#if defined(DEBUG) || defined(_DEBUG)
  if (result != cudaSuccess) {
    fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
    assert(result == cudaSuccess);
  }
#endif
  return result;
}

__global__ void MatrixMulKernel(float* M, float* N, float* P, int Width)
{
  __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
  int bx = blockIdx.x;  int by = blockIdx.y;
  int tx = threadIdx.x; int ty = threadIdx.y;
  int Row = by * TILE_WIDTH + ty;
  int Col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;
  for (int ph = 0; ph < ceil(Width/(float)TILE_WIDTH); ++ph) {
    if ((Row < Width) && (ph*TILE_WIDTH+tx) < Width)
      Mds[ty][tx] = M[Row*Width + ph*TILE_WIDTH + tx];
    else Mds[ty][tx] = 0.0f;
    if ((ph*TILE_WIDTH+ty) < Width && Col < Width)
      Nds[ty][tx] = N[(ph*TILE_WIDTH + ty)*Width + Col];
    else Nds[ty][tx] = 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE_WIDTH; ++k)
      Pvalue += Mds[ty][k] * Nds[k][tx];
    __syncthreads();
  }
  if ((Row<Width) && (Col<Width)) P[Row*Width + Col] = Pvalue;
}

void matMulCPU(const float *A, const float *B, float *C, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0.f;
      for (int k = 0; k < n; k++) s += A[i*n+k] * B[k*n+j];
      C[i*n+j] = s;
    }
}

int main()
{
  const int Width = 50;
  const size_t bytes = Width * Width * sizeof(float);
  float *hM = new float[Width*Width], *hN = new float[Width*Width], *hP = new float[Width*Width];
  float *ref = new float[Width*Width]();
  for (auto i = 0; i < Width*Width; i++) { hM[i] = static_cast<float>(i % 7); hN[i] = float(i % 5); }
  float *dM{nullptr}, *dN{nullptr}, *dP{nullptr};
  checkCuda(cudaMalloc(&dM, bytes)); checkCuda(cudaMalloc(&dN, bytes)); checkCuda(cudaMalloc(&dP, bytes));
  cudaMemcpy(dM, hM, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dN, hN, bytes, cudaMemcpyHostToDevice);
  dim3 dimGrid((Width + TILE_WIDTH - 1)/TILE_WIDTH, (Width + TILE_WIDTH - 1)/TILE_WIDTH, 1);
  dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
  MatrixMulKernel<<<dimGrid, dimBlock>>>(dM, dN, dP, Width);
  checkCuda(cudaDeviceSynchronize());
  cudaMemcpy(hP, dP, bytes, cudaMemcpyDeviceToHost);
  matMulCPU(hM, hN, ref, Width);
  bool ok = true;
  for (int i = 0; i < Width*Width && ok; i++) if (fabsf(hP[i] - ref[i]) > 1e-3f) ok = false;
  printf("%s %f\n", ok ? "PASS" : "FAIL", hP[Width*Width-1]);
  delete[] hM; delete[] hN; delete [] hP; delete[] ref;
  cudaFree(dM); cudaFree(dN); cudaFree(dP);
}
