#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    void *p = (void *)5, *q = (void *)5;
    T(cudaMalloc(&p, 0)); V("null after 0", p == 0);
    p = (void *)5;
    T(cudaMalloc((void **)0, 0));
    T(cudaMalloc((void **)0, 1)); L(); L();
    T(cudaMalloc(&p, SIZE_MAX)); V("pointer after failure", p); L();
    p = (void *)5;
    T(cudaMalloc(&p, SIZE_MAX - 511)); V("pointer after failure", p); L();
    p = (void *)5;
    T(cudaMalloc(&p, (size_t)1 << 63)); V("pointer after failure", p); L();
    p = (void *)5;
    T(cudaMalloc(&p, (size_t)1 << 48)); V("pointer after failure", p); L();
    T(cudaMalloc(&p, (size_t)1 << 47)); L();
    T(cudaMalloc(&p, (size_t)1 << 46)); L();
    T(cudaMalloc(&p, (size_t)150109880320)); L();
    T(cudaMalloc(&p, (size_t)149557477376)); L();
    size_t before = now();
    T(cudaMalloc(&p, 1)); V("taken by 1 byte", before - now());
    T(cudaMalloc(&q, 1)); V("taken by another", before - now()); V("distance", (char *)q - (char *)p);
    T(cudaFree((char *)p + 1)); L();
    T(cudaFree((char *)p + 512)); V("q was at p + 512", 1); L();
    T(cudaFree(q)); L();
    T(cudaFree((char *)p - 512)); L();
    T(cudaFree(p)); T(cudaFree(p)); L();
    V("back", before - now());
    T(cudaMalloc(&p, 3 * MiB)); V("taken by 3M", before - now());
    T(cudaFree((char *)p + 2 * MiB)); L();
    T(cudaFree((char *)p + 3 * MiB)); L();
    T(cudaFree(p)); L();
    T(cudaFree(p)); L();
    int x = 0; static int y = 0; void *h = malloc(64);
    T(cudaFree(&x)); L();
    T(cudaFree(&y)); L();
    T(cudaFree(h)); L();
    free(h);
    T(cudaFree((void *)1)); L();
    T(cudaFree((void *)0x1000)); L();
    T(cudaFree((void *)0x7fffffffffff)); L();
    T(cudaFree((void *)0x8000000000000000)); L();
    T(cudaFree((void *)-1)); L();
    T(cudaFree(nullptr));
    V("all back", before - now());
    // sizes around the slab's border
    size_t sizes[] = { 511, 512, 513, 1048576, 2096640, 2096641, 2097151, 2097152, 2097153, 4194303, 4194305, 34603008 };
    for (int i = 0; i < 12; i++) {
        T(cudaMalloc(&p, sizes[i])); V("size", sizes[i]); V("taken", before - now());
        T(cudaFree(p)); V("left", before - now());
    }
    // the pitch
    size_t pitch = 7;
    size_t widths[] = { 1, 31, 32, 33, 64, 511, 512, 513, 1000, 1024, 1025, 4095, 65536, 65537, 1048576, 2147483647 };
    for (int i = 0; i < 16; i++) {
        p = (void *)5; pitch = 7;
        T(cudaMallocPitch(&p, &pitch, widths[i], 1)); V("width", widths[i]); V("pitch", pitch); V("taken", before - now());
        T(cudaFree(p));
    }
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch(&p, &pitch, 100, 0)); V("pitch", pitch); V("pointer", p);
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch(&p, &pitch, 0, 0)); V("pitch", pitch); V("pointer", p);
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch((void **)0, &pitch, 100, 10)); V("pitch", pitch); L();
    T(cudaMallocPitch(&p, (size_t *)0, 100, 10)); V("pointer", p); L();
    T(cudaMallocPitch((void **)0, &pitch, 0, 10)); L();
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch(&p, &pitch, (size_t)1 << 31, 10)); V("pitch", pitch); L(); T(cudaFree(p)); L();
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch(&p, &pitch, (size_t)1 << 40, 1)); V("pitch", pitch); V("pointer", p); L();
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch(&p, &pitch, SIZE_MAX, 1)); V("pitch", pitch); V("pointer", p); L();
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch(&p, &pitch, SIZE_MAX, SIZE_MAX)); V("pitch", pitch); V("pointer", p); L();
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch(&p, &pitch, 1024, (size_t)1 << 40)); V("pitch", pitch); V("pointer", p); L();
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch(&p, &pitch, 1, SIZE_MAX)); V("pitch", pitch); V("pointer", p); L();
    p = (void *)5; pitch = 7;
    T(cudaMallocPitch(&p, &pitch, 4096, (size_t)1 << 53)); V("pitch", pitch); V("pointer", p); L();
    V("all back", before - now());
    size_t f = 1, t = 1;
    T(cudaMemGetInfo(&f, &t)); V("total", t); V("free", f);
    T(cudaMemGetInfo((size_t *)0, &t)); L();
    T(cudaMemGetInfo(&f, (size_t *)0)); L();
    T(cudaMemGetInfo((size_t *)0, (size_t *)0)); L();
    return 0;
}
