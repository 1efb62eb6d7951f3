// A reset gives back what was leaked.
char *p;
size_t before, leaked, after, total;
cudaMemGetInfo(&before, &total);
for (int i = 0; i < 10; i++)
    cudaMalloc((void**)&p, 100 << 20);
cudaMemGetInfo(&leaked, &total);
cudaDeviceReset();
cudaMemGetInfo(&after, &total);
printf("leaked %zu, missing after the reset %zu\n", before - leaked, before - after);
cudaMalloc((void**)&p, 1 << 20);
cudaFree(p);
