int pw_victim(const pw_root *r, int n) { int v = 0; for (int i = 1; i < n; i++) if (r[i].last_touch < r[v].last_touch) v = i; return v; }
int main() { void *pin; char *w; int s[8] = { 0, 1, 0, 2, 0, 3, 0, 4 };
    cudaMalloc(&pin, 56 << 20);  cudaMallocManaged(&w, 10 << 20);       // four places for five blocks
    for (int i = 0; i < 32; i++) pw_touch(w + ((size_t)s[i % 8] << 21), 1, 1); }
