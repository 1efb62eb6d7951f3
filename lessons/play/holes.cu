// every second block is freed: half the memory is free, in pieces
char *p[16], *big;
for (int i = 0; i < 16; i++)
    cudaMalloc((void**)&p[i], 2 << 20);
for (int i = 0; i < 16; i += 2)
    cudaFree(p[i]);
size_t avail, total;
cudaMemGetInfo(&avail, &total);
printf("%zu of %zu bytes are free\n", avail, total);
cudaError_t e = cudaMalloc((void**)&big, 40 << 20);
printf("40 MiB: %s\n", cudaGetErrorName(e));
