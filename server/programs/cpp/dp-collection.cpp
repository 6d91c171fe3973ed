#include <bits/stdc++.h>
using namespace std;
int lcs(const string &a, const string &b) { vector<vector<int>> d(a.size() + 1, vector<int>(b.size() + 1)); for (size_t i = 1; i <= a.size(); i++) for (size_t j = 1; j <= b.size(); j++) d[i][j] = a[i - 1] == b[j - 1] ? d[i - 1][j - 1] + 1 : max(d[i - 1][j], d[i][j - 1]); return d[a.size()][b.size()]; }
int edit(const string &a, const string &b) { vector<int> r(b.size() + 1); iota(r.begin(), r.end(), 0); for (size_t i = 1; i <= a.size(); i++) { int p = r[0]; r[0] = i; for (size_t j = 1; j <= b.size(); j++) { int t = r[j]; r[j] = min({r[j] + 1, r[j - 1] + 1, p + (a[i - 1] != b[j - 1])}); p = t; } } return r.back(); }
int lis(const vector<int> &v) { vector<int> t; for (int x : v) { auto it = lower_bound(t.begin(), t.end(), x); if (it == t.end()) t.push_back(x); else *it = x; } return t.size(); }
long long memo[60][60]; long long paths(int r, int c) { if (!r || !c) return 1; return memo[r][c] ? memo[r][c] : memo[r][c] = paths(r - 1, c) + paths(r, c - 1); }
int main() {
    cout << lcs("ABCBDAB", "BDCABA") << ' ' << edit("intention", "execution") << ' ' << lis({10, 9, 2, 5, 3, 7, 101, 18}) << ' ' << paths(16, 16) << endl;
    vector<int> w{1, 3, 4, 5}, v{1, 4, 5, 7}, dp(8); for (int i = 0; i < 4; i++) for (int c = 7; c >= w[i]; c--) dp[c] = max(dp[c], dp[c - w[i]] + v[i]); for (int x : dp) cout << x << ' '; cout << endl;
    vector<int> dims{30, 35, 15, 5, 10, 20, 25}; int n = dims.size() - 1; vector<vector<int>> m(n, vector<int>(n)); for (int len = 2; len <= n; len++) for (int i = 0; i + len <= n; i++) { int j = i + len - 1; m[i][j] = INT_MAX; for (int k = i; k < j; k++) m[i][j] = min(m[i][j], m[i][k] + m[k + 1][j] + dims[i] * dims[k + 1] * dims[j + 1]); } cout << m[0][n - 1] << endl;
    vector<long long> coins(501); coins[0] = 1; for (int c : {1, 2, 5, 10, 20, 50, 100, 200}) for (int i = c; i <= 500; i++) coins[i] += coins[i - c]; cout << coins[500] << endl; int best = INT_MIN, here = 0; for (int x : {-2, 1, -3, 4, -1, 2, 1, -5, 4}) { here = max(x, here + x); best = max(best, here); } cout << best << endl;
}
