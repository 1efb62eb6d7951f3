#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    CUmemAllocationProp prop = { }, bad; prop.type = CU_MEM_ALLOCATION_TYPE_PINNED; prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE; prop.location.id = 0;
    CUmemAccessDesc desc = { }, ro, no, ds[2]; desc.location.type = CU_MEM_LOCATION_TYPE_DEVICE; desc.location.id = 0; desc.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE; ro = desc; ro.flags = CU_MEM_ACCESS_FLAGS_PROT_READ; no = desc; no.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    size_t G = 2 * MiB;
    T(cudaFree(0)); size_t before = now();

    CUmemGenericAllocationHandle h = 5, k = 5; CUdeviceptr a = 5, r = 5; char *p, *q, b[64]; cudaStream_t st; static char heap[8 << 20];
    T(cudaStreamCreate(&st)); U(cuMemAddressReserve(&a, 8 * G, 0, 0, 0)); U(cuMemCreate(&h, 2 * G, &prop, 0)); U(cuMemCreate(&k, 2 * G, &prop, 0)); T(cudaMalloc(&q, 4 * G)); p = (char *)a;
    T(cudaMemset(p, 1, 16)); L(); T(cudaMemcpy(p, b, 16, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy(b, p, 16, cudaMemcpyDeviceToHost)); L(); T(cudaMemsetAsync(p, 1, 16, st)); L();
    U(cuMemMap(a, 2 * G, 0, h, 0));
    T(cudaMemset(p, 1, 16)); L(); T(cudaMemcpy(p, b, 16, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy(b, p, 16, cudaMemcpyDeviceToHost)); L(); T(cudaMemcpy(q, p, 16, cudaMemcpyDeviceToDevice)); L(); T(cudaMemcpy(p, q, 16, cudaMemcpyDeviceToDevice)); L(); T(cudaMemsetAsync(p, 1, 16, st)); L(); T(cudaStreamSynchronize(st)); L();
    U(cuMemSetAccess(a, 2 * G, &ro, 1));
    T(cudaMemcpy(b, p, 16, cudaMemcpyDeviceToHost)); L(); T(cudaMemcpy(q, p, 16, cudaMemcpyDeviceToDevice)); L();
    U(cuMemSetAccess(a, 2 * G, &desc, 1));
    T(cudaMemset(p, 1, 16)); T(cudaMemset(p, 1, 4 * MiB)); L(); T(cudaMemset(p, 1, 4 * MiB + 1)); L(); T(cudaMemset(p + 4 * MiB, 1, 1)); L(); T(cudaMemcpy(b, p, 16, cudaMemcpyDeviceToHost)); V("b[3]", b[3]); T(cudaMemcpy(heap, p, 4 * MiB + 1, cudaMemcpyDeviceToHost)); L(); T(cudaMemcpy(p, heap, 4 * MiB + 1, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy(q, p, 4 * MiB + 1, cudaMemcpyDeviceToDevice)); L();
    U(cuMemMap(a + 2 * G, 2 * G, 0, k, 0));
    T(cudaMemset(p, 1, 4 * MiB + 1)); L(); T(cudaMemcpy(heap, p, 4 * MiB + 1, cudaMemcpyDeviceToHost)); L();
    U(cuMemSetAccess(a + 2 * G, 2 * G, &desc, 1));
    T(cudaMemset(p, 2, 8 * MiB)); L(); T(cudaMemcpy(heap, p, 8 * MiB, cudaMemcpyDeviceToHost)); L(); T(cudaMemcpy(heap, p + 1 * MiB, 6 * MiB, cudaMemcpyDeviceToHost)); L(); T(cudaMemcpy(p, heap, 8 * MiB, cudaMemcpyHostToDevice)); L(); T(cudaMemcpy(q, p + 4 * MiB - 100, 200, cudaMemcpyDeviceToDevice)); L(); T(cudaMemset(p, 2, 8 * MiB + 1)); L(); T(cudaMemcpy(heap, p + 8 * MiB - 1, 2, cudaMemcpyDeviceToHost)); L();
    // the same memory at two places
    U(cuMemAddressReserve(&r, 2 * G, 0, 0, 0)); U(cuMemMap(r, 2 * G, 0, h, 0)); U(cuMemSetAccess(r, 2 * G, &desc, 1)); T(cudaMemset((void *)r, 9, 16)); T(cudaMemcpy(b, p, 16, cudaMemcpyDeviceToHost)); V("b[3]", b[3]);
    T(cudaMemcpy(p, (void *)r, 4 * MiB, cudaMemcpyDeviceToDevice)); L();
    U(cuMemRelease(h)); T(cudaMemset((void *)r, 8, 16)); L(); U(cuMemUnmap(a, 2 * G)); T(cudaMemset(p, 1, 16)); L(); T(cudaMemcpy(b, (void *)r, 16, cudaMemcpyDeviceToHost)); V("b[3]", b[3]);
    U(cuMemUnmap(r, 2 * G)); T(cudaMemcpy(b, (void *)r, 16, cudaMemcpyDeviceToHost)); L(); U(cuMemAddressFree(r, 2 * G)); T(cudaMemcpy(b, (void *)r, 16, cudaMemcpyDeviceToHost)); L();
    U(cuMemUnmap(a + 2 * G, 2 * G)); U(cuMemRelease(k)); U(cuMemAddressFree(a, 8 * G)); T(cudaFree(q)); V("taken", before - now());
    T(cudaDeviceSynchronize());
    return 0;
}
