// The few lines of C between Go and the driver's library. All structures are
// declared here: no header of CUDA or of the driver is needed to build.
#include <stdint.h>

// One trip through ioctl while a row was open, as it looked afterwards.
struct pw_trip {
	uint64_t length, va, offset, ns;
	uint32_t number; // escape number of /dev/nvidia*, or command of /dev/nvidia-uvm
	uint32_t detail; // class of an allocation, command of a control
	uint8_t  uvm, failed, foreign, pad;
};

enum { PW_TRIPS = 4096, PW_ARGS = 11 };

struct pw_answer {
	int32_t  code;
	uint32_t trips; // recorded, at most PW_TRIPS
	uint64_t begin, end; // nanoseconds, monotonic
};

void *pw_open_library(const char *path, char *problem, int size);
void *pw_symbol(void *library, const char *name);
void  pw_call(void *function, const uint64_t *args, int record, struct pw_answer *out);
struct pw_trip *pw_trips(void);
uint64_t *pw_scratch(void);
int ioctl(int fd, unsigned long request, ...);
