// 1 byte holds a whole slab
char *a, *b;
size_t before, after, total;
cudaMemGetInfo(&before, &total);
cudaMalloc((void**)&a, 1);
cudaMalloc((void**)&b, 1 << 20);
cudaFree(b);
cudaMemGetInfo(&after, &total);
printf("free memory fell by %zu bytes\n", before - after);
cudaFree(a);
