#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
typedef unsigned long long u64;
struct vec { double *data; size_t n, cap; };
void grow(struct vec *v) { size_t cap = v->cap ? v->cap * 2 : 4; double *d = (double *)malloc(cap * sizeof *d); if (v->data) { memcpy(d, v->data, v->n * sizeof *d); free(v->data); } v->data = d; v->cap = cap; }
void add(struct vec *v, double x) { if (v->n == v->cap) grow(v); v->data[v->n++] = x; }
int main(void) {
    struct vec v = { 0 }; for (int i = 0; i < 100; i++) add(&v, i * 0.5);
    double s = 0; for (size_t i = 0; i < v.n; i++) s += v.data[i]; printf("%.2f %zu %zu\n", s, v.n, v.cap); free(v.data);
    int *z = (int *)calloc(10, sizeof(int)); int q = 0; for (int i = 0; i < 10; i++) q |= z[i]; printf("%d\n", q); free(z);
    float **m = (float **)malloc(3 * sizeof(float *)); for (int i = 0; i < 3; i++) { m[i] = (float *)malloc(4 * sizeof(float)); for (int j = 0; j < 4; j++) m[i][j] = i * 4 + j; }
    printf("%g %g\n", m[2][3], *(*(m + 1) + 2)); for (int i = 0; i < 3; i++) free(m[i]); free(m);
    unsigned char b[8]; uint32_t w = 0x01020304; memcpy(b, &w, 4); printf("%d %d\n", b[0], b[3]);
    *(uint16_t *)(b + 4) = 0xBEEF; printf("%x %x\n", b[4], b[5]);
    union { float f; uint32_t u; } pun; pun.f = -2.0f; printf("%08x\n", pun.u);
    char text[32]; memset(text, 'x', 31); text[31] = 0; printf("%zu %s\n", strlen(text), text + 26); printf("%d %d\n", strcmp("abc", "abd") < 0, strcmp("x", "x"));
    u64 big = (u64)1 << 40; printf("%llu %d\n", big, (int)(big >> 38));
    void *p = text; char *c = (char *)p; intptr_t n = (intptr_t)c - (intptr_t)text; printf("%ld\n", (long)n);
    int a[4] = { 1, 2, 3, 4 }; int *e = &a[4]; printf("%ld %d\n", (long)(e - a), e[-1]); memmove(a + 1, a, 12); printf("%d %d %d\n", a[0], a[1], a[3]);
    free(NULL);
    return 0;
}
