#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <cctype>
using namespace std;
struct Expr { virtual ~Expr() = default; virtual double eval(map<string, double> &) const = 0; }; using P = unique_ptr<Expr>;
struct Num : Expr { double v; Num(double v) : v(v) {} double eval(map<string, double> &) const override { return v; } };
struct Var : Expr { string n; Var(string n) : n(n) {} double eval(map<string, double> &e) const override { auto it = e.find(n); if (it == e.end()) throw runtime_error("未定义 " + n); return it->second; } };
struct Bin : Expr { char o; P a, b; Bin(char o, P a, P b) : o(o), a(move(a)), b(move(b)) {} double eval(map<string, double> &e) const override { double x = a->eval(e), y = b->eval(e); switch (o) { case '+': return x + y; case '-': return x - y; case '*': return x * y; default: if (y == 0) throw domain_error("除以零"); return x / y; } } };
struct Let : Expr { string n; P v; Let(string n, P v) : n(n), v(move(v)) {} double eval(map<string, double> &e) const override { return e[n] = v->eval(e); } };
class Parser { string s; size_t i = 0; char peek() { while (i < s.size() && isspace((unsigned char)s[i])) i++; return i < s.size() ? s[i] : 0; } P atom() { char c = peek(); if (c == '(') { i++; P p = sum(); if (peek() != ')') throw invalid_argument("缺少右括号"); i++; return p; } if (isdigit(c)) { size_t n; double v = stod(s.substr(i), &n); i += n; return make_unique<Num>(v); } if (isalpha(c)) { string n; while (i < s.size() && isalnum((unsigned char)s[i])) n += s[i++]; if (peek() == '=') { i++; return make_unique<Let>(n, sum()); } return make_unique<Var>(n); } throw invalid_argument(c ? string("不认识 ") + c : "意外结束"); } P term() { P p = atom(); while (peek() == '*' || peek() == '/') { char o = s[i++]; p = make_unique<Bin>(o, move(p), atom()); } return p; } P sum() { P p = term(); while (peek() == '+' || peek() == '-') { char o = s[i++]; p = make_unique<Bin>(o, move(p), term()); } return p; } public: Parser(string s) : s(s) {} P parse() { P p = sum(); if (peek()) throw invalid_argument("多余的内容"); return p; } };
int main() { map<string, double> env; string line; while (getline(cin, line)) try { cout << Parser(line).parse()->eval(env) << endl; } catch (const invalid_argument &e) { cout << "语法错误：" << e.what() << endl; } catch (const exception &e) { cout << "运行错误：" << e.what() << endl; } }
