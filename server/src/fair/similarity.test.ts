import { describe, expect, it } from 'vitest'
import { findSimilarPairs, upperTail } from './similarity'

const isRight = (_question: number, answer: string) => answer === 'A'
/** Thirty students; wrong options are spread evenly, so that equal wrong answers of a pair are rare by chance. */
const room = Array.from({ length: 30 }, (_, student) => ({
  student: `student ${student}`,
  answers: Array.from(
    { length: 24 },
    (_, question) => 'ABCD'[(student * 7 + question * 5 + ((student * question) % 3)) % 4]!,
  ),
}))

describe('upperTail', () => {
  it('upperTail equals the binomial distribution for equal chances', () => {
    // 1 − 0.75⁴ and 4 · 0.25³ · 0.75 + 0.25⁴.
    expect(upperTail([0.25, 0.25, 0.25, 0.25], 1)).toBeCloseTo(1 - 0.75 ** 4, 12)
    expect(upperTail([0.25, 0.25, 0.25, 0.25], 3)).toBeCloseTo(4 * 0.25 ** 3 * 0.75 + 0.25 ** 4, 12)
    expect(upperTail([0.25], 0)).toBe(1)
    expect(upperTail([], 0)).toBe(1)
  })
})

describe('findSimilarPairs', () => {
  it('reports a pair with the same wrong answers to hard questions', () => {
    const wrong = Array.from({ length: 24 }, (_, question) => (question % 6 === 0 ? 'A' : 'BCD'[question % 3]!))
    const pair = ['copied', 'copier'].map((student) => ({ student, answers: wrong }))
    const { pairs, limit } = findSimilarPairs([...room, ...pair], isRight)
    const found = pairs.find(({ students }) => students.join() === 'copied,copier')!
    expect(found.bothWrong).toBe(20)
    expect(found.sameWrong).toBe(20)
    expect(found.expected).toBeLessThan(12)
    expect(found.chance).toBeLessThanOrEqual(limit)
  })

  it('reports no pair of students who are equal only in right answers', () => {
    const best = ['first', 'second'].map((student) => ({ student, answers: Array(24).fill('A') as string[] }))
    const { pairs } = findSimilarPairs([...room, ...best], isRight)
    expect(pairs.filter(({ students }) => students.includes('first'))).toEqual([])
  })

  it('reports no pair for a wrong answer that all students of the room gave', () => {
    const same = Array.from({ length: 12 }, (_, student) => ({
      student: `${student}`,
      answers: Array(24).fill('B') as string[],
    }))
    expect(findSimilarPairs(same, isRight).pairs).toEqual([])
  })

  it('ignores unanswered questions and returns nothing for fewer than two students', () => {
    const empty = ['a', 'b'].map((student) => ({ student, answers: [null, null] }))
    expect(findSimilarPairs(empty, isRight).pairs).toEqual([])
    expect(findSimilarPairs([], isRight)).toEqual({ pairs: [], compared: 0, limit: 0 })
  })
})
