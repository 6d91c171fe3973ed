#include <stdio.h>
#include <stdarg.h>
#define SQUARE(x) ((x) * (x))
#define LOG(fmt, ...) printf("[%d] " fmt "\n", __LINE__ - __LINE__, ##__VA_ARGS__)
#define STR(x) #x
#define CAT(a, b) a##b
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); va_end(ap); return s; }
static double average(const char *kinds, ...) { va_list ap; va_start(ap, kinds); double s = 0; int n = 0; for (; *kinds; kinds++, n++) s += *kinds == 'd' ? va_arg(ap, int) : va_arg(ap, double); va_end(ap); return s / n; }
static void print(const char *fmt, ...) { va_list ap; va_start(ap, fmt); vprintf(fmt, ap); va_end(ap); }
int main(void) {
    int CAT(val, ue) = 7;
    printf("%d %d %s %d\n", SQUARE(3 + 1), sum(4, 1, 2, 3, 4), STR(a + b), value);
    LOG("x=%d", 5); LOG("none");
    printf("%.3f\n", average("dfd", 1, 2.5, 3)); print("%s-%d\n", "v", 9);
    static int calls; for (int i = 0; i < 3; i++) { static int kept = 10; kept += i; calls++; printf("%d ", kept); } printf("%d\n", calls);
    goto end;
    puts("跳过");
end:
    printf("%s %d\n", __func__, (1, 2, 3));
    return 0;
}
