#include <iostream>
#include <string>
#include <algorithm>
#include <sstream>
#include <vector>
#include <set>
#include <cctype>
#include <string_view>
using namespace std;
vector<string> split(const string &s, char c) { vector<string> out; string part; istringstream in(s); while (getline(in, part, c)) out.push_back(part); return out; }
string join(const vector<string> &v, string_view sep) { string r; for (size_t i = 0; i < v.size(); i++) { if (i) r += sep; r += v[i]; } return r; }
bool palindrome(string s) { s.erase(remove_if(s.begin(), s.end(), [](unsigned char c) { return !isalnum(c); }), s.end()); transform(s.begin(), s.end(), s.begin(), ::tolower); return equal(s.begin(), s.begin() + s.size() / 2, s.rbegin()); }
int main() {
    string line; getline(cin, line); auto words = split(line, ' '); reverse(words.begin(), words.end()); cout << join(words, "-") << endl;
    cout << palindrome("A man, a plan, a canal: Panama") << palindrome("hello") << endl;
    string s = "hello world"; cout << s.find("wor") << ' ' << (s.find("x") == string::npos) << ' ' << s.substr(6, 3) << ' ' << s.rfind('o') << ' ' << s.find_first_of("aeiou") << endl;
    s.replace(0, 5, "HELLO").insert(5, ",").append("!").erase(6, 1); cout << s << ' ' << s.length() << ' ' << s.front() << s.back() << endl; s[0] = 'J'; s += to_string(42) + to_string(2.5); cout << s << endl;
    string p = "abc"; do cout << p << ' '; while (next_permutation(p.begin(), p.end())); cout << endl; cout << (string("abc") < "abd") << string("b").compare("a") << ' ' << string(3, '*') << ' ' << string("中文字").length() << endl;
    set<string> subs; string t = "banana"; for (size_t i = 0; i < t.size(); i++) for (size_t l = 1; i + l <= t.size(); l++) subs.insert(t.substr(i, l)); cout << subs.size() << endl; string z = "aaabbc", enc; for (size_t i = 0; i < z.size();) { size_t j = i; while (j < z.size() && z[j] == z[i]) j++; enc += z[i] + to_string(j - i); i = j; } cout << enc << endl; cout << s.starts_with("J") << s.ends_with("x") << ' ' << stoi("0x1f", nullptr, 16) << ' ' << stoi("101", nullptr, 2) << endl;
}
