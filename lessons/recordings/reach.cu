// The time of a load by how far apart the loads are: what the TLBs reach.
char *p;
cudaMalloc((void**)&p, (size_t)64 << 30);
printf("4 KiB x 64: %.0f cycles\n", pw_chase(p, 64 << 12, 4096));
printf("64 KiB x 64: %.0f\n", pw_chase(p, 64 << 16, 65536));
printf("2 MiB x 64: %.0f\n", pw_chase(p, (size_t)64 << 21, 2 << 20));
printf("16 MiB x 16: %.0f\n", pw_chase(p, (size_t)16 << 24, 16 << 20));
printf("32 MiB x 64: %.0f\n", pw_chase(p, (size_t)64 << 25, 32 << 20));
printf("32 MiB x 1024: %.0f\n", pw_chase(p, (size_t)1024 << 25, 32 << 20));
printf("32 MiB x 2048: %.0f\n", pw_chase(p, (size_t)2048 << 25, 32 << 20));
cudaFree(p);
