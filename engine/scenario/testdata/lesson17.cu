size_t f, t;  void *p, *q;
cudaMalloc(&p, 64 << 20);  cudaFree(p);  cudaMemGetInfo(&f, &t);  cudaMalloc(&q, 64 << 20);  printf("%d\n", p == q);
