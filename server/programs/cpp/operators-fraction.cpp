#include <iostream>
#include <numeric>
#include <sstream>
#include <compare>
#include <vector>
#include <algorithm>
using namespace std;
class Fraction {
    long n, d;
public:
    Fraction(long a = 0, long b = 1) { if (b == 0) throw invalid_argument("分母为零"); long g = gcd(a, b); n = a / g; d = b / g; if (d < 0) { n = -n; d = -d; } }
    Fraction operator+(const Fraction &o) const { return {n * o.d + o.n * d, d * o.d}; }
    Fraction operator-() const { return {-n, d}; }
    Fraction operator-(const Fraction &o) const { return *this + -o; }
    friend Fraction operator*(const Fraction &a, const Fraction &b) { return {a.n * b.n, a.d * b.d}; }
    Fraction operator/(const Fraction &o) const { return {n * o.d, d * o.n}; }
    Fraction &operator+=(const Fraction &o) { return *this = *this + o; }
    Fraction &operator++() { n += d; return *this; }
    Fraction operator++(int) { Fraction t = *this; ++*this; return t; }
    auto operator<=>(const Fraction &o) const { return n * o.d <=> o.n * d; }
    bool operator==(const Fraction &o) const = default;
    explicit operator double() const { return double(n) / d; }
    friend ostream &operator<<(ostream &o, const Fraction &f) { o << f.n; if (f.d != 1) o << '/' << f.d; return o; }
    friend istream &operator>>(istream &i, Fraction &f) { long a, b; char c; i >> a >> c >> b; f = Fraction(a, b); return i; }
};
int main() {
    Fraction a, b; cin >> a >> b;
    cout << a + b << ' ' << a - b << ' ' << a * b << ' ' << a / b << ' ' << 2 * a << endl;
    cout << (a < b) << (a == Fraction(2, 4)) << (a >= b) << ' ' << a++ << ' ' << a << ' ' << double(b) << endl;
    vector<Fraction> v{{1, 2}, {1, 3}, {3, 4}, {-1, 5}}; sort(v.begin(), v.end()); Fraction s; for (auto &f : v) { cout << f << ' '; s += f; } cout << s << endl;
    try { Fraction bad(1, 0); } catch (const invalid_argument &e) { cout << e.what() << endl; }
}
