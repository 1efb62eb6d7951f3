#include <stdio.h>
#define N 8
#define SQ(x) ((x) * (x))
#define CHECK(call) do { int e_ = (call); if (e_ != 0) { printf("%s failed: %d at %d\n", #call, e_, __LINE__); } } while (0)
#define CAT(a, b) a##b
#define SHOW(...) printf(__VA_ARGS__)
#ifdef N
int flag = 1;
#else
int flag = 2;
#endif
#if 0
this is not read ' "
#elif defined(N)
int second = 3;
#endif
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int fib(int n);
int fails(int x) { return x; }
int even(int n); int odd(int n) { return n == 0 ? 0 : even(n - 1); } int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main() {
    printf("%d %d %d %d\n", fact(10), fib(15), SQ(3 + 1), even(10));
    CHECK(fails(0)); CHECK(fails(3 + 4));
    int CAT(va, lue) = 5; SHOW("%d %d %d\n", value, flag, second);
    int i = 0, n = 0;
    while (1) { if (++i > 20) break; if (i % 2) continue; n += i; }
    printf("%d %d\n", i, n);
    do { n -= 7; } while (n > 0); printf("%d\n", n);
    for (int a = 0, b = 10; a < b; a++, b--) n += a * b; printf("%d\n", n);
    for (i = 0; i < 6; i++) { switch (i) { case 0: case 1: n = 1; break; case 3: n = 3; continue; default: n = 9; } printf("%d", n); } printf("\n");
    int x = 1, y = 2; swap(&x, &y); printf("%d %d\n", x, y);
    int z = (x++, y++, x + y); printf("%d\n", z);
    if (x > 2 && y > 1 || z == 0) printf("yes\n"); else if (x) printf("no\n"); else printf("never\n");
    int calls = 0; if (0 && ++calls) {} if (1 || ++calls) {} printf("%d\n", calls);
    for (;;) { for (int k = 0; ; k++) if (k == 3) break; break; }
    { int x = 100; { int x = 200; printf("%d ", x); } printf("%d\n", x); }
    int a[N] = { 0 }; for (int k = 0; k < N; k++) a[k] = SQ(k); int *p = a; int s = 0; while (p < a + N) s += *p++; printf("%d\n", s);
    unsigned h = 2166136261u; for (const char *q = "pagewalk"; *q; q++) { h ^= (unsigned char)*q; h *= 16777619u; } printf("%u\n", h);
    printf("%s:%d %s\n", "line", __LINE__, __func__);
    printf("a" "b" "c\n");
    return 3;
}
