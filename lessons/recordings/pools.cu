// A pool grows in pieces of 32 MiB and gives back at a synchronisation what
// lies above its threshold.
char *p[8];
cudaStream_t s;
cudaMemPool_t pool;
size_t avail, total, keep = 64 << 20;
cudaStreamCreate(&s);
cudaDeviceGetDefaultMemPool(&pool, 0);
for (int i = 0; i < 8; i++)
    cudaMallocAsync((void**)&p[i], (i + 1) << 20, s);
cudaMemGetInfo(&avail, &total);
for (int i = 0; i < 8; i++)
    cudaFreeAsync(p[i], s);
cudaMemGetInfo(&avail, &total);
cudaStreamSynchronize(s);
cudaMemGetInfo(&avail, &total);
cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
for (int i = 0; i < 4; i++)
    cudaMallocAsync((void**)&p[i], 40 << 20, s);
for (int i = 0; i < 4; i++)
    cudaFreeAsync(p[i], s);
cudaStreamSynchronize(s);
cudaMemGetInfo(&avail, &total);
cudaMemPoolTrimTo(pool, 0);
cudaMemGetInfo(&avail, &total);
