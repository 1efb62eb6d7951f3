void *shelf[64]; size_t len[64]; int n = 0;
void *get(size_t s) { for (int i = 0; i < n; i++) if (len[i] >= s) { void *p = shelf[i]; n--; shelf[i] = shelf[n]; len[i] = len[n]; return p; }
                      void *p; return cudaMalloc(&p, s) == cudaSuccess ? p : nullptr; }
void put(void *p, size_t s) { shelf[n] = p; len[n] = s; n++; }
int main() { for (int i = 0; i < 100; i++) { void *a = get(4 << 20), *b = get(6 << 20); put(a, 4 << 20); put(b, 6 << 20); } }
