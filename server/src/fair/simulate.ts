import { type ItemParameters, probability } from './model'
import type { SeededRandom } from './random'
import { type Responses, responsesOf } from './responses'

/** Items as in a usual bank: difficulty standard normal within ±2, discrimination lognormal. */
export function simulateItems(count: number, random: SeededRandom, logDeviation = 0.3): ItemParameters[] {
  return Array.from({ length: count }, () => {
    let difficulty = random.normal()
    while (Math.abs(difficulty) > 2) difficulty = random.normal()
    return { difficulty, discrimination: Math.exp(logDeviation * random.normal()) }
  })
}

export const simulateAbilities = (count: number, random: SeededRandom, mean = 0, deviation = 1) =>
  Array.from({ length: count }, () => mean + deviation * random.normal())

/** Answers of every person to every item, or to a random subset of `perPerson` items. */
export function simulateResponses(
  abilities: number[],
  items: ItemParameters[],
  random: SeededRandom,
  perPerson = items.length,
): Responses {
  const all = items.map((_, item) => item)
  return responsesOf(
    items.length,
    abilities.map((ability) => {
      const chosen = perPerson === items.length ? all : random.shuffle([...all]).slice(0, perPerson)
      return chosen.map((item) => ({ item, share: random.next() < probability(items[item]!, ability) ? 1 : 0 }))
    }),
  )
}

export function rootMeanSquare(differences: number[]): number {
  return Math.sqrt(differences.reduce((sum, difference) => sum + difference ** 2, 0) / differences.length)
}

export function correlation(xs: number[], ys: number[]): number {
  const [meanX, meanY] = [xs, ys].map((list) => list.reduce((sum, value) => sum + value, 0) / list.length) as [
    number,
    number,
  ]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [i, x] of xs.entries()) {
    xy += (x - meanX) * (ys[i]! - meanY)
    xx += (x - meanX) ** 2
    yy += (ys[i]! - meanY) ** 2
  }
  return xy / Math.sqrt(xx * yy)
}
