import { describe, expect, it } from 'vitest'
import { estimateAbility } from './ability'
import { probability } from './model'
import { chooseDiagnostic, chooseNext, masteryOf, type PracticeItem, topicAbility } from './practice-choice'
import { SeededRandom } from './random'
import { simulateItems } from './simulate'

const items = (count: number, topics: number, seed = 2): PracticeItem[] =>
  simulateItems(count, new SeededRandom(seed)).map((item, i) => ({ ...item, topic: `topic ${i % topics}`, recall: 0 }))

describe('chooseNext', () => {
  it('chooses questions near the ability and omits remembered ones', () => {
    const bank = items(200, 1).map((item) => ({ ...item, discrimination: 1 }))
    const random = new SeededRandom(1)
    const far = chooseNext(bank, () => ({ mean: 1.5, error: 0.3 }), random)
    expect(Math.abs(bank[far]!.difficulty - 1.5)).toBeLessThan(0.3)
    const remembered = bank.map((item) => ({ ...item, recall: Math.abs(item.difficulty - 1.5) < 0.3 ? 1 : 0 }))
    const other = chooseNext(remembered, () => ({ mean: 1.5, error: 0.3 }), random)
    expect(Math.abs(bank[other]!.difficulty - 1.5)).toBeGreaterThanOrEqual(0.3)
  })

  it('the choice returns −1 if there are no questions', () => {
    expect(chooseNext([], () => ({ mean: 0, error: 1 }), new SeededRandom(1))).toBe(-1)
  })
})

describe('topicAbility', () => {
  const answers = items(40, 2).map((item) => ({ ...item, share: item.topic === 'topic 0' ? 1 : 0 }))

  it('separates topics, draws their abilities towards one another, and is least certain of an unseen topic', () => {
    const [strong, weak, unseen] = ['topic 0', 'topic 1', 'topic 9'].map((topic) => topicAbility(answers, topic))
    expect(strong!.mean).toBeGreaterThan(0.5)
    expect(weak!.mean).toBeLessThan(-0.5)
    expect(unseen!.error).toBeGreaterThan(weak!.error)
    const alone = estimateAbility(answers.filter(({ topic }) => topic === 'topic 0'))
    expect(strong!.mean).toBeLessThan(alone.mean)
  })

  it('masteryOf returns a share between the ends of its interval, which narrows with answers', () => {
    const bank = items(40, 1)
    const few = masteryOf({ mean: 0.2, error: 0.9 }, bank)
    const many = masteryOf({ mean: 0.2, error: 0.3 }, bank)
    expect(few.low).toBeLessThan(few.share)
    expect(few.share).toBeLessThan(few.high)
    expect(many.high - many.low).toBeLessThan(few.high - few.low)
  })
})

describe('chooseDiagnostic', () => {
  it('diagnosis spreads twelve questions evenly over four topics', () => {
    const random = new SeededRandom(4)
    const bank = items(120, 4)
    const chosenItems: (PracticeItem & { share: number })[] = []
    const left = [...bank]
    for (let number = 0; number < 12; number++) {
      const [item] = left.splice(chooseDiagnostic(left, chosenItems, random), 1)
      chosenItems.push({ ...item!, share: random.next() < probability(item!, 0.5) ? 1 : 0 })
    }
    const counts = [0, 1, 2, 3].map((topic) => chosenItems.filter((one) => one.topic === `topic ${topic}`).length)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2)
    expect(new Set(chosenItems.map(({ difficulty }) => difficulty)).size).toBe(12)
  })
})
