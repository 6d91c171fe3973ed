#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <limits.h>
#include <float.h>
static double f(double x) { return x * x * x - x - 2; }
int main(void) {
    printf("%.4f %.4f %.4f %.4f\n", sqrt(2), pow(2, 0.5), sin(M_PI / 6), atan2(1, 1));
    printf("%.2f %.2f %.0f %.0f %.2f %.2f\n", ceil(1.2), floor(-1.2), round(2.5), trunc(-2.7), fmod(7.5, 2), fabs(-3.1));
    printf("%.6f %.6f %.6f %.3f\n", exp(1), log(10), log10(1000), hypot(3, 4));
    double l = 1, r = 2; while (r - l > 1e-9) { double m = (l + r) / 2; if (f(m) > 0) r = m; else l = m; } printf("%.6f\n", l);
    double x = 1.5; for (int i = 0; i < 20; i++) x -= f(x) / (3 * x * x - 1); printf("%.10f\n", x);
    double s = 0; int n = 1000; for (int i = 0; i < n; i++) { double t = (i + 0.5) / n; s += 4 / (1 + t * t) / n; } printf("%.8f\n", s);
    printf("%d %d %lld %.3e %d\n", INT_MAX, INT_MIN, LLONG_MAX, DBL_MAX, DBL_DIG);
    printf("%d %f %f %d\n", isnan(sqrt(-1)) != 0, INFINITY, -1.0 / INFINITY, abs(-5));
    printf("%.1f %.1f %.2f %g %g %g\n", 0.25, 0.35, 1.005, 1e10, 123456789.0, 0.1 + 0.2);
    div_t d = div(17, 5); printf("%d %d %d %d\n", d.quot, d.rem, -17 / 5, -17 % 5);
    return 0;
}
