// A kernel that writes far behind its block: the launch succeeds, the call that
// waits for it fails, and so does everything after it.
__global__ void write(char *to, size_t at)
{
    to[at + threadIdx.x] = 1;
}

char *p;
cudaMalloc((void**)&p, 4 << 20);
write<<<1, 32>>>(p, 0);
cudaDeviceSynchronize();
printf("%s\n", cudaGetErrorName(cudaGetLastError()));
write<<<1, 32>>>(p, (size_t)64 << 30);
printf("launched: %s\n", cudaGetErrorName(cudaGetLastError()));
cudaError_t e = cudaDeviceSynchronize();
printf("waited: %s\n", cudaGetErrorName(e));
e = cudaMalloc((void**)&p, 16);
printf("then: %s\n", cudaGetErrorName(e));
