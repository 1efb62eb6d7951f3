void *a, *b; size_t f, t;
cudaMalloc(&a, 1 << 20);  cudaMalloc(&b, 1 << 20);  cudaMemGetInfo(&f, &t);
cudaFree(a);  cudaFree(b);  printf("%s\n", cudaGetErrorName(cudaFree((void*)0x1234)));
