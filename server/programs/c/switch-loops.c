#include <stdio.h>
int main(void) {
    int score;
    while (scanf("%d", &score) == 1 && score >= 0) {
        switch (score / 10) { case 10: case 9: printf("优 "); break; case 8: printf("良 "); break; case 7: case 6: printf("中 "); break; default: printf("差 "); }
    }
    puts("");
    int i = 0; do { if (i == 2) continue; if (i > 4) break; printf("%d ", i); } while (++i < 10); puts("");
    for (int r = 1; r <= 4; r++) { for (int s = 0; s < 4 - r; s++) putchar(' '); for (int k = 0; k < 2 * r - 1; k++) putchar('*'); puts(""); }
    for (int r = 1; r <= 9; r++) { for (int c = 1; c <= r; c++) printf("%d*%d=%-3d", c, r, c * r); puts(""); }
    int n = 12321, rev = 0, t = n; while (t) { rev = rev * 10 + t % 10; t /= 10; } printf("%s\n", rev == n ? "回文" : "不是");
    for (int c = 0; c <= 20; c++) for (int h = 0; h <= 33; h++) if (5 * c + 3 * h + (100 - c - h) / 3 == 100 && (100 - c - h) % 3 == 0) printf("%d %d %d\n", c, h, 100 - c - h);
    double pi = 0, sign = 1; for (int k = 1; k < 100000; k += 2, sign = -sign) pi += sign / k; printf("%.6f\n", pi * 4);
    return 0;
}
