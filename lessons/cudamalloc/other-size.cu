float *d_data;
cudaMalloc((void**)&d_data, 1024 * sizeof(float));
pw_touch(d_data, 4096, 4096);
cudaFree(d_data);
cudaMalloc((void**)&d_data, 1025 * sizeof(float));
cudaFree(d_data);
