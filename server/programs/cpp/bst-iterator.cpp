#include <iostream>
#include <vector>
#include <queue>
#include <functional>
using namespace std;
template <class T> class Tree {
    struct Node { T key; Node *left = nullptr, *right = nullptr, *parent = nullptr; };
    Node *root = nullptr; size_t n = 0;
    static void clear(Node *t) { if (t) { clear(t->left); clear(t->right); delete t; } }
public:
    class iterator { Node *p; public: iterator(Node *p) : p(p) {} T &operator*() { return p->key; } bool operator!=(const iterator &o) const { return p != o.p; } iterator &operator++() { if (p->right) { p = p->right; while (p->left) p = p->left; } else { Node *c; do { c = p; p = p->parent; } while (p && p->right == c); } return *this; } };
    ~Tree() { clear(root); }
    bool insert(const T &k) { Node *par = nullptr, **at = &root; while (*at) { par = *at; if (k == par->key) return false; at = k < par->key ? &par->left : &par->right; } *at = new Node{k, nullptr, nullptr, par}; n++; return true; }
    iterator begin() { Node *p = root; while (p && p->left) p = p->left; return p; } iterator end() { return nullptr; } size_t size() const { return n; }
    int height() const { function<int(Node *)> h = [&](Node *t) { return t ? 1 + max(h(t->left), h(t->right)) : 0; }; return h(root); }
    void levels() const { queue<pair<Node *, int>> q; if (root) q.push({root, 0}); int last = 0; while (!q.empty()) { auto [t, d] = q.front(); q.pop(); cout << (d != last ? "\n" : " ") << t->key; last = d; if (t->left) q.push({t->left, d + 1}); if (t->right) q.push({t->right, d + 1}); } cout << endl; }
};
int main() { Tree<int> t; int x; while (cin >> x) if (!t.insert(x)) cout << "重复 " << x << endl; for (int k : t) cout << k << ' '; cout << '\n' << t.size() << ' ' << t.height() << endl; t.levels(); Tree<string> s; for (auto w : {"pear", "apple", "fig"}) s.insert(w); for (auto &w : s) cout << w << ' '; cout << endl; }
