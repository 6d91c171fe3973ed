import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import { expect, it } from 'vitest'
import { progressOf, unansweredCount, withPart } from './answers'
import { sampleQuestions } from './samples'

const { single, judge, blank, short, order, match, code, material } = sampleQuestions
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
  ['one of two parts', material, withPart(null, parts[1]!.id, { type: 'judge', value: true }), 'partial'],
])('%s', (_name, question, answer, expected) => {
  expect(progressOf(question, answer)).toBe(expected)
})

it('a part that is emptied leaves the others, and the last one leaves nothing', () => {
  const [first, second] = parts
  const one = withPart(null, first!.id, { type: 'single', options: ['aaaaaaaaaa'] })
  const both = withPart(one, second!.id, { type: 'judge', value: true })
  expect(progressOf(material, both)).toBe('done')
  expect(withPart(both, second!.id, null)).toEqual(one)
  expect(withPart(one, first!.id, null)).toBeNull()
})

it('what is only begun counts as unanswered', () => {
  const answers = {
    [blank.id]: { type: 'blank' as const, blanks: ['a', ''] },
    [judge.id]: { type: 'judge' as const, value: true },
  }
  expect(unansweredCount([blank, judge, single], answers)).toBe(2)
})
