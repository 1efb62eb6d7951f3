void *p[1000], *keep;
for (int i = 0; i < 1000; i++) { cudaMalloc(&p[0], 4096);  cudaFree(p[0]); }                       // A
cudaMalloc(&keep, 1);  for (int i = 0; i < 1000; i++) { cudaMalloc(&p[0], 4096);  cudaFree(p[0]); }   // B
for (int i = 0; i < 1000; i++) cudaMalloc(&p[i], 4096);                                                // C
