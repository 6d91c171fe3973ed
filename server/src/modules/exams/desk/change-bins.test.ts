import { expect, it } from 'vitest'
import { changeBins } from './change-bins'

it('with few distinct changes every change has its own bin', () => {
  expect(changeBins([0, 400, 0, -250, 400, 400])).toEqual([
    { from: -250, to: -250, students: 1 },
    { from: 0, to: 0, students: 2 },
    { from: 400, to: 400, students: 3 },
  ])
})

it('groups many distinct changes into at most 9 ranges, with a separate bin for unchanged totals', () => {
  const changes = [0, 0, -1, -130, ...Array.from({ length: 20 }, (_, i) => i * 37 + 1)]
  const bins = changeBins(changes)
  expect(bins.length).toBeLessThanOrEqual(9)
  expect(bins.reduce((sum, { students }) => sum + students, 0)).toBe(changes.length)
  expect(bins.find(({ from }) => from === 0)).toEqual({ from: 0, to: 0, students: 2 })
  for (const { from, to } of bins) expect(from).toBeLessThanOrEqual(to)
})

it('changeBins returns no bins for an empty list', () => {
  expect(changeBins([])).toEqual([])
})
