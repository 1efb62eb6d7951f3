// Pages far apart: what the TLBs reach shows in the time of a load. One page of
// memory is enough to measure; the walk is what is far.
char *p;
cudaMalloc((void**)&p, (size_t)96 << 30);
double near = pw_chase(p, (size_t)12 << 25, 32 << 20);
double first = pw_chase(p, (size_t)40 << 25, 32 << 20);
double second = pw_chase(p, (size_t)3072 << 25, 32 << 20);
printf("12 pages 32 MiB apart: %.0f cycles, 40: %.0f, 3072: %.0f\n", near, first, second);
cudaFree(p);
