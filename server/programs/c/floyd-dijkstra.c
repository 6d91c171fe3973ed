#include <stdio.h>
#define INF 1000000000
int main(void) {
    int n, m; scanf("%d%d", &n, &m);
    int d[20][20], g[20][20];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) g[i][j] = d[i][j] = i == j ? 0 : INF;
    while (m--) { int a, b, w; scanf("%d%d%d", &a, &b, &w); g[a][b] = g[b][a] = d[a][b] = d[b][a] = w; }
    for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
    for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) if (d[i][j] < INF) printf("%4d", d[i][j]); else printf("   -"); puts(""); }
    int dist[20], done[20] = {0}, prev[20]; for (int i = 0; i < n; i++) { dist[i] = INF; prev[i] = -1; } dist[0] = 0;
    for (int r = 0; r < n; r++) { int u = -1; for (int i = 0; i < n; i++) if (!done[i] && (u < 0 || dist[i] < dist[u])) u = i; if (dist[u] == INF) break; done[u] = 1; for (int v = 0; v < n; v++) if (g[u][v] < INF && dist[u] + g[u][v] < dist[v]) { dist[v] = dist[u] + g[u][v]; prev[v] = u; } }
    for (int i = 0; i < n; i++) { printf("%d:", i); for (int p = i; p >= 0; p = prev[p]) printf(" %d", p); puts(""); }
    return 0;
}
