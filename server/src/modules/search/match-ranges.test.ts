import { describe, expect, it } from 'vitest'
import { matchRanges, pinyinMatchRanges, snippetOf } from './match-ranges'

describe('matchRanges', () => {
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
  ])('in %s the terms %j match at %j', (text, terms, expected) => expect(matchRanges(text, terms)).toEqual(expected))

  it('matchRanges returns positions in the original text, not in its normalised form', () => {
    const text = 'Ⅷ 章 栈'
    for (const [start, length] of matchRanges(text, ['栈'])) expect(text.slice(start, start + length)).toBe('栈')
  })
})

describe('pinyinMatchRanges', () => {
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
    // Initials of an author or a tag do not match the title.
    ['算法导引', ['lwz', 'linwanzhou'], 'lw', null],
    ['没有拼音', [], 'my', null],
  ])('in the title %s with the pinyin %j, the input %s matches %s', (title, initials, typed, expected) => {
    const marked = pinyinMatchRanges(title, initials, typed).map(([start, length]) =>
      title.slice(start, start + length),
    )
    expect(marked).toEqual(expected === null ? [] : [expected])
  })
})

describe('snippetOf', () => {
  it('a snippet contains the match with context on one line', () => {
    const snippet = snippetOf(`${'前'.repeat(100)}\n\n要找的词\t${'后'.repeat(100)}`, ['要找'])
    expect(snippet).toMatch(/^…前{15} 要找的词 后+…$/)
    expect([...snippet].length).toBe(82)
  })

  it('a snippet never splits a surrogate pair', () => {
    const snippet = snippetOf(`${'😀'.repeat(60)}词${'😀'.repeat(90)}`, ['词'])
    expect(snippet).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)
  })

  it.each([
    ['最坏是 $O(n^2)$ 次', '最坏是 O(n^2) 次'],
    ['$\\frac{n(n-1)}{2} \\le n \\log n$', 'n(n-1)/2 ≤ n log n'],
    ['这本 $5，那本 $6', '这本 $5，那本 $6'],
    ['一个 $ 号', '一个 $ 号'],
  ])('an excerpt shows formulas as plain text: %s', (text, shown) => expect(snippetOf(text, [])).toBe(shown))

  it('an excerpt of a short text is the text', () => expect(snippetOf('短', ['x'])).toBe('短'))
})
