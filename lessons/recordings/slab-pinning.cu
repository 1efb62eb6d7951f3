// One live block keeps its slab: freeing three of every four gives nothing back.
char *p[64];
size_t before, full, after, end, total;
cudaMemGetInfo(&before, &total);
for (int i = 0; i < 64; i++)
    cudaMalloc((void**)&p[i], 512 << 10);
cudaMemGetInfo(&full, &total);
for (int i = 0; i < 64; i++)
    if (i % 4 != 0)
        cudaFree(p[i]);
cudaMemGetInfo(&after, &total);
printf("taken %zu, given back %zu\n", before - full, after - full);
for (int i = 0; i < 64; i += 4)
    cudaFree(p[i]);
cudaMemGetInfo(&end, &total);
printf("missing at the end %zu\n", before - end);
