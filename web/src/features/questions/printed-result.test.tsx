import type { ScoredQuestion } from '@dxx/contract/questions'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PrintedAnswer } from './printed-question'
import { PrintedResults } from './printed-result'
import { sampleQuestions } from './samples'

afterEach(cleanup)

const result = (question: ScoredQuestion['question'], answer: ScoredQuestion['answer']): ScoredQuestion => ({
  question,
  answer,
  verdict: 'wrong',
  score: 1.5,
  maxScore: 2,
  key: null,
  analysis: '',
  parts: [],
})

it('a printed result contains the answers of the user instead of space to write, and starts on the first page', () => {
  const { single, blank, short, order, code, judge, number } = sampleQuestions
  const results = [
    result(single, { type: 'single', options: [single.options[1]!.id] }),
    result(blank, { type: 'blank', blanks: ['后进先出', ''] }),
    result(short, { type: 'short', text: '先压栈\n再弹出' }),
    result(order, { type: 'order', items: order.items.map(({ id }) => id).reverse() }),
    result(code, { type: 'code', source: 'print(42)' }),
    result(number, { type: 'number', value: '3', unit: 'mm' }),
    result(judge, null),
  ]
  const { container } = render(<PrintedResults results={results} />)
  const [paper, answers] = container.querySelectorAll('section')
  const texts = [...paper!.querySelectorAll('ol > li')].map(({ textContent }) => textContent ?? '')
  const given = ['B', '后进先出；（空）', '先压栈\n再弹出', 'DCBA', 'print(42)', '3 mm', '没有作答']
  for (const [at, text] of given.entries()) expect(texts[at]).toContain(`我的作答：${text}`)
  expect(paper!.textContent).not.toContain('答：__')
  expect(paper!.className).not.toContain('print-break')
  expect(answers!.className).toContain('print-break')
})

it('the printed answers have the rubric of a 简答 and the reference program of a 编程题', () => {
  const { short, code } = sampleQuestions
  const { container } = render(
    <ol>
      <PrintedAnswer
        question={short}
        keys={[{ type: 'short', reference: '<p>后进先出</p>', points: [{ score: 2.5, html: '说出次序' }] }]}
        analysis={[]}
      />
      <PrintedAnswer
        question={code}
        keys={[{ type: 'code', solution: '<pre>print(42)</pre>', tests: [], compileError: null, manual: null }]}
        analysis={[]}
      />
    </ol>,
  )
  expect(container.textContent).toContain('后进先出2.5 分说出次序')
  expect(container.querySelector('pre')?.textContent).toBe('print(42)')
})
