// Two processes on one card: each has addresses of its own and sees the
// other's memory missing.
char *p, *q;
size_t avail, total;
cudaMalloc((void**)&p, 256 << 20);
cudaMemGetInfo(&avail, &total);
pw_context(1);
cudaMalloc((void**)&q, 256 << 20);
cudaMemGetInfo(&avail, &total);
cudaFree(q);
pw_context(0);
cudaFree(p);
cudaMemGetInfo(&avail, &total);
