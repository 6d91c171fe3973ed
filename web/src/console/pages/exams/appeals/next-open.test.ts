import { expect, it } from 'vitest'
import { nextOpen } from './next-open'

const rows = [
  { id: 'a', state: 'open' as const },
  { id: 'b', state: 'kept' as const },
  { id: 'c', state: 'open' as const },
]

it('nextOpen returns the next open appeal, and after the last row starts again at the first', () => {
  expect([nextOpen(rows, ''), nextOpen(rows, 'a'), nextOpen(rows, 'c')]).toEqual(['a', 'c', 'a'])
})

it('nextOpen returns undefined if no other appeal is open', () => {
  expect(nextOpen(rows.slice(0, 2), 'a')).toBeUndefined()
})
