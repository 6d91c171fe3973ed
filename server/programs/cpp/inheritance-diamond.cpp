#include <iostream>
#include <string>
using namespace std;
struct Device { string id; Device(string i) : id(i) { cout << "Device(" << id << ") "; } virtual ~Device() { cout << "~Device "; } virtual void run() { cout << "device " << id << endl; } };
struct Scanner : virtual Device { Scanner(string i) : Device(i) { cout << "Scanner "; } ~Scanner() override { cout << "~Scanner "; } void scan() { cout << id << " 扫描" << endl; } };
struct Printer : virtual Device { Printer(string i) : Device(i) { cout << "Printer "; } ~Printer() override { cout << "~Printer "; } void print() { cout << id << " 打印" << endl; } };
struct Copier : Scanner, Printer { Copier(string i) : Device(i), Scanner(i), Printer(i) { cout << "Copier" << endl; } ~Copier() override { cout << "~Copier "; } void run() override { scan(); print(); Device::run(); } };
class Counter { static inline int live = 0; const int id; mutable int reads = 0; public: Counter() : id(++live) {} Counter(const Counter &) : id(++live) {} ~Counter() { live--; } int get() const { return ++reads, id; } static int count() { return live; } int seen() const { return reads; } };
class Base { public: void hi() { cout << "base hi "; } virtual void v() { cout << "base v "; } Base() { v(); } }; class Child : public Base { public: void hi() { cout << "child hi "; } void v() override { cout << "child v "; } using Self = Child; };
namespace math { namespace detail { int twice(int x) { return 2 * x; } } inline int quad(int x) { return detail::twice(detail::twice(x)); } }
int main() { { Copier c("C1"); Device &d = c; d.run(); } cout << endl; { Counter a, b = a; a.get(); a.get(); cout << Counter::count() << a.seen() << b.get() << endl; } cout << Counter::count() << endl; Child c; Base &b = c; b.hi(); b.v(); c.hi(); cout << endl << math::quad(3) << ' ' << sizeof(char) << endl; int x = 1; { int x = 2; cout << x << ' '; } cout << x << endl; int arr[] = {1, 2, 3}; for (auto &e : arr) e *= 2; cout << arr[2] << size(arr) << endl; }
