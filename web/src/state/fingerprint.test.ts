import { expect, it } from 'vitest'
import { fingerprint } from './fingerprint'

it('fingerprint returns the same 32 hex digits for the same text', () => {
  for (const text of ['', 'a', '令牌 😀', 'x'.repeat(10_000)]) {
    expect(fingerprint(text)).toMatch(/^[0-9a-f]{32}$/)
    expect(fingerprint(text)).toBe(fingerprint(text))
  }
})

it('similar texts differ in each quarter of the fingerprint', () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => `POST /v1/like {"id":${i}}`)
  texts.push('', '\0', '\0\0', 'ab', 'ba', 'abc', 'acb')
  const prints = texts.map(fingerprint)
  expect(new Set(prints).size).toBe(texts.length)
  // A random 32-bit hash has about 0.05 collisions among 20 000 texts.
  for (const start of [0, 8, 16, 24]) {
    const quarters = new Set(prints.map((print) => print.slice(start, start + 8)))
    expect(texts.length - quarters.size).toBeLessThan(3)
  }
})

it('one changed bit of the text changes about half of the fingerprint’s bits', () => {
  const bits = (print: string) =>
    [...print].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
  for (let place = 0; place < 40; place++) {
    const text = 'k'.repeat(40)
    const other = `${text.slice(0, place)}j${text.slice(place + 1)}`
    const [a, b] = [bits(fingerprint(text)), bits(fingerprint(other))]
    const changed = [...a].filter((bit, i) => bit !== b[i]).length
    expect(changed).toBeGreaterThan(40)
    expect(changed).toBeLessThan(88)
  }
})
