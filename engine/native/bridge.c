//go:build linux && cgo

#define _GNU_SOURCE
#include "bridge.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
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

// thread is the number of this thread, asked for once.
static long thread(void)
{
	static __thread long number;
	if (!number)
		number = syscall(SYS_gettid);
	return number;
}

static void note(unsigned long request, const void *p, uint64_t ns, int broken)
{
	uint32_t i = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
	if (i >= PW_TRIPS)
		return;
	pw_read_trip(&trips[i], request, p, ns, broken);
	trips[i].foreign = thread() != owner;
}

// The program's own ioctl: libcuda, opened by dlopen, binds to this one. Off,
// it costs one load.
int ioctl(int fd, unsigned long request, ...)
{
	va_list list;
	va_start(list, request);
	void *p = va_arg(list, void *);
	va_end(list);
	if (!recording)
		return real_ioctl(fd, request, p);
	uint64_t begin = pw_now();
	int answer = real_ioctl(fd, request, p);
	int saved = errno;
	note(request, p, pw_now() - begin, answer < 0 && saved != ENOTTY);
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

static uint64_t args[PW_ARGS];
static struct pw_answer answer;

uint64_t *pw_args(void) { return args; }
struct pw_answer *pw_answer(void) { return &answer; }

// pw_call calls with the arguments in args; the answer is left in answer. Both
// are static, so that a call costs no memory of Go's.
void pw_call(void *f, int record)
{
	const uint64_t *a = args;
	struct pw_answer *out = &answer;
	if (!record) { // a clock can cost more than a call
		out->code = ((function)f)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
		return;
	}
	owner = thread();
	__atomic_store_n(&count, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&recording, 1, __ATOMIC_SEQ_CST);
	out->begin = pw_now();
	out->code = ((function)f)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
	out->end = pw_now();
	__atomic_store_n(&recording, 0, __ATOMIC_SEQ_CST);
	uint32_t n = __atomic_load_n(&count, __ATOMIC_RELAXED);
	out->trips = n < PW_TRIPS ? n : PW_TRIPS;
}

uint64_t pw_clock(void) { return pw_now(); }

// pw_bare is the time of n calls in a loop of C, in nanoseconds: what
// benchmarks measure their rows against.
uint64_t pw_bare(void *f, const uint64_t *a, int n)
{
	uint64_t begin = pw_now();
	for (int i = 0; i < n; i++)
		((function)f)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
	return pw_now() - begin;
}
