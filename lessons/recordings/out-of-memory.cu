// The card is filled with blocks of 4 GiB, then of 64 MiB, then of 2 MiB; what
// cannot be had is a rest that belongs to no page.
char *p[40], *q[80], *r[80];
size_t avail, total;
int n = 0, m = 0, k = 0;
while (cudaMalloc((void**)&p[n], (size_t)4 << 30) == cudaSuccess)
    n++;
while (cudaMalloc((void**)&q[m], 64 << 20) == cudaSuccess)
    m++;
while (cudaMalloc((void**)&r[k], 2 << 20) == cudaSuccess)
    k++;
cudaMemGetInfo(&avail, &total);
printf("%d of 4 GiB, %d of 64 MiB, %d of 2 MiB, %zu bytes left\n", n, m, k, avail);
cudaFree(p[0]);
cudaError_t e = cudaMalloc((void**)&p[0], ((size_t)4 << 30) + 1);
printf("one byte more than there is: %s\n", cudaGetErrorName(e));
e = cudaMalloc((void**)&p[0], (size_t)4 << 30);
printf("what there is: %s\n", cudaGetErrorName(e));
