// The same size taken and given back again and again: a block goes to the
// kernel and back each time, a piece of a live slab does not.
char *p, *keep, *q;
for (int i = 0; i < 6; i++) {
    cudaMalloc((void**)&p, 8 << 20);
    cudaFree(p);
}
cudaMalloc((void**)&keep, 256);
for (int i = 0; i < 6; i++) {
    cudaMalloc((void**)&q, 64 << 10);
    cudaFree(q);
}
for (int i = 0; i < 6; i++) {
    cudaMalloc((void**)&q, 2 << 20);
    cudaFree(q);
}
cudaFree(keep);
