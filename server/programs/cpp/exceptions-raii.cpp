#include <iostream>
#include <memory>
#include <vector>
#include <stdexcept>
using namespace std;
struct Guard {
    string name;
    Guard(string n) : name(move(n)) { cout << "+" << name << ' '; }
    ~Guard() { cout << "-" << name << ' '; }
};
void inner(int n) {
    Guard g("inner" + to_string(n));
    auto p = make_unique<Guard>("heap");
    if (n == 0) throw runtime_error("到底了");
    inner(n - 1);
}
struct Part { Part(int n) { if (n > 2) throw logic_error("零件坏"); cout << "零件" << n << ' '; } ~Part() { cout << "拆 "; } };
struct Machine { Part a, b; Machine(int x, int y) : a(x), b(y) {} };
int main() {
    try { Guard outer("outer"); inner(2); } catch (const exception &e) { cout << "| " << e.what() << endl; }
    try { Machine m(1, 5); } catch (const logic_error &e) { cout << "| " << e.what() << endl; }
    try { try { throw runtime_error("第一"); } catch (const exception &e) { Guard g("再抛"); throw; } } catch (const runtime_error &e) { cout << "| 再次 " << e.what() << endl; }
    vector<unique_ptr<Guard>> list; list.push_back(make_unique<Guard>("a")); list.clear(); cout << endl;
    auto f = [](int n) noexcept(false) { Guard g("f"); return n ? n : throw 1; };
    try { cout << f(3) << ' '; f(0); } catch (int) { cout << "| int" << endl; }
}
