#include <iostream>
#include <memory>
#include <string>
#include <vector>
using namespace std;
struct Person { string name; shared_ptr<Person> partner; weak_ptr<Person> parent; vector<shared_ptr<Person>> children; Person(string n) : name(n) { cout << name << "来 "; } ~Person() { cout << name << "走 "; } };
struct Node { int v; unique_ptr<Node> next; };
int main() {
    auto dad = make_shared<Person>("爸"); { auto kid = make_shared<Person>("娃"); kid->parent = dad; dad->children.push_back(kid); cout << dad.use_count() << kid.use_count() << ' '; }
    cout << dad->children[0]->parent.lock()->name << endl;
    weak_ptr<Person> w = dad->children[0]; dad.reset(); cout << w.expired() << endl;
    unique_ptr<Node> head; for (int i = 3; i > 0; i--) head = make_unique<Node>(Node{i, move(head)}); for (Node *p = head.get(); p; p = p->next.get()) cout << p->v << "->"; cout << "null" << endl;
    unique_ptr<int[]> arr(new int[5]{5, 4, 3, 2, 1}); arr[0] = 9; cout << arr[0] + arr[4] << endl;
    auto del = [](int *p) { cout << "删除" << *p << endl; delete p; }; { unique_ptr<int, decltype(del)> u(new int(7), del); } shared_ptr<void> any = make_shared<int>(3); cout << any.use_count() << (any ? "有" : "无") << endl;
    struct Self : enable_shared_from_this<Self> { shared_ptr<Self> me() { return shared_from_this(); } }; auto s = make_shared<Self>(); auto t = s->me(); cout << s.use_count() << (s == t) << endl; Self lone; try { lone.me(); } catch (const bad_weak_ptr &) { cout << "bad_weak_ptr" << endl; }
}
