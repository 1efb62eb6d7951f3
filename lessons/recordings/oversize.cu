// Requests that no card can meet.
char *p = 0;
cudaError_t e = cudaMalloc((void**)&p, (size_t)1 << 50);
printf("%s\n", cudaGetErrorName(e));
e = cudaMalloc((void**)&p, (size_t)-1);
printf("%s\n", cudaGetErrorName(e));
size_t avail, total;
cudaMemGetInfo(&avail, &total);
e = cudaMalloc((void**)&p, avail);
printf("all that is free: %s\n", cudaGetErrorName(e));
e = cudaMalloc((void**)&p, 0);
printf("nothing: %s %d\n", cudaGetErrorName(e), p == 0);
printf("%s\n", cudaGetErrorName(cudaGetLastError()));
