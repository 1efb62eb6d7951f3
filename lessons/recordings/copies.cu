// What is copied to the card and back, and what is refused.
int h[1024], back[1024];
int *d, *pinned;
for (int i = 0; i < 1024; i++)
    h[i] = i * i;
cudaMalloc((void**)&d, sizeof h);
cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
cudaMemcpy(back, d, sizeof h, cudaMemcpyDeviceToHost);
printf("%d %d\n", back[3], back[1023]);
cudaMemset(d, 1, 64);
cudaMemcpy(back, d, sizeof h, cudaMemcpyDeviceToHost);
printf("%d %d\n", back[15], back[16]);
cudaMallocHost((void**)&pinned, 4096);
cudaMemcpy(pinned, d, 4096, cudaMemcpyDeviceToHost);
printf("%d\n", pinned[20]);
cudaError_t e = cudaMemcpy(d, h, 1 << 30, cudaMemcpyHostToDevice);
printf("%s\n", cudaGetErrorName(e));
cudaFreeHost(pinned);
cudaFree(d);
