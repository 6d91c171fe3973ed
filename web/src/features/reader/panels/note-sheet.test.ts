import { expect, it } from 'vitest'
import { withoutDollars } from './note-sheet'

it('a quote shows simple formulas as text without dollar signs, and all other formulas unchanged', () => {
  expect(withoutDollars('入队用时 $O(1)$，出队 $O(n)$。')).toBe('入队用时 O(1)，出队 O(n)。')
  expect(withoutDollars('即 $\\frac{1}{2}$')).toBe('即 $\\frac{1}{2}$')
})
