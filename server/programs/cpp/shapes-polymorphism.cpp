#include <iostream>
#include <memory>
#include <vector>
#include <cmath>
#include <iomanip>
using namespace std;
class Shape {
public:
    virtual ~Shape() { cout << "~" << id << ' '; }
    virtual double area() const = 0;
    virtual string name() const { return "图形"; }
    friend ostream &operator<<(ostream &o, const Shape &s) { return o << s.name() << ' ' << fixed << setprecision(2) << s.area(); }
protected:
    static int next; int id = ++next;
};
int Shape::next = 0;
class Circle : public Shape { double r; public: explicit Circle(double r) : r(r) {} double area() const override { return M_PI * r * r; } string name() const override { return "圆"; } };
class Rect : public Shape { protected: double w, h; public: Rect(double w, double h) : w(w), h(h) {} double area() const override { return w * h; } string name() const override { return "矩形"; } };
class Square final : public Rect { public: Square(double s) : Rect(s, s) {} string name() const override { return "正" + string("方形"); } };
int main() {
    vector<shared_ptr<Shape>> list{make_shared<Circle>(1.5), make_shared<Rect>(2, 3), make_shared<Square>(4)};
    double total = 0;
    for (const auto &s : list) { cout << *s << endl; total += s->area(); }
    cout << total << ' ' << (dynamic_cast<Rect *>(list[2].get()) != nullptr) << (dynamic_cast<Circle *>(list[1].get()) != nullptr) << endl;
    list.erase(list.begin()); cout << list.size() << ' ' << list[0].use_count() << endl;
    while (!list.empty()) list.erase(list.begin());
    cout << endl;
}
