import type { WrongItem } from '@dxx/contract/calls/bank'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PageContext } from '../../router/page-context'
import { sampleQuestions } from '../questions/samples'
import { PrintView } from './wrong-print'

const { single } = sampleQuestions
const item = {
  ...{ id: 'w', wrongCount: 2 },
  result: { question: single, key: { type: 'single', options: [single.options[0]!.id] }, analysis: '', parts: [] },
} as unknown as WrongItem

afterEach(cleanup)

it('the print view of 错题本 prints only its sheet, by the button and by the browser', async () => {
  // The browser fires beforeprint before it renders the paper.
  const printed: string[] = []
  vi.stubGlobal('print', () => {
    act(() => void dispatchEvent(new Event('beforeprint')))
    printed.push(document.querySelector('body > .print-sheet')?.textContent ?? '')
    act(() => void dispatchEvent(new Event('afterprint')))
  })
  const page = { path: 'pages/bank/wrong', query: { print: '1' }, key: '1', active: true }
  render(
    <PageContext value={page}>
      <PrintView list={[item]} total={1} />
    </PageContext>,
  )
  screen.getByRole('button', { name: '打印' }).click()
  window.print()
  for (const text of printed) {
    expect(text).toMatch(/^错题本/)
    expect(text).not.toContain('附答案和解析')
  }
  expect(printed).toHaveLength(2)
  expect(document.querySelector('.print-sheet')).toBeNull()
  vi.unstubAllGlobals()
})
