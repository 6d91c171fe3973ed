#include <iostream>
#include <string>
#include <vector>
#include <algorithm>
using namespace std;
class Big {
    vector<int> d;
public:
    Big(long long n = 0) { do { d.push_back(n % 10000); n /= 10000; } while (n); }
    Big(const string &s) { for (int i = s.size(); i > 0; i -= 4) d.push_back(stoi(s.substr(max(0, i - 4), min(4, i)))); }
    Big operator+(const Big &o) const { Big r; r.d.clear(); int c = 0; for (size_t i = 0; i < max(d.size(), o.d.size()) || c; i++) { c += (i < d.size() ? d[i] : 0) + (i < o.d.size() ? o.d[i] : 0); r.d.push_back(c % 10000); c /= 10000; } return r; }
    Big operator*(const Big &o) const { Big r; r.d.assign(d.size() + o.d.size(), 0); for (size_t i = 0; i < d.size(); i++) { long long c = 0; for (size_t j = 0; j < o.d.size() || c; j++) { c += r.d[i + j] + (j < o.d.size() ? 1LL * d[i] * o.d[j] : 0); r.d[i + j] = c % 10000; c /= 10000; } } while (r.d.size() > 1 && !r.d.back()) r.d.pop_back(); return r; }
    bool operator<(const Big &o) const { if (d.size() != o.d.size()) return d.size() < o.d.size(); return lexicographical_compare(d.rbegin(), d.rend(), o.d.rbegin(), o.d.rend()); }
    friend ostream &operator<<(ostream &o, const Big &b) { o << b.d.back(); for (int i = b.d.size() - 2; i >= 0; i--) { string s = to_string(b.d[i]); o << string(4 - s.size(), '0') << s; } return o; }
};
int main() {
    Big f(1); for (int i = 2; i <= 60; i++) f = f * Big(i); cout << f << endl;
    Big a(0), b(1); for (int i = 0; i < 250; i++) { Big c = a + b; a = b; b = c; } cout << a << endl;
    string x, y; cin >> x >> y; cout << Big(x) + Big(y) << endl << Big(x) * Big(y) << endl << (Big(x) < Big(y)) << endl;
}
