#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static void convert(long n, int base, char *out) { char t[70]; int k = 0, neg = n < 0; unsigned long u = neg ? -n : n; do { t[k++] = "0123456789ABCDEF"[u % base]; u /= base; } while (u); if (neg) t[k++] = '-'; for (int i = 0; i < k; i++) out[i] = t[k - 1 - i]; out[k] = 0; }
int main(void) { long n; int b; char s[70]; while (scanf("%ld%d", &n, &b) == 2) { convert(n, b, s); printf("%ld -> %s (%d) -> %ld\n", n, s, b, strtol(s, NULL, b)); } for (int c = 0; c <= 100; c += 25) printf("%3d℃ = %5.1f℉\n", c, c * 9 / 5.0 + 32); int y = 0; for (int i = 0; i < 32; i++) y += (0xDEADBEEFu >> i) & 1; printf("%d %X %#o\n", y, 0xDEADBEEF, 511); return 0; }
