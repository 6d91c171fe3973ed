import { describe, expect, it } from 'vitest'
import { long } from '../testing/measurements'
import { estimateAbility } from './ability'
import { calibrate } from './calibrate'
import { lsat6 } from './lsat6.fixture'
import { type ItemParameters, probability } from './model'
import { SeededRandom } from './random'
import { responsesOf } from './responses'
import { correlation, rootMeanSquare, simulateAbilities, simulateItems, simulateResponses } from './simulate'

const difficulties = (items: ItemParameters[]) => items.map(({ difficulty }) => difficulty)
const discriminations = (items: ItemParameters[]) => items.map(({ discrimination }) => discrimination)
const exact = { tolerance: 1e-7, maxCycles: 5000, nodes: 61 }

function expectClose(values: number[], published: number[], tolerance: number): void {
  for (const [i, value] of values.entries())
    expect(Math.abs(value - published[i]!), `item ${i + 1}: ${value}, published ${published[i]}`).toBeLessThan(
      tolerance,
    )
}

describe('calibration of LSAT section 6', () => {
  // Published by Rizopoulos (2006), ltm, Journal of Statistical Software 17(5); mirt and irtQ report the same likelihood.
  const twoParameter = calibrate(lsat6, { slopes: 'each', ...exact })
  const rasch = calibrate(lsat6, { slopes: 'common', ...exact })

  it('the 2PL calibration equals the published parameters and log-likelihood', () => {
    expect(twoParameter.converged).toBe(true)
    expect(twoParameter.logLikelihood).toBeCloseTo(-2466.653, 2)
    expectClose(difficulties(twoParameter.items), [-3.3597, -1.3696, -0.2799, -1.8659, -3.1236], 0.005)
    expectClose(discriminations(twoParameter.items), [0.8254, 0.7229, 0.8905, 0.6886, 0.6575], 0.002)
  })

  it('the Rasch calibration equals the published difficulties, slope and log-likelihood', () => {
    expect(rasch.logLikelihood).toBeCloseTo(-2466.938, 2)
    expectClose(difficulties(rasch.items), [-3.6153, -1.3224, -0.3176, -1.7301, -2.7802], 0.002)
    expectClose(discriminations(rasch.items), Array(5).fill(0.7551), 0.001)
  })

  it('the Rasch calibration with slope 1 equals the published difficulties', () => {
    const fixed = calibrate(lsat6, { slopes: 1, ...exact })
    expect(fixed.logLikelihood).toBeCloseTo(-2473.054, 2)
    expectClose(difficulties(fixed.items), [-2.872, -1.063, -0.2576, -1.3881, -2.2188], 0.002)
  })

  it('standard errors are within a fifth of the published ones, which come from the Hessian', () => {
    const published = {
      difficulty: [0.8669, 0.3073, 0.0997, 0.4341, 0.87],
      discrimination: [0.2581, 0.1867, 0.2326, 0.1852, 0.21],
    }
    for (const [i, { difficultyError, discriminationError }] of twoParameter.items.entries()) {
      expect(Math.abs(difficultyError! / published.difficulty[i]! - 1)).toBeLessThan(0.2)
      expect(Math.abs(discriminationError! / published.discrimination[i]! - 1)).toBeLessThan(0.2)
    }
  })

  it('expected numbers of response patterns equal the published ones', () => {
    // From the table of factor scores in the same paper: 2.277 for 00000 and 296.693 for 11111.
    const shareOf = (digits: number[]) => {
      let [sum, total] = [0, 0]
      for (let ability = -6; ability <= 6; ability += 0.05) {
        const weight = Math.exp(-0.5 * ability ** 2)
        total += weight
        sum += digits.reduce((product, digit, item) => {
          const right = probability(twoParameter.items[item]!, ability)
          return product * (digit ? right : 1 - right)
        }, weight)
      }
      return (1000 * sum) / total
    }
    expect(shareOf([0, 0, 0, 0, 0])).toBeCloseTo(2.277, 2)
    expect(shareOf([1, 1, 1, 1, 1])).toBeCloseTo(296.693, 1)
  })
})

describe('recovery of simulated parameters', () => {
  // `npm test` runs one seed, `npm run verify -- modules` three.
  it.each(long ? [1, 2, 3] : [1])(
    'calibrate recovers difficulty and discrimination of 60 items from 1,000 students, seed %i',
    (seed) => {
      const random = new SeededRandom(seed)
      const items = simulateItems(60, random)
      const responses = simulateResponses(simulateAbilities(1000, random), items, random)
      const found = calibrate(responses, { slopes: 'each', slopePrior: { mean: 0, deviation: 0.5 } })
      expect(found.converged).toBe(true)
      const differences = found.items.map(({ difficulty }, i) => difficulty - items[i]!.difficulty)
      expect(rootMeanSquare(differences)).toBeLessThan(0.15)
      expect(correlation(discriminations(found.items), discriminations(items))).toBeGreaterThan(0.9)
      // The standard errors must describe these differences: their standardised mean square is about 1.
      const standardised = rootMeanSquare(found.items.map((item, i) => differences[i]! / item.difficultyError!))
      expect(standardised).toBeGreaterThan(0.6)
      expect(standardised).toBeLessThan(1.6)
    },
  )

  it('infit and outfit are near 1 for items that follow the model, and high for random answers', () => {
    const random = new SeededRandom(7)
    const items = simulateItems(40, random)
    const abilities = simulateAbilities(1500, random)
    const rows = abilities.map((ability) =>
      items.map((item, i) => {
        const isRight = i === 0 ? random.next() < 0.5 : random.next() < probability(item, ability)
        return { item: i, share: isRight ? 1 : 0 }
      }),
    )
    const found = calibrate(responsesOf(40, rows), { slopes: 'common' })
    const [noise, ...others] = found.items.map(({ fit }) => fit)
    expect(noise!.infit).toBeGreaterThan(1.1)
    expect(noise!.outfit).toBeGreaterThan(1.15)
    const average = others.reduce((sum, { infit }) => sum + infit, 0) / others.length
    expect(average).toBeGreaterThan(0.95)
    expect(average).toBeLessThan(1.05)
  })
})

describe('anchors', () => {
  it('new items are estimated on the scale of the anchors although the second group is stronger', () => {
    const random = new SeededRandom(11)
    const items = simulateItems(40, random)
    const responses = simulateResponses(simulateAbilities(1500, random, 0.8, 1.2), items, random)
    const anchors = new Map(items.slice(0, 15).map((item, i) => [i, item]))
    const found = calibrate(responses, { slopes: 'each', anchors })
    expect(found.populations[0]!.mean).toBeCloseTo(0.8, 0)
    expect(Math.abs(found.populations[0]!.mean - 0.8)).toBeLessThan(0.12)
    expect(Math.abs(found.populations[0]!.deviation - 1.2)).toBeLessThan(0.12)
    expect(found.items.slice(0, 15).map(({ difficulty }) => difficulty)).toEqual(difficulties(items.slice(0, 15)))
    const differences = found.items.slice(15).map(({ difficulty }, i) => difficulty - items[15 + i]!.difficulty)
    expect(rootMeanSquare(differences)).toBeLessThan(0.15)
    // Without anchors, the same data give a scale whose zero is the mean of the stronger group.
    const free = calibrate(responses, { slopes: 'each' })
    const shift = free.items.reduce((sum, { difficulty }, i) => sum + difficulty - items[i]!.difficulty, 0) / 40
    expect(shift).toBeLessThan(-0.4)
  })
})

describe('priors', () => {
  const few = (share: number, count: number) =>
    responsesOf(
      2,
      Array.from({ length: count }, (_, person) => [
        { item: 0, share },
        { item: 1, share: person % 2 },
      ]),
    )
  const prior = { mean: 1, deviation: 0.5 }
  const options = { slopes: 'each' as const, slopePrior: { mean: 0, deviation: 0.3 }, difficultyPriors: [prior, null] }

  it('an item without answers keeps the difficulty given by the author', () => {
    const found = calibrate(responsesOf(2, [[{ item: 1, share: 1 }], [{ item: 1, share: 0 }]]), options)
    expect(found.items[0]!.difficulty).toBeCloseTo(1, 3)
    expect(found.items[0]!.difficultyError).toBeCloseTo(0.5, 3)
  })

  it('more answers move the difficulty further from the prior', () => {
    const [one, ten, hundred] = [2, 10, 100].map((count) => calibrate(few(1, count), options).items[0]!.difficulty)
    expect(one!).toBeLessThan(1)
    expect(ten!).toBeLessThan(one!)
    expect(hundred!).toBeLessThan(ten!)
  })

  it('an item that all students answered right has finite parameters without a prior', () => {
    const { difficulty, discrimination } = calibrate(few(1, 50), { slopes: 'each' }).items[0]!
    expect(Number.isFinite(difficulty) && Number.isFinite(discrimination)).toBe(true)
  })
})

describe('estimateAbility', () => {
  const items = simulateItems(30, new SeededRandom(5))

  it('the ability of a student without answers equals the prior', () => {
    const { mean, error } = estimateAbility([])
    expect(mean).toBeCloseTo(0, 6)
    expect(error).toBeCloseTo(1, 4)
  })

  it('a right answer raises the ability and every answer lowers its standard error on average', () => {
    const right = estimateAbility(items.map((item) => ({ ...item, share: 1 })))
    const wrong = estimateAbility(items.map((item) => ({ ...item, share: 0 })))
    const mixed = estimateAbility(items.map((item, i) => ({ ...item, share: i % 2 })))
    expect(wrong.mean).toBeLessThan(mixed.mean)
    expect(mixed.mean).toBeLessThan(right.mean)
    expect(mixed.error).toBeLessThan(0.45)
  })

  it('estimateAbility equals the published factor scores of LSAT 6 as closely as mean and mode agree', () => {
    // mirt 1.4x, fscores (EAP) of patterns 00000 and 00001: −1.888 and −1.474.
    const { items: found } = calibrate(lsat6, { slopes: 'each', ...exact })
    const scoreOf = (digits: number[]) => estimateAbility(found.map((item, i) => ({ ...item, share: digits[i]! }))).mean
    expect(scoreOf([0, 0, 0, 0, 0])).toBeCloseTo(-1.888, 1)
    expect(Math.abs(scoreOf([0, 0, 0, 0, 0]) + 1.8877)).toBeLessThan(0.02)
    expect(Math.abs(scoreOf([0, 0, 0, 0, 1]) + 1.4738)).toBeLessThan(0.02)
  })

  it('covers the true ability in about 95 of 100 simulated students', () => {
    const random = new SeededRandom(17)
    let covered = 0
    for (const ability of simulateAbilities(600, random)) {
      const answers = items.map((item) => ({ ...item, share: random.next() < probability(item, ability) ? 1 : 0 }))
      const { mean, error } = estimateAbility(answers)
      if (Math.abs(mean - ability) <= 1.96 * error) covered++
    }
    expect(covered / 600).toBeGreaterThan(0.92)
    expect(covered / 600).toBeLessThan(0.98)
  })
})
