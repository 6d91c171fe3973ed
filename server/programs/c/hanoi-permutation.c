#include <stdio.h>
#include <string.h>
static int steps;
static void hanoi(int n, char a, char b, char c) { if (!n) return; hanoi(n - 1, a, c, b); printf("%d:%c->%c ", ++steps, a, c); hanoi(n - 1, b, a, c); }
static void permute(char *s, int k, int n) { if (k == n) { printf("%s ", s); return; } for (int i = k; i < n; i++) { char t = s[k]; s[k] = s[i]; s[i] = t; permute(s, k + 1, n); t = s[k]; s[k] = s[i]; s[i] = t; } }
static void subsets(int *a, int n) { for (int m = 0; m < 1 << n; m++) { printf("{"); for (int i = 0; i < n; i++) if (m >> i & 1) printf("%d ", a[i]); printf("} "); } }
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
int main(void) {
    hanoi(4, 'A', 'B', 'C'); puts("");
    char s[] = "abcd"; permute(s, 0, 3); puts("");
    int a[] = {1, 2, 3}; subsets(a, 3); puts("");
    printf("%d %d\n", ack(2, 3), ack(3, 5));
    return 0;
}
