// 64 blocks of 64 KiB, then one of 4 MiB
char *small[64], *big;
for (int i = 0; i < 64; i++)
    cudaMalloc((void**)&small[i], 64 * 1024);
cudaMalloc((void**)&big, 4 << 20);
for (int i = 0; i < 64; i++)
    cudaFree(small[i]);
cudaFree(big);
