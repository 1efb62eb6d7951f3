// Does the driver keep what is freed? Free memory and address after a free.
char *p, *q;
size_t a, b, c, total;
cudaMemGetInfo(&a, &total);
cudaMalloc((void**)&p, 64 << 20);
cudaMemGetInfo(&b, &total);
cudaFree(p);
cudaMemGetInfo(&c, &total);
printf("%zu bytes taken, %zu kept after the free\n", a - b, a - c);
cudaMalloc((void**)&q, 64 << 20);
printf("the same address again: %d\n", p == q);
cudaFree(q);
cudaMalloc((void**)&p, 512);
cudaFree(p);
cudaMalloc((void**)&q, 512);
printf("of a slab: %d\n", p == q);
cudaFree(q);
