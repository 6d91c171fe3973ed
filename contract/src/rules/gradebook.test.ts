import { describe, expect, it } from 'vitest'
import { defaultGradebook, gradeTotal } from './gradebook'

const homework = (percent: number | null) => ({ category: 'homework' as const, percent })
const exam = (percent: number | null) => ({ category: 'exam' as const, percent })

describe('gradeTotal', () => {
  it('weights the averages of the categories', () => {
    // (80 * 30 + 60 * 50) / 80
    expect(gradeTotal([homework(70), homework(90), exam(60)], defaultGradebook).total).toBe(67.5)
  })

  it('a category without scores does not count towards the total', () => {
    expect(gradeTotal([homework(70), exam(null)], defaultGradebook)).toMatchObject({
      total: 70,
      categories: { homework: 70, test: null, exam: null },
    })
    expect(gradeTotal([exam(null)], defaultGradebook).total).toBeNull()
  })

  it('drops the lowest scores, but never the only one', () => {
    const settings = { ...defaultGradebook, homework: { weight: 100, drop: 2 } }
    expect(gradeTotal([homework(50), homework(90), homework(70)], settings)).toMatchObject({
      total: 90,
      dropped: [0, 2],
    })
    expect(gradeTotal([homework(50)], settings)).toMatchObject({ total: 50, dropped: [] })
  })

  it('categories without weight are averaged but do not count', () => {
    const settings = { ...defaultGradebook, homework: { weight: 0, drop: 0 } }
    expect(gradeTotal([homework(10), exam(80)], settings)).toMatchObject({ total: 80, categories: { homework: 10 } })
  })
})
