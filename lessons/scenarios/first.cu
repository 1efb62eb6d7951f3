float *d_data;
cudaMalloc((void**)&d_data, 1024 * sizeof(float));
cudaFree(d_data);
