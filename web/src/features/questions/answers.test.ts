import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import { expect, it } from 'vitest'
import { progressOf, unansweredCount, withPart } from './answers'
import { sampleQuestions } from './samples'

const { single, judge, blank, short, order, match, code, number, material } = sampleQuestions
const rows = (question: PublicQuestion) => ('lefts' in question ? question : { lefts: [], rights: [] })
const pair = (index: number) => ({ left: rows(match).lefts[index]!.id, right: rows(match).rights[0]!.id })
const parts = material.type === 'material' ? material.parts : []

it.each<[string, PublicQuestion, Answer | null, string]>([
  ['nothing', single, null, 'none'],
  ['a choice', single, { type: 'single', options: ['aaaaaaaaaa'] }, 'done'],
  ['no option', single, { type: 'single', options: [] }, 'none'],
  ['an answer of another type', single, { type: 'judge', value: true }, 'none'],
  ['错 is an answer too', judge, { type: 'judge', value: false }, 'done'],
  ['one of two blanks', blank, { type: 'blank', blanks: ['后进先出', ' '] }, 'partial'],
  ['both blanks', blank, { type: 'blank', blanks: ['a', 'b'] }, 'done'],
  ['spaces alone', short, { type: 'short', text: ' \n' }, 'none'],
  ['an order', order, { type: 'order', items: ['aaaaaaaaaa'] }, 'done'],
  ['one of three pairs', match, { type: 'match', pairs: [pair(0)] }, 'partial'],
  ['all pairs', match, { type: 'match', pairs: [pair(0), pair(1), pair(2)] }, 'done'],
  ['the program as it was given', code, { type: 'code', source: code.type === 'code' ? code.starter : '' }, 'none'],
  ['a number without its unit', number, { type: 'number', value: '1.5', unit: '' }, 'partial'],
  ['a number with its unit behind it', number, { type: 'number', value: '1.5 cm', unit: '' }, 'done'],
  ['a number and a unit', number, { type: 'number', value: '1.5×10^3', unit: 'cm' }, 'done'],
  ['one of two parts', material, withPart(null, parts[1]!.id, { type: 'judge', value: true }), 'partial'],
])('progress of an answer: %s', (_name, question, answer, expected) => {
  expect(progressOf(question, answer)).toBe(expected)
})

it('clearing one part keeps the others, and clearing the last one clears the answer', () => {
  const [first, second] = parts
  const one = withPart(null, first!.id, { type: 'single', options: ['aaaaaaaaaa'] })
  const both = withPart(one, second!.id, { type: 'judge', value: true })
  expect(progressOf(material, both)).toBe('done')
  expect(withPart(both, second!.id, null)).toEqual(one)
  expect(withPart(one, first!.id, null)).toBeNull()
})

it('a partial answer counts as unanswered', () => {
  const answers = {
    [blank.id]: { type: 'blank' as const, blanks: ['a', ''] },
    [judge.id]: { type: 'judge' as const, value: true },
  }
  expect(unansweredCount([blank, judge, single], answers)).toBe(2)
})
