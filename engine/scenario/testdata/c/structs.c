#include <stdio.h>
#include <string.h>
#include <stdlib.h>
typedef struct { int x, y; } point;
struct node { int value; struct node *next; };
typedef struct { char tag; double d; short s; point p[2]; union { int i; float f; unsigned char b[4]; } u; } mixed;
enum color { RED, GREEN = 5, BLUE };
static point add(point a, point b) { point r = { a.x + b.x, a.y + b.y }; return r; }
static void scale(point *p, int k) { p->x *= k; p->y *= k; }
static int counter(void) { static int n = 10; return n++; }
struct node *push(struct node *head, int v) { struct node *n = (struct node *)malloc(sizeof(struct node)); n->value = v; n->next = head; return n; }
int grid[3][4] = { { 1, 2, 3, 4 }, { 5 }, [2] = { [1] = 9, 10 } };
const char *names[] = { "zero", "one", "two" };
int table[] = { [5] = 50, 60, [1] = 10 };
int main(void) {
    point a = { 1, 2 }, b = { .y = 5, .x = 4 }, c = add(a, b), *pc = &c;
    scale(pc, 3); scale(&a, -1);
    printf("%d %d %d %d\n", c.x, pc->y, a.x, add(add(a, b), c).y);
    printf("%zu %zu %zu %zu\n", sizeof(point), sizeof(mixed), sizeof(struct node), sizeof grid);
    mixed m = { 'x', 2.5, -7, { { 1, 2 }, { 3, 4 } }, { .f = 1.0f } };
    mixed n = m; n.p[1].x = 77; n.u.b[0] = 1;
    printf("%c %g %d %d %d %x %x\n", m.tag, m.d, m.s, m.p[1].x, n.p[1].x, m.u.i, n.u.i);
    struct node *head = NULL; for (int i = 0; i < 5; i++) head = push(head, i * i);
    int sum = 0; for (struct node *p = head; p; p = p->next) sum += p->value; printf("%d\n", sum);
    while (head) { struct node *next = head->next; free(head); head = next; }
    int total = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) total += grid[i][j]; printf("%d %d\n", total, grid[2][2]);
    printf("%s %zu %c\n", names[2], sizeof names / sizeof *names, names[1][2]);
    printf("%zu %d %d %d\n", sizeof table / sizeof table[0], table[6], table[1], table[0]);
    printf("%d %d %d\n", RED, GREEN, BLUE);
    counter(); counter(); printf("%d\n", counter());
    char s[16] = "hello", *t = s; t[0] = 'H'; *(t + 4) = '0'; printf("%s %zu %c\n", s, strlen(s), *(s + 1));
    char r[] = "abc"; printf("%zu %d\n", sizeof r, r[3]);
    int v[5] = { 5, 4, 3, 2, 1 }; int *lo = v, *hi = v + 5; printf("%ld %d %d\n", (long)(hi - lo), lo < hi, hi[-1]);
    for (int i = 0; i < 5; i++) for (int j = i + 1; j < 5; j++) if (v[j] < v[i]) { int q = v[i]; v[i] = v[j]; v[j] = q; }
    for (int i = 0; i < 5; i++) printf("%d%c", v[i], i < 4 ? ' ' : '\n');
    point arr[3] = { { 1 }, 2, 3, { .y = 4 } }; printf("%d %d %d %d\n", arr[0].y, arr[1].x, arr[1].y, arr[2].y);
    point lit = (point){ 8, 9 }; printf("%d\n", lit.x * lit.y);
    memset(v, 0, sizeof v); printf("%d %d\n", v[0], memcmp(v, v + 1, 8));
    enum color col = BLUE; switch (col) { case RED: printf("red\n"); break; case BLUE: printf("blue\n"); default: printf("fell\n"); }
    return 0;
}
