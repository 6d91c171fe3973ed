#include <stdio.h>
#include <string.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int main(void) {
    int n, cap; scanf("%d%d", &n, &cap);
    int w[50], v[50], dp[1001] = {0};
    for (int i = 0; i < n; i++) scanf("%d%d", &w[i], &v[i]);
    for (int i = 0; i < n; i++) for (int c = cap; c >= w[i]; c--) dp[c] = MAX(dp[c], dp[c - w[i]] + v[i]);
    printf("背包 %d\n", dp[cap]);
    int a[] = {10, 9, 2, 5, 3, 7, 101, 18}, len[8], best = 0;
    for (int i = 0; i < 8; i++) { len[i] = 1; for (int j = 0; j < i; j++) if (a[j] < a[i]) len[i] = MAX(len[i], len[j] + 1); best = MAX(best, len[i]); }
    printf("最长上升 %d\n", best);
    const char *s = "ABCBDAB", *t = "BDCABA"; int L[10][10] = {{0}};
    for (int i = 1; s[i - 1]; i++) for (int j = 1; t[j - 1]; j++) L[i][j] = s[i - 1] == t[j - 1] ? L[i - 1][j - 1] + 1 : MAX(L[i - 1][j], L[i][j - 1]);
    printf("公共子序列 %d\n", L[7][6]);
    long ways[101] = {1}; int coins[] = {1, 5, 10, 25, 50}; for (int i = 0; i < 5; i++) for (int c = coins[i]; c <= 100; c++) ways[c] += ways[c - coins[i]];
    printf("换零钱 %ld\n", ways[100]);
    return 0;
}
