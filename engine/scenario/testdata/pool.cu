#include <stdlib.h>
typedef unsigned char u8;
typedef struct Block { size_t size; bool free; struct Block *next; void *ptr; } Block;
typedef struct { Block *head; int count; } Pool;
static Pool pool = {0};
const size_t MB = 1024 * 1024;
constexpr int COUNT = 16;
enum Policy { FIRST_FIT, BEST_FIT };
void *poolAlloc(Pool *p, size_t n, enum Policy policy = FIRST_FIT) {
    Block *best = nullptr;
    for (Block *b = p->head; b != nullptr; b = b->next) {
        if (!b->free || b->size < n) continue;
        if (policy == FIRST_FIT) { best = b; break; }
        if (!best || b->size < best->size) best = b;
    }
    if (best) { best->free = false; return best->ptr; }
    Block *b = (Block *)calloc(1, sizeof(Block));
    if (cudaMalloc(&b->ptr, n) != cudaSuccess) { free(b); return NULL; }
    *b = (Block){ .size = n, .free = false, .next = p->head, .ptr = b->ptr };
    p->head = b; p->count++;
    return b->ptr;
}
void poolFree(Pool *p, void *ptr) { for (Block *b = p->head; b; b = b->next) if (b->ptr == ptr) { b->free = true; return; } assert(0 && "not ours"); }
int main() {
    void *ptrs[COUNT]; size_t sizes[COUNT];
    for (auto i = 0; i < COUNT; ++i) { sizes[i] = (i % 4 + 1) * MB; ptrs[i] = poolAlloc(&pool, sizes[i]); }
    for (int i = 0; i < COUNT; i += 2) poolFree(&pool, ptrs[i]);
    for (int i = 0; i < COUNT / 2; ++i) ptrs[i * 2] = poolAlloc(&pool, 1 * MB, BEST_FIT);
    size_t free_mem, total_mem;
    cudaMemGetInfo(&free_mem, &total_mem);
    printf("%d blocks, free %zu of %zu MB (%.1f%%)\n", pool.count, free_mem >> 20, total_mem / MB, 100.0 * free_mem / total_mem);
    if (cudaError_t e = cudaGetLastError()) printf("%s\n", cudaGetErrorName(e));
    unsigned long long h = 0; for (u8 *q = (u8 *)&free_mem; q < (u8 *)(&free_mem + 1); q++) h = h * 31 + *q; printf("%llu\n", h);
    const char *msg = pool.count > 3 ? "many" : "few"; printf("%-6s|%6s|\n", msg, msg);
    int matrix[2][3] = {{1,2,3},{4,5,6}}; int sum = 0; for (int r = 0; r < 2; r++) for (int c = 0; c < 3; c++) sum += matrix[r][c]; printf("%d\n", sum);
    char buf[8] = {'h','i'}; printf("%s %lu\n", buf, sizeof(buf)/sizeof(*buf));
    float alpha = .5f, beta = 1e-3; printf("%g %g %e\n", alpha, beta, alpha * beta);
    long k = 3L; k <<= 33; printf("%ld %#lx\n", k, k);
    return EXIT_SUCCESS;
}
