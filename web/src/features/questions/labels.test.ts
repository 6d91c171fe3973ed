import { expect, it } from 'vitest'
import { isGrouped } from './answer-card'
import { confirmSubmitText, numberList } from './labels'
import { countVerdicts, objectivePart } from './score-card'

it.each([
  [[], ''],
  [[3], '3'],
  [[1, 2], '1、2'],
  [[1, 2, 3, 4, 7, 9, 10], '1-4、7、9、10'],
])('numberList(%j) returns %j', (numbers, text) => {
  expect(numberList(numbers)).toBe(text)
})

it.each([
  [[], [], '全部题目都已作答，确定交卷吗？'],
  [[2], [], '还有 1 题未作答，确定交卷吗？\n未作答：第 2 题'],
  [[], [4], '全部题目都已作答，确定交卷吗？\n已标记：第 4 题'],
  [[1, 2, 3], [3, 5], '还有 3 题未作答，确定交卷吗？\n未作答：第 1-3 题\n已标记：第 3、5 题'],
])(
  'the confirmation before submitting with %j unanswered and %j flagged questions is %j',
  (unanswered, flagged, text) => {
    expect(confirmSubmitText(unanswered, flagged)).toBe(text)
  },
)

it('type names are shown only if the questions of each type follow one another', () => {
  expect(isGrouped(['single', 'single', 'judge'])).toBe(true)
  expect(isGrouped(['single', 'judge', 'single'])).toBe(false)
})

it('objectivePart sums the scored questions, and is null if all or none are scored', () => {
  const right = { verdict: 'right', score: 2, maxScore: 2 } as const
  const wrong = { verdict: 'wrong', score: 0, maxScore: 3 } as const
  const waiting = { verdict: 'marking', score: 0, maxScore: 10 } as const
  expect(objectivePart([right, wrong, waiting])).toEqual({ score: 2, maxScore: 5 })
  expect(objectivePart([right, wrong])).toBeNull()
  expect(objectivePart([waiting])).toBeNull()
})

it('countVerdicts counts unanswered questions neither as right nor as wrong', () => {
  const verdicts = ['right', 'wrong', 'partial', 'unanswered', 'unanswered', 'marking'] as const
  expect(countVerdicts(verdicts.map((verdict) => ({ verdict })))).toEqual({ right: 1, wrong: 2, unanswered: 2 })
})
