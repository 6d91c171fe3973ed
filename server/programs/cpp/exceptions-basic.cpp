#include <iostream>
#include <stdexcept>
#include <string>
using namespace std;
class InsufficientFunds : public runtime_error {
    double need;
public:
    InsufficientFunds(double n) : runtime_error("余额不足"), need(n) {}
    double amount() const { return need; }
};
class Account {
    double balance = 100;
public:
    void withdraw(double x) {
        if (x <= 0) throw invalid_argument("金额必须为正");
        if (x > balance) throw InsufficientFunds(x - balance);
        balance -= x;
    }
    double get() const { return balance; }
};
int main() {
    Account a;
    for (double x : {30.0, -5.0, 500.0, 70.0}) {
        try { a.withdraw(x); cout << "取出 " << x << "，剩 " << a.get() << endl; }
        catch (const InsufficientFunds &e) { cout << e.what() << "，还差 " << e.amount() << endl; }
        catch (const exception &e) { cout << "错误：" << e.what() << endl; }
    }
    try { throw 42; } catch (int n) { cout << "int " << n << endl; }
    try { throw string("文本"); } catch (const string &s) { cout << s << endl; }
    try { throw "c"; } catch (...) { cout << "其他" << endl; }
}
