#include <stdio.h>
#define N 3
static void multiply(double a[N][N], double b[N][N], double c[N][N]) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { c[i][j] = 0; for (int k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j]; } }
static double det(double m[N][N]) { return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]); }
int main(void) {
    double a[N][N], b[N][N] = {{1, 0, 2}, {0, 1, 0}, {3, 0, 1}}, c[N][N];
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) scanf("%lf", &a[i][j]);
    multiply(a, b, c);
    for (int i = 0; i < N; i++) { for (int j = 0; j < N; j++) printf("%8.2f", c[i][j]); puts(""); }
    printf("%.3f %.3f\n", det(a), det(c));
    for (int j = 0; j < N; j++) { for (int i = 0; i < N; i++) printf("%g ", a[i][j]); puts(""); }
    return 0;
}
