#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    void *h = (void *)5, *d = (void *)5, *g = 0;
    size_t before = now();
    T(cudaMallocHost(&h, 0)); V("null", h == 0);
    h = (void *)5;
    T(cudaHostAlloc(&h, 0, 0)); V("null", h == 0);
    T(cudaMallocHost((void **)0, 16)); L();
    T(cudaHostAlloc((void **)0, 16, 0)); L();
    T(cudaHostAlloc((void **)0, 0, 0)); L();
    h = (void *)5;
    T(cudaMallocHost(&h, (size_t)1 << 60)); V("pointer", h); L();
    h = (void *)5;
    T(cudaMallocHost(&h, SIZE_MAX)); V("pointer", h); L();
    h = (void *)5;
    T(cudaHostAlloc(&h, (size_t)1 << 48, cudaHostAllocDefault)); V("pointer", h); L();
    for (unsigned flags = 0; flags < 17; flags++) {
        h = (void *)5; d = (void *)5;
        V("flags", flags);
        cudaError_t e = cudaHostAlloc(&h, 4096, flags);
        printf("cudaHostAlloc,%s\n", cudaGetErrorName(e)); L();
        if (e == cudaSuccess) {
            T(cudaHostGetDevicePointer(&d, h, 0)); V("same", d == h);
            T(cudaFreeHost(h));
        }
    }
    h = (void *)5;
    T(cudaHostAlloc(&h, 4096, 0x80000000u)); V("pointer", h); L();
    T(cudaMallocHost(&h, 4096)); T(cudaMallocHost(&g, 3 * MiB)); V("card", before - now());
    V("aligned 2M", (size_t)h % (2 * MiB) == 0); V("aligned 512", (size_t)h % 512 == 0); V("aligned 4096", (size_t)h % 4096 == 0);
    T(cudaHostGetDevicePointer(&d, h, 0)); V("same", d == h);
    T(cudaHostGetDevicePointer(&d, (char *)h + 100, 0)); V("inside", (char *)d - (char *)h); L();
    T(cudaHostGetDevicePointer(&d, (char *)h + 4095, 0)); V("inside", (char *)d - (char *)h); L();
    d = (void *)5;
    T(cudaHostGetDevicePointer(&d, (char *)h + 4096, 0)); L();
    T(cudaHostGetDevicePointer(&d, h, 1)); L();
    T(cudaHostGetDevicePointer(&d, 0, 0)); V("pointer", d); L();
    T(cudaHostGetDevicePointer((void **)0, h, 0)); L();
    T(cudaHostGetDevicePointer(&d, &g, 0)); L();
    T(cudaMalloc(&d, 100));
    void *e = (void *)5;
    T(cudaHostGetDevicePointer(&e, d, 0)); V("pointer", e == (void *)5); L();
    T(cudaFreeHost((char *)h + 1)); L();
    T(cudaFreeHost((char *)h + 4096)); L();
    T(cudaFreeHost((char *)g + 2 * MiB)); L();
    T(cudaFreeHost(d)); L();
    T(cudaFreeHost((void *)0x1234)); L();
    T(cudaFreeHost(malloc(10))); L();
    T(cudaFreeHost(0)); L();
    T(cudaFree(h)); L();
    T(cudaFree((char *)h + 1)); L();
    T(cudaFreeHost(h)); T(cudaFreeHost(h)); L();
    T(cudaFreeHost(g)); T(cudaFree(g)); L();
    T(cudaFree(d)); T(cudaFreeHost(d)); L();
    V("card", before - now());
    // memory of the program's own
    static char buf[65536]; char *page = (char *)(((size_t)buf + 4095) & ~(size_t)4095), small[100];
    T(cudaHostRegister(0, 4096, 0)); L();
    T(cudaHostRegister(page, 0, 0)); L();
    T(cudaHostRegister(page, 4096, 0x10)); L();
    T(cudaHostRegister(page, 4096, 0x100)); L();
    T(cudaHostRegister(page + 1, 100, 0)); L();
    T(cudaHostGetDevicePointer(&d, page + 1, 0)); L(); V("offset", (char *)d - page);
    T(cudaHostGetDevicePointer(&d, page, 0)); L();
    T(cudaHostGetDevicePointer(&d, page + 101, 0)); L();
    T(cudaHostRegister(page, 4096, 0)); L();
    T(cudaHostRegister(page + 2000, 4096, 0)); L();
    T(cudaHostRegister(page + 4096, 4096, 0)); L();
    T(cudaHostUnregister(page)); L();
    T(cudaHostUnregister(page + 2)); L();
    T(cudaHostUnregister(page + 1)); L();
    T(cudaHostUnregister(page + 1)); L();
    T(cudaHostUnregister(page + 4096)); L();
    T(cudaHostUnregister(0)); L();
    T(cudaHostUnregister((void *)0x1234)); L();
    T(cudaHostRegister(page, 12288, cudaHostRegisterPortable)); L();
    T(cudaHostRegister(page + 4096, 4096, 0)); L();
    T(cudaHostRegister(page, 4096, 0)); L();
    T(cudaHostRegister(page + 8192, 8192, 0)); L();
    T(cudaFreeHost(page)); L();
    T(cudaFree(page)); L();
    T(cudaHostUnregister(page + 4096)); L();
    T(cudaHostUnregister(page)); L();
    T(cudaHostRegister(page, 4096, cudaHostRegisterMapped)); T(cudaHostUnregister(page));
    T(cudaHostRegister(page, 4096, cudaHostRegisterMapped | cudaHostRegisterPortable)); T(cudaHostUnregister(page));
    T(cudaHostRegister(page, 4096, cudaHostRegisterReadOnly)); L();
    T(cudaHostUnregister(page)); L();
    T(cudaHostRegister(small, 100, 0)); T(cudaHostUnregister(small)); L();
    T(cudaMallocHost(&h, 4096));
    T(cudaHostRegister(h, 4096, 0)); L();
    T(cudaHostUnregister(h)); L();
    T(cudaFreeHost(h));
    T(cudaMalloc(&d, 100));
    T(cudaHostRegister(d, 100, 0)); L();
    T(cudaHostUnregister(d)); L();
    T(cudaFree(d));
    T(cudaHostRegister((void *)0x7000, 4096, 0)); L();
    return 0;
}
