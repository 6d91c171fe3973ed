#include <bits/stdc++.h>
using namespace std;
typedef pair<int, int> pii;
int main() {
    ios::sync_with_stdio(false); cin.tie(nullptr);
    int n, m; cin >> n >> m; vector<vector<pii>> g(n + 1);
    vector<array<int, 3>> edges;
    for (int i = 0; i < m; i++) { int a, b, w; cin >> a >> b >> w; g[a].push_back({b, w}); g[b].push_back({a, w}); edges.push_back({w, a, b}); }
    vector<int> d(n + 1, INT_MAX), from(n + 1); priority_queue<pii, vector<pii>, greater<pii>> q; d[1] = 0; q.push({0, 1});
    while (!q.empty()) { auto [x, u] = q.top(); q.pop(); if (x > d[u]) continue; for (auto [v, w] : g[u]) if (x + w < d[v]) { d[v] = x + w; from[v] = u; q.push({d[v], v}); } }
    for (int i = 1; i <= n; i++) { cout << i << ": " << d[i] << " 路径"; stack<int> p; for (int u = i; u; u = from[u]) p.push(u); while (!p.empty()) { cout << ' ' << p.top(); p.pop(); } cout << '\n'; }
    sort(edges.begin(), edges.end()); vector<int> f(n + 1); iota(f.begin(), f.end(), 0); function<int(int)> find = [&](int x) { return f[x] == x ? x : f[x] = find(f[x]); };
    int total = 0; for (auto [w, a, b] : edges) if (find(a) != find(b)) { f[find(a)] = find(b); total += w; } cout << "最小生成树 " << total << '\n';
    vector<int> order; vector<bool> seen(n + 1); function<void(int)> dfs = [&](int u) { seen[u] = true; order.push_back(u); for (auto [v, w] : g[u]) if (!seen[v]) dfs(v); }; dfs(1); for (int u : order) cout << u << ' '; cout << '\n';
}
