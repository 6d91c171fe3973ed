#include <iostream>
#include <utility>
#include <cstring>
#include <vector>
using namespace std;
class Text {
    char *p; size_t n;
public:
    Text(const char *s = "") : n(strlen(s)) { p = new char[n + 1]; strcpy(p, s); cout << "构造 "; }
    Text(const Text &o) : n(o.n) { p = new char[n + 1]; strcpy(p, o.p); cout << "复制 "; }
    Text(Text &&o) noexcept : p(exchange(o.p, nullptr)), n(exchange(o.n, 0)) { cout << "移动 "; }
    Text &operator=(Text o) noexcept { swap(p, o.p); swap(n, o.n); cout << "赋值 "; return *this; }
    ~Text() { delete[] p; }
    size_t size() const { return n; }
    const char *c() const { return p ? p : "(空)"; }
};
Text make(bool b) { Text a("甲"), c("乙乙"); if (b) return a; return c; }
int main() {
    Text a("hello"); Text b = a; Text c = move(a); cout << b.c() << c.c() << a.size() << endl;
    b = c; cout << b.c() << endl; b = Text("新"); cout << b.c() << endl;
    cout << make(true).c() << endl;
    vector<Text> v; v.reserve(3); v.emplace_back("x"); v.push_back(Text("y")); v.push_back(b); cout << v.size() << endl;
    Text d = move(v[0]); cout << d.c() << v[0].size() << endl;
    swap(v[1], v[2]); cout << v[1].c() << v[2].c() << endl;
}
