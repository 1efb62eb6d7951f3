//go:build ignore

// The library that pagewalk capture loads into somebody's own program. It sees
// every ioctl, and the calls of the driver API, by whichever way the program
// found them: linked, by dlsym, or by cuGetProcAddress (as CUDA's runtime does).
// Each call that is over becomes one write of a few lines:
//
//	T uvm number detail length va offset ns failed foreign   a trip during the call
//	C name process thread code begin end free out0 out1 a0 … a5   the call itself
//	C outside …   a trip about memory in a thread that is in no call
//	O process trips ns lost   the end: other trips outside all calls, summed up,
//	                          and calls that were not seen
//
// All memory is static: what a library maps would move the driver's arenas.
#define _GNU_SOURCE
#include "trip.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ROWS = 16, TRIPS = 1024, LINE = 160 };

typedef uint64_t u64;
typedef int (*ioctl_function)(int, unsigned long, void *);
typedef void *(*dlsym_function)(void *, const char *);
typedef int (*function)(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64);

// A call under way. A thread has at most one: what the library calls of itself
// belongs to it.
struct row {
	int taken;
	unsigned trips;
	struct pw_trip list[TRIPS];
	char text[(TRIPS + 4) * LINE];
};

static struct row rows[ROWS];
static __thread struct row *open_row;
static __thread int quiet; // a question of ours is under way
static ioctl_function real_ioctl;
static dlsym_function real_dlsym;
static int out = -1;
static u64 outside, outside_ns, lost;

// GIVES, GIVES_TWO: what lies where the first arguments point to afterwards.
// READS: the value that the third argument points to; READS_ACCESS: the flags of
// a CUmemAccessDesc. Both are told in the place of what a call gives.
// ASKS_IF: free memory is asked for if the call went into the kernel.
enum { GIVES = 1, GIVES_TWO = 2, ASKS_FREE = 4, READS = 8, READS_ACCESS = 16, ASKS_IF = 32 };

struct entry {
	const char *name; // base name, as cuGetProcAddress takes it
	const char *symbol; // in the library
	int flags;
	function real;
};

#define CALLS(X)                                                             \
	X(cuInit, cuInit, 0)                                                 \
	X(cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain, GIVES)         \
	X(cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset_v2, 0)            \
	X(cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2, 0)        \
	X(cuCtxCreate, cuCtxCreate_v2, GIVES)                                \
	X(cuCtxDestroy, cuCtxDestroy_v2, 0)                                  \
	X(cuCtxSynchronize, cuCtxSynchronize, ASKS_IF)                       \
	X(cuCtxSetLimit, cuCtxSetLimit, ASKS_IF)                             \
	X(cuCtxSetCurrent, cuCtxSetCurrent, ASKS_IF)                         \
	X(cuMemAlloc, cuMemAlloc_v2, GIVES | ASKS_FREE)                      \
	X(cuMemFree, cuMemFree_v2, ASKS_FREE)                                \
	X(cuMemAllocPitch, cuMemAllocPitch_v2, GIVES_TWO | ASKS_FREE)        \
	X(cuMemAllocManaged, cuMemAllocManaged, GIVES)                       \
	X(cuMemHostAlloc, cuMemHostAlloc, GIVES | ASKS_FREE)                 \
	X(cuMemAllocHost, cuMemAllocHost_v2, GIVES | ASKS_FREE)              \
	X(cuMemFreeHost, cuMemFreeHost, ASKS_FREE)                           \
	X(cuMemGetInfo, cuMemGetInfo_v2, GIVES_TWO)                          \
	X(cuMemAllocAsync, cuMemAllocAsync, GIVES | ASKS_FREE)               \
	X(cuMemAllocFromPoolAsync, cuMemAllocFromPoolAsync, GIVES | ASKS_FREE) \
	X(cuMemFreeAsync, cuMemFreeAsync, ASKS_FREE)                         \
	X(cuMemPoolCreate, cuMemPoolCreate, GIVES)                           \
	X(cuMemPoolDestroy, cuMemPoolDestroy, ASKS_FREE)                     \
	X(cuMemPoolSetAttribute, cuMemPoolSetAttribute, READS)               \
	X(cuMemPoolTrimTo, cuMemPoolTrimTo, ASKS_FREE)                       \
	X(cuDeviceGetDefaultMemPool, cuDeviceGetDefaultMemPool, GIVES)       \
	X(cuDeviceSetMemPool, cuDeviceSetMemPool, 0)                         \
	X(cuStreamCreate, cuStreamCreate, GIVES | ASKS_FREE)                 \
	X(cuStreamCreateWithPriority, cuStreamCreateWithPriority, GIVES | ASKS_FREE) \
	X(cuStreamDestroy, cuStreamDestroy_v2, ASKS_FREE)                    \
	X(cuStreamSynchronize, cuStreamSynchronize, ASKS_FREE)               \
	X(cuEventCreate, cuEventCreate, GIVES)                               \
	X(cuEventRecord, cuEventRecord, ASKS_IF)                             \
	X(cuEventDestroy, cuEventDestroy_v2, 0)                              \
	X(cuMemHostRegister, cuMemHostRegister_v2, ASKS_FREE)                \
	X(cuMemHostUnregister, cuMemHostUnregister, ASKS_FREE)               \
	X(cuMemcpyHtoD, cuMemcpyHtoD_v2, ASKS_IF)                            \
	X(cuMemcpyDtoH, cuMemcpyDtoH_v2, ASKS_IF)                            \
	X(cuMemcpyDtoD, cuMemcpyDtoD_v2, ASKS_IF)                            \
	X(cuMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2, ASKS_IF)                  \
	X(cuMemcpyDtoHAsync, cuMemcpyDtoHAsync_v2, ASKS_IF)                  \
	X(cuMemcpyDtoDAsync, cuMemcpyDtoDAsync_v2, ASKS_IF)                  \
	X(cuMemcpyAsync, cuMemcpyAsync, ASKS_IF)                             \
	X(cuMemsetD8Async, cuMemsetD8Async, ASKS_IF)                         \
	X(cuMemsetD32Async, cuMemsetD32Async, ASKS_IF)                       \
	X(cuMemAddressReserve, cuMemAddressReserve, GIVES | ASKS_FREE)       \
	X(cuMemAddressFree, cuMemAddressFree, ASKS_FREE)                     \
	X(cuMemCreate, cuMemCreate, GIVES | ASKS_FREE)                       \
	X(cuMemRelease, cuMemRelease, ASKS_FREE)                             \
	X(cuMemMap, cuMemMap, ASKS_FREE)                                     \
	X(cuMemUnmap, cuMemUnmap, ASKS_FREE)                                 \
	X(cuMemSetAccess, cuMemSetAccess, ASKS_FREE | READS_ACCESS)          \
	X(cuModuleLoadData, cuModuleLoadData, GIVES | ASKS_FREE)             \
	X(cuModuleLoadDataEx, cuModuleLoadDataEx, GIVES | ASKS_FREE)         \
	X(cuModuleGetFunction, cuModuleGetFunction, GIVES | ASKS_IF)         \
	X(cuModuleUnload, cuModuleUnload, ASKS_FREE)                         \
	X(cuLibraryLoadData, cuLibraryLoadData, GIVES | ASKS_FREE)           \
	X(cuLibraryGetKernel, cuLibraryGetKernel, GIVES | ASKS_IF)           \
	X(cuLibraryGetModule, cuLibraryGetModule, GIVES | ASKS_IF)           \
	X(cuLibraryGetGlobal, cuLibraryGetGlobal, GIVES_TWO | ASKS_IF)       \
	X(cuLibraryUnload, cuLibraryUnload, ASKS_IF)                         \
	X(cuKernelGetFunction, cuKernelGetFunction, GIVES | ASKS_IF)         \
	X(cuFuncLoad, cuFuncLoad, ASKS_IF)                                   \
	X(cuFuncSetAttribute, cuFuncSetAttribute, ASKS_IF)                   \
	X(cuKernelSetAttribute, cuKernelSetAttribute, ASKS_IF)               \
	X(cuLaunchKernel, cuLaunchKernel, ASKS_IF)                           \
	X(cuLaunchKernelEx, cuLaunchKernelEx, ASKS_IF)                       \
	X(cuLaunchCooperativeKernel, cuLaunchCooperativeKernel, ASKS_IF)     \
	X(cuGraphInstantiate, cuGraphInstantiate, GIVES | ASKS_IF)           \
	X(cuGraphLaunch, cuGraphLaunch, ASKS_IF)                             \
	X(cuGraphExecDestroy, cuGraphExecDestroy, ASKS_IF)

#define NUMBER(name, symbol, flags) N_##name,
enum { CALLS(NUMBER) N_CALLS };
#define ENTRY(name, symbol, flags) { #name, #symbol, flags, 0 },
static struct entry entries[] = { CALLS(ENTRY) };

static void resolve_dlsym(void)
{
	static const char *const versions[] = { "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.27", "GLIBC_2.34" };
	for (unsigned i = 0; i < sizeof versions / sizeof *versions && !real_dlsym; i++)
		real_dlsym = (dlsym_function)dlvsym(RTLD_NEXT, "dlsym", versions[i]);
}

__attribute__((constructor)) static void begin(void)
{
	resolve_dlsym();
	real_ioctl = (ioctl_function)real_dlsym(RTLD_NEXT, "ioctl");
	const char *file = getenv("PAGEWALK_CAPTURE_FILE");
	if (file)
		out = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static void put(const char *text, size_t n)
{
	while (out >= 0 && n > 0) {
		ssize_t done = write(out, text, n);
		if (done < 0 && errno != EINTR)
			return;
		if (done > 0)
			text += done, n -= (size_t)done;
	}
}

static struct row *take_row(void)
{
	for (int i = 0; i < ROWS; i++)
		if (!__atomic_exchange_n(&rows[i].taken, 1, __ATOMIC_ACQUIRE)) {
			rows[i].trips = 0;
			return &rows[i];
		}
	__atomic_fetch_add(&lost, 1, __ATOMIC_RELAXED); // more threads at once than there are rows
	return 0;
}

static char *write_trip(char *p, const struct pw_trip *t)
{
	return p + snprintf(p, LINE, "T %u %u %u %llu %llu %llu %llu %u %u\n", t->uvm, t->number, t->detail, (unsigned long long)t->length,
			    (unsigned long long)t->va, (unsigned long long)t->offset, (unsigned long long)t->ns, t->failed, t->foreign);
}

// tell_outside writes a trip of no call, if it is about memory.
static int tell_outside(unsigned long request, const void *parameters, u64 from, u64 to, int broken)
{
	struct pw_trip t;
	pw_read_trip(&t, request, parameters, to - from, broken);
	if (!t.length || t.number == RM_MAP_MEMORY)
		return 0;
	char text[2 * LINE], *p = write_trip(text, &t);
	p += snprintf(p, LINE, "C outside %d %ld 0 %llu %llu 0 0 0 0 0 0 0 0 0\n", (int)getpid(), (long)syscall(SYS_gettid), (unsigned long long)from, (unsigned long long)to);
	put(text, (size_t)(p - text));
	return 1;
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list list;
	va_start(list, request);
	void *p = va_arg(list, void *);
	va_end(list);
	if (!real_ioctl)
		begin();
	if (quiet || out < 0)
		return real_ioctl(fd, request, p);
	u64 from = pw_now();
	int answer = real_ioctl(fd, request, p);
	int saved = errno;
	u64 to = pw_now();
	int broken = answer < 0 && saved != ENOTTY;
	struct row *r = open_row;
	if (r && r->trips < TRIPS) {
		pw_read_trip(&r->list[r->trips++], request, p, to - from, broken);
	} else if (r || !tell_outside(request, p, from, to, broken)) {
		__atomic_fetch_add(&outside, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&outside_ns, to - from, __ATOMIC_RELAXED);
	}
	errno = saved;
	return answer;
}

static void *driver; // the library, as soon as the program has looked into it

static function find(int i)
{
	if (!entries[i].real) {
		if (!real_dlsym)
			resolve_dlsym();
		if (!driver)
			driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
		entries[i].real = (function)real_dlsym(driver ? driver : RTLD_NEXT, entries[i].symbol);
	}
	return entries[i].real;
}

// free_bytes asks for the free memory, outside all rows; 0 if it cannot be had.
static u64 free_bytes(void)
{
	u64 available = 0, total = 0;
	function ask = find(N_cuMemGetInfo);
	quiet = 1;
	if (!ask || ask((u64)(uintptr_t)&available, (u64)(uintptr_t)&total, 0, 0, 0, 0, 0, 0, 0, 0, 0) != 0)
		available = 0;
	quiet = 0;
	return available;
}

static void tell(struct row *r, const struct entry *e, int code, u64 from, u64 to, const u64 *a)
{
	char *p = r->text;
	for (unsigned i = 0; i < r->trips; i++)
		p = write_trip(p, &r->list[i]);
	u64 given[2] = { 0, 0 };
	for (int i = 0; i < (e->flags & 3) && code == 0; i++)
		if (a[i])
			memcpy(&given[i], (const void *)(uintptr_t)a[i], 8);
	if (e->flags & READS && a[2])
		memcpy(&given[0], (const void *)(uintptr_t)a[2], 8);
	if (e->flags & READS_ACCESS && a[2])
		memcpy(&given[0], (const char *)(uintptr_t)a[2] + 8, 4);
	u64 free_now = e->flags & ASKS_FREE || (e->flags & ASKS_IF && r->trips) ? free_bytes() : 0;
	p += snprintf(p, 4 * LINE, "C %s %d %ld %d %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu\n", e->name, (int)getpid(), (long)syscall(SYS_gettid), code,
		      (unsigned long long)from, (unsigned long long)to, (unsigned long long)free_now, (unsigned long long)given[0], (unsigned long long)given[1],
		      (unsigned long long)a[0], (unsigned long long)a[1], (unsigned long long)a[2], (unsigned long long)a[3], (unsigned long long)a[4], (unsigned long long)a[5]);
	put(r->text, (size_t)(p - r->text));
}

// enter makes a call on behalf of the program, and a row of it.
static int enter(int i, const u64 *a)
{
	function real = find(i);
	if (!real)
		return 500; // CUDA_ERROR_NOT_FOUND
	struct row *r = open_row || quiet || out < 0 ? 0 : take_row();
	if (!r)
		return real(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
	open_row = r;
	u64 from = pw_now();
	int code = real(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
	u64 to = pw_now();
	open_row = 0;
	tell(r, &entries[i], code, from, to, a);
	__atomic_store_n(&r->taken, 0, __ATOMIC_RELEASE);
	return code;
}

// The functions, under the names of the library, for programs that are linked.
#define WRAP(name, symbol, flags)                                                                       \
	int symbol(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h, u64 i, u64 j, u64 k)         \
	{                                                                                               \
		const u64 list[] = { a, b, c, d, e, f, g, h, i, j, k };                                 \
		return enter(N_##name, list);                                                           \
	}
CALLS(WRAP)

#define OURS(name, symbol, flags) (void *)symbol,
static void *const ours[] = { CALLS(OURS) };

// wrapper is the function of ours for one of the library's, which is
// remembered. A second version of a function stays the program's own affair.
static void *wrapper(const char *name, void *real)
{
	for (int i = 0; real && i < N_CALLS; i++)
		if (strcmp(name, entries[i].name) == 0 || strcmp(name, entries[i].symbol) == 0) {
			if (real == ours[i])
				return real;
			if (!entries[i].real)
				entries[i].real = (function)real;
			return entries[i].real == (function)real ? ours[i] : real;
		}
	return real;
}

typedef int (*get_function)(const char *, void **, int, u64, void *);
static get_function real_get, real_get_v1;

static int is(const char *name, const char *other) { return strcmp(name, other) == 0; }

// ours_too says whether a name means a function of the shape that is known here:
// those with a second version got it with CUDA 3.2; with a default stream for
// each thread names mean others.
static int ours_too(const char *name, int version, u64 flags)
{
	for (int i = 0; i < N_CALLS; i++)
		if (is(name, entries[i].name))
			return !(flags & 2) && (version >= 3020 || is(name, entries[i].symbol));
	return 0;
}

static int get_v2(const char *name, void **to, int version, u64 flags, void *status)
{
	int code = real_get(name, to, version, flags, status);
	if (code == 0 && to && is(name, "cuGetProcAddress") && version >= 12000) { // the runtime asks it for itself
		real_get = (get_function)*to;
		*to = (void *)get_v2;
		return 0;
	}
	if (code == 0 && to && ours_too(name, version, flags))
		*to = wrapper(name, *to);
	return code;
}

static int get_v1(const char *name, void **to, int version, u64 flags, void *status)
{
	int code = real_get_v1(name, to, version, flags, status);
	if (code == 0 && to && is(name, "cuGetProcAddress")) {
		if (version >= 12000)
			real_get = (get_function)*to;
		*to = version >= 12000 ? (void *)get_v2 : (void *)get_v1;
		return 0;
	}
	if (code == 0 && to && ours_too(name, version, flags))
		*to = wrapper(name, *to);
	return code;
}

int cuGetProcAddress_v2(const char *name, void **to, int version, u64 flags, void *status)
{
	if (!real_get)
		real_get = (get_function)real_dlsym(RTLD_NEXT, "cuGetProcAddress_v2");
	return real_get ? get_v2(name, to, version, flags, status) : 500;
}

// Where the search begins at the caller, the caller must be seen: compiled with
// optimisation, the first return is a jump.
void *dlsym(void *library, const char *name)
{
	if (!real_dlsym)
		resolve_dlsym();
	if (library == RTLD_NEXT || library == RTLD_DEFAULT || name[0] != 'c' || name[1] != 'u')
		return real_dlsym(library, name);
	void *real = real_dlsym(library, name);
	if (!real)
		return 0;
	if (is(name, "cuGetProcAddress_v2") && real != (void *)cuGetProcAddress_v2) {
		driver = library;
		real_get = (get_function)real;
		return (void *)get_v2;
	}
	if (is(name, "cuGetProcAddress")) {
		driver = library;
		real_get_v1 = (get_function)real;
		return (void *)get_v1;
	}
	for (int i = 0; i < N_CALLS; i++)
		if (is(name, entries[i].symbol) && real != ours[i]) {
			driver = library;
			return wrapper(name, real);
		}
	return real;
}

__attribute__((destructor)) static void end(void)
{
	char text[LINE];
	int n = snprintf(text, sizeof text, "O %d %llu %llu %llu\n", (int)getpid(), (unsigned long long)outside, (unsigned long long)outside_ns, (unsigned long long)lost);
	put(text, (size_t)n);
}
