/** Per language, a program that uses what an attack may have changed, and its expected output. */
export const innocents: Record<string, { source: string; stdin?: string; stdout: string }> = {
  python: {
    source:
      'import json\nname = input()\nopen("a", "w").write(name)\nprint(json.dumps({"名": open("a").read()}, ensure_ascii=False), sum(range(10)))',
    stdin: '小明',
    stdout: '{"名": "小明"} 45\n',
  },
  javascript: {
    source: 'console.log({ a: [1, 2].map((n) => n * 2), s: String({}) }, JSON.stringify("好"))',
    stdout: '{ a: [ 2, 4 ], s: \'[object Object]\' } "好"\n',
  },
  typescript: {
    source: 'interface A { b: number }\nconst a: A = { b: 1 }\nconsole.log(a, typeof a.toString)',
    stdout: '{ b: 1 } function\n',
  },
  c: {
    source: '#include <stdio.h>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("和是 %d\\n", a + b); }',
    stdin: '1 2',
    stdout: '和是 3\n',
  },
  cpp: {
    source:
      '#include <iostream>\n#include <map>\nint main() { std::map<std::string, int> m{{"b", 2}, {"a", 1}}; for (auto &[k, v] : m) std::cout << k << v << std::endl; }',
    stdout: 'a1\nb2\n',
  },
  sql: {
    source: "create table t (a); insert into t values ('甲'); select a, count(*) as n from t",
    stdout: 'a  | n\n---+--\n甲 | 1\n',
  },
}
