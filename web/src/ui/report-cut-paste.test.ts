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
  it('counts the characters that do not fit after the present text', () => {
    const area = field('textarea', '12345', 8)
    area.setSelectionRange(5, 5)
    expect(cutFrom(area, 'abc')).toBe(0)
    expect(cutFrom(area, 'abcde')).toBe(2)
  })

  it('gives the room of the selection, which is replaced', () => {
    const area = field('textarea', '12345678', 8)
    area.setSelectionRange(2, 6)
    expect(cutFrom(area, 'abcd')).toBe(0)
    expect(cutFrom(area, 'abcdef')).toBe(2)
  })

  it('counts line breaks as the field stores them', () => {
    const area = field('textarea', '', 3)
    area.setSelectionRange(0, 0)
    expect(cutFrom(area, 'a\r\nb')).toBe(0)
    const line = field('input', '', 2)
    line.setSelectionRange(0, 0)
    expect(cutFrom(line, 'a\r\nb')).toBe(0)
  })
})
