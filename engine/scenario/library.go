package scenario

import "strings"

// wantsLibrary says whether a program uses a name of the library, which is not
// read otherwise: most programs do not, and reading it takes a millisecond or
// two. It is asked before macros are known, and may say yes for nothing.
func (c *compiler) wantsLibrary(tokens []token) bool {
	asked := make(map[string]bool)
	for i := range tokens {
		t := &tokens[i]
		if t.kind != nameToken || len(t.text) < 3 || asked[t.text] {
			continue
		}
		asked[t.text] = true
		if c.scope.names[t.text] != nil || c.macros[t.text] != nil {
			continue
		}
		for _, before := range []string{" ", "*", "struct ", "#define "} {
			after := "("
			if len(before) > 1 {
				after = " "
			}
			if strings.Contains(library, before+t.text+after) {
				return true
			}
		}
	}
	return false
}

// library is the part of the prelude that has bodies: functions of C, of CUDA
// and of the card that are written in the language itself. Only those that a
// program calls become code of it. The lines of a program that its steps and
// rows name stay those of the call. A copy of a rectangle is one cudaMemcpy for
// each of its lines. To ask whether a stream or an event is done is to wait for
// it: simulated time stands still between two calls, so a loop that asks would
// never end.
const library = `
char *strcpy(char *to, const char *from) { char *p = to; while ((*p++ = *from++)) ; return to; }
char *strncpy(char *to, const char *from, size_t n) { for (size_t i = 0; i < n; i++) if ((to[i] = *from)) from++; return to; }
char *strcat(char *to, const char *from) { char *p = to; while (*p) p++; while ((*p++ = *from++)) ; return to; }
int strncmp(const char *a, const char *b, size_t n) { for (; n > 0; n--, a++, b++) if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b; return 0; }
char *strchr(const char *s, int c) { for (; *s; s++) if (*s == (char)c) return (char *)s; return c ? 0 : (char *)s; }
char *strstr(const char *s, const char *t) { size_t n = strlen(t); for (; *s || !n; s++) { size_t i = 0; while (i < n && s[i] == t[i]) i++; if (i == n) return (char *)s; } return 0; }
long strtol(const char *s, char **end, int base) { long v = 0; int minus = 0; while (*s == ' ') s++; if (*s == '-' || *s == '+') minus = *s++ == '-';
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 32) == 'x') { base = 16; s += 2; } if (base == 0) base = *s == '0' ? 8 : 10;
  for (;; s++) { int d = *s >= '0' && *s <= '9' ? *s - '0' : (*s | 32) >= 'a' && (*s | 32) <= 'z' ? (*s | 32) - 'a' + 10 : 99; if (d >= base) break; v = v * base + d; }
  if (end) *end = (char *)s; return minus ? -v : v; }
double atof(const char *s) { double v = 0, unit = 1; int minus = 0; while (*s == ' ') s++; if (*s == '-' || *s == '+') minus = *s++ == '-'; for (; *s >= '0' && *s <= '9'; s++) v = v * 10 + (*s - '0');
  if (*s == '.') for (s++; *s >= '0' && *s <= '9'; s++) { unit /= 10; v += unit * (*s - '0'); } if ((*s | 32) == 'e') v *= pow(10.0, (double)strtol(s + 1, 0, 10)); return minus ? -v : v; }
#define strtoul(s, end, base) ((unsigned long)strtol(s, end, base))
#define strtoull(s, end, base) ((unsigned long long)strtol(s, end, base))
#define strtoll(s, end, base) ((long long)strtol(s, end, base))
#define atol(s) strtol(s, 0, 10)
#define atoll(s) ((long long)strtol(s, 0, 10))
int getchar(void) { return -1; }
struct timeval { long tv_sec; long tv_usec; }; struct timezone { int tz_minuteswest; int tz_dsttime; }; struct timespec { long tv_sec; long tv_nsec; };
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
int gettimeofday(struct timeval *t, void *zone) { long c = clock(); t->tv_sec = time(0) + c / 1000000; t->tv_usec = c % 1000000; return 0; }
int clock_gettime(int which, struct timespec *t) { long c = clock(); t->tv_sec = time(0) + c / 1000000; t->tv_nsec = c % 1000000 * 1000; return 0; }

__host__ __device__ double atan(double x) { double s = x < 0 ? -x : x, r = 0, n = 1; int over = s > 1; if (over) s = 1 / s; while (s > 0.1) { s = s / (1 + sqrt(1 + s * s)); n *= 2; }
  for (int i = 23; i > 0; i -= 2) r = 1.0 / i - s * s * r; r = r * s * n; if (over) r = M_PI / 2 - r; return x < 0 ? -r : r; }
__host__ __device__ double asin(double x) { return x >= 1 ? M_PI / 2 : x <= -1 ? -M_PI / 2 : atan(x / sqrt(1 - x * x)); }
__host__ __device__ double acos(double x) { return M_PI / 2 - asin(x); }
__host__ __device__ double atan2(double y, double x) { if (x > 0) return atan(y / x); if (x < 0) return atan(y / x) + (y < 0 ? -M_PI : M_PI); return y > 0 ? M_PI / 2 : y < 0 ? -M_PI / 2 : 0; }
__host__ __device__ double cbrt(double x) { return x < 0 ? -exp(log(-x) / 3) : x > 0 ? exp(log(x) / 3) : 0; }
__host__ __device__ double sinh(double x) { return (exp(x) - exp(-x)) / 2; }
__host__ __device__ double cosh(double x) { return (exp(x) + exp(-x)) / 2; }
#define atanf(x) ((float)atan(x))
#define asinf(x) ((float)asin(x))
#define acosf(x) ((float)acos(x))
#define atan2f(y, x) ((float)atan2(y, x))
#define cbrtf(x) ((float)cbrt(x))
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931
#define isnan(x) ((x) != (x))
#define isinf(x) ((x) == INFINITY || (x) == -INFINITY)
#define isfinite(x) ((x) - (x) == 0)
#define lrint(x) ((long)rint(x))
#define lround(x) ((long)round(x))
#define lroundf(x) ((long)roundf(x))
#define PRIu64 "lu"
#define PRId64 "ld"
#define PRIx64 "lx"

struct char2 { signed char x, y; }; struct char4 { signed char x, y, z, w; }; struct uchar2 { unsigned char x, y; }; struct uchar3 { unsigned char x, y, z; }; struct uchar4 { unsigned char x, y, z, w; };
struct short2 { short x, y; }; struct ushort2 { unsigned short x, y; }; struct short4 { short x, y, z, w; }; struct ushort4 { unsigned short x, y, z, w; };
struct longlong2 { long long x, y; }; struct ulonglong2 { unsigned long long x, y; }; struct double3 { double x, y, z; }; struct double4 { double x, y, z, w; };

#define __mul24(a, b) ((int)(a) * (int)(b))
#define __umul24(a, b) ((unsigned)(a) * (unsigned)(b))
#define __mulhi(a, b) ((int)((long long)(int)(a) * (int)(b) >> 32))
#define __umulhi(a, b) ((unsigned)((unsigned long long)(unsigned)(a) * (unsigned)(b) >> 32))
#define __fdividef(a, b) ((float)(a) / (float)(b))
#define __fadd_rn(a, b) ((float)(a) + (float)(b))
#define __fsub_rn(a, b) ((float)(a) - (float)(b))
#define __fmul_rn(a, b) ((float)(a) * (float)(b))
#define __fdiv_rn(a, b) ((float)(a) / (float)(b))
#define __fmaf_rn(a, b, c) fmaf(a, b, c)
#define __fsqrt_rn(a) sqrtf(a)
#define __frcp_rn(a) (1.0f / (float)(a))
#define __saturatef(a) fminf(fmaxf(a, 0.0f), 1.0f)
#define __int2float_rn(a) ((float)(int)(a))
#define __uint2float_rn(a) ((float)(unsigned)(a))
#define __float2int_rn(a) ((int)rintf(a))
#define __float2int_rz(a) ((int)(float)(a))
#define __float2int_rd(a) ((int)floorf(a))
#define __float2int_ru(a) ((int)ceilf(a))
#define __float2uint_rn(a) ((unsigned)rintf(a))
#define __double2int_rn(a) ((int)rint(a))
#define __double2int_rz(a) ((int)(double)(a))
#define __double2float_rn(a) ((float)(double)(a))
#define __nanosleep(n) ((void)(n))
__device__ int __syncthreads_count(int p) { __shared__ int n; __syncthreads(); if (threadIdx.x + threadIdx.y + threadIdx.z == 0) n = 0; __syncthreads(); if (p) atomicAdd(&n, 1); __syncthreads(); return n; }
#define __syncthreads_or(p) (__syncthreads_count(p) != 0)
#define __syncthreads_and(p) (__syncthreads_count(p) == blockDim.x * blockDim.y * blockDim.z)
__device__ unsigned __match_any_sync(unsigned mask, int v) { unsigned m = 0; for (int i = 0; i < 32; i++) if (__shfl_sync(mask, v, i) == v && mask >> i & 1) m |= 1u << i; return m; }
__device__ int __reduce_add_sync(unsigned mask, int v) { int s = 0; for (int i = 0; i < 32; i++) { int other = __shfl_sync(mask, v, i); if (mask >> i & 1) s += other; } return s; }

cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind) { if (width == 0) return cudaSuccess; if (height > 1 && (width > toPitch || width > fromPitch)) return cudaErrorInvalidPitchValue;
  for (size_t i = 0; i < height; i++) { cudaError_t e = cudaMemcpy((char *)to + i * toPitch, (const char *)from + i * fromPitch, width, kind); if (e != cudaSuccess) return e; } return cudaSuccess; }
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) { if (width == 0) return cudaSuccess; if (height > 1 && width > pitch) return cudaErrorInvalidValue;
  for (size_t i = 0; i < height; i++) { cudaError_t e = cudaMemset((char *)p + i * pitch, value, width); if (e != cudaSuccess) return e; } return cudaSuccess; }
enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13, cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38, cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrUnifiedAddressing = 41, cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrManagedMemory = 83, cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrConcurrentManagedAccess = 89 };
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr a, int device) { struct cudaDeviceProp p; cudaError_t e = cudaGetDeviceProperties(&p, device); if (e != cudaSuccess) return e; int v = 0;
  switch (a) { case 1: v = p.maxThreadsPerBlock; break; case 2: v = p.maxThreadsDim[0]; break; case 8: v = p.sharedMemPerBlock; break; case 9: v = p.totalConstMem; break; case 10: v = p.warpSize; break; case 12: v = p.regsPerBlock; break; case 13: v = p.clockRate; break;
  case 16: v = p.multiProcessorCount; break; case 36: v = p.memoryClockRate; break; case 37: v = p.memoryBusWidth; break; case 38: v = p.l2CacheSize; break; case 39: v = p.maxThreadsPerMultiProcessor; break; case 41: v = p.unifiedAddressing; break; case 75: v = p.major; break;
  case 76: v = p.minor; break; case 81: v = p.sharedMemPerMultiprocessor; break; case 83: v = p.managedMemory; break; case 88: v = p.pageableMemoryAccess; break; case 89: v = p.concurrentManagedAccess; break; default: return cudaErrorInvalidValue; } *value = v; return cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *version) { *version = CUDART_VERSION; return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *version) { *version = 13000; return cudaSuccess; }
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaStreamQuery(stream) cudaStreamSynchronize(stream)
#define cudaEventQuery(event) cudaEventSynchronize(event)
#define cudaThreadExit cudaDeviceReset
#define cudaFuncSetCacheConfig(kernel, config) cudaSuccess
#define cudaDeviceSetCacheConfig(config) cudaSuccess
#define cudaFuncSetSharedMemConfig(kernel, config) cudaSuccess
#define cudaDeviceSetSharedMemConfig(config) cudaSuccess
#define cudaSetDeviceFlags(flags) cudaSuccess
` + libraryDriver
