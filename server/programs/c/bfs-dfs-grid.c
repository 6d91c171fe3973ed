#include <stdio.h>
#include <string.h>
static char g[20][20]; static int rows, cols, seen[20][20];
static int fill(int r, int c) { if (r < 0 || c < 0 || r >= rows || c >= cols || g[r][c] != '1' || seen[r][c]) return 0; seen[r][c] = 1; return 1 + fill(r + 1, c) + fill(r - 1, c) + fill(r, c + 1) + fill(r, c - 1); }
int main(void) {
    while (scanf("%19s", g[rows]) == 1) rows++;
    cols = strlen(g[0]);
    int islands = 0, biggest = 0;
    for (int r = 0; r < rows; r++) for (int c = 0; c < cols; c++) { int s = fill(r, c); if (s) islands++; if (s > biggest) biggest = s; }
    printf("%d 个岛，最大 %d\n", islands, biggest);
    int dist[20][20], q[400][2], h = 0, t = 0; memset(dist, -1, sizeof dist);
    for (int r = 0; r < rows; r++) for (int c = 0; c < cols; c++) if (g[r][c] == '1') { dist[r][c] = 0; q[t][0] = r; q[t++][1] = c; }
    int dr[] = {0, 1, 0, -1}, dc[] = {1, 0, -1, 0};
    while (h < t) { int r = q[h][0], c = q[h++][1]; for (int k = 0; k < 4; k++) { int x = r + dr[k], y = c + dc[k]; if (x >= 0 && y >= 0 && x < rows && y < cols && dist[x][y] < 0) { dist[x][y] = dist[r][c] + 1; q[t][0] = x; q[t++][1] = y; } } }
    for (int r = 0; r < rows; r++) { for (int c = 0; c < cols; c++) printf("%d", dist[r][c]); puts(""); }
    return 0;
}
