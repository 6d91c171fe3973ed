#include <stdio.h>
#include <string.h>
static void show(const char *t, int *a, int n) { printf("%s:", t); for (int i = 0; i < n; i++) printf(" %d", a[i]); puts(""); }
static void bubble(int *a, int n) { for (int i = 0; i < n - 1; i++) { int swapped = 0; for (int j = 0; j < n - 1 - i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; swapped = 1; } if (!swapped) break; } }
static void selection(int *a, int n) { for (int i = 0; i < n; i++) { int m = i; for (int j = i + 1; j < n; j++) if (a[j] < a[m]) m = j; int t = a[i]; a[i] = a[m]; a[m] = t; } }
static void insertion(int *a, int n) { for (int i = 1; i < n; i++) { int k = a[i], j = i - 1; while (j >= 0 && a[j] > k) { a[j + 1] = a[j]; j--; } a[j + 1] = k; } }
int main(void) {
    int n, a[100], b[100];
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%d", &a[i]);
    void (*sorts[])(int *, int) = {bubble, selection, insertion};
    const char *names[] = {"冒泡", "选择", "插入"};
    for (int i = 0; i < 3; i++) { memcpy(b, a, sizeof a); sorts[i](b, n); show(names[i], b, n); }
    show("原来", a, n);
    return 0;
}
