#include <stdio.h>
static int h[100], n;
static void push(int v) { int i = n++; while (i && h[(i - 1) / 2] > v) { h[i] = h[(i - 1) / 2]; i = (i - 1) / 2; } h[i] = v; }
static int pop(void) { int top = h[0], v = h[--n], i = 0; for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && h[c + 1] < h[c]) c++; if (h[c] >= v) break; h[i] = h[c]; } h[i] = v; return top; }
static void sift(int *a, int i, int n) { int v = a[i]; for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[c] <= v) break; a[i] = a[c]; } a[i] = v; }
int main(void) {
    int x; while (scanf("%d", &x) == 1) { push(x); printf("%d ", h[0]); } puts("");
    while (n) printf("%d ", pop()); puts("");
    int a[] = {4, 1, 3, 2, 16, 9, 10, 14, 8, 7}; for (int i = 4; i >= 0; i--) sift(a, i, 10); for (int e = 9; e > 0; e--) { int t = a[0]; a[0] = a[e]; a[e] = t; sift(a, 0, e); } for (int i = 0; i < 10; i++) printf("%d ", a[i]); puts("");
    return 0;
}
