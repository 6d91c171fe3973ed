import type { AnswerKey, PublicQuestion } from '@dxx/contract/questions'
import { expect, it } from 'vitest'
import { acceptedAnswer } from './accepted-answers'

const common = { id: 'q', score: 2, stem: '', difficulty: 1, tags: [] }
const blank = (...texts: string[][]): AnswerKey => ({
  type: 'blank',
  blanks: texts.map((accepted) => ({ accepted, rendered: accepted.map(() => ''), verdict: 'wrong' })),
})
const single = (option: string): AnswerKey => ({ type: 'single', options: [option] })

it('returns the answers that accept the same keys, without the dollar signs of formulas', () => {
  const choice: PublicQuestion = { ...common, type: 'single', options: [] }
  expect(acceptedAnswer(choice, [single('b')], [single('a')])).toEqual({ type: 'single', options: ['b'] })
  const blanks: PublicQuestion = { ...common, type: 'blank', blanks: 2 }
  expect(acceptedAnswer(blanks, [blank(['$x^2$'], ['甲', '乙'])], [blank(['$x$'], ['甲', '乙'])])).toEqual({
    type: 'blank',
    blanks: ['x^2', ''],
  })
  const number: PublicQuestion = { ...common, type: 'number', unit: 'km', asksUnit: false }
  const key: AnswerKey = { type: 'number', value: '3.5', tolerance: '0.1', units: ['km'], number: false, unit: false }
  expect(acceptedAnswer(number, [key], [])).toEqual({ type: 'number', value: '3.5', unit: 'km' })
})

it('leaves question parts of a 材料题 with the published key unanswered', () => {
  const part = { type: 'single' as const, score: 1, stem: '', options: [] }
  const question: PublicQuestion = {
    ...common,
    type: 'material',
    parts: [
      { ...part, id: 'one' },
      { ...part, id: 'two' },
    ],
  }
  expect(acceptedAnswer(question, [single('a'), single('d')], [single('a'), single('c')])).toEqual({
    type: 'material',
    parts: [{ id: 'two', answer: { type: 'single', options: ['d'] } }],
  })
})
