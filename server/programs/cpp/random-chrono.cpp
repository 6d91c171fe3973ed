#include <iostream>
#include <random>
#include <chrono>
#include <thread>
#include <algorithm>
#include <vector>
#include <numeric>
using namespace std;
int main() {
    mt19937 gen(42); cout << gen() << ' ' << gen() << ' ' << gen() << endl; mt19937_64 g64(7); cout << g64() << endl; minstd_rand m(1); cout << m() << ' ' << m() << endl;
    uniform_int_distribution<int> die(1, 6); bool ok = true; vector<int> c(7); for (int i = 0; i < 6000; i++) { int r = die(gen); ok &= r >= 1 && r <= 6; c[r]++; } cout << ok << (*min_element(c.begin() + 1, c.end()) > 800) << endl; normal_distribution<double> nd(0, 1); double s = 0; for (int i = 0; i < 10000; i++) s += nd(gen); cout << (abs(s / 10000) < 0.1) << endl;
    auto t0 = chrono::steady_clock::now(); this_thread::sleep_for(chrono::milliseconds(20)); auto ms = chrono::duration_cast<chrono::milliseconds>(chrono::steady_clock::now() - t0).count(); cout << (ms >= 20 && ms < 5000) << endl; using namespace chrono_literals; cout << (1h + 30min).count() << ' ' << chrono::duration_cast<chrono::seconds>(2min).count() << endl; vector<int> v(10); iota(v.begin(), v.end(), 0); shuffle(v.begin(), v.end(), gen); sort(v.begin(), v.end()); cout << v[9] << (rand() >= 0) << endl; random_device rd; cout << (rd() != rd() || true) << endl;
}
