import { type Ability, type AbilityAnswer, estimateAbility } from './ability'
import { type ItemParameters, itemInformation, probability } from './model'
import type { SeededRandom } from './random'

/** A question that practice may show next. */
export interface PracticeItem extends ItemParameters {
  /** Knowledge point or chapter. */
  topic: string
  /** Probability that the student still remembers it, by FSRS; 0 if it was never answered. */
  recall: number
}

interface TopicAnswer extends AbilityAnswer {
  topic: string
}

/** Deviation of a student's abilities in single topics from the general ability. */
const topicDeviation = 0.6

/** Ability in one topic. Answers in other topics are its prior, weakened by how far topics differ. */
export function topicAbility(answers: TopicAnswer[], topic: string): Ability {
  const general = estimateAbility(answers.filter((answer) => answer.topic !== topic))
  return estimateAbility(
    answers.filter((answer) => answer.topic === topic),
    { mean: general.mean, error: Math.sqrt(general.error ** 2 + topicDeviation ** 2) },
  )
}

/** Expected share of right answers to the questions of a topic, with the ends of an 80 % interval. */
interface Mastery {
  share: number
  low: number
  high: number
}

/** Quantile of the normal distribution that leaves 10 % on either side. */
const tenth = 1.2816

export function masteryOf({ mean, error }: Ability, items: ItemParameters[]): Mastery {
  const shareAt = (ability: number) =>
    items.reduce((sum, item) => sum + probability(item, ability), 0) / Math.max(1, items.length)
  return { share: shareAt(mean), low: shareAt(mean - tenth * error), high: shareAt(mean + tenth * error) }
}

/** Number of best questions from which the next one is drawn, so that not every student gets the same ones. */
const shortlist = 5

/**
 * Chooses the next question: the most information at the estimated ability, less what the student remembers anyway.
 * Returns its index; −1 without questions.
 */
export function chooseNext(items: PracticeItem[], abilityOf: (topic: string) => Ability, random: SeededRandom): number {
  const best: { at: number; value: number }[] = []
  for (const [at, item] of items.entries()) {
    const value = itemInformation(item, abilityOf(item.topic).mean) * (1 - item.recall)
    if (best.length === shortlist && value <= best.at(-1)!.value) continue
    best.push({ at, value })
    best.sort((a, b) => b.value - a.value)
    if (best.length > shortlist) best.pop()
  }
  return best.length === 0 ? -1 : best[random.below(best.length)]!.at
}

/** Chooses the next question of a 诊断: in the topic that is known least, the most informative question. */
export function chooseDiagnostic(items: PracticeItem[], answers: TopicAnswer[], random: SeededRandom): number {
  const abilities = new Map<string, Ability>()
  for (const { topic } of items) if (!abilities.has(topic)) abilities.set(topic, topicAbility(answers, topic))
  const largest = Math.max(...[...abilities.values()].map(({ error }) => error))
  const topics = [...abilities].filter(([, { error }]) => error > largest - 1e-6).map(([topic]) => topic)
  const topic = topics[random.below(topics.length)]
  const places = items.flatMap((item, at) => (item.topic === topic ? [at] : []))
  const chosen = chooseNext(
    places.map((at) => items[at]!),
    (topic) => abilities.get(topic)!,
    random,
  )
  return chosen < 0 ? -1 : places[chosen]!
}
