#include <stdio.h>
#include <stdbool.h>
static long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }
static bool prime(int n) { if (n < 2) return false; for (int i = 2; (long)i * i <= n; i++) if (n % i == 0) return false; return true; }
int main(void) {
    int count = 0;
    for (int i = 1; i <= 100; i++) if (prime(i)) printf("%d%c", i, ++count % 10 ? ' ' : '\n');
    printf("\n%ld %ld\n", gcd(1071, 462), 1071L / gcd(1071, 462) * 462);
    for (int n = 100; n < 1000; n++) { int a = n / 100, b = n / 10 % 10, c = n % 10; if (a * a * a + b * b * b + c * c * c == n) printf("水仙花 %d\n", n); }
    for (int n = 2; n < 10000; n++) { int s = 0; for (int d = 1; d <= n / 2; d++) if (n % d == 0) s += d; if (s == n) printf("完数 %d\n", n); }
    unsigned long long f = 1; for (int i = 1; i <= 20; i++) f *= i; printf("%llu\n", f);
    return 0;
}
