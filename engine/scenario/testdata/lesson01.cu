float *a, *b;
cudaMalloc((void**)&a, 1024 * sizeof(float));  cudaMalloc((void**)&b, 1024 * sizeof(float));
pw_touch(a, 4096, 4096);  cudaFree(a);  cudaFree(b);
