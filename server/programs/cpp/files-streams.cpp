#include <iostream>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
#include <iomanip>
using namespace std;
struct Record { string name; int score; };
int main() {
    { ofstream out("grades.txt"); out << "甲 90\n乙 75\n丙 88\n"; }
    ifstream in("grades.txt"); if (!in) return 1; vector<Record> list; Record r; while (in >> r.name >> r.score) list.push_back(r); in.close();
    int total = 0; for (auto &x : list) { cout << x.name << ' ' << x.score << endl; total += x.score; } cout << fixed << setprecision(1) << double(total) / list.size() << endl;
    { ofstream out("grades.txt", ios::app); out << "丁 60" << endl; } in.open("grades.txt"); string line; int n = 0; while (getline(in, line)) cout << ++n << ": " << line << endl; in.close();
    { ofstream b("x.bin", ios::binary); int a[] = {1, 2, 300}; b.write(reinterpret_cast<char *>(a), sizeof a); } ifstream b("x.bin", ios::binary | ios::ate); cout << b.tellg(); b.seekg(8); int v; b.read(reinterpret_cast<char *>(&v), 4); cout << ' ' << v << ' ' << b.gcount() << endl;
    ifstream none("none.txt"); cout << none.is_open() << !none << endl; none.exceptions(ios::goodbit); stringstream all; ifstream again("grades.txt"); all << again.rdbuf(); cout << all.str().size() << endl; ifstream strict; strict.exceptions(ifstream::failbit | ifstream::badbit); try { strict.open("missing"); } catch (const ios_base::failure &) { cout << "打不开" << endl; } istringstream num("12 x"); num.exceptions(ios::failbit); try { int a, c; num >> a >> c; } catch (const ios_base::failure &e) { cout << "格式错" << endl; }
}
