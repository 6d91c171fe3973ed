#include <iostream>
#include <exception>
#include <stdexcept>
#include <string>
#include <functional>
using namespace std;
void print(const exception &e, int level = 0) {
    cout << string(level * 2, ' ') << e.what() << endl;
    try { rethrow_if_nested(e); } catch (const exception &inner) { print(inner, level + 1); }
}
void open(const string &f) { throw runtime_error("找不到 " + f); }
void load() { try { open("config"); } catch (...) { throw_with_nested(runtime_error("读取失败")); } }
void start() { try { load(); } catch (...) { throw_with_nested(logic_error("启动失败")); } }
exception_ptr capture(function<void()> f) { try { f(); } catch (...) { return current_exception(); } return nullptr; }
struct Base { virtual ~Base() {} virtual const char *name() const { return "Base"; } };
struct Derived : Base { const char *name() const override { return "Derived"; } };
int main() {
    try { start(); } catch (const exception &e) { print(e); }
    exception_ptr p = capture([] { throw out_of_range("保存的"); });
    try { if (p) rethrow_exception(p); } catch (const out_of_range &e) { cout << e.what() << endl; }
    cout << (capture([] {}) == nullptr) << endl;
    try { throw Derived(); } catch (const Base &b) { cout << b.name() << endl; }
    try { throw new Derived; } catch (Base *b) { cout << b->name() << endl; delete b; }
    struct Unwind { ~Unwind() { cout << "展开中：" << uncaught_exceptions() << endl; } };
    try { Unwind u; throw 1; } catch (...) { cout << uncaught_exceptions() << endl; }
    Base b; try { dynamic_cast<Derived &>(b).name(); } catch (const bad_cast &) { cout << "bad_cast" << endl; }
    try { function<void()> none; none(); } catch (const bad_function_call &) { cout << "空函数" << endl; }
}
