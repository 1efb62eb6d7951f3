// The few lines of C between Go and the driver's library. All structures are
// declared here: no header of CUDA or of the driver is needed to build.
#include "trip.h"

enum { PW_TRIPS = 4096, PW_ARGS = 11 };

struct pw_answer {
	int32_t  code;
	uint32_t trips; // recorded, at most PW_TRIPS
	uint64_t begin, end; // nanoseconds, monotonic, of the last recorded call
};

void *pw_open_library(const char *path, char *problem, int size);
void *pw_symbol(void *library, const char *name);
void  pw_call(void *function, int record);
uint64_t *pw_args(void);
struct pw_answer *pw_answer(void);
uint64_t pw_clock(void);
uint64_t pw_bare(void *function, const uint64_t *args, int n);
struct pw_trip *pw_trips(void);
uint64_t *pw_scratch(void);
int ioctl(int fd, unsigned long request, ...);
