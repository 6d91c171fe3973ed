import { beforeEach, describe, expect, it } from 'vitest'
import { cutFrom } from './report-cut-paste'

function field<K extends 'input' | 'textarea'>(tag: K, value: string, maxLength: number) {
  const element = document.createElement(tag)
  document.body.append(element)
  element.maxLength = maxLength
  element.value = value
  return element
}

beforeEach(() => document.body.replaceChildren())

describe('cutFrom', () => {
  it('counts the characters of the pasted text that do not fit after the existing text', () => {
    const area = field('textarea', '12345', 8)
    area.setSelectionRange(5, 5)
    expect(cutFrom(area, 'abc')).toBe(0)
    expect(cutFrom(area, 'abcde')).toBe(2)
  })

  it('counts the selection as free space, because the pasted text replaces it', () => {
    const area = field('textarea', '12345678', 8)
    area.setSelectionRange(2, 6)
    expect(cutFrom(area, 'abcd')).toBe(0)
    expect(cutFrom(area, 'abcdef')).toBe(2)
  })

  it('counts a line break as one character in a textarea and as none in an input', () => {
    const area = field('textarea', '', 3)
    area.setSelectionRange(0, 0)
    expect(cutFrom(area, 'a\r\nb')).toBe(0)
    const line = field('input', '', 2)
    line.setSelectionRange(0, 0)
    expect(cutFrom(line, 'a\r\nb')).toBe(0)
  })
})
