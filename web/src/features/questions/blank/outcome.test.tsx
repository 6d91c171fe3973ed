import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { BlankKey } from './field'
import { BlankOutcome, printedBlank } from './outcome'
import { blankSample } from './sample'

afterEach(cleanup)

const key: BlankKey = {
  type: 'blank',
  blanks: [
    { accepted: ['$x^2$', '平方'], rendered: ['<span class="katex">x²</span>', ''], verdict: 'right' },
    { accepted: ['栈'], rendered: [''], verdict: 'wrong' },
  ],
}

it('the right answer shows formulas rendered and other texts unchanged', () => {
  const { container } = render(<BlankOutcome part={{ ...blankSample, tags: [] } as never} answerKey={key} />)
  expect(container.querySelectorAll('.katex')).toHaveLength(1)
  expect(container.textContent).toContain('第 1 空：x² 或 平方')
  expect(container.textContent).not.toContain('$')
})

it('the printed right answer shows formulas rendered', () => {
  const { container } = render(<div>{printedBlank(null, key)}</div>)
  expect(container.textContent).toBe('x² 或 平方；栈')
})

it('a stored response without rendered formulas shows their source text', () => {
  const stored = { type: 'blank', blanks: [{ accepted: ['$x^2$'], verdict: 'right' }] } as unknown as BlankKey
  const { container } = render(<BlankOutcome part={blankSample as never} answerKey={stored} />)
  expect(container.textContent).toContain('$x^2$')
})
