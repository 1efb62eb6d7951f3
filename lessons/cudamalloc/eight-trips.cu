char *a, *b;
cudaMalloc((void**)&a, 4096);
cudaMalloc((void**)&b, 2 << 20);
