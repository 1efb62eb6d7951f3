// A library that stands in for the NVIDIA driver's in tests: the functions of
// the driver API that package native calls, over malloc. It answers as a card
// of 16 GiB would, makes the ioctls that the real one makes for memory (on
// /dev/null, which refuses them; the parameters carry the answers), and fails
// where the environment says so:
//
//	STANDIN_FAIL=function:code   that function answers that code
//	STANDIN_CRASH=function       that function kills the process
//	STANDIN_HANG=function        that function never returns
//	STANDIN_NO_RETURN=1          after a fault there is no new context
//	STANDIN_VERSION, STANDIN_DEVICES   what the driver says of itself
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef uint64_t u64;
typedef uint32_t u32;

enum { INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_CONTEXT = 201, INVALID_HANDLE = 400, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700 };

#define MIB (1ull << 20)
#define TOTAL (16ull << 30)
#define CONTEXT (500 * MIB)

enum kind { FREE, DEVICE, HOST, RESERVED, HANDLE, POOLED };

struct block {
	enum kind kind;
	u64 at, bytes, charged;
	char *backing;
	u64 mapped; // of a reservation: the handle
	int rights;
};

static struct block blocks[20000];
static int blocks_used;
static u64 used, next_at, offset;
static int retained, sticky, faulted, device_fd = -1, uvm_fd = -1;
static u64 next_handle = 0x1000;
static u64 threshold;

static int names(const char *variable, const char *name)
{
	const char *v = getenv(variable);
	size_t n = strlen(name);
	return v && strncmp(v, name, n) == 0 && (v[n] == 0 || v[n] == ':') ? (v[n] ? 2 : 1) : 0;
}

static int enter(const char *name)
{
	if (names("STANDIN_CRASH", name))
		kill(getpid(), SIGKILL);
	while (names("STANDIN_HANG", name))
		pause();
	if (names("STANDIN_FAIL", name) == 2)
		return atoi(strchr(getenv("STANDIN_FAIL"), ':') + 1);
	return 0;
}

#define ENTER(name)                     \
	do {                            \
		int e = enter(name);    \
		if (e)                  \
			return e;       \
	} while (0)
#define IN_CONTEXT(name)                        \
	do {                                    \
		ENTER(name);                    \
		if (!retained)                  \
			return INVALID_CONTEXT; \
		if (sticky)                     \
			return sticky;          \
	} while (0)

static u64 number(const char *variable, u64 otherwise)
{
	const char *v = getenv(variable);
	return v ? strtoull(v, 0, 0) : otherwise;
}

// The trips, by the public headers: NVOS64 with NV_MEMORY_ALLOCATION_PARAMS,
// NVOS54, NVOS00, and UVM's base and length.
static void rm_alloc(u64 bytes, int fails)
{
	u64 memory[16] = { 0 };
	u32 p[12] = { 1, 2, 3, 0x40 };
	memory[8] = bytes;
	memory[10] = fails ? 0 : offset;
	*(u64 *)&p[4] = (u64)(uintptr_t)memory;
	p[10] = fails ? 0x51 : 0;
	ioctl(device_fd, _IOC(_IOC_READ | _IOC_WRITE, 'F', 0x2B, 48), p);
	if (!fails)
		offset += bytes;
}

static void rm_control(u32 command)
{
	u32 p[8] = { 1, 2, command };
	ioctl(device_fd, _IOC(_IOC_READ | _IOC_WRITE, 'F', 0x2A, 32), p);
}

static void rm_free(void)
{
	u32 p[4] = { 1, 2, 3 };
	ioctl(device_fd, _IOC(_IOC_READ | _IOC_WRITE, 'F', 0x29, 16), p);
}

static void uvm(unsigned long command, u64 base, u64 length)
{
	u64 p[64] = { base, length };
	ioctl(uvm_fd, command, p);
}

static struct block *add(enum kind kind, u64 bytes, u64 charged)
{
	struct block *b = 0;
	for (int i = 0; i < blocks_used && !b; i++)
		if (blocks[i].kind == FREE)
			b = &blocks[i];
	if (!b)
		b = &blocks[blocks_used++];
	memset(b, 0, sizeof *b);
	b->kind = kind;
	b->bytes = bytes;
	b->charged = charged;
	b->at = next_at;
	next_at += (bytes + 4 * MIB) & ~(2 * MIB - 1);
	used += charged;
	return b;
}

static void drop(struct block *b)
{
	used -= b->charged;
	free(b->backing);
	b->kind = FREE;
	b->backing = 0;
}

static struct block *find(u64 at)
{
	for (int i = 0; i < blocks_used; i++)
		if (blocks[i].kind != FREE && blocks[i].kind != HANDLE && at >= blocks[i].at && at < blocks[i].at + blocks[i].bytes)
			return &blocks[i];
	return 0;
}

static struct block *starts(u64 at, enum kind kind)
{
	struct block *b = find(at);
	return b && b->at == at && b->kind == kind ? b : 0;
}

static struct block *handle(u64 id)
{
	for (int i = 0; i < blocks_used; i++)
		if (blocks[i].kind == HANDLE && blocks[i].at == id)
			return &blocks[i];
	return 0;
}

static int device_kind(struct block *b) { return b && (b->kind == DEVICE || b->kind == POOLED || b->kind == RESERVED); }

// Where the bytes of an address are: of a block, or the host's own.
static char *place(u64 at, u64 n, int *error)
{
	struct block *b = find(at);
	if (!b || b->kind == HOST)
		return (char *)(uintptr_t)at;
	if (n > b->bytes - (at - b->at) || (b->kind == RESERVED && !b->rights)) {
		*error = INVALID_VALUE;
		return 0;
	}
	if (!b->backing)
		b->backing = calloc(1, b->bytes);
	return b->backing + (at - b->at);
}

int cuInit(u32 flags)
{
	ENTER("cuInit");
	if (device_fd < 0) {
		device_fd = open("/dev/null", O_RDWR);
		uvm_fd = open("/dev/null", O_RDWR);
	}
	return flags ? INVALID_VALUE : 0;
}

// cuGetProcAddress gives functions by the names of their first versions.
static int standin_get(const char *name, void **to, int version, u64 flags, void *status)
{
	char full[80];
	(void)version;
	(void)flags;
	(void)status;
	Dl_info self;
	dladdr((void *)enter, &self); // a static one: the others may be somebody else's by now
	void *library = dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD);
	if (strcmp(name, "cuGetProcAddress") == 0) {
		*to = standin_get;
		return 0;
	}
	snprintf(full, sizeof full, "%s_v2", name);
	*to = dlsym(library, full);
	if (!*to)
		*to = dlsym(library, name);
	return *to ? 0 : NOT_FOUND;
}

int cuGetProcAddress_v2(const char *name, void **to, int version, u64 flags, void *status) { return standin_get(name, to, version, flags, status); }

int cuDriverGetVersion(int *v)
{
	*v = (int)number("STANDIN_VERSION", 13000);
	return 0;
}

int cuDeviceGetCount(int *n)
{
	ENTER("cuDeviceGetCount");
	*n = (int)number("STANDIN_DEVICES", 1);
	return 0;
}

int cuDeviceGet(int *d, int i)
{
	ENTER("cuDeviceGet");
	*d = 0;
	return i ? INVALID_DEVICE : 0;
}

int cuDeviceGetName(char *name, int n, int d)
{
	strncpy(name, "Stand-in", (size_t)n);
	return d ? INVALID_DEVICE : 0;
}

int cuDevicePrimaryCtxRetain(u64 *c, int d)
{
	ENTER("cuDevicePrimaryCtxRetain");
	if (faulted && getenv("STANDIN_NO_RETURN"))
		return 709;
	retained = 1;
	sticky = 0;
	used = CONTEXT;
	next_at = 0x7f0000000000;
	offset = 0x21000000;
	*c = 77;
	return d ? INVALID_DEVICE : 0;
}

int cuDeviceGetAttribute(int *v, int attribute, int d)
{
	*v = attribute == 75 ? 9 : 0;
	return d ? INVALID_DEVICE : 0;
}

int cuDeviceGetPCIBusId(char *to, int n, int d)
{
	strncpy(to, "00000000:0F:00.0", (size_t)n);
	return d ? INVALID_DEVICE : 0;
}

// What the management library would say: another process holds 1 GiB; the one
// that asks is told its parent's child by STANDIN_PID.
int nvmlInit_v2(void) { return (int)number("STANDIN_NVML", 0); }

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, u64 *d)
{
	*d = 99;
	return strcmp(bus, "00000000:0F:00.0") ? 6 : 0;
}

int nvmlDeviceGetMemoryInfo(u64 d, u64 *memory)
{
	memory[0] = TOTAL;
	memory[2] = 3ull << 30;
	memory[1] = TOTAL - memory[2];
	return d == 99 ? 0 : 2;
}

int nvmlDeviceGetComputeRunningProcesses_v3(u64 d, u32 *n, u64 *list)
{
	list[0] = 1;
	list[1] = 1ull << 30;
	list[3] = number("STANDIN_PID", 2);
	list[4] = 2ull << 30;
	*n = 2;
	return d == 99 ? 0 : 2;
}

static void forget(void)
{
	for (int i = 0; i < blocks_used; i++)
		if (blocks[i].kind == HOST)
			free((void *)(uintptr_t)blocks[i].at);
		else
			free(blocks[i].backing);
	memset(blocks, 0, sizeof blocks);
	blocks_used = 0;
	used = CONTEXT;
	retained = sticky = 0;
}

int cuDevicePrimaryCtxReset_v2(int d)
{
	ENTER("cuDevicePrimaryCtxReset_v2");
	forget();
	return d ? INVALID_DEVICE : 0;
}

int cuDevicePrimaryCtxRelease_v2(int d) { return d ? INVALID_DEVICE : 0; }
int cuCtxSetCurrent(u64 c) { ENTER("cuCtxSetCurrent"); return c && c != 77 ? INVALID_CONTEXT : 0; }
int cuCtxSynchronize(void) { IN_CONTEXT("cuCtxSynchronize"); return 0; }
int cuCtxCreate_v2(u64 *c, u32 flags, int d) { IN_CONTEXT("cuCtxCreate_v2"); *c = 78 + flags; return d ? INVALID_DEVICE : 0; }
int cuCtxDestroy_v2(u64 c) { IN_CONTEXT("cuCtxDestroy_v2"); return c < 78 ? INVALID_CONTEXT : 0; }

int cuMemGetInfo_v2(u64 *available, u64 *total)
{
	IN_CONTEXT("cuMemGetInfo_v2");
	rm_control(0x20801303);
	*available = TOTAL - used;
	*total = TOTAL;
	return 0;
}

static void *bystander(void *p)
{
	rm_control(0xd01);
	return p;
}

static int take(u64 *p, u64 bytes)
{
	u64 n = (bytes + 2 * MIB - 1) & ~(2 * MIB - 1);
	if (bytes > TOTAL || n > TOTAL - used) {
		rm_alloc(bytes, 1);
		rm_alloc(bytes, 1);
		return OUT_OF_MEMORY;
	}
	struct block *b = add(DEVICE, bytes, n);
	rm_alloc(n, 0);
	rm_control(0x503c0104);
	uvm(73, b->at, n);
	uvm(33, b->at, n);
	if (getenv("STANDIN_BYSTANDER")) {
		pthread_t t;
		pthread_create(&t, 0, bystander, 0);
		pthread_join(t, 0);
	}
	*p = b->at;
	return 0;
}

int cuMemAlloc_v2(u64 *p, u64 bytes)
{
	IN_CONTEXT("cuMemAlloc_v2");
	return bytes && p ? take(p, bytes) : INVALID_VALUE;
}

int cuMemAllocManaged(u64 *p, u64 bytes, u32 flags)
{
	IN_CONTEXT("cuMemAllocManaged");
	return bytes && flags ? take(p, bytes) : INVALID_VALUE;
}

int cuMemPrefetchAsync(u64 p, u64 n, int device, u64 stream) { IN_CONTEXT("cuMemPrefetchAsync"); (void)n; (void)device; (void)stream; return device_kind(find(p)) ? 0 : INVALID_VALUE; }
int cuMemAdvise(u64 p, u64 n, int advice, int device) { IN_CONTEXT("cuMemAdvise"); (void)n; (void)advice; (void)device; return device_kind(find(p)) ? 0 : INVALID_VALUE; }

#ifndef WITHOUT_FREE
int cuMemFree_v2(u64 p)
{
	IN_CONTEXT("cuMemFree_v2");
	struct block *b = starts(p, DEVICE);
	if (!b && !(b = starts(p, POOLED)))
		return INVALID_VALUE;
	rm_control(0x503c0105);
	uvm(34, b->at, b->charged);
	rm_free();
	drop(b);
	return 0;
}
#endif

int cuMemAllocPitch_v2(u64 *p, u64 *pitch, u64 width, u64 height, u32 element)
{
	IN_CONTEXT("cuMemAllocPitch_v2");
	*pitch = (width + 511) & ~511ull;
	return element == 4 ? take(p, *pitch * height) : INVALID_VALUE;
}

int cuMemHostAlloc(u64 *p, u64 bytes, u32 flags)
{
	IN_CONTEXT("cuMemHostAlloc");
	(void)flags;
	struct block *b = add(HOST, bytes, 0);
	b->at = (u64)(uintptr_t)calloc(1, bytes);
	*p = b->at;
	return 0;
}

int cuMemFreeHost(u64 p)
{
	IN_CONTEXT("cuMemFreeHost");
	struct block *b = starts(p, HOST);
	if (!b)
		return INVALID_VALUE;
	free((void *)(uintptr_t)p);
	b->kind = FREE;
	return 0;
}

static int move(u64 dst, u64 src, u64 n)
{
	int error = 0;
	char *to = place(dst, n, &error), *from = place(src, n, &error);
	if (!error)
		memmove(to, from, n);
	return error;
}

static int fill(u64 dst, int value, u64 n)
{
	int error = 0;
	char *to = place(dst, n, &error);
	if (!device_kind(find(dst)))
		return INVALID_VALUE;
	if (!error)
		memset(to, value, n);
	return error;
}

int cuMemcpy(u64 dst, u64 src, u64 n)
{
	IN_CONTEXT("cuMemcpy");
	return move(dst, src, n);
}

int cuMemcpyAsync(u64 dst, u64 src, u64 n, u64 stream) { IN_CONTEXT("cuMemcpyAsync"); (void)stream; return move(dst, src, n); }
int cuMemsetD8_v2(u64 dst, unsigned char value, u64 n) { IN_CONTEXT("cuMemsetD8_v2"); return fill(dst, value, n); }
int cuMemsetD8Async(u64 dst, unsigned char value, u64 n, u64 stream) { IN_CONTEXT("cuMemsetD8Async"); (void)stream; return fill(dst, value, n); }

int cuPointerGetAttribute(void *out, int attribute, u64 p)
{
	IN_CONTEXT("cuPointerGetAttribute");
	struct block *b = find(p);
	if (!b || attribute != 2)
		return INVALID_VALUE;
	u32 type = b->kind == HOST ? 1 : 2;
	memcpy(out, &type, sizeof type);
	return 0;
}

int cuMemGetAddressRange_v2(u64 *base, u64 *bytes, u64 p)
{
	IN_CONTEXT("cuMemGetAddressRange_v2");
	struct block *b = find(p);
	if (!b)
		return NOT_FOUND;
	*base = b->at;
	*bytes = b->bytes;
	return 0;
}

int cuMemHostGetDevicePointer_v2(u64 *d, u64 h, u32 flags)
{
	IN_CONTEXT("cuMemHostGetDevicePointer_v2");
	*d = h;
	return starts(h, HOST) && !flags ? 0 : INVALID_VALUE;
}

// The program's variables: count, which begins with 5, and table of 40 bytes.
static u64 variables;

static int load_variables(void)
{
	int error = 0;
	variables = add(DEVICE, 64, 2 * MIB)->at;
	int *first = (int *)place(variables, 64, &error);
	first[0] = 5;
	return error;
}

int cuModuleGetGlobal_v2(u64 *p, u64 *bytes, u64 m, const char *name)
{
	IN_CONTEXT("cuModuleGetGlobal_v2");
	int first = strcmp(name, "count") == 0;
	*p = variables + (first ? 0 : 8);
	*bytes = first ? 4 : 40;
	return m == 5 && (first || strcmp(name, "table") == 0) ? 0 : NOT_FOUND;
}

int cuModuleLoadData(u64 *m, const char *text)
{
	IN_CONTEXT("cuModuleLoadData");
	*m = 5;
	if (strncmp(text, "binary ", 7) == 0)
		return load_variables();
	return strstr(text, ".entry pw_touch(") && strstr(text, ".entry pw_chase(") ? 0 : INVALID_VALUE;
}

int cuModuleGetFunction(u64 *f, u64 m, const char *name)
{
	IN_CONTEXT("cuModuleGetFunction");
	*f = strcmp(name, "pw_touch") == 0 ? 1 : strcmp(name, "pw_chase") == 0 ? 2 : strcmp(name, "_Z4fill") == 0 ? 3 : strcmp(name, "_Z3add") == 0 ? 4 : 0;
	return m == 5 && *f ? 0 : NOT_FOUND;
}

static void touch(u64 base, u64 bytes, u64 stride)
{
	for (u64 at = base; at < base + bytes; at += stride) {
		int error = 0;
		struct block *b = find(at);
		char *to = device_kind(b) ? place(at, 1, &error) : 0;
		if (!to || error || (b->kind == RESERVED && b->rights != 3)) {
			sticky = faulted = ILLEGAL_ADDRESS;
			return;
		}
		*to = 0x5A;
	}
}

// A kernel of the program's own: fill(char *to, int value), a byte a thread.
static int filling(u64 *extra, u32 threads, u64 stream)
{
	const u64 *a = (const u64 *)extra[1];
	if (extra[0] != 1 || extra[2] != 2 || *(u64 *)extra[3] != 12 || extra[4] || stream)
		return INVALID_VALUE;
	if (!device_kind(find(a[0])))
		sticky = faulted = ILLEGAL_ADDRESS; // the launch itself succeeds
	else
		fill(a[0], (int)a[1], threads);
	return 0;
}

// The compiler of kernels: it knows fill and add, and one mistake.
static char source[4096], kernel[64];
int nvrtcCreateProgram(u64 *p, const char *text, const char *name, int n, u64 a, u64 b) { *p = 7; snprintf(source, sizeof source, "%s", text); return !name || n || a || b; }
int nvrtcAddNameExpression(u64 p, const char *name) { return p != 7 || !name; }
int nvrtcCompileProgram(u64 p, int n, const char **options) { return p != 7 || n != 1 || strcmp(options[0], "--gpu-architecture=sm_90") ? 5 : strstr(source, "mistake") ? 6 : 0; }
int nvrtcGetLoweredName(u64 p, const char *name, const char **to)
{
	if (*name == '&')
		snprintf(kernel, sizeof kernel, "%s", name + 1);
	else
		snprintf(kernel, sizeof kernel, "_Z%zu%s", strlen(name), name);
	*to = kernel;
	return p != 7;
}
int nvrtcGetCUBINSize(u64 p, size_t *n) { *n = 16; return p != 7; }
int nvrtcGetCUBIN(u64 p, char *to) { strcpy(to, "binary of fill "); return p != 7; }
int nvrtcGetProgramLogSize(u64 p, size_t *n) { *n = 40; return p != 7; }
int nvrtcGetProgramLog(u64 p, char *to) { strcpy(to, "program.cu(3): error: a mistake"); return p != 7; }
#ifndef WITHOUT_FREE
int nvrtcDestroyProgram(u64 *p) { return *p != 7; }
#endif

int cuLaunchKernel(u64 f, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u32 shared, u64 stream, u64 **arguments, u64 extra)
{
	IN_CONTEXT("cuLaunchKernel");
	if (f == 3)
		return filling((u64 *)extra, gx * bx, stream);
	if (f == 4) { // add: one more in count
		int error = 0;
		++*(int *)place(variables, 4, &error);
		return error;
	}
	if (gx * gy * gz * bx * by * bz != 1 || shared || stream || extra)
		return INVALID_VALUE;
	if (f == 1)
		touch(*arguments[0], *arguments[1], *arguments[2]);
	else if (!device_kind(find(*arguments[0])))
		sticky = ILLEGAL_ADDRESS;
	else {
		int error = 0;
		u64 cycles = *arguments[2] * 700;
		memcpy(place(*arguments[0], 8, &error), &cycles, 8);
	}
	return 0;
}

int cuStreamCreate(u64 *s, u32 flags) { IN_CONTEXT("cuStreamCreate"); (void)flags; uvm(23, 0, 0); *s = next_handle++; return 0; }
int cuStreamDestroy_v2(u64 s) { IN_CONTEXT("cuStreamDestroy_v2"); return s < 0x1000 ? INVALID_HANDLE : 0; }
int cuStreamSynchronize(u64 s) { IN_CONTEXT("cuStreamSynchronize"); (void)s; return 0; }
int cuStreamWaitEvent(u64 s, u64 e, u32 flags) { IN_CONTEXT("cuStreamWaitEvent"); (void)s; (void)flags; return e ? 0 : INVALID_HANDLE; }
int cuEventCreate(u64 *e, u32 flags) { IN_CONTEXT("cuEventCreate"); (void)flags; *e = next_handle++; return 0; }
int cuEventRecord(u64 e, u64 s) { IN_CONTEXT("cuEventRecord"); (void)s; return e ? 0 : INVALID_HANDLE; }
int cuEventSynchronize(u64 e) { IN_CONTEXT("cuEventSynchronize"); return e ? 0 : INVALID_HANDLE; }
int cuEventElapsedTime(float *ms, u64 a, u64 b) { IN_CONTEXT("cuEventElapsedTime"); *ms = 0.5f; return a && b ? 0 : INVALID_HANDLE; }
int cuEventDestroy_v2(u64 e) { IN_CONTEXT("cuEventDestroy_v2"); return e ? 0 : INVALID_HANDLE; }

static int pooled(u64 *p, u64 bytes)
{
	if (!bytes)
		return INVALID_VALUE;
	if (bytes > TOTAL - used)
		return OUT_OF_MEMORY;
	*p = add(POOLED, bytes, (bytes + 511) & ~511ull)->at;
	return 0;
}

int cuMemAllocAsync(u64 *p, u64 bytes, u64 s) { IN_CONTEXT("cuMemAllocAsync"); (void)s; return pooled(p, bytes); }
int cuMemAllocFromPoolAsync(u64 *p, u64 bytes, u64 pool, u64 s) { IN_CONTEXT("cuMemAllocFromPoolAsync"); (void)s; return pool ? pooled(p, bytes) : INVALID_VALUE; }

int cuMemFreeAsync(u64 p, u64 s)
{
	IN_CONTEXT("cuMemFreeAsync");
	(void)s;
	struct block *b = starts(p, POOLED);
	if (!b && !(b = starts(p, DEVICE)))
		return INVALID_VALUE;
	drop(b);
	return 0;
}

int cuMemPoolCreate(u64 *pool, const u32 *props) { IN_CONTEXT("cuMemPoolCreate"); *pool = next_handle++; return props[0] == 1 && props[2] == 1 ? 0 : INVALID_VALUE; }
int cuMemPoolDestroy(u64 pool) { IN_CONTEXT("cuMemPoolDestroy"); return pool ? 0 : INVALID_VALUE; }
int cuMemPoolSetAttribute(u64 pool, int a, const u64 *v) { IN_CONTEXT("cuMemPoolSetAttribute"); if (a == 4) threshold = *v; return pool ? 0 : INVALID_VALUE; }
int cuMemPoolGetAttribute(u64 pool, int a, u64 *v) { IN_CONTEXT("cuMemPoolGetAttribute"); *v = a == 4 ? threshold : 0; return pool ? 0 : INVALID_VALUE; }
int cuMemPoolTrimTo(u64 pool, u64 keep) { IN_CONTEXT("cuMemPoolTrimTo"); (void)keep; return pool ? 0 : INVALID_VALUE; }
int cuDeviceGetDefaultMemPool(u64 *pool, int d) { IN_CONTEXT("cuDeviceGetDefaultMemPool"); *pool = 0x500; return d ? INVALID_DEVICE : 0; }
int cuDeviceSetMemPool(int d, u64 pool) { IN_CONTEXT("cuDeviceSetMemPool"); return d || !pool ? INVALID_VALUE : 0; }

int cuMemGetAllocationGranularity(u64 *n, const u32 *props, int option) { IN_CONTEXT("cuMemGetAllocationGranularity"); (void)option; *n = 2 * MIB; return props[0] == 1 && props[2] == 1 ? 0 : INVALID_VALUE; }

int cuMemAddressReserve(u64 *p, u64 bytes, u64 alignment, u64 hint, u64 flags)
{
	IN_CONTEXT("cuMemAddressReserve");
	(void)alignment;
	(void)hint;
	if (!bytes || bytes % (2 * MIB) || flags)
		return INVALID_VALUE;
	*p = add(RESERVED, bytes, 0)->at;
	return 0;
}

int cuMemAddressFree(u64 p, u64 bytes)
{
	IN_CONTEXT("cuMemAddressFree");
	struct block *b = starts(p, RESERVED);
	if (!b || b->bytes != bytes || b->mapped)
		return INVALID_VALUE;
	drop(b);
	return 0;
}

int cuMemCreate(u64 *h, u64 bytes, const u32 *props, u64 flags)
{
	IN_CONTEXT("cuMemCreate");
	if (!bytes || bytes % (2 * MIB) || props[0] != 1 || flags)
		return INVALID_VALUE;
	if (bytes > TOTAL - used)
		return OUT_OF_MEMORY;
	struct block *b = add(HANDLE, bytes, bytes);
	b->at = next_handle++;
	rm_alloc(bytes, 0);
	*h = b->at;
	return 0;
}

int cuMemRelease(u64 h)
{
	IN_CONTEXT("cuMemRelease");
	struct block *b = handle(h);
	if (!b)
		return INVALID_VALUE;
	rm_free();
	drop(b);
	return 0;
}

int cuMemMap(u64 p, u64 bytes, u64 at, u64 h, u64 flags)
{
	IN_CONTEXT("cuMemMap");
	struct block *b = starts(p, RESERVED), *m = handle(h);
	if (!b || !m || at || flags || bytes != m->bytes || b->mapped)
		return INVALID_VALUE;
	b->mapped = h;
	return 0;
}

int cuMemUnmap(u64 p, u64 bytes)
{
	IN_CONTEXT("cuMemUnmap");
	struct block *b = starts(p, RESERVED);
	if (!b || !b->mapped)
		return INVALID_VALUE;
	uvm(34, p, bytes);
	b->mapped = 0;
	b->rights = 0;
	return 0;
}

int cuMemSetAccess(u64 p, u64 bytes, const u32 *access, u64 n)
{
	IN_CONTEXT("cuMemSetAccess");
	struct block *b = starts(p, RESERVED);
	if (!b || !b->mapped || n != 1 || access[0] != 1)
		return INVALID_VALUE;
	uvm(73, p, bytes);
	uvm(33, p, bytes);
	b->rights = (int)access[2];
	return 0;
}

int cuMemGetAccess(u64 *flags, const u32 *location, u64 p)
{
	IN_CONTEXT("cuMemGetAccess");
	struct block *b = find(p);
	if (!b || location[0] != 1)
		return INVALID_VALUE;
	*flags = (u64)b->rights;
	return 0;
}
