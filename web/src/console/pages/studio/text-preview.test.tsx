import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderConsole } from '../../testing.fixture'
import { PreviewBody } from './text-preview'

afterEach(cleanup)

const html =
  '<aside data-admonition="note" class="admonition"><p class="admonition-title">说明</p><p>栈</p></aside>' +
  '<div data-tabs=""><section data-tab="Python"><p>甲</p></section><section data-tab="C"><p>乙</p></section></div>' +
  '<pre data-cell="a" data-language="python"><code>print(1)</code></pre>'

it('shows boxes, tabs and code cells with the styles and headers of the reader', async () => {
  const preview = { html, questions: [], resources: [], datasets: {} }
  const { container } = renderConsole(<PreviewBody preview={preview} />)
  expect(container.querySelector('.reader-text > .admonition')?.textContent).toBe('说明栈')
  expect(screen.getByText('甲').parentElement?.hidden).toBe(false)
  expect(screen.getByText('乙').parentElement?.hidden).toBe(true)
  await userEvent.click(screen.getByRole('tab', { name: 'C' }))
  expect(screen.getByText('乙').parentElement?.hidden).toBe(false)
  // The followed editor counts the elements of the text, which have no `data-mount`.
  expect([...container.querySelectorAll('.reader-text > :not([data-mount])')].map(({ tagName }) => tagName)).toEqual([
    'ASIDE',
    'DIV',
    'PRE',
  ])
})
