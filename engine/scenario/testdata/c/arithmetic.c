#include <stdio.h>
#include <stdint.h>
#include <limits.h>
int main(void) {
    int a = 7, b = -3; unsigned u = 5; long l = -1; unsigned char c = 250; signed char sc = -128; short s = 32767;
    printf("%d %d %d %d %d\n", a + b, a - b, a * b, a / b, a % b);
    printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
    printf("%u %u %d\n", u - 6, -u, (int)(u - 6) < 0);
    printf("%d %d %d\n", l < u, (unsigned)l > u, -1 < 1u);
    c += 10; s++; sc--;
    printf("%d %d %d\n", c, s, sc);
    printf("%d %d %d %d\n", 1 << 10, -16 >> 2, (int)(0x80000000u >> 31), ~5);
    printf("%lld %llu\n", (long long)INT_MAX * 2, 18446744073709551615ULL);
    printf("%x %X %#x %o %#o\n", 48879, 48879, 255, 8, 8);
    printf("%d %d %d\n", !0, !5, !!7);
    printf("%d %d\n", (a & 6) | 1, a ^ b);
    printf("%d\n", a > 3 ? a > 5 ? 1 : 2 : 3);
    printf("%d %d\n", (int)3.99, (int)-3.99);
    printf("%d %d\n", (char)200, (unsigned char)-1);
    printf("%ld %lu\n", (long)(int)0x80000000, (unsigned long)(int)-1);
    int i = 5; int j = i++; int k2 = ++i; printf("%d %d %d\n", i, j, k2);
    i = 10; i += 3; i -= 1; i *= 4; i /= 5; i %= 7; i <<= 3; i >>= 1; i |= 3; i &= 14; i ^= 5; printf("%d\n", i);
    float f = 1.5f; f++; f *= 2; f -= 0.25; printf("%f\n", f); f--; printf("%f\n", f); 
    double d = 10; d /= 4; printf("%g\n", d); double e = d++; printf("%g %g\n", d, e);
    unsigned long long big = 1; for (int k = 0; k < 63; k++) big <<= 1; printf("%llu\n", big);
    printf("%d\n", (int)sizeof(int[10]));
    int64_t q = INT64_MIN; printf("%ld\n", q / 2);
    unsigned char uc = 0; uc--; printf("%d\n", uc);
    printf("%d %d\n", 5 == 5, 'a' + 1);
    printf("%.3f %.3f\n", 1.0 / 3, (double)(1.0f / 3));
    int neg = -5; neg >>= 1; printf("%d %u\n", neg, (unsigned)neg >> 28);
    printf("%d\n", 010 + 0x10 + 0b11);
    _Bool t = 5; t += 3; printf("%d\n", t);
    return 0;
}
