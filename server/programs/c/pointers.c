#include <stdio.h>
#include <stdlib.h>
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int apply(int (*f)(int, int), int a, int b) { return f(a, b); }
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int *make(int n) { int *p = malloc(n * sizeof *p); for (int i = 0; i < n; i++) p[i] = i * i; return p; }
int main(void) {
    int x = 3, y = 4; swap(&x, &y); printf("%d %d\n", x, y);
    int a[] = {1, 2, 3, 4, 5}, *p = a + 2; printf("%d %d %d %td %d\n", *p, p[-1], *(p + 1), &a[4] - p, *p++ + *++p);
    printf("%d %d\n", apply(add, 3, 4), apply(mul, 3, 4));
    int *q = make(6); q = realloc(q, 8 * sizeof *q); q[6] = 36; q[7] = 49; for (int i = 0; i < 8; i++) printf("%d ", q[i]); free(q); puts("");
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = m; printf("%d %d %zu\n", row[1][2], *(*(m + 1) + 1), sizeof m / sizeof m[0][0]);
    const char *names[] = {"甲", "乙", "丙", NULL}; for (const char **n = names; *n; n++) printf("%s ", *n); puts("");
    char buffer[8]; void *v = buffer; *(int *)v = 0x41424344; printf("%c%c%c%c\n", buffer[0], buffer[1], buffer[2], buffer[3]);
    int **grid = malloc(3 * sizeof *grid); for (int i = 0; i < 3; i++) { grid[i] = calloc(3, sizeof **grid); grid[i][i] = i + 1; } for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) printf("%d ", grid[i][j]); free(grid[i]); } free(grid); puts("");
    return 0;
}
