import type { CodeLanguage } from '@dxx/contract/calls/runcode'

export interface Example {
  title: string
  source: string
  stdin?: string
}

/** Strips the leading line break of a program. */
const code = (text: TemplateStringsArray) => text.raw[0]!.slice(1)

const grades = code`
create table 成绩 (姓名 text, 科目 text, 分数 integer);
insert into 成绩 values
  ('小林', '数学', 92), ('小林', '英语', 85),
  ('阿陈', '数学', 78), ('阿陈', '英语', 91),
  ('小周', '数学', 88), ('小周', '英语', null);

`

/** Example programs. The code page starts with the first example of the chosen language. */
export const examples: Record<CodeLanguage, readonly [Example, ...Example[]]> = {
  python: [
    {
      title: '打个招呼',
      source: code`
names = ["小林", "阿陈", "小周"]
for name in names:
    print(f"你好，{name}！")
`,
    },
    {
      title: '读入两个数',
      source: code`
a, b = map(int, input().split())
print("和是", a + b)
print("积是", a * b)
`,
      stdin: '3 4',
    },
    {
      title: '数一数哪个字最多',
      source: code`
from collections import Counter

text = "山重水复疑无路 柳暗花明又一村 山山水水"
counts = Counter(text.replace(" ", ""))
for word, times in counts.most_common(3):
    print(word, times)
`,
    },
  ],
  javascript: [
    {
      title: '打个招呼',
      source: code`
const names = ['小林', '阿陈', '小周']
for (const name of names) {
  console.log('你好，' + name + '！')
}
`,
    },
    {
      title: '读入并求和',
      source: code`
let sum = 0
for (let line = readline(); line !== null; line = readline()) {
  sum += Number(line)
}
console.log('总和', sum)
`,
      stdin: '10\n20\n12',
    },
    {
      title: '谁先到',
      source: code`
const wait = (name, ms) => new Promise((done) => setTimeout(() => done(name), ms))

Promise.race([wait('兔子', 300), wait('乌龟', 100)]).then((winner) => {
  console.log(winner, '先到')
})
`,
    },
  ],
  typescript: [
    {
      title: '有类型的书架',
      source: code`
interface Book {
  title: string
  pages: number
}

const shelf: Book[] = [
  { title: '操作系统导论', pages: 320 },
  { title: '概率论十二讲', pages: 180 },
]

const total = shelf.reduce((sum, book) => sum + book.pages, 0)
console.log(shelf.length, '本书，共', total, '页')
`,
    },
    {
      title: '按奇偶分组',
      source: code`
function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

console.log(groupBy([1, 2, 3, 4, 5], (n) => (n % 2 ? '奇数' : '偶数')))
`,
    },
  ],
  c: [
    {
      title: '倒数三声',
      source: code`
#include <stdio.h>

int main(void) {
    for (int i = 3; i > 0; i--) {
        printf("%d\n", i);
    }
    printf("出发！\n");
    return 0;
}
`,
    },
    {
      title: '最大公约数',
      source: code`
#include <stdio.h>

int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
}

int main(void) {
    int a, b;
    scanf("%d %d", &a, &b);
    printf("%d 和 %d 的最大公约数是 %d\n", a, b, gcd(a, b));
    return 0;
}
`,
      stdin: '84 36',
    },
  ],
  cpp: [
    {
      title: '排个序',
      source: code`
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    std::vector<int> numbers{42, 7, 19, 3};
    std::sort(numbers.begin(), numbers.end());
    for (int n : numbers) std::cout << n << " ";
    std::cout << std::endl;
}
`,
    },
    {
      title: '数单词',
      source: code`
#include <iostream>
#include <map>
#include <string>

int main() {
    std::map<std::string, int> counts;
    std::string word;
    while (std::cin >> word) counts[word]++;
    for (const auto& [name, times] : counts) std::cout << name << " " << times << "\n";
}
`,
      stdin: 'to be or not to be',
    },
  ],
  sql: [
    {
      title: '谁的总分最高',
      source:
        grades +
        code`
select 姓名, sum(分数) as 总分
from 成绩
group by 姓名
order by 总分 desc;
`,
    },
    {
      title: '谁还没有成绩',
      source:
        grades +
        code`
select 姓名, 科目 from 成绩 where 分数 is null;
`,
    },
    {
      title: '每科第一名',
      source:
        grades +
        code`
select 科目, 姓名, 分数
from (
  select *, rank() over (partition by 科目 order by 分数 desc) as 名次
  from 成绩
  where 分数 is not null
)
where 名次 = 1;
`,
    },
  ],
  java: [
    {
      title: '打个招呼',
      source: code`
public class Main {
    public static void main(String[] args) {
        for (String name : new String[] {"小林", "阿陈"}) {
            System.out.println("你好，" + name + "！");
        }
    }
}
`,
    },
  ],
  go: [
    {
      title: '打个招呼',
      source: code`
package main

import "fmt"

func main() {
	for _, name := range []string{"小林", "阿陈"} {
		fmt.Printf("你好，%s！\n", name)
	}
}
`,
    },
  ],
}
