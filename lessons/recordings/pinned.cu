// Pinned memory of the host follows cudaMalloc's rules: small requests share
// slabs, of their own, and all lie in the same stretches of addresses.
char *h[4], *w, *d, *big;
cudaMallocHost((void**)&h[0], 100);
cudaMallocHost((void**)&h[1], 5000);
cudaMalloc((void**)&d, 100);
cudaMallocHost((void**)&h[2], 1 << 20);
cudaFreeHost(h[0]);
cudaMallocHost((void**)&h[0], 600);
cudaMallocHost((void**)&h[3], 512);
cudaHostAlloc((void**)&w, 100, cudaHostAllocWriteCombined);
cudaMallocHost((void**)&big, (2 << 20) + 1);
cudaFreeHost(big);
cudaFreeHost(w);
for (int i = 0; i < 4; i++)
    cudaFreeHost(h[i]);
cudaFree(d);
