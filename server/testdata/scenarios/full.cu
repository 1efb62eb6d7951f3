// pagewalk: gpu=textbook-ampere
char *p;
cudaMalloc(&p, 128 << 20);
printf("%s\n", cudaGetErrorName(cudaGetLastError()));
