#include <stdio.h>
static int leap(int y) { return (y % 4 == 0 && y % 100) || y % 400 == 0; }
static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static int inMonth(int y, int m) { return days[m - 1] + (m == 2 && leap(y)); }
static int weekday(int y, int m, int d) { static const int t[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4}; if (m < 3) y--; return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7; }
static int dayOf(int y, int m, int d) { for (int i = 1; i < m; i++) d += inMonth(y, i); return d; }
int main(void) {
    int y, m; while (scanf("%d%d", &y, &m) == 2) { printf("%d 年 %d 月\n 日 一 二 三 四 五 六\n", y, m); int w = weekday(y, m, 1); for (int i = 0; i < w; i++) printf("   "); for (int d = 1; d <= inMonth(y, m); d++) { printf("%3d", d); if ((w + d) % 7 == 0) puts(""); } puts(""); printf("第 %d 天\n", dayOf(y, m, 1)); }
    for (int year = 1896; year <= 1912; year++) if (leap(year)) printf("%d ", year);
    puts(""); return 0;
}
