void *p, *q;  size_t f, t;
cudaMallocAsync(&p, 64 << 20, stream0);  cudaFreeAsync(p, stream0);  cudaMemGetInfo(&f, &t);  pw_checkpoint("freed");
cudaMallocAsync(&q, 64 << 20, stream0);  cudaFreeAsync(q, stream0);  cudaStreamSynchronize(stream0);  pw_checkpoint("synced");
