#include <iostream>
#include <mutex>
#include <atomic>
#include <condition_variable>
#include <memory>
using namespace std;
class Logger { mutable mutex m; int n = 0; public: static Logger &get() { static Logger l; return l; } void log(const string &s) { lock_guard<mutex> g(m); cout << ++n << ' ' << s << endl; } int count() const { unique_lock<mutex> l(m); return n; } };
once_flag flag; int main() { Logger::get().log("开始"); for (int i = 0; i < 3; i++) call_once(flag, [] { Logger::get().log("只一次"); }); atomic<int> a{5}; a++; a.fetch_add(4); int e = 10; cout << a.compare_exchange_strong(e, 1) << a << endl; mutex x, y; { scoped_lock l(x, y); cout << "两把锁" << endl; } unique_lock<mutex> d(x, defer_lock); cout << d.owns_lock() << d.try_lock() << endl; thread_local int t = 3; cout << ++t << Logger::get().count() << endl; }
