// What a context costs beside others, one process after another.
char *p;
size_t avail, total;
cudaMalloc((void**)&p, 4 << 20);
cudaMemGetInfo(&avail, &total);
for (int i = 1; i < 6; i++) {
    pw_context(i);
    cudaMemGetInfo(&avail, &total);
}
