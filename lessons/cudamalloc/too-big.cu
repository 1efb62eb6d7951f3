float *a, *b;
cudaMalloc((void**)&a, (2 << 20) + 1);
cudaMalloc((void**)&b, 1024 * sizeof(float));
pw_touch(a, 4096, 4096);
cudaFree(a);
cudaFree(b);
