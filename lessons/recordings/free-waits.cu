// A free while the card is at work waits for it; a malloc does not.
char *big, *p, *q;
cudaStream_t s;
cudaStreamCreate(&s);
cudaMalloc((void**)&big, (size_t)32 << 30);
cudaMalloc((void**)&p, 64 << 20);
cudaMemsetAsync(big, 0, (size_t)32 << 30, s);
cudaMalloc((void**)&q, 64 << 20);
cudaFree(p);
cudaMemsetAsync(big, 1, (size_t)32 << 30, s);
cudaStreamSynchronize(s);
cudaFree(q);
cudaFree(big);
