// What the card holds, as its management library counts it, beside what the
// program knows.
char *p, *q;
size_t avail, total;
cudaMemGetInfo(&avail, &total);
pw_checkpoint("a context and nothing else");
cudaMalloc((void**)&p, (size_t)8 << 30);
cudaMalloc((void**)&q, 1);
cudaMemGetInfo(&avail, &total);
pw_checkpoint("8 GiB and one byte");
cudaFree(p);
pw_checkpoint("one byte: a slab of 2 MiB");
cudaFree(q);
pw_nvidia_smi();
