#include <iostream>
#include <string>
#include <vector>
#include <map>
#include <stdexcept>
using namespace std;
int main() {
    string line;
    long sum = 0;
    while (getline(cin, line)) {
        try {
            size_t used = 0;
            int n = stoi(line, &used);
            sum += n;
            cout << line << " -> " << n << (used < line.size() ? " 有剩余" : "") << endl;
        } catch (const invalid_argument &e) { cout << "不是数字：" << line << " (" << e.what() << ")" << endl; }
        catch (const out_of_range &e) { cout << "超出范围：" << line << endl; }
    }
    cout << sum << endl;
    vector<int> v{1, 2, 3};
    try { cout << v.at(1) << endl; cout << v.at(5) << endl; } catch (const out_of_range &) { cout << "越界" << endl; }
    map<string, int> m{{"a", 1}};
    try { cout << m.at("a") << endl; m.at("b"); } catch (const out_of_range &) { cout << "没有这个键" << endl; }
    try { cout << string("abc").substr(5) << endl; } catch (const out_of_range &) { cout << "substr" << endl; }
    try { cout << stod("3.5abc") << ' ' << stoll("123456789012") << endl; stod("x"); } catch (const logic_error &e) { cout << e.what() << endl; }
}
