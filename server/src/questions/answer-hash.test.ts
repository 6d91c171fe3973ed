import { expect, it } from 'vitest'
import { answerHash } from './answer-hash'

const hash = (text: string) => answerHash({ type: 'short', text })

it.each([
  ['-5', '5'],
  ['3.14', '314'],
  ['1/2', '12'],
  ['!a', 'a'],
  ['5!', '5'],
  ['50%', '50'],
  ['p & q', 'pq'],
  ['a*b', 'ab'],
  ['a(b)', 'ab'],
  ['10²', '102'],
  ['x₁', 'x1'],
  ['½', '1/2'],
  ['O(N)', 'o(n)'],
  ['no one', 'noone'],
  ['.5', '5'],
])('the answers %s and %s have different hashes', (a, b) => {
  expect(hash(a)).not.toBe(hash(b))
})

it.each([
  ['因为如此。', '因为如此'],
  [' 因为 如此', '因为如此.'],
  ['Ａ，Ｂ', 'A,B'],
  ['a = b', 'a=b'],
  ['−5', '-5'],
  ['two  words', 'two words'],
])('the answers %s and %s have the same hash', (a, b) => {
  expect(hash(a)).toBe(hash(b))
})
