import { describe, expect, it } from 'vitest'
import { equate, equateLinearly } from './equate'
import { abilityError, expectedScore, itemInformation, type ScoredItem, scoreError, testInformation } from './model'
import { SeededRandom } from './random'
import { populationScores, scoreDistribution, scoreMoments } from './score-distribution'
import { simulateItems } from './simulate'

const logit = (p: number) => Math.log(p / (1 - p))
/** An item with the given probability of a right answer at ability 0. */
const itemWith = (p: number, points = 1): ScoredItem => ({ discrimination: 1, difficulty: -logit(p), points })
const sum = (list: ArrayLike<number>) => Array.from(list).reduce((total, value) => total + value, 0)

describe('scoreDistribution', () => {
  it('equals the worked example of the recursion for three items', () => {
    // By hand, with the probabilities of Kolen and Brennan's example (Test Equating, chapter 6): .74 · .73 · .82 = .4430 …
    const shares = scoreDistribution([itemWith(0.26), itemWith(0.27), itemWith(0.18)], 0)
    expect(Array.from(shares, (share) => share.toFixed(4))).toEqual(['0.4430', '0.4167', '0.1277', '0.0126'])
  })

  it('the distribution has the mean and the deviation of expectedScore and scoreError for items with points', () => {
    const items = simulateItems(20, new SeededRandom(3)).map((item, i) => ({ ...item, points: 1 + (i % 3) }))
    const shares = scoreDistribution(items, 0.4)
    const mean = sum(Array.from(shares, (share, score) => share * score))
    const square = sum(Array.from(shares, (share, score) => share * score * score))
    expect(sum(shares)).toBeCloseTo(1, 12)
    expect(mean).toBeCloseTo(expectedScore(items, 0.4), 10)
    expect(Math.sqrt(square - mean * mean)).toBeCloseTo(scoreError(items, 0.4), 10)
  })
})

describe('scoreMoments', () => {
  it('equals mean and deviation of the distribution of the points in a standard normal population', () => {
    const items = simulateItems(12, new SeededRandom(5)).map((item, i) => ({ ...item, points: 1 + (i % 3) }))
    const shares = populationScores(items, { mean: 0, deviation: 1 })
    const mean = sum(Array.from(shares, (share, score) => share * score))
    const square = sum(Array.from(shares, (share, score) => share * score * score))
    const moments = scoreMoments(items)
    expect(moments.mean).toBeCloseTo(mean, 8)
    expect(moments.deviation).toBeCloseTo(Math.sqrt(square - mean * mean), 8)
  })
})

describe('testInformation', () => {
  it('the information is the sum of a²PQ, and its root is the inverse of the standard error', () => {
    expect(itemInformation({ discrimination: 2, difficulty: 1 }, 1)).toBeCloseTo(1, 12)
    const items = [itemWith(0.5), itemWith(0.8)]
    expect(testInformation(items, 0)).toBeCloseTo(0.25 + 0.16, 12)
    expect(abilityError(items, 0)).toBeCloseTo(1 / Math.sqrt(0.41), 12)
  })
})

describe('equate', () => {
  it('equals the worked example of equipercentile equating', () => {
    // Distributions of Kolen and Brennan (Test Equating, table 2.3); equivalents computed by hand from the definition.
    const equated = equate([0.2, 0.3, 0.2, 0.2, 0.1], [0.1, 0.2, 0.2, 0.3, 0.2])
    expect(equated.map((score) => score.toFixed(4))).toEqual(['0.5000', '1.7500', '2.8333', '3.5000', '4.2500'])
  })

  it('maps every score of a form with itself onto the same score', () => {
    const shares = populationScores(
      simulateItems(30, new SeededRandom(9)).map((item) => ({ ...item, points: 2 })),
      { mean: 0, deviation: 1 },
    )
    // Odd scores do not occur, so only even scores have a percentile rank.
    for (const [score, equated] of equate(shares, shares).entries())
      if (score % 2 === 0) expect(equated).toBeCloseTo(score, 6)
  })

  it('never decreases, and raises the scores of a harder form', () => {
    const items = simulateItems(30, new SeededRandom(21)).map((item) => ({ ...item, points: 1 }))
    const harder = items.map((item) => ({ ...item, difficulty: item.difficulty + 0.3 }))
    const population = { mean: 0, deviation: 1 }
    const equated = equate(populationScores(harder, population), populationScores(items, population))
    for (const [score, value] of equated.entries()) {
      if (score > 0) expect(value).toBeGreaterThan(equated[score - 1]!)
      if (score > 2 && score < 28) expect(value).toBeGreaterThan(score)
    }
  })
})

describe('equateLinearly', () => {
  it('linear equating matches means and deviations', () => {
    const { slope, intercept } = equateLinearly([0.25, 0.5, 0.25], [0, 0.25, 0.5, 0.25])
    expect([slope, intercept]).toEqual([1, 1])
  })
})
