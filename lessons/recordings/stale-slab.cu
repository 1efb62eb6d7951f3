// The same after the last piece of the slab is freed: now it is a fault.
char *p, *q;
cudaMalloc((void**)&p, 4096);
cudaMalloc((void**)&q, 4096);
cudaFree(p);
cudaFree(q);
cudaError_t e = pw_touch(p, 4096, 512);
printf("store: %s\n", cudaGetErrorName(e));
