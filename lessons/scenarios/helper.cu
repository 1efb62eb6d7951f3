// bare statements beside functions that use their variables
#include "pagewalk.h"
#define BLOCK (64 * 1024)

struct pair { char *a, *b; };
size_t total_asked = 0;

int take(struct pair *p, size_t bytes)
{
    total_asked += 2 * bytes; // both halves
    if (cudaMalloc(&p->a, bytes) != cudaSuccess) { return 0; }
    return cudaMalloc(&p->b, bytes) == cudaSuccess;
}

struct pair pairs[4];
for (int i = 0; i < 4; i++) {
    if (!take(&pairs[i], BLOCK)) break;
    pw_touch(pairs[i].a, BLOCK, 4096);
}
pw_checkpoint("four pairs");
printf("asked for %zu bytes; the note says \"}{\"\n", total_asked);
for (int i = 3; i >= 0; i--) { cudaFree(pairs[i].b); cudaFree(pairs[i].a); }
