import { anchorLocator } from '@dxx/contract/rules/anchor'
import { expect, it, describe as suite } from 'vitest'
import { createLocator, sentenceAt } from './locator'
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

it('finds the range of a locator again after the chapter was edited', () => {
  const before = chapter([
    { pid: 'a', text: '' },
    { pid: 'b', text: '把一摞盘子放在桌上，最后放上去的那只，总是最先被拿走。' },
  ])
  const quote = '最后放上去的那只'
  const at = before.text.indexOf(quote)
  const locator = createLocator(before, at, at + quote.length)
  const after = chapter([
    { pid: 'n', text: '新写的一段。' },
    { pid: 'a', text: '' },
    { pid: 'b', text: '先把一摞盘子放在桌上，最后放上去的那只，总是最先被拿走。' },
  ])
  const found = anchorLocator(after, locator)!
  expect(found.state).toBe('sure')
  expect(after.text.slice(found.start, found.end)).toBe(quote)
})

suite('sentenceAt', () => {
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
  ])('returns the sentence at offset %i', (offset, sentence) => {
    const { start, end } = sentenceAt(index, offset)
    expect(index.text.slice(start, end)).toBe(sentence)
  })
})

it('findWords ignores case and returns offsets in the original text', () => {
  expect(findWords('Stack and STACK，栈 stack', 'stack')).toEqual([0, 10, 18])
  expect(findWords('İstanbul 栈 Stack', 'stack')).toEqual([11])
  expect(findWords('栈', '  ')).toEqual([])
})
