import { expect, it } from 'vitest'
import { hasScoringNotes, listQuestionRows } from './result-rows'

const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const sheet = [
  { question: two, type: 'short' as const, verdict: 'partial' as const, score: 2.5, maxScore: 5 },
  { question: one, type: 'single' as const, verdict: 'wrong' as const, score: 2, maxScore: 2 },
]
const grade = { question: two, part: null, score: 2.5, comment: '还差一点', rubric: [] }
const appeal = { question: two, reason: '请再看看', at: 1, state: 'open' as const, answer: '', answeredAt: null }

it("listQuestionRows numbers questions as on the student's paper and adds 送分, grades and appeals to each", () => {
  const rows = listQuestionRows({ sheet, given: [one], grades: [grade], appeals: [appeal] })
  expect(rows).toMatchObject([
    { question: two, number: 1, isGiven: false, grades: [grade], appeals: [appeal] },
    { question: one, number: 2, isGiven: true, grades: [], appeals: [] },
  ])
  expect(rows.map(hasScoringNotes)).toEqual([true, true])
})

it('a void question leaves a gap in the numbers, and shuffled papers also name the number of the composed paper', () => {
  const numbers = [
    { question: one, own: 3, paper: 1 },
    { question: 'void', own: 2, paper: 2 },
    { question: two, own: 1, paper: 3 },
  ]
  expect(listQuestionRows({ sheet, numbers })).toMatchObject([
    { number: 1, paperNumber: 3 },
    { number: 3, paperNumber: 1 },
  ])
  const same = numbers.map(({ question, paper }) => ({ question, own: paper, paper }))
  expect(listQuestionRows({ sheet, numbers: same })).toMatchObject([
    { number: 3, paperNumber: null },
    { number: 1, paperNumber: null },
  ])
})

it('listQuestionRows returns no rows before verdicts are released; questions without 送分, grades and appeals are not noteworthy', () => {
  expect(listQuestionRows({ sheet: null })).toEqual([])
  expect(listQuestionRows({ sheet }).some(hasScoringNotes)).toBe(false)
})
