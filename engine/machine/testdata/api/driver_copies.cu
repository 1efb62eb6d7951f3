#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    CUcontext c = 0, c2 = 0; CUdevice dev = 5; int n = 5; size_t z = 5; CUdeviceptr p = 5, q = 5; char name[64], h[64]; unsigned u = 5; void *hp = 0; CUdeviceptr dp = 0; CUmemGenericAllocationHandle k, k2;
    CUmemAllocationProp prop = { }, got; prop.type = CU_MEM_ALLOCATION_TYPE_PINNED; prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE; CUmemAccessDesc desc = { }; desc.location.type = CU_MEM_LOCATION_TYPE_DEVICE; desc.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    U(cuInit(0)); U(cuDeviceGetCount(&n)); V("count", n); U(cuDeviceGetCount((int *)0)); U(cuDeviceGetName(name, 64, 0)); printf("name,%s\n", name); U(cuDeviceGetName(name, 64, 1)); U(cuDeviceGetName((char *)0, 64, 0)); U(cuDeviceTotalMem(&z, 0)); V("total", z); U(cuDeviceTotalMem(&z, 1)); U(cuDriverGetVersion(&n)); V("version", n); U(cuDeviceGetAttribute(&n, (CUdevice_attribute)16, 0)); V("value", n); U(cuDeviceGetAttribute(&n, (CUdevice_attribute)9999, 0)); U(cuDeviceGetAttribute(&n, (CUdevice_attribute)16, 3));
    U(cuMemAlloc(&p, 4096)); U(cuMemsetD8(p, 7, 64)); U(cuMemcpyDtoH(h, p, 64)); V("h[5]", h[5]); U(cuMemsetD32(p, 0x01020304, 16)); U(cuMemcpyDtoH(h, p, 64)); V("h[5]", h[5]); U(cuMemcpyHtoD(p, h, 64)); U(cuMemAlloc(&q, 4096)); U(cuMemcpyDtoD(q, p, 64)); U(cuMemsetD32(p + 1, 7, 4)); U(cuMemsetD8(p, 7, 4097)); U(cuMemsetD8(p, 7, 0)); U(cuMemsetD8(0, 7, 0)); U(cuMemsetD8(0, 7, 16)); U(cuMemcpyHtoD(p, 0, 16)); U(cuMemcpyHtoD(0, h, 16)); U(cuMemcpyDtoH(h, 0, 16)); U(cuMemcpyDtoH(h, (CUdeviceptr)h, 16)); U(cuMemcpyHtoD(p, h, 0)); U(cuMemcpyHtoD(p, h, 5000)); U(cuMemcpyDtoD(q, p, 4097)); U(cuMemcpy(q, p, 16)); U(cuMemcpy(q, p, 4097)); U(cuMemcpy(q, 0, 16));
    U(cuMemAllocHost(&hp, 100)); U(cuMemHostGetDevicePointer(&dp, hp, 0)); V("same", dp == (CUdeviceptr)hp); U(cuMemFreeHost(hp)); U(cuMemFreeHost(hp)); U(cuMemFreeHost(0)); U(cuMemHostAlloc(&hp, 0, 0)); U(cuMemHostAlloc(&hp, 100, 0x100)); U(cuMemAllocHost(&hp, 0)); U(cuMemAllocPitch(&p, &z, 100, 10, 4)); V("pitch", z); U(cuMemAllocPitch(&p, &z, 100, 10, 3)); U(cuMemAllocPitch(&p, &z, 0, 10, 4)); U(cuMemAllocPitch(&p, &z, 100, 0, 4)); U(cuMemAllocPitch(&p, &z, 100, 10, 16)); V("pitch", z);
    return 0;
}
