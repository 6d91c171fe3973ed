#include <iostream>
#include <vector>
#include <algorithm>
#include <functional>
#include <string>
using namespace std;
template <class It> void insertion(It b, It e) { for (It i = b; i != e; ++i) rotate(upper_bound(b, i, *i), i, next(i)); }
template <class T> void mergeSort(vector<T> &v) { if (v.size() < 2) return; vector<T> l(v.begin(), v.begin() + v.size() / 2), r(v.begin() + v.size() / 2, v.end()); mergeSort(l); mergeSort(r); merge(l.begin(), l.end(), r.begin(), r.end(), v.begin()); }
template <class It> void quick(It b, It e) { if (e - b < 2) return; auto p = *next(b, (e - b) / 2); It m1 = partition(b, e, [&](auto &x) { return x < p; }), m2 = partition(m1, e, [&](auto &x) { return !(p < x); }); quick(b, m1); quick(m2, e); }
void radix(vector<unsigned> &v) { for (int s = 0; s < 32; s += 8) { vector<vector<unsigned>> b(256); for (unsigned x : v) b[x >> s & 255].push_back(x); v.clear(); for (auto &q : b) v.insert(v.end(), q.begin(), q.end()); } }
void shell(vector<int> &v) { for (int g = v.size() / 2; g; g /= 2) for (int i = g; i < (int)v.size(); i++) for (int j = i; j >= g && v[j - g] > v[j]; j -= g) swap(v[j - g], v[j]); }
int main() { unsigned s = 1; vector<int> data(3000); for (auto &x : data) { s = s * 1664525u + 1013904223u; x = s >> 12; } auto want = data; sort(want.begin(), want.end()); auto test = [&](const string &n, function<void(vector<int> &)> f) { auto v = data; f(v); cout << n << (v == want ? " 对" : " 错") << endl; }; test("插入", [](auto &v) { insertion(v.begin(), v.end()); }); test("归并", [](auto &v) { mergeSort(v); }); test("快速", [](auto &v) { quick(v.begin(), v.end()); }); test("希尔", shell); test("堆", [](auto &v) { make_heap(v.begin(), v.end()); sort_heap(v.begin(), v.end()); }); test("基数", [](auto &v) { vector<unsigned> u(v.begin(), v.end()); radix(u); v.assign(u.begin(), u.end()); }); vector<pair<string, int>> p{{"b", 2}, {"a", 2}, {"c", 1}}; stable_sort(p.begin(), p.end(), [](auto &x, auto &y) { return x.second < y.second; }); for (auto &[k, v] : p) cout << k << v << ' '; nth_element(data.begin(), data.begin() + 1500, data.end()); cout << (data[1500] == want[1500]) << ' ' << is_sorted(want.begin(), want.end()) << ' ' << want[0] << ' ' << want.back() << endl; }
