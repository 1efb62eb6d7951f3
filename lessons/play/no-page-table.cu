// If there were no page table: memory would have to lie in one piece
// The textbook card gives memory in one piece or not at all, as if there were
// none: run this on textbook-ampere with driver.free=immediate to compare.
__global__ void fill(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }

// The card is filled with pieces of 2 MiB, and every second one is freed.
char *piece[128];
int *big, x[2], n = 0;
while (n < 128 && cudaMalloc(&piece[n], 2 << 20) == cudaSuccess) n++;
for (int i = 0; i < n; i += 2) cudaFree(piece[i]);
cudaGetLastError();  // the call that found the card full

size_t avail, total;
cudaMemGetInfo(&avail, &total);
printf("%d pages of 2 MiB are free\n", (int)(avail >> 21));
pw_note("no two of them are neighbours: in one piece, 2 MiB is the most");

// A page table lets neighbours in the program's eyes lie anywhere.
cudaError_t e = cudaMalloc(&big, 16 << 20);
printf("16 MiB: %s\n", cudaGetErrorName(e));
if (e == cudaSuccess) {
  fill<<<8, 256>>>(big + 524288 - 1024);  // across the end of the first page
  cudaMemcpy(x, big + 524287, 8, cudaMemcpyDeviceToHost);
  printf("the last of one page and the first of the next: %d %d\n", x[0], x[1]);
}
