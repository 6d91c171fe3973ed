import type { Attack } from './attack'

export const cppAttacks: Attack[] = [
  {
    title: 'import from __proto__',
    source:
      'extern "C" __attribute__((import_module("__proto__"), import_name("toString"))) int f(int);\nint main() { return f(1); }',
    reason: 'compile-error',
  },
  {
    title: 'import of a method by name',
    source:
      'extern "C" __attribute__((import_module("hasOwnProperty"), import_name("call"))) int f(int);\nint main() { return f(1); }',
    reason: 'compile-error',
  },
  {
    title: 'endless constexpr',
    source: 'constexpr int f(int n) { while (true) n++; return n; }\nconstexpr int x = f(1);\nint main() {}',
    reason: 'compile-error',
    slow: true,
  },
  {
    title: 'recursive constexpr',
    source: 'constexpr int f(int n) { return f(n + 1); }\nconstexpr int x = f(1);\nint main() {}',
    reason: 'compile-error',
  },
  {
    // No expected end: on a busy machine this program reaches the wall-clock limit first.
    title: 'large constexpr array',
    source:
      'struct A { int a[1000000]; constexpr A() : a() { for (int &i : a) i = 1; } };\nconstexpr A x;\nint main() {}',
    slow: true,
  },
  {
    title: 'endless template recursion',
    source: 'template <int N> struct T { static const int v = T<N + 1>::v; };\nint main() { return T<0>::v; }',
    reason: 'compile-error',
  },
  {
    title: 'templates that double',
    source:
      'template <int N, int M> struct T { static const int v = T<N - 1, M * 2>::v + T<N - 1, M * 2 + 1>::v; };\ntemplate <int M> struct T<0, M> { static const int v = 1; };\nint main() { return T<24, 0>::v; }',
    slow: true,
  },
  {
    title: 'template with a huge tuple',
    source:
      '#include <tuple>\n#include <utility>\ntemplate <size_t... I> auto f(std::index_sequence<I...>) { return std::make_tuple((void(I), 1)...); }\nint main() { f(std::make_index_sequence<3000>()); }',
    slow: true,
  },
  {
    title: 'huge index sequence',
    source: '#include <utility>\nusing T = std::make_index_sequence<100000000>;\nint main() { return T::size(); }',
    slow: true,
  },
  { title: 'initialised array of 100 MB', source: 'char a[100000000] = {1};\nint main() {}', reason: 'compile-error' },
  {
    title: 'constructor that never returns',
    source: 'struct A { A() { for (volatile int i = 0;; i++); } } a;\nint main() {}',
    reason: 'timeout',
    slow: true,
  },
  {
    title: 'recursive destructor',
    source: 'struct A { A *p; ~A() { A a{this}; } };\nint main() { A a{nullptr}; }',
    reason: 'error',
  },
  {
    title: 'virtual call of garbage',
    source:
      'struct A { virtual int f() { return 1; } };\nint main() { char b[64] = {1, 2, 3, 4}; return ((A *)b)->f(); }',
  },
  { title: 'new without end', source: 'int main() { for (;;) *(new volatile char[1 << 20]) = 1; }' },
  {
    title: 'delete twice',
    source: 'int main() { int *p = new int; delete p; delete p; int *q = new int, *r = new int; return q == r; }',
  },
  {
    title: 'vector beyond all memory',
    source: '#include <vector>\nint main() { std::vector<long long> v; v.resize(1u << 29); return v[5]; }',
  },
  { title: 'string without end', source: '#include <string>\nint main() { std::string s = "x"; for (;;) s += s; }' },
  {
    title: 'regex that backtracks',
    source:
      '#include <regex>\nint main() { return std::regex_match(std::string(40, \'a\') + "b", std::regex("(a+)+$")); }',
    slow: true,
  },
  { title: 'threads', source: '#include <thread>\nint main() { std::thread t([] {}); t.join(); }' },
  {
    title: 'files of the machine',
    source:
      '#include <fstream>\n#include <iostream>\nint main() { std::ifstream f("/etc/passwd"); std::cout << (f ? "ESCAPED" : "closed"); }',
    reason: 'ok',
  },
  {
    title: 'environment',
    source:
      '#include <cstdlib>\n#include <iostream>\nint main() { std::cout << (getenv("PATH") ? "ESCAPED" : "none"); }',
    reason: 'ok',
  },
  {
    title: 'include flood',
    source: '#if __INCLUDE_LEVEL__ < 60\n#include __FILE__\n#include __FILE__\n#endif\nint main() {}',
    slow: true,
  },
  {
    title: 'include of the precompiled headers',
    source: '#include "common.pch"\nint main() {}',
    slow: true,
  },
  { title: 'include of prototypes', source: '#include <__proto__>\nint main() {}', reason: 'compile-error' },
  { title: 'asm of another target', source: 'int main() { asm volatile("syscall"); }', reason: 'compile-error' },
  {
    title: 'deep nesting of blocks',
    source: `int main() { ${'{'.repeat(3000)}${'}'.repeat(3000)} }`,
    reason: 'compile-error',
  },
  { title: 'long chain of operators', source: `int main() { return ${'1+'.repeat(20000)}1; }` },
  {
    title: 'endless output',
    source: '#include <iostream>\nint main() { for (;;) std::cout << "\\v\\x01"; }',
    reason: 'output-cut',
  },
  {
    title: 'endless diagnostics',
    source: `${Array.from({ length: 4000 }, (_, n) => `int a${n}() {}`).join('\n')}\nint main() {}`,
    slow: true,
  },
  {
    title: 'messages of control characters',
    source: `#error ${'\\x01'.repeat(200)}${'\u0001'.repeat(2000)}\nint main() {}`,
    reason: 'compile-error',
  },
]
