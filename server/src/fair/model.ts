/** Parameters of a question on the ability scale (2PL). In the Rasch model all discriminations are equal. */
export interface ItemParameters {
  discrimination: number
  difficulty: number
}

/** A question with the points that its right answer gives. */
export interface ScoredItem extends ItemParameters {
  points: number
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x))

/** Probability of a right answer at an ability. */
export const probability = ({ discrimination, difficulty }: ItemParameters, ability: number) =>
  logistic(discrimination * (ability - difficulty))

/** Fisher information of one answer about the ability: a²PQ. */
export function itemInformation(item: ItemParameters, ability: number): number {
  const right = probability(item, ability)
  return item.discrimination ** 2 * right * (1 - right)
}

export const testInformation = (items: ItemParameters[], ability: number) =>
  items.reduce((sum, item) => sum + itemInformation(item, ability), 0)

/** Standard error of the ability estimated from all answers; infinite for a test without information. */
export const abilityError = (items: ItemParameters[], ability: number) => 1 / Math.sqrt(testInformation(items, ability))

/** Expected points at an ability (test characteristic curve). */
export const expectedScore = (items: ScoredItem[], ability: number) =>
  items.reduce((sum, item) => sum + item.points * probability(item, ability), 0)

/** Standard error of the points at an ability: the answers vary independently. */
export const scoreError = (items: ScoredItem[], ability: number) =>
  Math.sqrt(
    items.reduce((sum, item) => {
      const right = probability(item, ability)
      return sum + item.points ** 2 * right * (1 - right)
    }, 0),
  )

/** Abilities at equal distances, both ends included. */
export const abilityGrid = (from: number, to: number, count: number) =>
  Float64Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))
