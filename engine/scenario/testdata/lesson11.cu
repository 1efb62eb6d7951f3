void *p[1024], *big;                                        // first textbook, then the H200
for (int i = 0; i < 1024; i++) cudaMalloc(&p[i], 64 << 10);
for (int i = 0; i < 1024; i += 2) cudaFree(p[i]);
printf("%s\n", cudaGetErrorName(cudaMalloc(&big, 128 << 10)));
