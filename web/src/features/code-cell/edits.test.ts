import { describe, expect, it } from 'vitest'
import { type BarSymbol, changeBetween, offsetOfLine, symbolBarKeys, symbolEdit } from './edits'

/** Taps a symbol. In `picture` and in the result, `⟦` and `⟧` enclose the selection; `|` is the cursor. */
function tap(picture: string, symbol: BarSymbol, indent = '    '): string {
  const cursor = picture.indexOf('|')
  const from = cursor >= 0 ? cursor : picture.indexOf('⟦')
  const to = cursor >= 0 ? cursor : picture.indexOf('⟧') - 1
  const text = picture.replace(/[|⟦⟧]/g, '')
  const edit = symbolEdit({ text, from, to }, symbol, indent)
  const after = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const [start, end] = [Math.min(edit.anchor, edit.head), Math.max(edit.anchor, edit.head)]
  if (start === end) return `${after.slice(0, start)}|${after.slice(start)}`
  return `${after.slice(0, start)}⟦${after.slice(start, end)}⟧${after.slice(end)}`
}

describe('bar of programming symbols', () => {
  it('inserts each symbol at the cursor or replaces the selection', () => {
    for (const symbol of symbolBarKeys.filter((sign) => sign !== 'Tab')) expect(tap('a|b', symbol)).toBe(`a${symbol}|b`)
    expect(tap('x ⟦old⟧ y', '=')).toBe('x =| y')
    expect(tap('x ⟦old⟧ y', ')')).toBe('x )| y')
  })

  it('an opening symbol and its closing counterpart enclose the selection, which stays selected', () => {
    expect(tap('print ⟦name⟧', '(')).toBe('print (⟦name⟧)')
    expect(tap('⟦甲⟧', '"')).toBe('"⟦甲⟧"')
    expect(tap('⟦a\nb⟧', '{')).toBe('{⟦a\nb⟧}')
  })

  it('indents to the next tab stop of the line', () => {
    expect(tap('|x', 'Tab')).toBe('    |x')
    expect(tap('ab|', 'Tab')).toBe('ab  |')
    expect(tap('first\nab|', 'Tab')).toBe('first\nab  |')
    expect(tap('abcd|', 'Tab')).toBe('abcd    |')
    expect(tap('ab|', 'Tab', '\t')).toBe('ab\t|')
  })

  it('indents every selected line except empty ones', () => {
    expect(tap('if x:\na⟦b\n\nc⟧d', 'Tab')).toBe('if x:\n⟦    ab\n\n    c⟧d')
  })
})

describe('changeBetween', () => {
  it.each([
    ['', ''],
    ['', 'abc'],
    ['abc', ''],
    ['abc', 'abc'],
    ['aaa', 'aa'],
    ['abab', 'ab'],
    ['ab', 'abab'],
    ['one two three', 'one 2 three'],
    ['你好', '你们好'],
  ])('the change that changeBetween returns turns %j into %j', (before, after) => {
    const { from, to, insert } = changeBetween(before, after)
    expect(from).toBeLessThanOrEqual(to)
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
  })

  it('changeBetween returns only the differing range', () => {
    expect(changeBetween('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' })
  })
})

describe('offsetOfLine', () => {
  const text = 'ab\ncdef\n'
  it.each([
    [1, 1, 0],
    [2, 3, 5],
    [2, 99, 7],
    [1, 0, 0],
    [3, 1, 8],
    [99, 1, 8],
    [0, 1, 0],
  ])('offsetOfLine returns offset %3$i for line %1$i, column %2$i', (line, column, offset) => {
    expect(offsetOfLine(text, line, column)).toBe(offset)
  })
})
