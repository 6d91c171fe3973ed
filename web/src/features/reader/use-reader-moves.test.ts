import type { Chapter } from '@dxx/contract/calls/study'
import { expect, it } from 'vitest'
import { canTurn } from './use-reader-moves'

const neighbour = { id: 'a', title: '甲' } as NonNullable<Chapter['next']>
const last = { previous: neighbour, next: null } as Pick<Chapter, 'previous' | 'next'>

it('on the last page of a book no next page can be opened, and the previous one can', () => {
  expect(canTurn(last, { page: 5, pages: 6 }, 1)).toBe(false)
  expect(canTurn(last, { page: 4, pages: 6 }, 1)).toBe(true)
  expect(canTurn(last, { page: 0, pages: 6 }, -1)).toBe(true)
  expect(canTurn(last, null, 1)).toBe(true)
})
