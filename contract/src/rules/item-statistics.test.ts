import { describe, expect, it } from 'vitest'
import { levelDifficulties, nearestLevel } from './item-statistics'

describe('nearestLevel', () => {
  it('nearestLevel returns the level of each level difficulty, and the outermost levels beyond them', () => {
    expect(levelDifficulties.map(nearestLevel)).toEqual([1, 2, 3, 4, 5])
    expect([-9, -2, -0.3, 3].map(nearestLevel)).toEqual([1, 2, 4, 5])
  })
})
