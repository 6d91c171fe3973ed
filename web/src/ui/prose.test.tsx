import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Prose } from './prose'

afterEach(cleanup)

const formula = '<span class="katex"><span class="katex-html"><span class="katex-base">x</span></span></span>'

it('punctuation after a formula stays on its line, also in the next text', () => {
  const { container, rerender } = render(<Prose html={`<p>且 ${formula}，则成立</p>`} />)
  const bound = () => [...container.querySelectorAll('[data-bound]')].map((one) => one.textContent)
  expect(bound()).toEqual(['x，'])
  rerender(<Prose html={`<p>设（${formula}）为长度</p>`} />)
  expect(bound()).toEqual(['（x）'])
  rerender(<Prose html="<p>没有公式</p>" />)
  expect(container.textContent).toBe('没有公式')
})
