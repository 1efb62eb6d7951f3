char *m;  cudaMallocManaged(&m, 2 << 20);  memset(m, 1, 2 << 20);                 // CPU first
int at[6] = { 0, 16, 32, 64, 128, 256 };  for (int i = 0; i < 6; i++) pw_touch(m + at[i] * 4096, 1, 1);
char *w;  cudaMallocManaged(&w, 384 << 20);  for (int r = 0; r < 2; r++) pw_touch(w, 384 << 20, 4096);   // gh100-small: 256 MiB
