// A store through a stale pointer to a block of its own: a fault that stays.
char *p, *q;
cudaMalloc((void**)&p, 4 << 20);
pw_touch(p, 4096, 512);
cudaFree(p);
cudaError_t e = pw_touch(p, 4096, 512);
printf("store: %s\n", cudaGetErrorName(e));
e = cudaMalloc((void**)&q, 16);
printf("the next cudaMalloc: %s\n", cudaGetErrorName(e));
