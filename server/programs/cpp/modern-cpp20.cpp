#include <iostream>
#include <ranges>
#include <vector>
#include <concepts>
#include <compare>
#include <span>
#include <string>
#include <algorithm>
#include <numbers>
#include <map>
using namespace std;
template <typename T> concept Number = integral<T> || floating_point<T>;
template <Number T> T square(T x) { return x * x; }
auto sumOf(span<const int> s) { int t = 0; for (int x : s) t += x; return t; }
struct Version { int major, minor; auto operator<=>(const Version &) const = default; };
template <typename T> requires requires(T t) { t.size(); } size_t length(const T &t) { return t.size(); }
consteval int cube(int x) { return x * x * x; }
int main() {
    vector<int> v{5, 2, 8, 1, 9, 4};
    for (int x : v | views::filter([](int x) { return x % 2 == 0; }) | views::transform([](int x) { return x * 10; })) cout << x << ' '; cout << endl;
    ranges::sort(v); for (int x : v | views::reverse | views::take(3)) cout << x << ' '; for (int x : views::iota(1, 5)) cout << x; cout << endl;
    cout << square(7) << ' ' << square(1.5) << ' ' << sumOf(v) << ' ' << sumOf(span(v).subspan(2, 2)) << ' ' << length(string("abc")) << ' ' << cube(3) << endl;
    cout << (Version{1, 2} < Version{1, 10}) << (Version{2, 0} == Version{2, 0}) << ' ' << numbers::pi << endl;
    struct P { string name; int age; }; vector<P> people{{"王", 30}, {"李", 25}, {"赵", 41}}; ranges::sort(people, {}, &P::age); for (auto &p : people) cout << p.name << p.age << ' '; auto it = ranges::find(people, string("赵"), &P::name); cout << (it != people.end()) << ' ' << ranges::max(people, {}, &P::age).name << endl;
    map<string, int> m{{"a", 1}, {"b", 2}}; for (auto &k : m | views::keys) cout << k; for (int x : m | views::values) cout << x; cout << m.contains("a") << erase_if(m, [](auto &p) { return p.second > 1; }) << endl; auto gen = []<typename T>(T x) { return x + x; }; cout << gen(2) << gen(string("ab")) << endl;
}
