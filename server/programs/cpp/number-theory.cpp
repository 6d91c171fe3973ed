#include <bits/stdc++.h>
using namespace std;
typedef long long ll; typedef unsigned long long ull;
ll power(ll b, ll e, ll m) { ll r = 1; for (b %= m; e; e >>= 1, b = (__int128)b * b % m) if (e & 1) r = (__int128)r * b % m; return r; }
ll exgcd(ll a, ll b, ll &x, ll &y) { if (!b) { x = 1; y = 0; return a; } ll d = exgcd(b, a % b, y, x); y -= a / b * x; return d; }
bool prime(ll n) { if (n < 2) return false; for (ll p : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}) { if (n % p == 0) return n == p; } ll d = n - 1; int s = 0; while (d % 2 == 0) d /= 2, s++; for (ll a : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}) { ll x = power(a, d, n); if (x == 1 || x == n - 1) continue; bool c = true; for (int i = 1; i < s && c; i++) { x = (__int128)x * x % n; if (x == n - 1) c = false; } if (c) return false; } return true; }
int main() {
    const int N = 1000000; vector<int> primes; vector<bool> comp(N + 1); for (int i = 2; i <= N; i++) { if (!comp[i]) primes.push_back(i); for (int p : primes) { if ((ll)i * p > N) break; comp[i * p] = true; if (i % p == 0) break; } } cout << primes.size() << ' ' << primes.back() << endl;
    ll x, y; ll g = exgcd(240, 46, x, y); cout << g << ' ' << x << ' ' << y << endl; cout << power(2, 1000000006, 1000000007) << ' ' << power(3, 100, 1000000007) << ' ' << prime(1000000007) << prime(1000000008) << prime(999999999989LL) << endl;
    const ll M = 1e9 + 7; vector<ll> f(101, 1); for (int i = 1; i <= 100; i++) f[i] = f[i - 1] * i % M; auto C = [&](int n, int k) { return f[n] * power(f[k], M - 2, M) % M * power(f[n - k], M - 2, M) % M; }; cout << C(100, 50) << ' ' << C(10, 3) << endl; map<ll, int> fac; ll n = 600851475143LL; for (ll p = 2; p * p <= n; p++) while (n % p == 0) fac[p]++, n /= p; if (n > 1) fac[n]++; for (auto [p, e] : fac) cout << p << '^' << e << ' '; cout << endl; ull fib[2] = {0, 1}; for (int i = 2; i <= 93; i++) fib[i % 2] += fib[(i + 1) % 2]; cout << fib[1] << endl; cout << gcd(48, 36) << lcm(4, 6) << ' ' << __gcd(100, 75) << ' ' << sqrtl(2.0L) << endl;
}
