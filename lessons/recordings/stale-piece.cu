// A store through a stale pointer into a slab that is still live: no error.
char *p, *keep;
cudaMalloc((void**)&p, 4096);
cudaMalloc((void**)&keep, 4096);
cudaFree(p);
cudaError_t e = pw_touch(p, 4096, 512);
printf("store: %s\n", cudaGetErrorName(e));
e = pw_touch(keep, 1 << 20, 4096);
printf("store past the end, inside the slab: %s\n", cudaGetErrorName(e));
cudaFree(keep);
