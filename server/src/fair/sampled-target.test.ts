import { expect, it } from 'vitest'
import type { Blueprint, Candidate } from './blueprint'
import { averageTarget } from './curves'
import { SeededRandom } from './random'
import { sampledTarget } from './sampled-target'
import { simulateItems } from './simulate'

/** 90 questions in two cells; the third of them with the tag 难 is harder. */
const bank = simulateItems(90, new SeededRandom(12)).map(
  (item, i): Candidate => ({
    ...item,
    difficulty: item.difficulty + (i % 3 === 0 ? 2 : 0),
    points: 1,
    cell: `cell ${i % 2}`,
    tags: i % 3 === 0 ? ['难'] : ['易'],
    enemies: [],
  }),
)
const cells = new Map([
  ['cell 0', 6],
  ['cell 1', 6],
])
const blueprint = (...bounds: [string, { min: number; max: number }][]): Blueprint => ({
  cells,
  tagBounds: new Map(bounds),
})

it('equals the average form if the bounds exclude nothing, and moves with the questions that bounds require', async () => {
  const average = averageTarget(bank, blueprint())
  const free = (await sampledTarget(bank, blueprint(['难', { min: 0, max: 12 }]), 1))!
  const hard = (await sampledTarget(bank, blueprint(['难', { min: 8, max: 12 }]), 1))!
  const middle = 6
  expect(Math.abs(free.expected[middle]! - average.expected[middle]!)).toBeLessThan(0.4)
  expect(hard.expected[middle]!).toBeLessThan(average.expected[middle]! - 0.8)
})

it('returns null if the bounds exclude one another', async () => {
  const both = blueprint(['难', { min: 7, max: 12 }], ['易', { min: 7, max: 12 }])
  expect(await sampledTarget(bank, both, 1)).toBeNull()
})
