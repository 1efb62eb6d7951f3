#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>
using namespace std;
// mandelbrot, game of life, monte carlo, n-body in double and float4
struct complexf { float r, i; };
__device__ float magnitude2(struct complexf a) { return a.r * a.r + a.i * a.i; }
__device__ complexf cmul(complexf a, complexf b) { complexf c; c.r = a.r*b.r - a.i*b.i; c.i = a.i*b.r + a.r*b.i; return c; }
__device__ int julia(int x, int y, int dim) {
  const float scale = 1.5;
  float jx = scale * (float)(dim/2 - x)/(dim/2), jy = scale * (float)(dim/2 - y)/(dim/2);
  complexf c = {-0.8f, 0.156f}, a = {jx, jy};
  int i = 0;
  for (i = 0; i < 50; i++) { a = cmul(a, a); a.r += c.r; a.i += c.i; if (magnitude2(a) > 1000) return 0; }
  return 1;
}
__global__ void kernel(unsigned char *ptr, int dim) {
  int x = blockIdx.x, y = blockIdx.y, offset = x + y * gridDim.x;
  int v = julia(x, y, dim);
  ptr[offset*4 + 0] = 255 * v; ptr[offset*4 + 1] = 0; ptr[offset*4 + 2] = 0; ptr[offset*4 + 3] = 255;
}
__global__ void life(const char *in, char *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int n = 0;
  for (int dy = -1; dy <= 1; ++dy) for (int dx = -1; dx <= 1; ++dx) { if (!dx && !dy) continue; n += in[((y + dy + h) % h) * w + (x + dx + w) % w]; }
  out[y * w + x] = n == 3 || (n == 2 && in[y * w + x]);
}
__device__ unsigned int lcg(unsigned int *s) { *s = *s * 1664525u + 1013904223u; return *s; }
__global__ void pi(unsigned long long *hits, int trials) {
  unsigned int s = (blockIdx.x * blockDim.x + threadIdx.x) * 9781u + 1u; unsigned long long n = 0;
  for (int i = 0; i < trials; i++) { float x = lcg(&s) / 4294967296.0f, y = lcg(&s) / 4294967296.0f; n += x * x + y * y <= 1.0f; }
  atomicAdd(hits, n);
}
#define SOFTENING 1e-9f
typedef struct { float x, y, z, vx, vy, vz; } Body;
__global__ void bodyForce(Body *p, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float Fx = 0.0f; float Fy = 0.0f; float Fz = 0.0f;
    for (int j = 0; j < n; j++) {
      float dx = p[j].x - p[i].x; float dy = p[j].y - p[i].y; float dz = p[j].z - p[i].z;
      float distSqr = dx*dx + dy*dy + dz*dz + SOFTENING;
      float invDist = rsqrtf(distSqr); float invDist3 = invDist * invDist * invDist;
      Fx += dx * invDist3; Fy += dy * invDist3; Fz += dz * invDist3;
    }
    p[i].vx += dt*Fx; p[i].vy += dt*Fy; p[i].vz += dt*Fz;
  }
}
void randomizeBodies(float *data, int n) { for (int i = 0; i < n; i++) data[i] = 2.0f * (rand() / (float)RAND_MAX) - 1.0f; }
int main(const int argc, const char** argv) {
  const int DIM = 40; unsigned char *d, *h = new unsigned char[DIM*DIM*4]; cudaMalloc(&d, DIM*DIM*4);
  dim3 grid(DIM, DIM); kernel<<<grid,1>>>(d, DIM); cudaMemcpy(h, d, DIM*DIM*4, cudaMemcpyDeviceToHost); int on = 0; for (int i = 0; i < DIM*DIM; i++) on += h[i*4] != 0; printf("julia %d\n", on); delete [] h;
  char cells[16][16] = {}; cells[1][2] = cells[2][3] = cells[3][1] = cells[3][2] = cells[3][3] = 1; char *A, *B; cudaMalloc(&A, 256); cudaMalloc(&B, 256); cudaMemcpy(A, cells, 256, cudaMemcpyHostToDevice);
  for (int g = 0; g < 4; g++) { life<<<dim3(2,2), dim3(8,8)>>>(A, B, 16, 16); std::swap(A, B); }
  cudaMemcpy(cells, A, 256, cudaMemcpyDeviceToHost); printf("%d%d%d%d%d\n", cells[2][3], cells[3][4], cells[4][2], cells[4][3], cells[4][4]);
  unsigned long long *hits, hh = 0; cudaMalloc(&hits, sizeof(*hits)); cudaMemset(hits, 0, sizeof(hh)); pi<<<8, 64>>>(hits, 100); cudaMemcpy(&hh, hits, sizeof hh, cudaMemcpyDeviceToHost); printf("pi ~ %s\n", fabs(4.0 * hh / (8 * 64 * 100) - M_PI) < 0.05 ? "3.14" : "?");
  int nBodies = 64; if (argc > 1) nBodies = atoi(argv[1]); const float dt = 0.01f; int bytes = nBodies*sizeof(Body); float *buf = (float*)malloc(bytes); Body *p = (Body*)buf; randomizeBodies(buf, 6*nBodies);
  float *d_buf; cudaMalloc(&d_buf, bytes); Body *d_p = (Body*)d_buf; int nBlocks = (nBodies + 32 - 1) / 32;
  for (int iter = 1; iter <= 2; iter++) { cudaMemcpy(d_buf, buf, bytes, cudaMemcpyHostToDevice); bodyForce<<<nBlocks, 32>>>(d_p, dt, nBodies); cudaMemcpy(buf, d_buf, bytes, cudaMemcpyDeviceToHost); for (int i = 0 ; i < nBodies; i++) { p[i].x += p[i].vx*dt; p[i].y += p[i].vy*dt; p[i].z += p[i].vz*dt; } }
  printf("%s\n", isfinite(p[0].x) && argv[0] ? "finite" : "not"); free(buf); cudaFree(d_buf);
}
