#include <stdio.h>
#include <stdlib.h>
static void quick(int *a, int l, int r) {
    if (l >= r) return;
    int i = l, j = r, p = a[(l + r) / 2];
    while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; } }
    quick(a, l, j); quick(a, i, r);
}
static int cmp(const void *x, const void *y) { return *(const int *)y - *(const int *)x; }
static int find(const int *a, int n, int key) { int l = 0, r = n - 1; while (l <= r) { int m = l + (r - l) / 2; if (a[m] == key) return m; if (a[m] < key) l = m + 1; else r = m - 1; } return -1; }
int main(void) {
    enum { N = 20000 };
    static int a[N];
    unsigned s = 12345;
    for (int i = 0; i < N; i++) { s = s * 1103515245u + 12345u; a[i] = (s >> 16) % 50000; }
    quick(a, 0, N - 1);
    for (int i = 1; i < N; i++) if (a[i - 1] > a[i]) { puts("错"); return 1; }
    printf("%d %d %d %d\n", a[0], a[N / 2], a[N - 1], find(a, N, a[777]) >= 0);
    qsort(a, 10, sizeof a[0], cmp);
    for (int i = 0; i < 10; i++) printf("%d ", a[i]);
    int key = a[3]; int *hit = bsearch(&key, a, 10, sizeof a[0], cmp);
    printf("\n%d %d\n", hit && *hit == key, find(a, 0, 1));
    return 0;
}
