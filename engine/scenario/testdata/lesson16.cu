void *leak, *use; int n = 0; cudaError_t e;
while ((e = cudaMalloc(&leak, 3 << 20)) == cudaSuccess) n++;          // case 1
printf("%d %s\n", n, cudaGetErrorName(e));  cudaDeviceReset();
cudaMalloc(&use, 4096); cudaFree(use); pw_touch(use, 4, 4);            // case 2
printf("%s\n", cudaGetErrorName(cudaMalloc(&use, 4096)));
