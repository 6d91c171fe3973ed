#include <stdio.h>
#include <string.h>
#define LEN 400
typedef struct { int d[LEN], n; } Big;
static void mul(Big *b, int k) { int c = 0; for (int i = 0; i < b->n; i++) { int t = b->d[i] * k + c; b->d[i] = t % 10; c = t / 10; } while (c) { b->d[b->n++] = c % 10; c /= 10; } }
static void show(const Big *b) { for (int i = b->n - 1; i >= 0; i--) putchar('0' + b->d[i]); puts(""); }
static void add(const char *a, const char *b, char *out) { int i = strlen(a) - 1, j = strlen(b) - 1, c = 0, n = 0; char t[LEN]; while (i >= 0 || j >= 0 || c) { int s = c + (i >= 0 ? a[i--] - '0' : 0) + (j >= 0 ? b[j--] - '0' : 0); t[n++] = '0' + s % 10; c = s / 10; } for (int k = 0; k < n; k++) out[k] = t[n - 1 - k]; out[n] = 0; }
int main(void) {
    Big f = {{1}, 1}; for (int i = 2; i <= 100; i++) mul(&f, i); show(&f);
    Big p = {{1}, 1}; for (int i = 0; i < 256; i++) mul(&p, 2); show(&p);
    char a[LEN] = "0", b[LEN] = "1", c[LEN]; for (int i = 2; i <= 200; i++) { add(a, b, c); strcpy(a, b); strcpy(b, c); } puts(b);
    return 0;
}
