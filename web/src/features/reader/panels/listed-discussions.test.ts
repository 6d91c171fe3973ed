import { expect, it } from 'vitest'
import { listedDiscussions } from './listed-discussions'

it('listedDiscussions counts the discussions of a paragraph, or of the whole chapter', () => {
  const counts = { '': 1, p1: 2, p2: 4 }
  expect(listedDiscussions(counts, null)).toBe(7)
  expect(listedDiscussions(counts, { pid: 'p2' })).toBe(4)
  expect(listedDiscussions(counts, { pid: 'p9' })).toBe(0)
})
