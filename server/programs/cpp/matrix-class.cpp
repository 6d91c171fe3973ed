#include <iostream>
#include <vector>
#include <stdexcept>
#include <initializer_list>
#include <cmath>
using namespace std;
class Matrix {
    size_t r, c; vector<double> a;
public:
    Matrix(size_t r, size_t c, double v = 0) : r(r), c(c), a(r * c, v) {}
    Matrix(initializer_list<initializer_list<double>> rows) : r(rows.size()), c(rows.begin()->size()) { for (auto &row : rows) { if (row.size() != c) throw invalid_argument("行长不同"); a.insert(a.end(), row); } }
    double &operator()(size_t i, size_t j) { if (i >= r || j >= c) throw out_of_range("下标越界"); return a[i * c + j]; }
    double operator()(size_t i, size_t j) const { return a[i * c + j]; }
    Matrix operator*(const Matrix &o) const { if (c != o.r) throw invalid_argument("大小不合"); Matrix m(r, o.c); for (size_t i = 0; i < r; i++) for (size_t j = 0; j < o.c; j++) for (size_t k = 0; k < c; k++) m(i, j) += (*this)(i, k) * o(k, j); return m; }
    Matrix transpose() const { Matrix m(c, r); for (size_t i = 0; i < r; i++) for (size_t j = 0; j < c; j++) m(j, i) = (*this)(i, j); return m; }
    double det() const { Matrix m = *this; double d = 1; for (size_t i = 0; i < r; i++) { size_t p = i; for (size_t k = i + 1; k < r; k++) if (fabs(m(k, i)) > fabs(m(p, i))) p = k; if (fabs(m(p, i)) < 1e-12) return 0; if (p != i) { d = -d; for (size_t k = 0; k < c; k++) swap(m(i, k), m(p, k)); } d *= m(i, i); for (size_t k = i + 1; k < r; k++) { double f = m(k, i) / m(i, i); for (size_t j = i; j < c; j++) m(k, j) -= f * m(i, j); } } return d; }
    friend ostream &operator<<(ostream &o, const Matrix &m) { for (size_t i = 0; i < m.r; i++) { for (size_t j = 0; j < m.c; j++) o << (j ? " " : "[") << m(i, j); o << "]\n"; } return o; }
};
int main() { Matrix a{{1, 2}, {3, 4}, {5, 6}}, b{{1, 0, 2}, {0, 1, 1}}; cout << a * b << b.transpose() << Matrix{{2, 0, 1}, {1, 3, 2}, {1, 1, 4}}.det() << endl; try { a *a; } catch (const invalid_argument &e) { cout << e.what() << endl; } try { a(9, 9); } catch (const out_of_range &e) { cout << e.what() << endl; } try { Matrix bad{{1}, {1, 2}}; } catch (const exception &e) { cout << e.what() << endl; } }
