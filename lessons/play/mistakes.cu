// five mistakes and what each of them is called
char *p, *q;
printf("too big:  %s\n", cudaGetErrorName(cudaMalloc((void**)&p, (size_t)-1)));
cudaMalloc((void**)&p, 4096);
printf("interior: %s\n", cudaGetErrorName(cudaFree(p + 16)));
printf("free:     %s\n", cudaGetErrorName(cudaFree(p)));
printf("again:    %s\n", cudaGetErrorName(cudaFree(p)));
cudaMalloc((void**)&q, 4096);
pw_touch(q + (64 << 20), 4, 4);
printf("later:    %s\n", cudaGetErrorName(cudaMalloc((void**)&p, 16)));
