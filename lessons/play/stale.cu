// A driver that forgets one command: set inject.forget=unmap and compare
__global__ void get(const int *p, int *out) { *out = *p; }

int *out, *old;
cudaMalloc(&out, 4 << 20);
cudaMalloc(&old, 4 << 20);
cudaMemset(old, 0x11, 4 << 20);
get<<<1, 1>>>(old, out);                 // the TLB learns where old lies
cudaDeviceSynchronize();

cudaFree(old);                           // the entries go; does the TLB hear of it?
get<<<1, 1>>>(old, out);
printf("a read of freed memory: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
