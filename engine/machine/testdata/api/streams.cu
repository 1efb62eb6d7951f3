#include "pagewalk.h"
#define T(call) printf("%s,%s\n", #call, cudaGetErrorName(call))
#define U(call) do { const char *name_ = 0; CUresult result_ = (call); cuGetErrorName(result_, &name_); printf("%s,%s\n", #call, name_); } while (0)
#define V(label, x) printf("%s,%lld\n", label, (long long)(x))
#define L() printf("last,%s\n", cudaGetErrorName(cudaGetLastError()))
#define MiB ((size_t)1 << 20)
static size_t now(void) { size_t f = 0, t = 0; cudaMemGetInfo(&f, &t); return f; }
int main(void) {
    cudaStream_t s = 0, t = 0; cudaEvent_t e = 0, f = 0, g = 0; float ms = 5; char *p; static char h[4096];
    T(cudaMalloc(&p, 4096));
    T(cudaStreamCreate((cudaStream_t *)0)); L();
    T(cudaStreamCreate(&s)); V("not null", s != 0);
    T(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    T(cudaStreamCreateWithFlags(&t, 2)); L();
    T(cudaStreamCreateWithFlags(&t, 3)); L();
    T(cudaStreamCreateWithFlags(&t, 0x80)); L();
    T(cudaStreamCreateWithFlags((cudaStream_t *)0, 0)); L();
    T(cudaStreamSynchronize(0)); T(cudaStreamSynchronize((cudaStream_t)1)); T(cudaStreamSynchronize((cudaStream_t)2)); T(cudaStreamSynchronize(s));
    T(cudaStreamDestroy(0)); L();
    T(cudaStreamDestroy((cudaStream_t)1)); L();
    T(cudaStreamDestroy((cudaStream_t)2)); L();
    T(cudaStreamSynchronize(0));
    T(cudaEventCreate((cudaEvent_t *)0)); L();
    T(cudaEventCreate(&e)); V("not null", e != 0); T(cudaEventCreate(&f)); T(cudaEventCreateWithFlags(&g, cudaEventDisableTiming));
    cudaEvent_t x = 0;
    T(cudaEventCreateWithFlags(&x, cudaEventBlockingSync)); T(cudaEventDestroy(x));
    T(cudaEventCreateWithFlags(&x, cudaEventBlockingSync | cudaEventDisableTiming)); T(cudaEventDestroy(x));
    T(cudaEventCreateWithFlags(&x, 4)); L();
    T(cudaEventCreateWithFlags(&x, 6)); L();
    T(cudaEventCreateWithFlags(&x, 8)); L();
    T(cudaEventCreateWithFlags(&x, 16)); L();
    T(cudaEventCreateWithFlags((cudaEvent_t *)0, 0)); L();
    T(cudaEventElapsedTime(&ms, e, f)); V("ms unchanged", ms == 5); L();
    T(cudaEventSynchronize(e)); L();
    T(cudaStreamWaitEvent(s, e, 0)); L();
    T(cudaEventRecord(e, s)); T(cudaEventElapsedTime(&ms, e, f)); L();
    T(cudaEventElapsedTime(&ms, f, e)); L();
    T(cudaEventRecord(f, s)); T(cudaEventSynchronize(f)); T(cudaEventElapsedTime(&ms, e, f)); V("positive", ms >= 0);
    T(cudaEventElapsedTime(&ms, e, e)); V("zero", ms == 0);
    T(cudaEventElapsedTime(&ms, f, e)); V("negative", ms <= 0);
    T(cudaEventElapsedTime((float *)0, e, f)); L();
    T(cudaEventElapsedTime(&ms, 0, f)); L();
    T(cudaEventElapsedTime(&ms, e, 0)); L();
    T(cudaEventRecord(g, s)); T(cudaEventSynchronize(g)); T(cudaEventElapsedTime(&ms, e, g)); L();
    T(cudaEventElapsedTime(&ms, g, f)); L();
    T(cudaEventElapsedTime(&ms, g, g)); L();
    T(cudaEventRecord(e)); T(cudaEventRecord(f, 0)); T(cudaEventSynchronize(f)); T(cudaEventElapsedTime(&ms, e, f)); V("positive", ms >= 0);
    T(cudaEventRecord(0, s)); L();
    T(cudaEventSynchronize(0)); L();
    T(cudaEventDestroy(0)); L();
    T(cudaStreamWaitEvent(s, 0, 0)); L();
    T(cudaStreamWaitEvent(s, e, 0)); T(cudaStreamWaitEvent(0, e, 0)); T(cudaStreamWaitEvent(s, e)); L();
    T(cudaStreamWaitEvent(s, e, 1)); L();
    T(cudaStreamWaitEvent(s, e, 2)); L();
    T(cudaStreamWaitEvent(s, e, 77)); L();
    T(cudaMemcpyAsync(p, h, 16, cudaMemcpyHostToDevice, (cudaStream_t)1)); L();
    T(cudaMemcpyAsync(p, h, 16, cudaMemcpyHostToDevice, (cudaStream_t)2)); L();
    T(cudaMemcpyAsync(p, h, 16, cudaMemcpyHostToDevice)); L();
    T(cudaMallocAsync((void **)&p, 16, (cudaStream_t)1)); T(cudaFreeAsync(p, (cudaStream_t)2)); L();
    T(cudaEventDestroy(e)); T(cudaEventDestroy(g)); T(cudaEventDestroy(f));
    T(cudaStreamDestroy(s)); T(cudaDeviceSynchronize());
    cudaStream_t many[40]; int ok = 0;
    for (int i = 0; i < 40; i++) { ok += cudaStreamCreate(&many[i]) == cudaSuccess; }
    V("streams", ok);
    for (int i = 0; i < 40; i++) { ok -= cudaStreamDestroy(many[i]) == cudaSuccess; }
    V("left", ok);
    cudaEvent_t lots[500]; ok = 0;
    for (int i = 0; i < 500; i++) { ok += cudaEventCreate(&lots[i]) == cudaSuccess; }
    V("events", ok);
    for (int i = 0; i < 500; i++) { ok -= cudaEventDestroy(lots[i]) == cudaSuccess; }
    V("left", ok);
    return 0;
}
