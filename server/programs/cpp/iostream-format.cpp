#include <iostream>
#include <iomanip>
#include <sstream>
#include <string>
using namespace std;
int main() {
    cout << setw(8) << 42 << '|' << left << setw(8) << 42 << '|' << right << setfill('0') << setw(6) << 42 << setfill(' ') << endl;
    cout << fixed << setprecision(3) << 3.14159 << ' ' << scientific << 31415.9 << defaultfloat << setprecision(6) << ' ' << 0.1 + 0.2 << ' ' << 1e10 << ' ' << 100000.0 << ' ' << 1234567.0 << endl;
    cout << hex << 255 << ' ' << showbase << uppercase << 255 << ' ' << oct << 8 << dec << noshowbase << ' ' << boolalpha << true << noboolalpha << true << ' ' << showpos << 5 << noshowpos << endl;
    istringstream in("12 3.5 word  a line here\nnext"); int i; double d; string w, line; in >> i >> d >> w; getline(in, line); cout << i << d << w << '[' << line << ']'; getline(in, line); cout << line << in.eof() << endl;
    ostringstream out; out << "x=" << 1 << ",y=" << 2.5; cout << out.str() << ' ' << out.str().size() << endl;
    istringstream bad("abc 5"); if (!(bad >> i)) { cout << "失败" << bad.fail(); bad.clear(); bad >> w >> i; cout << w << i << endl; }
    string csv = "a,b,,c", cell; stringstream ss(csv); while (getline(ss, cell, ',')) cout << '<' << cell << '>'; cout << endl;
    cout << char(65) << int('a') << ' ' << "引\"号\\" << R"(原\n样)" << '\t' << "制表" << endl; cout << quoted("q") << ' ' << static_cast<double>(7) / 2 << ' ' << 7 / 2 << ' ' << 7 % 3 << endl;
    cerr << "错误流" << endl; int n, s = 0; while (cin >> n) s += n; cout << s << endl;
}
