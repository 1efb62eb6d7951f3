#include <stdio.h>
// bit functions
__device__ int counter = 0;
__device__ int shared_total = 0;
__global__ void bits(unsigned *o, int *s, const int *__restrict__ in, int *lock) {
  unsigned i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned x = i * 2654435761u;
  o[i] = __popc(x) + __clz(x) + __ffs(x) + (__brev(x) & 3) + __popcll((unsigned long long)x << 7) + __clzll(x) + __ffsll((long long)x);
  unsigned mask = __ballot_sync(0xffffffff, i & 1);
  if (__any_sync(0xffffffffu, i == 3)) atomicAdd(s, 1);
  if (__all_sync(~0u, 1)) atomicSub(s + 1, 2);
  atomicMin(s + 2, (int)i - 7); atomicMax(s + 3, (int)i); atomicAnd(s + 4, ~(int)i); atomicOr(s + 5, (int)(1u << (i & 31))); atomicXor(s + 6, (int)i);
  atomicExch(s + 7, 5); atomicInc((unsigned *)s + 8, 9u); atomicDec((unsigned *)s + 9, 100); atomicCAS(s + 10, 0, 77);
  __syncwarp(); __syncwarp(0xffffffff);
  s[11] = __ldg(&in[0]) + __ldg(in + 1);
  if (i == 0) { s[12] = (int)mask; s[13] = min(3, 4) + max(3u, 4u) + abs(-4); s[14] = __mul24(3, 4) + __umul24(3u, 4u); s[15] = __float2int_rn(2.5f) + __int2float_rn(3) + (int)__fdividef(9.f, 3.f) + __double2int_rz(3.9); }
  atomicAdd(&counter, 1); atomicAdd(&shared_total, 1);
  float f = __int_as_float(0x3f800000); int b = __float_as_int(2.0f);
  if (i == 1) { s[16] = f == 1.0f && b == 0x40000000; s[17] = __mulhi(1 << 30, 8) + (int)__umulhi(1u << 31, 8u); }
  atomicAdd((float *)&s[20], 0.5f); unsigned long long *big = (unsigned long long *)(s + 22); atomicAdd(big, 3ULL);
  if (i == 2) printf("thread (%d,%d,%d) of block %d: %s %c %5.2f\n", threadIdx.x, threadIdx.y, threadIdx.z, blockIdx.x, "hello", 'x', 1.5);
  bool pred = i > 4; int any = __syncthreads_or(pred); int cnt = __syncthreads_count(pred); int all = __syncthreads_and(pred);
  if (i == 0) { s[24] = any; s[25] = cnt; s[26] = all; s[27] = __shfl_xor_sync(0xffffffff, 5, 1) ; }
  unsigned am = __activemask(); unsigned lanemask = __match_any_sync(am, i / 4);
  if (i == 9) s[28] = (int)lanemask;
  __threadfence(); __nanosleep(10);
}
int main() {
  unsigned *o; int *s, *in, *lock; int hs[32] = {0}, hin[2] = {4, 5};
  cudaMalloc(&o, 64 * 4); cudaMalloc(&s, 128); cudaMalloc(&in, 8); cudaMalloc(&lock, 4);
  cudaMemset(s, 0, 128); cudaMemset(lock, 0, 4); cudaMemcpy(in, hin, sizeof hin, cudaMemcpyHostToDevice);
  dim3 block(4, 4, 2);
  bits<<<1, block>>>(o, s, in, lock);
  cudaError_t e = cudaDeviceSynchronize();
  unsigned ho[32]; cudaMemcpy(ho, o, sizeof ho, cudaMemcpyDeviceToHost); cudaMemcpy(hs, s, sizeof hs, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorName(e));
  for (int i = 0; i < 32; i++) printf("%u ", ho[i]); printf("\n");
  for (int i = 0; i < 29; i++) printf("%d ", hs[i]); printf("\n");
  int c; cudaMemcpyFromSymbol(&c, counter, sizeof(int)); printf("%d\n", c);
}
