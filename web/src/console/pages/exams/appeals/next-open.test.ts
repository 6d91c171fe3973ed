import { expect, it } from 'vitest'
import { nextOpenAppeal } from './next-open'

const rows = [
  { id: 'a', state: 'open' as const },
  { id: 'b', state: 'kept' as const },
  { id: 'c', state: 'open' as const },
]

it('nextOpenAppeal returns the next open appeal, and after the last row starts again at the first', () => {
  expect([nextOpenAppeal(rows, ''), nextOpenAppeal(rows, 'a'), nextOpenAppeal(rows, 'c')]).toEqual(['a', 'c', 'a'])
})

it('nextOpenAppeal returns undefined if no other appeal is open', () => {
  expect(nextOpenAppeal(rows.slice(0, 2), 'a')).toBeUndefined()
})
