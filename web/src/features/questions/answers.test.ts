import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import { expect, it } from 'vitest'
import { answerProgress, flaggedNumbers, setPartAnswer, unansweredNumbers } from './answers'
import { sampleQuestions } from './samples'

const { single, judge, blank, short, order, match, code, number, material } = sampleQuestions
const rows = (question: PublicQuestion) => ('lefts' in question ? question : { lefts: [], rights: [] })
const pair = (index: number) => ({ left: rows(match).lefts[index]!.id, right: rows(match).rights[0]!.id })
const parts = material.type === 'material' ? material.parts : []

it.each<[string, PublicQuestion, Answer | null, string]>([
  ['none without an answer', single, null, 'none'],
  ['done for a chosen option', single, { type: 'single', options: ['aaaaaaaaaa'] }, 'done'],
  ['none for a choice without an option', single, { type: 'single', options: [] }, 'none'],
  ['none for an answer of another type', single, { type: 'judge', value: true }, 'none'],
  ['done for 错', judge, { type: 'judge', value: false }, 'done'],
  ['partial for one of two blanks', blank, { type: 'blank', blanks: ['后进先出', ' '] }, 'partial'],
  ['done for both blanks', blank, { type: 'blank', blanks: ['a', 'b'] }, 'done'],
  ['none for spaces alone', short, { type: 'short', text: ' \n' }, 'none'],
  ['done for a 排序题', order, { type: 'order', items: ['aaaaaaaaaa'] }, 'done'],
  ['partial for one of three pairs', match, { type: 'match', pairs: [pair(0)] }, 'partial'],
  ['done for all pairs', match, { type: 'match', pairs: [pair(0), pair(1), pair(2)] }, 'done'],
  ['none for the given program', code, { type: 'code', source: code.type === 'code' ? code.starter : '' }, 'none'],
  ['partial for a number without its unit', number, { type: 'number', value: '1.5', unit: '' }, 'partial'],
  ['done for a number followed by its unit', number, { type: 'number', value: '1.5 cm', unit: '' }, 'done'],
  ['done for a number and a unit', number, { type: 'number', value: '1.5×10^3', unit: 'cm' }, 'done'],
  [
    'partial for one of two parts',
    material,
    setPartAnswer(null, parts[1]!.id, { type: 'judge', value: true }),
    'partial',
  ],
])('the progress of an answer is %s', (_name, question, answer, expected) => {
  expect(answerProgress(question, answer)).toBe(expected)
})

it('clearing one question part leaves the other parts, and clearing the last part clears the answer', () => {
  const [first, second] = parts
  const one = setPartAnswer(null, first!.id, { type: 'single', options: ['aaaaaaaaaa'] })
  const both = setPartAnswer(one, second!.id, { type: 'judge', value: true })
  expect(answerProgress(material, both)).toBe('done')
  expect(setPartAnswer(both, second!.id, null)).toEqual(one)
  expect(setPartAnswer(one, first!.id, null)).toBeNull()
})

it('a partial answer counts as unanswered', () => {
  const answers = {
    [blank.id]: { type: 'blank' as const, blanks: ['a', ''] },
    [judge.id]: { type: 'judge' as const, value: true },
  }
  expect(unansweredNumbers([blank, judge, single], answers)).toEqual([1, 3])
  expect(flaggedNumbers([blank, judge, single], new Set([judge.id]))).toEqual([2])
})
