#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    char *p, *q, *s, *big, h[64], *heap = (char *)malloc(4 * MiB), *pinned;
    cudaStream_t st;
    T(cudaMalloc(&p, 1000)); T(cudaMalloc(&q, 4 * MiB)); T(cudaMalloc(&s, 512)); T(cudaMalloc(&big, 3 * MiB)); T(cudaMallocHost(&pinned, 4096)); T(cudaStreamCreate(&st));
    T(cudaMemcpy(p, h, 16, (cudaMemcpyKind)-1)); L();
    // nothing to copy
    T(cudaMemcpy(0, 0, 0, cudaMemcpyDefault)); L();
    T(cudaMemcpy(0, 0, 0, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(0, 0, 0, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(0, 0, 0, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy((void *)0x7000, (void *)0x8000, 0, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(p, h, 0, (cudaMemcpyKind)9)); L();
    T(cudaMemcpy(p, h, 0, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpyAsync(p, h, 0, cudaMemcpyDeviceToHost, st)); L();
    T(cudaMemcpyAsync(0, 0, 0, cudaMemcpyHostToDevice, st)); L();
    // null pointers
    T(cudaMemcpy(0, h, 16, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p, 0, 16, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(0, p, 16, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(h, 0, 16, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(0, p, 16, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(p, 0, 16, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(0, 0, 16, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(p, 0, 16, cudaMemcpyDefault)); L();
    T(cudaMemcpy(0, p, 16, cudaMemcpyDefault)); L();
    T(cudaMemcpyAsync(p, 0, 16, cudaMemcpyHostToDevice, st)); L();
    T(cudaMemcpyAsync(0, p, 16, cudaMemcpyDeviceToHost, st)); L();
    // beyond the end
    T(cudaMemcpy(p, heap, 1000, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p, heap, 1001, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p, heap, 1024, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p, heap, 1025, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p, heap, 4096, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p, heap, 2 * MiB, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p, heap, 2 * MiB + 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p + 999, heap, 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p + 1000, heap, 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p + 1023, heap, 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p + 1024, heap, 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(p + 2048, heap, 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(heap, p, 1001, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(heap, p, 1024, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(heap, p, 1025, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(heap, p + 1000, 1, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(heap, p + 1024, 1, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(heap, p + 2048, 1, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(heap, big, 3 * MiB, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(heap, big, 3 * MiB + 1, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(heap, big, 4 * MiB, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(heap, big + 3 * MiB, 1, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(big, heap, 3 * MiB + 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(big + 3 * MiB, heap, 1, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(big, q, 3 * MiB, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(big, q, 3 * MiB + 1, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(big, q, 4 * MiB, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(q, big, 4 * MiB, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(p, q, 1001, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(q, p, 1001, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(q, p, 1025, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(p, q, (size_t)1 << 40, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(p, q, SIZE_MAX, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpyAsync(p, q, 1001, cudaMemcpyDeviceToDevice, st)); L();
    T(cudaMemcpyAsync(q, big, 3 * MiB + 1, cudaMemcpyDeviceToDevice, st)); L();
    T(cudaMemcpyAsync(heap, big, 3 * MiB + 1, cudaMemcpyDeviceToHost, st)); L();
    T(cudaMemcpyAsync(p, heap, 1001, cudaMemcpyHostToDevice, st)); L();
    T(cudaMemcpyAsync(p, pinned, 1001, cudaMemcpyHostToDevice, st)); L();
    T(cudaMemcpy(pinned, p, 1000, cudaMemcpyDeviceToHost)); L();
    // overlapping
    T(cudaMemcpy(q, q, 4096, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(q + 16, q, 4096, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(q, q + 16, 4096, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(heap + 16, heap, 4096, cudaMemcpyHostToHost)); L();
    T(cudaMemcpy(heap, heap, 4096, cudaMemcpyHostToHost)); L();
    T(cudaMemcpyAsync(q, q, 4096, cudaMemcpyDeviceToDevice, st)); L();
    // wild device addresses
    T(cudaMemcpy((void *)0x7000, h, 16, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy((void *)0x123456789000, h, 16, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(h, (void *)0x123456789000, 16, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(p, (void *)0x123456789000, 16, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy((void *)0x123456789000, p, 16, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy((void *)-4096, h, 16, cudaMemcpyHostToDevice)); L();
    // freed memory
    T(cudaFree(s));
    T(cudaMemcpy(s, h, 16, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(h, s, 16, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(p, s, 16, cudaMemcpyDeviceToDevice)); L();
    T(cudaMemcpy(s, p, 16, cudaMemcpyDeviceToDevice)); L();
    T(cudaFree(big));
    T(cudaMemcpy(big, h, 16, cudaMemcpyHostToDevice)); L();
    T(cudaMemcpy(h, big, 16, cudaMemcpyDeviceToHost)); L();
    T(cudaMemcpy(q, big, 16, cudaMemcpyDeviceToDevice)); L();
    // the contents that arrive
    for (int i = 0; i < 64; i++) { h[i] = (char)i; }
    T(cudaMemcpy(q, h, 64, cudaMemcpyDefault)); T(cudaMemcpy(q + 8, q, 16, cudaMemcpyDefault)); T(cudaMemcpy(h, q, 64, cudaMemcpyDefault));
    V("h[9]", h[9]); V("h[24]", h[24]);
    // sets
    T(cudaMemset(0, 0, 0)); L();
    T(cudaMemset((void *)0x7000, 0, 0)); L();
    T(cudaMemset(0, 0, 16)); L();
    T(cudaMemset(h, 0, 16)); L();
    T(cudaMemset(heap, 0, 16)); L();
    T(cudaMemset(pinned, 7, 16)); L(); V("pinned[0]", pinned[0]);
    T(cudaMemset(pinned, 7, 4096)); L();
    T(cudaMemset(pinned, 7, 4097)); L();
    T(cudaMemset(pinned, 7, 2 * MiB)); L();
    T(cudaMemset(pinned, 7, 2 * MiB + 1)); L();
    T(cudaMemset(p, 0x1ff, 16)); T(cudaMemcpy(h, p, 16, cudaMemcpyDeviceToHost)); V("h[0]", h[0]);
    T(cudaMemset(p, -2, 16)); T(cudaMemcpy(h, p, 16, cudaMemcpyDeviceToHost)); V("h[0]", h[0]);
    T(cudaMemset(p, 0, 1000)); L();
    T(cudaMemset(p, 0, 1001)); L();
    T(cudaMemset(p, 0, 1024)); L();
    T(cudaMemset(p + 1000, 0, 1)); L();
    T(cudaMemset(p + 1000, 0, 0)); L();
    T(cudaMemset(p + 999, 0, 1)); L();
    T(cudaMemset(p + 1, 0, 999)); L();
    T(cudaMemset(q, 0, 4 * MiB + 1)); L();
    T(cudaMemset(s, 0, 1)); L();
    T(cudaMemset(big, 0, 1)); L();
    T(cudaMemset((void *)-4096, 0, 1)); L();
    T(cudaMemsetAsync(p, 0, 1000, st)); L();
    T(cudaMemsetAsync(p, 0, 1001, st)); L();
    T(cudaMemsetAsync(0, 0, 16, st)); L();
    T(cudaMemsetAsync(heap, 0, 16, st)); L();
    T(cudaMemsetAsync(p, 0, 0, st)); L();
    T(cudaMemsetAsync(pinned, 9, 16, st)); L();
    T(cudaMemsetAsync(p, 0, 16, 0)); L();
    return 0;
}
