void *p[8], *big; size_t f, t;
for (int i = 0; i < 8; i++) cudaMalloc(&p[i], 8 << 20);
for (int i = 0; i < 8; i++) cudaFree(p[i]);
cudaMemGetInfo(&f, &t);  pw_nvidia_smi();  printf("%s\n", cudaGetErrorName(cudaMalloc(&big, 16 << 20)));
