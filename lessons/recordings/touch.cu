// A store on each page of a growing stretch, pages of 4 KiB to 64 MiB apart: the
// time of a store by how far the stores reach.
char *p;
cudaMalloc((void**)&p, (size_t)64 << 30);
for (size_t reach = (size_t)1 << 20; reach <= (size_t)64 << 30; reach *= 8) {
    for (size_t stride = 4096; stride <= (size_t)64 << 20; stride *= 16) {
        if (stride <= reach && reach / stride <= 1024)
            pw_touch(p, reach, stride);
    }
}
cudaFree(p);
