#include <stdio.h>
#include <stdlib.h>
static int n, col[16], count;
static int ok(int r) { for (int i = 0; i < r; i++) if (col[i] == col[r] || abs(col[i] - col[r]) == r - i) return 0; return 1; }
static void place(int r) {
    if (r == n) { if (++count == 1 && n == 8) for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) putchar(col[i] == j ? 'Q' : '.'); putchar('\n'); } return; }
    for (col[r] = 0; col[r] < n; col[r]++) if (ok(r)) place(r + 1);
}
int main(void) { for (n = 4; n <= 9; n++) { count = 0; place(0); printf("%d 皇后：%d 种\n", n, count); } return 0; }
