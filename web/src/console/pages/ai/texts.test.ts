import { expect, it } from 'vitest'
import { leftOf, tokensText, yuanText } from './texts'

it.each([
  [0, '¥0'],
  [120, '¥0.0001'],
  [45_300, '¥0.0453'],
  [12_345_678, '¥12.35'],
])('yuanText(%d) returns %s', (micros, text) => expect(yuanText(micros)).toBe(text))

it.each([
  [0, '0'],
  [9999, '9,999'],
  [32_100, '3.2 万'],
  [300_000, '30 万'],
  [150_000_000, '1.5 亿'],
])('tokensText(%d) returns %s', (tokens, text) => expect(tokensText(tokens)).toBe(text))

it('leftOf returns the rest of a budget, and never a negative one', () => {
  expect(leftOf(20_000, 50_000, tokensText)).toBe('全站预算 5 万，还剩 3 万')
  expect(leftOf(60_000, 50_000, tokensText)).toBe('全站预算 5 万，还剩 0')
  expect(leftOf(5, 0, tokensText)).toBe('全站不限')
})
