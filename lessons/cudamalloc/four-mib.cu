char *a, *b, *c;
cudaMalloc((void**)&a, 4096);
cudaMalloc((void**)&b, 4096);
cudaMalloc((void**)&c, 2 << 20);
