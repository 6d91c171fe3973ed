import { expect, it, describe as suite } from 'vitest'
import { anchor } from './anchor'
import { describe, sentenceAt } from './locator'
import { findWords } from './search'
import { indexText, type TextIndex } from './text-index'

function chapter(paragraphs: readonly { pid: string; text: string }[]): TextIndex {
  const root = document.createElement('div')
  for (const { pid, text } of paragraphs) {
    const p = document.createElement('p')
    p.dataset.p = pid
    p.textContent = text
    root.append(p)
  }
  return indexText(root)
}

const before = [
  { pid: 'p1', text: '把一摞盘子放在桌上，最后放上去的那只，总是最先被拿走。计算机里的栈也是如此。' },
  { pid: 'p2', text: '入栈与出栈都只动栈顶，因此时间复杂度都是常数，与栈里已有多少元素无关。' },
  { pid: 'p3', text: '队列则相反：先来的先走，像食堂窗口前的队伍。计算机里的队列也是如此。' },
  { pid: 'p4', text: '两者都是受限的线性表，限制换来的是简单和可靠。' },
]
const old = chapter(before)
const locatorOf = (quote: string) => {
  const start = old.text.indexOf(quote)
  return describe(old, start, start + quote.length)
}
const found = (quote: string, after: readonly { pid: string; text: string }[]) => {
  const index = chapter(after)
  const place = anchor(index, locatorOf(quote))
  return place && { words: index.text.slice(place.start, place.end), sure: place.sure }
}

suite('a place is found again', () => {
  const quote = '最后放上去的那只，总是最先被拿走'
  it.each([
    ['in the same text', before, { words: quote, sure: true }],
    ['behind a new paragraph', [{ pid: 'n', text: '新写的一段开场白。' }, ...before], { words: quote, sure: true }],
    ['when others are gone', [before[0]!], { words: quote, sure: true }],
    ['when paragraphs change places', [...before].reverse(), { words: quote, sure: true }],
    [
      'when it moved into another paragraph',
      [
        { pid: 'p1', text: '换成了别的内容。' },
        { pid: 'n', text: `把一摞盘子放在桌上，${quote}。` },
      ],
      { words: quote, sure: true },
    ],
    [
      'when a few of its words are others',
      [{ pid: 'p1', text: '把一摞盘子放在桌上，最后放上去的那一只，总是最先拿走。计算机里的栈也是如此。' }],
      { words: '最后放上去的那一只，总是最先拿走', sure: true },
    ],
    [
      'with doubt when much of it is others',
      [{ pid: 'p1', text: '把盘子摞在桌上，最后放的那只，往往最早被取走。' }],
      { words: expect.stringContaining('最后放的那只'), sure: false },
    ],
    ['not at all when nothing is left of it', [{ pid: 'p1', text: '完全不同的一段话，讲的是图的遍历。' }], null],
  ])('%s', (_, after, expected) => expect(found(quote, after)).toEqual(expected))

  it('words that stand twice are told apart by what stands around them', () => {
    const second = '计算机里的队列也是如此'
    expect(found(second, [{ pid: 'n', text: '计算机里的队列也是如此，这里只是提一句。' }, ...before])).toEqual({
      words: second,
      sure: true,
    })
    const index = chapter([{ pid: 'x', text: '也是如此。' }, ...before])
    const last = old.text.lastIndexOf('也是如此')
    const place = anchor(index, describe(old, last, last + 4))!
    expect(index.text.slice(place.start - 4, place.end)).toBe('里的队列也是如此')
  })

  it('words that stand everywhere are doubted', () => {
    const same = '练习'
    const many = chapter([{ pid: 'a', text: '练习。练习。练习。练习。' }])
    expect(anchor(many, { pid: 'gone', start: 900, end: 902, exact: same, prefix: '别的', suffix: '东西' })?.sure).toBe(
      false,
    )
  })

  it('long quotes are found by their ends', () => {
    const long = Array.from({ length: 60 }, (_, i) => `第${i}句讲的是第${i}件事。`).join('')
    const index = chapter([{ pid: 'a', text: long }])
    const locator = describe(index, 20, 520)
    const edited = chapter([{ pid: 'a', text: `新的开头。${long.replace('第30句讲的是', '第30句说的却是')}` }])
    const place = anchor(edited, locator)!
    expect(place.start).toBe(25)
    expect(edited.text.slice(place.start, place.end)).toBe(
      index.text.slice(20, 520).replace('第30句讲的是', '第30句说的却是'),
    )
  })

  it('a picture is found by its paragraph', () => {
    const locator = { pid: 'p3', start: 5, end: 5, exact: '', prefix: '', suffix: '' }
    expect(anchor(old, locator)?.start).toBe(old.byPid.get('p3')!.start)
    expect(anchor(old, { ...locator, pid: 'gone' })).toBeNull()
  })

  it('after random edits every place is right or doubted, and none is lost that still stands', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    const letters = '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏'
    const words = (count: number) => Array.from({ length: count }, () => letters[random(letters.length)]).join('')
    const paragraphs = Array.from({ length: 60 }, (_, i) => ({ pid: `p${i}`, text: words(80) }))
    const first = chapter(paragraphs)
    const places = Array.from({ length: 200 }, () => {
      const { start } = first.paragraphs[random(60)]!
      const at = start + random(60)
      return describe(first, at, at + 8 + random(12))
    })
    const edited = paragraphs
      .filter((_, i) => i % 11 !== 5)
      .map(({ pid, text }, i) => ({
        pid,
        text: i % 3 ? text : `${words(5)}${text.slice(0, 40)}${words(3)}${text.slice(40)}`,
      }))
    edited.splice(10, 0, ...edited.splice(30, 8))
    const index = chapter(edited)
    for (const locator of places) {
      const place = anchor(index, locator)
      if (!index.text.includes(locator.exact)) continue
      expect(place && index.text.slice(place.start, place.end)).toBe(locator.exact)
    }
  })
})

suite('the sentence of a character', () => {
  const index = chapter([
    { pid: 'a', text: '第一句。第二句很短！Third one. 最后' },
    { pid: 'b', text: '另一段' },
  ])
  it.each([
    [0, '第一句。'],
    [3, '第一句。'],
    [4, '第二句很短！'],
    [11, 'Third one. '],
    [23, '最后'],
    [26, '另一段'],
  ])('at %i', (offset, sentence) => {
    const { start, end } = sentenceAt(index, offset)
    expect(index.text.slice(start, end)).toBe(sentence)
  })
})

it('words are found whatever their case, at the right places', () => {
  expect(findWords('Stack and STACK，栈 stack', 'stack')).toEqual([0, 10, 18])
  expect(findWords('İstanbul 栈 Stack', 'stack')).toEqual([11])
  expect(findWords('栈', '  ')).toEqual([])
})
