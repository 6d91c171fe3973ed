#include <iostream>
#include <optional>
#include <variant>
#include <any>
#include <tuple>
#include <map>
#include <string>
#include <string_view>
#include <vector>
using namespace std;
optional<int> parse(string_view s) { int n = 0; if (s.empty()) return nullopt; for (char c : s) { if (c < '0' || c > '9') return nullopt; n = n * 10 + c - '0'; } return n; }
using Value = variant<int, double, string>;
struct Show { string operator()(int n) const { return "int:" + to_string(n); } string operator()(double) const { return "double"; } string operator()(const string &s) const { return "str:" + s; } };
template <class... T> struct overloaded : T... { using T::operator()...; };
tuple<int, string, double> row() { return {1, "甲", 2.5}; }
int main() {
    for (auto s : {"42", "x1", ""}) cout << parse(s).value_or(-1) << ' '; cout << parse("7").has_value() << endl; try { parse("z").value(); } catch (const bad_optional_access &) { cout << "没有值" << endl; }
    for (Value v : vector<Value>{1, 2.5, string("s")}) { cout << visit(Show{}, v) << ' ' << v.index() << ' '; visit(overloaded{[](auto) { cout << "数 "; }, [](const string &) { cout << "串 "; }}, v); } cout << endl; Value v = 3; try { get<string>(v); } catch (const bad_variant_access &) { cout << "类型不对 " << (get_if<int>(&v) != nullptr) << endl; }
    auto [id, name, score] = row(); cout << id << name << score << ' ' << get<1>(row()) << tuple_size_v<decltype(row())> << endl; int a, b; tie(a, b) = make_pair(3, 4); cout << a * b << endl;
    any x = 5; cout << any_cast<int>(x); x = string("任意"); cout << any_cast<string>(x) << x.has_value(); try { any_cast<int>(x); } catch (const bad_any_cast &) { cout << " bad_any" << endl; }
    map<string, int> m; if (auto [it, ok] = m.insert({"k", 1}); ok) cout << it->first << it->second; m.try_emplace("k", 9); m.insert_or_assign("k", 5); cout << m["k"] << m.count("z") << endl; if (string_view sv = "hello world"; sv.substr(0, 5) == "hello") cout << sv.size() << sv.find("wor") << endl;
}
