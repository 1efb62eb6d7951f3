#include "pagewalk.h"
#ifdef __CUDA_ARCH_LIST__
#define PT(x) (cudaMemAllocationType)x
#define LT(x) (cudaMemLocationType)x
#else
#define PT(x) x
#define LT(x) x
#endif
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    cudaStream_t s = 0, t = 0; cudaMemPool_t d = 0, d2 = 0, mp = 0, m2 = 0, none = 0; char *p = (char *)5, *q = (char *)5, *r = (char *)5; unsigned long long v = 5; int i = 5;
    struct cudaMemPoolProps pp = { }; pp.allocType = cudaMemAllocationTypePinned; pp.location.type = cudaMemLocationTypeDevice; pp.location.id = 0;
    T(cudaStreamCreate(&s)); T(cudaStreamCreate(&t));
    size_t before = now();
    T(cudaDeviceGetDefaultMemPool(&d, 0)); V("not null", d != 0);
    T(cudaDeviceGetDefaultMemPool(&d2, 0)); V("same", d == d2);
    T(cudaDeviceGetDefaultMemPool(&d2, 1)); L();
    T(cudaDeviceGetDefaultMemPool(&d2, -1)); L();
    T(cudaDeviceGetDefaultMemPool((cudaMemPool_t *)0, 0)); L();
    // attributes of the default pool
    for (int a = 0; a < 12; a++) {
        v = 5;
        V("attribute", a); T(cudaMemPoolGetAttribute(d, (cudaMemPoolAttr)a, &v)); L();
        if (a < 4) { V("value", (int)v); } else { V("value", v); }
    }
    T(cudaMemPoolGetAttribute(d, cudaMemPoolAttrReleaseThreshold, (void *)0)); L();
    T(cudaMemPoolGetAttribute(none, cudaMemPoolAttrReleaseThreshold, &v)); L();
    // setting them
    unsigned long long big = 123456789; int zero = 0, one = 1, two = 2;
    T(cudaMemPoolSetAttribute(d, cudaMemPoolAttrReleaseThreshold, &big)); T(cudaMemPoolGetAttribute(d, cudaMemPoolAttrReleaseThreshold, &v)); V("threshold", v);
    big = 0; T(cudaMemPoolSetAttribute(d, cudaMemPoolAttrReleaseThreshold, &big));
    T(cudaMemPoolSetAttribute(d, cudaMemPoolReuseAllowOpportunistic, &zero)); v = 5; T(cudaMemPoolGetAttribute(d, cudaMemPoolReuseAllowOpportunistic, &i)); V("value", i);
    T(cudaMemPoolSetAttribute(d, cudaMemPoolReuseAllowOpportunistic, &two)); L(); T(cudaMemPoolGetAttribute(d, cudaMemPoolReuseAllowOpportunistic, &i)); V("value", i);
    T(cudaMemPoolSetAttribute(d, cudaMemPoolReuseAllowOpportunistic, &one)); T(cudaMemPoolGetAttribute(d, cudaMemPoolReuseAllowOpportunistic, &i)); V("value", i);
    T(cudaMemPoolSetAttribute(d, cudaMemPoolReuseFollowEventDependencies, &zero)); T(cudaMemPoolGetAttribute(d, cudaMemPoolReuseFollowEventDependencies, &i)); V("value", i);
    T(cudaMemPoolSetAttribute(d, cudaMemPoolReuseAllowInternalDependencies, &zero)); T(cudaMemPoolGetAttribute(d, cudaMemPoolReuseAllowInternalDependencies, &i)); V("value", i);
    T(cudaMemPoolSetAttribute(d, cudaMemPoolAttrReservedMemCurrent, &big)); L();
    T(cudaMemPoolSetAttribute(d, cudaMemPoolAttrUsedMemCurrent, &big)); L();
    T(cudaMemPoolSetAttribute(d, cudaMemPoolAttrReservedMemHigh, &big)); L();
    T(cudaMemPoolSetAttribute(d, cudaMemPoolAttrUsedMemHigh, &big)); L();
    big = 7;
    T(cudaMemPoolSetAttribute(d, cudaMemPoolAttrReservedMemHigh, &big)); L();
    T(cudaMemPoolSetAttribute(d, cudaMemPoolAttrUsedMemHigh, &big)); L();
    T(cudaMemPoolSetAttribute(d, (cudaMemPoolAttr)0, &big)); L();
    T(cudaMemPoolSetAttribute(d, (cudaMemPoolAttr)77, &big)); L();
    T(cudaMemPoolSetAttribute(none, cudaMemPoolAttrReleaseThreshold, &big)); L();
    V("taken", before - now());
    // allocation errors
    T(cudaMallocAsync((void **)0, 16, s)); L();
    T(cudaMallocAsync((void **)0, 0, s)); L();
    p = (char *)5; T(cudaMallocAsync((void **)&p, 0, s)); V("null", p == 0);
    p = (char *)5; T(cudaMallocAsync((void **)&p, SIZE_MAX, s)); V("pointer", p); L();
    p = (char *)5; T(cudaMallocAsync((void **)&p, (size_t)1 << 40, s)); V("pointer", p); L();
    p = (char *)5; T(cudaMallocAsync((void **)&p, (size_t)150109880320, s)); V("pointer", p); L();
    V("taken", before - now());
    T(cudaMallocAsync((void **)&p, 1, s)); T(cudaMallocAsync((void **)&q, 1, 0)); V("apart", q - p);
    V("taken", before - now());
    T(cudaFreeAsync(p + 1, s)); L();
    T(cudaFreeAsync(p + 512, s)); L();
    T(cudaFreeAsync((void *)0x1234, s)); L();
    T(cudaFreeAsync(&i, s)); L();
    T(cudaFreeAsync((void *)-1, s)); L();
    T(cudaFreeAsync(0, 0)); L();
    T(cudaFree(p + 1)); L();
    T(cudaFreeAsync(p, s)); T(cudaFreeAsync(p, s)); L();
    T(cudaFree(p)); L();
    T(cudaStreamSynchronize(s)); T(cudaFreeAsync(p, s)); L();
    T(cudaMemset(q, 0, 1)); T(cudaMemset(q, 0, 2)); L(); T(cudaMemset(q, 0, 512)); L(); T(cudaMemset(q, 0, 513)); L();
    T(cudaFreeHost(q)); L();
    U(cuMemFree((CUdeviceptr)q)); T(cudaFree(q)); L();
    V("taken", before - now());
    void *h; T(cudaMallocHost(&h, 64)); T(cudaFreeAsync(h, s)); L(); T(cudaFreeHost(h));
    // trims
    T(cudaMemPoolTrimTo(none, 0)); L();
    T(cudaMemPoolTrimTo(d, 0)); T(cudaMemPoolTrimTo(d, SIZE_MAX)); L();
    V("taken", before - now());
    // private pools
    T(cudaMemPoolCreate((cudaMemPool_t *)0, &pp)); L();
    T(cudaMemPoolCreate(&mp, (struct cudaMemPoolProps *)0)); L();
    struct cudaMemPoolProps bad = pp; bad.allocType = PT(0);
    T(cudaMemPoolCreate(&mp, &bad)); L();
    bad = pp; bad.location.type = LT(0); T(cudaMemPoolCreate(&mp, &bad)); L();
    bad = pp; bad.location.id = 1; T(cudaMemPoolCreate(&mp, &bad)); L();
    bad = pp; bad.location.id = -1; T(cudaMemPoolCreate(&mp, &bad)); L();
    bad = pp; bad.maxSize = 64 * MiB; T(cudaMemPoolCreate(&m2, &bad)); L();
    T(cudaMallocFromPoolAsync((void **)&r, 100 * MiB, m2, s)); L(); T(cudaMallocFromPoolAsync((void **)&r, 60 * MiB, m2, s)); L(); T(cudaFreeAsync(r, s)); T(cudaStreamSynchronize(s)); T(cudaMemPoolDestroy(m2));
    T(cudaMemPoolCreate(&mp, &pp)); V("not null", mp != 0);
    T(cudaMemPoolDestroy(d)); L();
    T(cudaMemPoolDestroy(none)); L();
    for (int a = 1; a < 9; a++) { v = 5; T(cudaMemPoolGetAttribute(mp, (cudaMemPoolAttr)a, &v)); if (a < 4) { V("value", (int)v); } else { V("value", v); } }
    T(cudaMallocFromPoolAsync((void **)0, 16, mp, s)); L();
    r = (char *)5; T(cudaMallocFromPoolAsync((void **)&r, 0, mp, s)); V("null", r == 0);
    T(cudaMallocFromPoolAsync((void **)&r, 16, none, s)); L();
    T(cudaMallocFromPoolAsync((void **)&r, (size_t)1 << 40, mp, s)); L();
    T(cudaMallocFromPoolAsync((void **)&r, 100, mp, s)); T(cudaMallocFromPoolAsync((void **)&q, 100, mp, t)); V("apart", q - r);
    T(cudaMemPoolGetAttribute(mp, cudaMemPoolAttrUsedMemCurrent, &v)); V("used", v);
    // the device's pool
    T(cudaDeviceSetMemPool(0, mp)); T(cudaMallocAsync((void **)&p, 100, s)); V("in the new pool", p - q);
    T(cudaMemPoolGetAttribute(mp, cudaMemPoolAttrUsedMemCurrent, &v)); V("used", v);
    T(cudaMemPoolGetAttribute(d, cudaMemPoolAttrUsedMemCurrent, &v)); V("used of the default", v);
    T(cudaDeviceGetDefaultMemPool(&d2, 0)); V("same", d == d2);
    T(cudaDeviceSetMemPool(1, mp)); L();
    T(cudaDeviceSetMemPool(-1, mp)); L();
    T(cudaDeviceSetMemPool(0, none)); L();
    T(cudaMemPoolDestroy(mp)); L();
    T(cudaMallocAsync((void **)&p, 100, s)); L();
    T(cudaDeviceSetMemPool(0, d)); L();
    T(cudaFreeAsync(r, s)); T(cudaFreeAsync(q, t)); L(); T(cudaFreeAsync(p, s)); L();
    T(cudaDeviceSynchronize());
    V("taken", before - now());
    T(cudaStreamDestroy(s)); T(cudaStreamDestroy(t));
    return 0;
}
