import { expect, it } from 'vitest'
import { bindPunctuation } from './bind-punctuation'

function bound(html: string): string[] {
  const root = document.createElement('div')
  root.innerHTML = html
  bindPunctuation(root)
  return [...root.querySelectorAll('.katex')].map((one) =>
    ['data-bind-start', 'data-bind-end'].filter((name) => one.hasAttribute(name)).join(' '),
  )
}

const formula = '<span class="katex">x</span>'

it('punctuation after a formula is bound to it, and an opening bracket before it', () => {
  expect(bound(`<p>设${formula}。令${formula}为</p>`)).toEqual(['data-bind-end', ''])
  expect(bound(`<p>长度（${formula}）是</p>`)).toEqual(['data-bind-start data-bind-end'])
})

it('punctuation outside of emphasis is bound too, display formulas are not', () => {
  expect(bound(`<p><strong>设${formula}</strong>，</p>`)).toEqual(['data-bind-end'])
  expect(bound(`<p><span class="katex-display">${formula}</span>。</p>`)).toEqual([''])
  expect(bound(`<p>${formula}</p><p>。</p>`)).toEqual([''])
})
