// One trip through ioctl, and how it is read. For the program's own wrapper
// (bridge.c) and for the one that is loaded into other programs (preload.c).
#ifndef PAGEWALK_TRIP_H
#define PAGEWALK_TRIP_H

#include <stdint.h>
#include <string.h>
#include <time.h>

struct pw_trip { // as it looked afterwards
	uint64_t length, va, offset, ns;
	uint32_t number; // escape number of /dev/nvidia*, or command of /dev/nvidia-uvm
	uint32_t detail; // class of an allocation, command of a control
	uint8_t  uvm, failed, foreign, pad;
};

static inline uint64_t pw_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline uint32_t get32(const void *at, unsigned offset)
{
	uint32_t v;
	memcpy(&v, (const char *)at + offset, sizeof v);
	return v;
}

static inline uint64_t get64(const void *at, unsigned offset)
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

static inline void read_alloc(struct pw_trip *t, const void *p, unsigned size)
{
	const void *memory = (const void *)(uintptr_t)get64(p, 16);
	t->detail = get32(p, 12);
	t->failed = get32(p, size == 32 ? 28 : 40) != 0;
	if (memory && (t->detail == 0x40 || t->detail == 0x3e)) {
		t->length = get64(memory, 64);
		t->offset = get64(memory, 80);
	}
}

static inline void read_escape(struct pw_trip *t, const void *p, unsigned size)
{
	switch (t->number) {
	case RM_ALLOC:
		if (size == 32 || size == 48)
			read_alloc(t, p, size);
		break;
	case RM_CONTROL:
		t->detail = get32(p, 8);
		t->failed = get32(p, 28) != 0;
		break;
	case RM_FREE:
		t->failed = get32(p, 12) != 0;
		break;
	case RM_ALLOC_MEMORY:
		t->detail = get32(p, 12);
		t->length = get64(p, 32) + 1;
		t->failed = get32(p, 40) != 0;
		break;
	case RM_MAP_MEMORY:
		t->length = get64(p, 24);
		break;
	}
}

// Commands of UVM with a base and a length in front (uvm_ioctl.h).
static inline void read_uvm(struct pw_trip *t, const void *p)
{
	switch (t->number) {
	case 73: // UVM_CREATE_EXTERNAL_RANGE
	case 34: // UVM_FREE
		t->failed = get32(p, 16) != 0;
		// fall through
	case 33: // UVM_MAP_EXTERNAL_ALLOCATION
	case 66: // UVM_UNMAP_EXTERNAL
		t->va = get64(p, 0);
		t->length = get64(p, 8);
		break;
	}
}

// pw_read_trip fills in a trip from its request and parameters. ENOTTY is no
// failure: it is the answer of a device that is no GPU, such as the one that
// tests stand in; the status in the parameters says what became of the call.
static inline void pw_read_trip(struct pw_trip *t, unsigned long request, const void *p, uint64_t ns, int broken)
{
	memset(t, 0, sizeof *t);
	t->ns = ns;
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

#endif
