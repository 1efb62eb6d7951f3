#include <stdio.h>
#define N 5
__global__ void k(int (*m)[N], int n) { int i = threadIdx.x; if (i < n) m[i][i] = i * 10; }
void show(int (*m)[N]) { for (int i = 0; i < 2; i++) { for (int j = 0; j < N; j++) printf("%d ", m[i][j]); printf("\n"); } }
int sum(const int a[][N], int rows) { int s = 0; for (int i = 0; i < rows; i++) for (int j = 0; j < N; j++) s += a[i][j]; return s; }
int main() {
  int h[2][N] = {{1,2,3},{4}};
  int (*p)[N] = h; show(p); printf("%d %zu %zu\n", p[1][0], sizeof(*p), sizeof(int (*)[N]));
  int (*d)[N]; cudaMalloc((void **)&d, N * sizeof(*d)); cudaMemset(d, 0, N * sizeof *d); k<<<1, 32>>>(d, N);
  int back[N][N]; cudaMemcpy(back, d, sizeof(back), cudaMemcpyDeviceToHost); printf("%d %d\n", sum(back, N), back[4][4]);
  int *one = new int(7), *many = new int[3](); printf("%d %d\n", *one, many[2]); delete one; delete[] many;
  float **rows = new float*[3]; for (int i = 0; i < 3; i++) rows[i] = new float[4]; rows[2][3] = 1.5f; printf("%g\n", rows[2][3]); for (int i = 0; i < 3; i++) delete[] rows[i]; delete[] rows;
again: if (h[0][0]++ < 3) goto again; printf("%d\n", h[0][0]);
  for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) if (i * j == 2) goto out;
out:
  std::cout << "pi " << 3.14159265 << ' ' << std::fixed << std::setprecision(3) << 2.0f << " " << 42u << " " << (1 < 2) << " 100%" << std::endl;
  std::cerr << "err" << std::endl; cudaDeviceReset(); return 0;
}
