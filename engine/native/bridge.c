//go:build linux && cgo

#define _GNU_SOURCE
#include "bridge.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef int (*ioctl_function)(int, unsigned long, void *);

static ioctl_function real_ioctl;
static volatile int recording; // a row is open
static long owner;             // the thread whose row it is
static uint32_t count;
static struct pw_trip trips[PW_TRIPS];
static uint64_t scratch[1024];

__attribute__((constructor)) static void resolve(void)
{
	real_ioctl = (ioctl_function)dlsym(RTLD_NEXT, "ioctl");
}

static uint64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint32_t u32(const void *at, unsigned offset)
{
	uint32_t v;
	memcpy(&v, (const char *)at + offset, sizeof v);
	return v;
}

static uint64_t u64(const void *at, unsigned offset)
{
	uint64_t v;
	memcpy(&v, (const char *)at + offset, sizeof v);
	return v;
}

// Escape numbers (nv_escape.h) and the places of what is read, by the public
// headers of open-gpu-kernel-modules: NVOS21 and NVOS64 (RM_ALLOC), NVOS54
// (RM_CONTROL), NVOS00 (RM_FREE), NVOS02 (RM_ALLOC_MEMORY), NVOS33
// (RM_MAP_MEMORY), NV_MEMORY_ALLOCATION_PARAMS.
enum { RM_ALLOC_MEMORY = 0x27, RM_FREE = 0x29, RM_CONTROL = 0x2A, RM_ALLOC = 0x2B, RM_MAP_MEMORY = 0x4E };

static void read_alloc(struct pw_trip *t, const void *p, unsigned size)
{
	const void *memory = (const void *)(uintptr_t)u64(p, 16);
	t->detail = u32(p, 12);
	t->failed = u32(p, size == 32 ? 28 : 40) != 0;
	if (memory && (t->detail == 0x40 || t->detail == 0x3e)) {
		t->length = u64(memory, 64);
		t->offset = u64(memory, 80);
	}
}

static void read_escape(struct pw_trip *t, const void *p, unsigned size)
{
	switch (t->number) {
	case RM_ALLOC:
		if (size == 32 || size == 48)
			read_alloc(t, p, size);
		break;
	case RM_CONTROL:
		t->detail = u32(p, 8);
		t->failed = u32(p, 28) != 0;
		break;
	case RM_FREE:
		t->failed = u32(p, 12) != 0;
		break;
	case RM_ALLOC_MEMORY:
		t->detail = u32(p, 12);
		t->length = u64(p, 32) + 1;
		t->failed = u32(p, 40) != 0;
		break;
	case RM_MAP_MEMORY:
		t->length = u64(p, 24);
		break;
	}
}

// Commands of UVM with a base and a length in front (uvm_ioctl.h).
static void read_uvm(struct pw_trip *t, const void *p)
{
	switch (t->number) {
	case 73: // UVM_CREATE_EXTERNAL_RANGE
	case 34: // UVM_FREE
		t->failed = u32(p, 16) != 0;
		// fall through
	case 33: // UVM_MAP_EXTERNAL_ALLOCATION
	case 66: // UVM_UNMAP_EXTERNAL
		t->va = u64(p, 0);
		t->length = u64(p, 8);
		break;
	}
}

static void note(unsigned long request, const void *p, uint64_t ns, int broken)
{
	uint32_t i = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
	if (i >= PW_TRIPS)
		return;
	struct pw_trip *t = &trips[i];
	memset(t, 0, sizeof *t);
	t->ns = ns;
	t->foreign = syscall(SYS_gettid) != owner;
	t->number = (uint32_t)request & 0xff;
	if ((request >> 8 & 0xff) == 'F') {
		if (p)
			read_escape(t, p, request >> 16 & 0x3fff);
	} else if (request < 4096) {
		t->uvm = 1;
		t->number = (uint32_t)request;
		if (p)
			read_uvm(t, p);
	} else {
		t->uvm = 2; // neither: its whole number
		t->number = (uint32_t)request;
	}
	t->failed |= broken;
}

// The program's own ioctl: libcuda, opened by dlopen, binds to this one. Off,
// it costs one load. ENOTTY is the answer of a device that is no GPU, such as
// the one that tests stand in; the status in the parameters says what became
// of the call.
int ioctl(int fd, unsigned long request, ...)
{
	va_list list;
	va_start(list, request);
	void *p = va_arg(list, void *);
	va_end(list);
	if (!recording)
		return real_ioctl(fd, request, p);
	uint64_t begin = now();
	int answer = real_ioctl(fd, request, p);
	int saved = errno;
	note(request, p, now() - begin, answer < 0 && saved != ENOTTY);
	errno = saved;
	return answer;
}

void *pw_open_library(const char *path, char *problem, int size)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
	if (!library)
		snprintf(problem, (size_t)size, "%s", dlerror());
	return library;
}

void *pw_symbol(void *library, const char *name) { return dlsym(library, name); }

struct pw_trip *pw_trips(void) { return trips; }

uint64_t *pw_scratch(void) { return scratch; }

// All functions of the driver API that are called take integers and pointers
// only and give an integer; in the calling conventions of Linux a call with
// more arguments than the function takes is harmless.
typedef int (*function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
			uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

void pw_call(void *f, const uint64_t *a, int record, struct pw_answer *out)
{
	if (record) {
		owner = syscall(SYS_gettid);
		__atomic_store_n(&count, 0, __ATOMIC_RELAXED);
	}
	__atomic_store_n(&recording, record, __ATOMIC_SEQ_CST);
	out->begin = now();
	out->code = ((function)f)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
	out->end = now();
	__atomic_store_n(&recording, 0, __ATOMIC_SEQ_CST);
	uint32_t n = record ? __atomic_load_n(&count, __ATOMIC_RELAXED) : 0;
	out->trips = n < PW_TRIPS ? n : PW_TRIPS;
}
