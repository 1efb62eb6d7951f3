// memory that moves to whoever touches it
char *a;
cudaMallocManaged(&a, 4 << 20);
memset(a, 1, 4 << 20);                    // first touch: the host
pw_touch(a, 4 << 20, 4096);               // the GPU faults, and pages come
a[0] = 2;                                 // the host wants one of them back
cudaMemPrefetchAsync(a, 2 << 20, 0, 0);   // no fault: they are there already
cudaDeviceSynchronize();
pw_touch(a, 2 << 20, 4096);
cudaFree(a);
