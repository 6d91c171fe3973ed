const manifest = `
title: 小教材
subject: computing
price: 39.5
published: 2026-09-01
author: 某人
chapters:
  - title: 第 1 章
    test: chapter-1
    sections:
      - { slug: one, file: chapters/one.md, free: true }
      - { slug: two, file: chapters/two.md }
  - title: 第 2 章
    test: chapter-2
    sections:
      - { slug: three, file: chapters/three.md, free: true }
`

const embedded = `
## free-single
type: single
score: 2

免费的一题？

- [ ] 甲
- [x] 乙
- [ ] 丙
- [ ] 以上都不对 {fixed}

> 解析秘密一。

## paid-multiple
type: multiple
score: 3

要买的多选题？

- [x] 甲
- [x] 乙
- [x] 丙
- [ ] 丁

> 解析秘密二。

## paid-code
type: code
language: javascript
score: 6

读两个数，输出它们的和。

\`\`\`javascript starter
// 在这里写
\`\`\`

\`\`\`javascript solution
// 答案代码秘密
\`\`\`

\`\`\`tests
- { input: "1 2", output: "3", hidden: false, score: 1 }
- { input: "20 30 隐藏输入秘密", output: "50 隐藏输出秘密", hidden: true, score: 2 }
\`\`\`

> 解析秘密三。

## paid-sql
type: code
language: sql
db: shop
score: 4

查出全部书名。

\`\`\`tests
- { input: "", output: "甲", hidden: false, score: 1 }
\`\`\`
`

const tested = `
## t-single
type: single
score: 2
test: chapter-1

单选？

- [ ] 甲
- [x] 乙

> 解析秘密四。

## t-judge
type: judge
score: 1
test: chapter-1
answer: false

判断。

## t-blank
type: blank
score: 2
test: chapter-1

填 {{空的秘密|空的秘密二}} 和 {{3.14±0.01}}。

## t-short
type: short
score: 5
test: chapter-1

为什么？

> 参考答案：参考秘密。
> - (2) 要点秘密一
> - (3) 要点秘密二

## t-order
type: order
score: 3
test: chapter-1

排一排。

1. 第一
2. 第二
3. 第三
4. 第四

## t-match
type: match
score: 2
test: chapter-1

配一配。

- 栈 => 后进先出
- 队列 => 先进先出
- => 随便

## t-material
type: material
test: chapter-1

一段材料。

### t-material-1
type: single
score: 2

小题一？

- [x] 对的
- [ ] 错的

> 小题解析秘密。

### t-material-2
type: blank
score: 2

小题二 {{空的秘密三}}。
`

const second = `
## u-judge
type: judge
score: 1
test: chapter-2
answer: true

第二章的判断。
`

/** Files of a small textbook with a question of every type, and of a bank with one question. */
export const files = {
  'textbooks/small/textbook.yaml': manifest,
  'textbooks/small/chapters/one.md': '# 一\n\n@[question](free-single)\n',
  'textbooks/small/chapters/two.md':
    '# 二\n\n@[question](paid-multiple)\n\n@[question](paid-code)\n\n@[question](paid-sql)\n',
  'textbooks/small/chapters/three.md': '# 三\n\n正文。\n',
  'textbooks/small/questions/embedded.md': embedded,
  'textbooks/small/questions/tested.md': tested,
  'textbooks/small/questions/second.md': second,
  'textbooks/small/resources/shop.sql': "create table books(title text); insert into books values ('甲');",
  'banks/drill/bank.yaml':
    'title: 小题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: all, title: 全部 }]\n',
  'banks/drill/questions/all.md': '## drill-one\ntype: judge\nchapter: all\nanswer: true\n\n题库里的题。\n',
}
