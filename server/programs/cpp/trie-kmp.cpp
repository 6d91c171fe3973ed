#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>
using namespace std;
class Trie { struct Node { map<char, unique_ptr<Node>> next; int ends = 0, passes = 0; }; unique_ptr<Node> root = make_unique<Node>(); const Node *walk(const string &s) const { const Node *n = root.get(); for (char c : s) { auto it = n->next.find(c); if (it == n->next.end()) return nullptr; n = it->second.get(); } return n; } static void list(const Node *n, string &s, vector<string> &out) { if (n->ends) out.push_back(s); for (auto &[c, m] : n->next) { s += c; list(m.get(), s, out); s.pop_back(); } }
public: void insert(const string &s) { Node *n = root.get(); for (char c : s) { auto &m = n->next[c]; if (!m) m = make_unique<Node>(); n = m.get(); n->passes++; } n->ends++; } bool has(const string &s) const { auto n = walk(s); return n && n->ends; } int prefix(const string &s) const { auto n = walk(s); return n ? n->passes : 0; } vector<string> complete(string s) const { vector<string> out; if (auto n = walk(s)) list(n, s, out); return out; } };
vector<int> kmp(const string &t, const string &p) { vector<int> f(p.size()), out; for (size_t i = 1, k = 0; i < p.size(); i++) { while (k && p[i] != p[k]) k = f[k - 1]; f[i] = k += p[i] == p[k]; } for (size_t i = 0, k = 0; i < t.size(); i++) { while (k && t[i] != p[k]) k = f[k - 1]; if (t[i] == p[k]) k++; if (k == p.size()) { out.push_back(i + 1 - k); k = f[k - 1]; } } return out; }
string longest(const string &s) { size_t at = 0, best = 0; for (size_t c = 0; c < 2 * s.size(); c++) { long l = c / 2, r = l + c % 2; while (l >= 0 && r < (long)s.size() && s[l] == s[r]) { if (size_t(r - l + 1) > best) best = r - l + 1, at = l; l--, r++; } } return s.substr(at, best); }
int main() { Trie t; string w; while (cin >> w && w != "end") t.insert(w); for (string s : {"app", "apple", "bat"}) cout << t.has(s) << t.prefix(s) << ' '; cout << endl; for (auto &s : t.complete("ap")) cout << s << ' '; cout << endl; for (int i : kmp("ababcabababd", "abab")) cout << i << ' '; cout << endl << longest("forgeeksskeegfor") << endl; unsigned long long h = 0; for (char c : string("hash")) h = h * 131 + c; cout << h << endl; }
