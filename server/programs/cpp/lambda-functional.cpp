#include <iostream>
#include <functional>
#include <vector>
#include <algorithm>
#include <numeric>
#include <map>
#include <string>
using namespace std;
function<int()> counter() { int n = 0; return [n]() mutable { return ++n; }; }
template <class F> auto twice(F f) { return [f](auto x) { return f(f(x)); }; }
int add(int a, int b) { return a + b; }
int main() {
    auto c1 = counter(), c2 = counter(); c1(); c1(); cout << c1() << c2() << endl;
    cout << twice([](int x) { return x * 3; })(2) << ' ' << twice([](string s) { return s + "!"; })(string("嗨")) << endl;
    vector<int> v(10); iota(v.begin(), v.end(), 1); int k = 3;
    vector<int> out; copy_if(v.begin(), v.end(), back_inserter(out), [k](int x) { return x % k == 0; });
    transform(out.begin(), out.end(), out.begin(), [](int x) { return x * x; }); for (int x : out) cout << x << ' ';
    cout << accumulate(v.begin(), v.end(), 0) << ' ' << accumulate(v.begin(), v.end(), 1LL, multiplies<long long>()) << endl;
    map<string, function<double(double, double)>> ops{{"+", plus<double>()}, {"-", minus<double>()}, {"*", [](double a, double b) { return a * b; }}, {"max", [](auto a, auto b) { return max(a, b); }}};
    for (auto &[n, f] : ops) cout << n << '=' << f(6, 4) << ' '; cout << endl;
    auto inc = bind(add, placeholders::_1, 10); int total = 0; for_each(v.begin(), v.end(), [&](int x) { total += inc(x); }); cout << total << endl;
    function<int(int)> fact = [&](int n) { return n <= 1 ? 1 : n * fact(n - 1); }; cout << fact(10) << endl;
    sort(v.begin(), v.end(), [](int a, int b) { return make_pair(a % 3, -a) < make_pair(b % 3, -b); }); for (int x : v) cout << x << ' '; cout << endl;
    cout << any_of(v.begin(), v.end(), [](int x) { return x > 9; }) << all_of(v.begin(), v.end(), [](int x) { return x > 1; }) << ' ' << *find_if(v.begin(), v.end(), [](int x) { return x > 4; }) << endl;
}
