#include <stdio.h>
static int g[9][9]; static long steps;
static int can(int r, int c, int v) { for (int i = 0; i < 9; i++) if (g[r][i] == v || g[i][c] == v || g[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == v) return 0; return 1; }
static int solve(int at) { if (at == 81) return 1; int r = at / 9, c = at % 9; if (g[r][c]) return solve(at + 1); for (int v = 1; v <= 9; v++) if (can(r, c, v)) { g[r][c] = v; steps++; if (solve(at + 1)) return 1; } g[r][c] = 0; return 0; }
int main(void) { char line[20]; for (int r = 0; r < 9; r++) { scanf("%19s", line); for (int c = 0; c < 9; c++) g[r][c] = line[c] == '.' ? 0 : line[c] - '0'; } if (!solve(0)) { puts("无解"); return 0; } for (int r = 0; r < 9; r++) { for (int c = 0; c < 9; c++) printf("%d%s", g[r][c], c % 3 == 2 ? " " : ""); puts(r % 3 == 2 ? "\n" : ""); } printf("%ld\n", steps); return 0; }
