#include <iostream>
#include <array>
#include <string>
#include <map>
#include <climits>
#include <cstdint>
using namespace std;
enum class Color : uint8_t { Red = 1, Green, Blue = 7 }; enum Old { A, B = 5, C };
constexpr array<int, 10> squares() { array<int, 10> a{}; for (int i = 0; i < 10; i++) a[i] = i * i; return a; }
string name(Color c) { switch (c) { case Color::Red: return "红"; case Color::Green: return "绿"; case Color::Blue: return "蓝"; } return "?"; }
struct Point { int x = 1, y{2}; }; union U { int i; float f; }; int over(int) { return 1; } int over(double) { return 2; } int over(const char *, int n = 7) { return n; } int &ref(int &x) { return x; } [[nodiscard]] int must() { return 4; } inline constexpr double rate = 0.05;
int main() { constexpr auto s = squares(); static_assert(s[9] == 81); cout << s[5] << ' ' << name(Color::Blue) << int(Color::Green) << ' ' << C << endl; Point p, q{3}, r{.x = 5, .y = 6}; auto [x, y] = r; cout << p.x << p.y << q.x << q.y << x << y << endl; cout << over(1) << over(1.0) << over("s") << over("s", 9) << endl; int n = 5; ref(n) = 8; int &a = n; a++; const int &k = n; cout << n << k << ' ' << must() << endl; cout << INT_MAX << ' ' << UINT_MAX << ' ' << LLONG_MIN << ' ' << sizeof(int64_t) << ' ' << (char)('a' + 2) << ' ' << 'a' + 2 << endl; cout << (5 & 3) << (5 | 3) << (5 ^ 3) << (1 << 4) << ' ' << -7 / 2 << -7 % 2 << ' ' << 0b1010 << ' ' << 1'000'000 << ' ' << 0xff << ' ' << 1e3 << ' ' << 5 / 2.0 << endl; int *ptr = nullptr; cout << (ptr ? "有" : "空") << (true && !false) << ' ' << static_cast<int>(3.99) << ' ' << int('0') << ' ' << rate * 100 << endl; for (int i = 0, j = 10; i < j; i += 3, j--) cout << i << ',' << j << ' '; cout << endl; int g = 0; while (true) { if (++g == 2) continue; if (g > 4) break; cout << g; } do g--; while (g > 0); cout << ' ' << g << endl; auto z = [v = 3]() mutable { return v++; }; cout << z() << z() << endl; goto done; done: cout << __cplusplus / 100 << endl; }
