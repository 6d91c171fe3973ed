#include <stdio.h>
#include <stdint.h>
static int ones(unsigned n) { int c = 0; for (; n; n &= n - 1) c++; return c; }
static void binary(unsigned n, int bits) { for (int i = bits - 1; i >= 0; i--) putchar('0' + (n >> i & 1)); putchar('\n'); }
union Mix { uint32_t u; float f; uint8_t b[4]; };
struct Flags { unsigned a : 1, b : 3, c : 4; };
int main(void) {
    binary(0xA5, 8); binary(0xA5 ^ 0xFF, 8); binary(~0u, 32); binary(5 << 3 | 1, 8);
    printf("%d %d %d %u %d\n", ones(255), ones(0xF0F0), 1 << 10, 0xFFFFFFFFu >> 4, -8 >> 1);
    union Mix m = {.f = 1.0f}; printf("%08x %d\n", m.u, m.b[3]);
    struct Flags f = {1, 5, 9}; printf("%d %d %d %zu\n", f.a, f.b, f.c, sizeof(uint64_t));
    int x = 10, y = 20; x ^= y; y ^= x; x ^= y; printf("%d %d\n", x, y);
    uint8_t w = 250; w += 10; int8_t s = (int8_t)200; printf("%d %d %u %lld\n", w, s, (unsigned)-1, (long long)INT64_MAX);
    printf("%d %d\n", __builtin_popcount(1023), (unsigned char)'\xe4');
    return 0;
}
