// A program that finds the driver's functions in three ways: "linked", "symbols"
// (dlsym) and "addresses" (cuGetProcAddress, as CUDA's runtime does).
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t u64;
int cuInit(unsigned), cuDevicePrimaryCtxRetain(u64 *, int), cuCtxSetCurrent(u64), cuMemAlloc_v2(u64 *, u64), cuMemFree_v2(u64), cuMemGetInfo_v2(u64 *, u64 *), cuStreamCreate(u64 *, unsigned);

static int (*init)(unsigned), (*retain_)(u64 *, int), (*current)(u64), (*alloc)(u64 *, u64), (*release)(u64), (*info)(u64 *, u64 *), (*stream)(u64 *, unsigned);

static void by_symbols(void *library)
{
	init = (int (*)(unsigned))dlsym(library, "cuInit");
	retain_ = (int (*)(u64 *, int))dlsym(library, "cuDevicePrimaryCtxRetain");
	current = (int (*)(u64))dlsym(library, "cuCtxSetCurrent");
	alloc = (int (*)(u64 *, u64))dlsym(library, "cuMemAlloc_v2");
	release = (int (*)(u64))dlsym(library, "cuMemFree_v2");
	info = (int (*)(u64 *, u64 *))dlsym(library, "cuMemGetInfo_v2");
	stream = (int (*)(u64 *, unsigned))dlsym(library, "cuStreamCreate");
}

static void by_addresses(void *library)
{
	int (*get)(const char *, void **, int, u64, void *) = (int (*)(const char *, void **, int, u64, void *))dlsym(library, "cuGetProcAddress_v2");
	get("cuGetProcAddress", (void **)&get, 12000, 0, 0); // as the runtime does
	get("cuInit", (void **)&init, 12000, 0, 0);
	get("cuDevicePrimaryCtxRetain", (void **)&retain_, 12000, 0, 0);
	get("cuCtxSetCurrent", (void **)&current, 12000, 0, 0);
	get("cuMemAlloc", (void **)&alloc, 12000, 0, 0);
	get("cuMemFree", (void **)&release, 12000, 0, 0);
	get("cuMemGetInfo", (void **)&info, 12000, 0, 0);
	get("cuStreamCreate", (void **)&stream, 12000, 0, 0);
}

static void linked(void)
{
#ifdef LINKED
	init = cuInit, retain_ = cuDevicePrimaryCtxRetain, current = cuCtxSetCurrent, alloc = cuMemAlloc_v2, release = cuMemFree_v2, info = cuMemGetInfo_v2, stream = cuStreamCreate;
#endif
}

static void *other(void *p)
{
	u64 q;
	alloc(&q, 5 << 20);
	release(q);
	return p;
}

int main(int n, char **a)
{
	if (strcmp(a[1], "linked") == 0)
		linked();
	else {
		void *library = dlopen(a[2], RTLD_NOW | RTLD_LOCAL);
		if (strcmp(a[1], "symbols") == 0)
			by_symbols(library);
		else
			by_addresses(library);
	}
	u64 c, p, q, s, available, total;
	pthread_t t;
	init(0);
	retain_(&c, 0);
	current(c);
	alloc(&p, 3 << 20);
	alloc(&q, 1000);
	info(&available, &total);
	stream(&s, 1);
	pthread_create(&t, 0, other, 0);
	pthread_join(t, 0);
	release(p + 512);
	release(p);
	alloc(&p, 1ull << 45);
	release(q);
	printf("%d arguments, it is over\n", n);
	return n == 4 ? 7 : 0;
}
