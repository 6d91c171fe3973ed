#include <iostream>
#include <vector>
#include <map>
#include <set>
#include <unordered_map>
#include <string>
#include <algorithm>
using namespace std;
int main() {
    int n; cin >> n;
    vector<int> v(n);
    for (auto &x : v) cin >> x;
    sort(v.begin(), v.end(), greater<int>());
    for (size_t i = 0; i < v.size(); i++) cout << v[i] << (i + 1 < v.size() ? ", " : "\n");
    v.erase(unique(v.begin(), v.end()), v.end());
    cout << v.size() << ' ' << *max_element(v.begin(), v.end()) << ' ' << count_if(v.begin(), v.end(), [](int x) { return x % 2 == 0; }) << endl;
    map<string, int> words; string w;
    while (cin >> w) words[w]++;
    for (auto &[word, times] : words) cout << word << ':' << times << ' ';
    cout << endl;
    set<int> s(v.begin(), v.end()); s.insert(7); s.erase(3);
    cout << s.count(7) << s.count(3) << ' ' << *s.lower_bound(5) << endl;
    unordered_map<char, int> c; for (char ch : string("mississippi")) c[ch]++;
    vector<pair<char, int>> p(c.begin(), c.end()); sort(p.begin(), p.end());
    for (auto &q : p) cout << q.first << q.second; cout << endl;
}
