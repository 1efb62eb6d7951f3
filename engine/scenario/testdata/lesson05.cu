char *a, *b, *s1, *s2;
pw_context(0); cudaMalloc(&a, 4 << 20);  pw_context(1); cudaMalloc(&b, 4 << 20);  cudaMemset(b, 0xBB, 4 << 20);
pw_context(0); cudaMalloc(&s1, 4096); cudaMalloc(&s2, 4096); pw_touch(s1 + 4096, 4, 4);   // line 3: one past s1
pw_touch(a + (4 << 20), 4, 4);  void *x; cudaMalloc(&x, 16);                              // line 4: one past a
