#include <stdio.h>
#include <stdlib.h>
#include <stdalign.h>
#include <stddef.h>
#include <inttypes.h>
#define kind(x) _Generic((x), int: "int", double: "double", char *: "char*", default: "其他")
struct P { int x, y; }; struct Flex { int n; int items[]; };
static int total(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }
int main(void) {
    printf("%s %s %s %s\n", kind(1), kind(1.0), kind((char *)"s"), kind('c' == 99 ? 1L : 2L));
    struct P p = {.y = 2, .x = 1}; p = (struct P){p.x + 10, p.y * 3}; printf("%d %d %d\n", p.x, p.y, total((int[]){1, 2, 3, 4}, 4));
    int n = 3, vla[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) vla[i][j] = i * n + j; printf("%d %zu\n", vla[2][1], sizeof vla / sizeof(int));
    struct Flex *f = malloc(sizeof *f + 3 * sizeof(int)); f->n = 3; for (int i = 0; i < f->n; i++) f->items[i] = i + 1; printf("%d\n", total(f->items, f->n)); free(f);
    int a[10] = {[2] = 5, [7] = 9}; for (int i = 0; i < 10; i++) printf("%d", a[i]); puts(""); enum Day { MON = 1, TUE, SAT = 6, SUN }; printf("%d %d %zu\n", TUE, SUN, offsetof(struct P, y));
    uint64_t big = UINT64_C(18446744073709551615); printf("%" PRIu64 " %" PRId32 " %d\n", big, (int32_t)-5, alignof(double) >= 4); _Static_assert(sizeof(int) == 4, "int"); printf("%Lf %.3Le\n", 1.25L, 12345.0L);
    return 0;
}
