// After a fault the process is finished: a reset succeeds, and nothing after it.
char *p;
size_t avail, total;
cudaMalloc((void**)&p, 4 << 20);
pw_touch(p + ((size_t)64 << 30), 1, 1);
cudaMalloc((void**)&p, 1);
cudaGetLastError();
cudaDeviceReset();
cudaMalloc((void**)&p, 1);
cudaMemGetInfo(&avail, &total);
