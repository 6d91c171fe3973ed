import { expect, test } from 'vitest'
import { tooLongForPages } from './theme'

test('a chapter of more than 40 000 characters without markup is too long to be shown in pages', () => {
  const paragraph = (text: string) => `<p data-p="p1" class="${'x'.repeat(200)}">${text}</p>`
  expect(tooLongForPages(paragraph('字'.repeat(39_000)))).toBe(false)
  expect(tooLongForPages(paragraph('字').repeat(10_000))).toBe(false)
  expect(tooLongForPages(paragraph('字'.repeat(100)).repeat(1000))).toBe(true)
})
