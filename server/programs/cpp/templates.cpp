#include <iostream>
#include <string>
#include <vector>
#include <type_traits>
using namespace std;
template <typename T> T largest(const vector<T> &v) { T best = v[0]; for (const T &x : v) if (best < x) best = x; return best; }
template <typename T, size_t N> class Stack { T data[N]; size_t n = 0; public: bool push(const T &x) { if (n == N) return false; data[n++] = x; return true; } T pop() { return data[--n]; } bool empty() const { return n == 0; } };
template <int N> struct Factorial { static constexpr long long value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr long long value = 1; };
template <typename... Ts> auto sum(Ts... xs) { return (xs + ... + 0); }
template <typename T> void show(const T &x) { if constexpr (is_integral_v<T>) cout << "整数 " << x; else if constexpr (is_floating_point_v<T>) cout << "小数 " << x; else cout << "其他 " << x; cout << endl; }
template <typename F, typename... A> auto call(F f, A &&...a) { return f(forward<A>(a)...); }
template <typename A, typename B> struct Pair { A a; B b; Pair(A a, B b) : a(a), b(b) {} };
constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main() {
    cout << largest<int>({3, 9, 2}) << ' ' << largest(vector<string>{"b", "c", "a"}) << endl;
    Stack<int, 3> s; for (int i = 0; i < 5; i++) cout << s.push(i); while (!s.empty()) cout << ' ' << s.pop(); cout << endl;
    cout << Factorial<15>::value << ' ' << sum(1, 2, 3, 4) << ' ' << sum(1.5, 2) << endl;
    show(3); show(2.5); show("文字"); cout << call([](int a, int b) { return a * b; }, 6, 7) << endl;
    Pair p(1, string("x")); cout << p.a << p.b << ' ' << is_same_v<decltype(p), Pair<int, string>> << endl;
    static_assert(fib(20) == 6765); cout << fib(25) << endl;
}
