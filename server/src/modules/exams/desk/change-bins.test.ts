import { expect, it } from 'vitest'
import { changeBins } from './change-bins'

it('counts few different changes one by one', () => {
  expect(changeBins([0, 400, 0, -250, 400, 400])).toEqual([
    { from: -250, to: -250, students: 1 },
    { from: 0, to: 0, students: 2 },
    { from: 400, to: 400, students: 3 },
  ])
})

it('joins many different changes to ranges and keeps unchanged totals apart', () => {
  const changes = [0, 0, -1, -130, ...Array.from({ length: 20 }, (_, i) => i * 37 + 1)]
  const bins = changeBins(changes)
  expect(bins.length).toBeLessThanOrEqual(9)
  expect(bins.reduce((sum, { students }) => sum + students, 0)).toBe(changes.length)
  expect(bins.find(({ from }) => from === 0)).toEqual({ from: 0, to: 0, students: 2 })
  for (const { from, to } of bins) expect(from).toBeLessThanOrEqual(to)
})

it('changeBins returns no bin without changes', () => {
  expect(changeBins([])).toEqual([])
})
