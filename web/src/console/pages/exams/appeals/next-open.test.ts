import { expect, it } from 'vitest'
import { nextOpen } from './next-open'

const rows = [
  { id: 'a', state: 'open' as const },
  { id: 'b', state: 'kept' as const },
  { id: 'c', state: 'open' as const },
]

it('goes to the next appeal without an answer, and round to the first', () => {
  expect([nextOpen(rows, ''), nextOpen(rows, 'a'), nextOpen(rows, 'c')]).toEqual(['a', 'c', 'a'])
})

it('nextOpen returns undefined after the last unanswered appeal', () => {
  expect(nextOpen(rows.slice(0, 2), 'a')).toBeUndefined()
})
