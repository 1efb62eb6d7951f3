// Holes in address space and in memory do not stop a large block.
char *p[16], *big;
for (int i = 0; i < 16; i++)
    cudaMalloc((void**)&p[i], (size_t)8 << 30);
for (int i = 0; i < 16; i += 2)
    cudaFree(p[i]);
cudaError_t e = cudaMalloc((void**)&big, (size_t)30 << 30);
printf("30 GiB: %s\n", cudaGetErrorName(e));
e = cudaMalloc((void**)&p[0], (size_t)24 << 30);
printf("24 GiB: %s\n", cudaGetErrorName(e));
