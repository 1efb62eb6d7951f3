// Two processes, one address: what it means is the page table's business
__global__ void put(int *p, int x) { *p = x; }
__global__ void get(const int *p, int *out) { *out = *p; }

int *a, *b, *stray, x = 0;
cudaMalloc(&a, 4 << 20);                 // process 0
cudaMalloc(&stray, 4 << 20);             // only process 0 has this one
put<<<1, 1>>>(a, 11);
put<<<1, 1>>>(stray, 12);
cudaDeviceSynchronize();

pw_context(1);                           // another process, another page table
cudaMalloc(&b, 4 << 20);
printf("same address: %s\n", a == b ? "yes" : "no");
put<<<1, 1>>>(b, 22);
cudaMemcpy(&x, b, 4, cudaMemcpyDeviceToHost);
printf("process 1 reads %d\n", x);
put<<<1, 1>>>(stray, 99);                // an address of process 0's
printf("process 1 writes where only process 0 has memory: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));

pw_context(0);
cudaMemcpy(&x, a, 4, cudaMemcpyDeviceToHost);
printf("process 0 reads %d", x);
cudaMemcpy(&x, stray, 4, cudaMemcpyDeviceToHost);
printf(" and %d: untouched\n", x);
cudaFree(a);
cudaFree(stray);
