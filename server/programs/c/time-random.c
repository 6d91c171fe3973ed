#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
    clock_t start = clock(); volatile long long s = 0; for (long long i = 0; i < 1000000; i++) s += i; double used = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%lld %s\n", s, used >= 0 && used < 5 ? "正常" : "异常");
    time_t t = 86400 * 365; struct tm *g = gmtime(&t); char buf[50]; strftime(buf, sizeof buf, "%Y-%m-%d %H:%M:%S", g); puts(buf);
    printf("%d %d %d\n", g->tm_year + 1900, g->tm_wday, g->tm_yday); printf("%.0f %d\n", difftime(t + 60, t), time(NULL) > 1600000000);
    srand(7); int ok = 1; for (int i = 0; i < 100; i++) { int r = rand() % 6 + 1; if (r < 1 || r > 6) ok = 0; } srand(7); int a = rand(); srand(7); printf("%d %d\n", ok, a == rand());
    struct tm d = {.tm_year = 124, .tm_mon = 1, .tm_mday = 30}; mktime(&d); printf("%d-%d\n", d.tm_mon + 1, d.tm_mday);
    return 0;
}
