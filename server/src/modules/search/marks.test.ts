import { describe, expect, it } from 'vitest'
import { marksOf, pinyinMarks, snippetOf } from './marks'

describe('marks', () => {
  it.each([
    ['数据结构与算法', ['算法'], [[5, 2]]],
    [
      'Python 程序设计 python',
      ['python'],
      [
        [0, 6],
        [12, 6],
      ],
    ],
    ['ＰＹＴＨＯＮ：入门', ['python', ':'], [[0, 7]]],
    ['栈栈栈', ['栈栈'], [[0, 2]]],
    ['数据结构', ['数据', '据结'], [[0, 3]]],
    ['😀栈😀', ['栈'], [[2, 1]]],
    ['ﬁle', ['f'], [[0, 1]]],
    ['没有', ['别的'], []],
  ])('%s with %j', (text, terms, expected) => expect(marksOf(text, terms)).toEqual(expected))

  it('says where things stand in the text as it is shown', () => {
    const text = 'Ⅷ 章 栈'
    for (const [start, length] of marksOf(text, ['栈'])) expect(text.slice(start, start + length)).toBe('栈')
  })
})

describe('pinyin', () => {
  const dataStructures = ['sjjgysf', 'shujujiegouyusuanfa']
  it.each([
    ['数据结构与算法', dataStructures, 'sj', '数据'],
    ['数据结构与算法', dataStructures, 'shujujie', '数据结'],
    ['数据结构与算法', dataStructures, 'shujuj', '数据结'],
    ['数据结构与算法', dataStructures, 'suanfa', null],
    ['3.1 栈：后进先出', ['31zhjxc', '31zhanhoujinxianchu'], 'zh', '栈：后'],
    ['3.1 栈：后进先出', ['31zhjxc', '31zhanhoujinxianchu'], 'zhanhou', '栈：后'],
    ['3.1 栈：后进先出', ['31zhjxc', '31zhanhoujinxianchu'], '31z', '3.1 栈'],
    ['C 语言：贴近机器', ['cyytjjq', 'cyuyantiejinjiqi'], 'cyy', 'C 语言'],
    // Letters of an author or a tag say nothing about the title.
    ['算法导引', ['lwz', 'linwanzhou'], 'lw', null],
    ['没有拼音', [], 'my', null],
  ])('%s %j, typed %s, marks %s', (title, initials, typed, expected) => {
    const marked = pinyinMarks(title, initials, typed).map(([start, length]) => title.slice(start, start + length))
    expect(marked).toEqual(expected === null ? [] : [expected])
  })
})

describe('snippets', () => {
  it('hold the hit with something around it, on one line', () => {
    const snippet = snippetOf(`${'前'.repeat(100)}\n\n要找的词\t${'后'.repeat(100)}`, ['要找'])
    expect(snippet).toMatch(/^…前{15} 要找的词 后+…$/)
    expect([...snippet].length).toBe(82)
  })

  it('never cut a character in two', () => {
    const snippet = snippetOf(`${'😀'.repeat(60)}词${'😀'.repeat(90)}`, ['词'])
    expect(snippet).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)
  })

  it.each([
    ['最坏是 $O(n^2)$ 次', '最坏是 O(n^2) 次'],
    ['$\\frac{n(n-1)}{2} \\le n \\log n$', 'n(n-1)/2 ≤ n log n'],
    ['这本 $5，那本 $6', '这本 $5，那本 $6'],
    ['一个 $ 号', '一个 $ 号'],
  ])('formulas read as plain text: %s', (text, shown) => expect(snippetOf(text, [])).toBe(shown))

  it('a short text stays as it is', () => expect(snippetOf('短', ['x'])).toBe('短'))
})
