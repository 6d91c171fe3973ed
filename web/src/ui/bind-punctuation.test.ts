import katex from 'katex'
import { expect, it } from 'vitest'
import { bindPunctuation } from './bind-punctuation'

function bound(html: string): { texts: (string | null)[]; root: Element } {
  const root = document.createElement('div')
  root.innerHTML = html
  const before = root.textContent
  bindPunctuation(root)
  // A second call, as after a new layout, changes nothing.
  bindPunctuation(root)
  expect(root.textContent).toBe(before)
  return { texts: [...root.querySelectorAll('[data-bound]')].map((one) => one.textContent), root }
}

const formula =
  '<span class="katex"><span class="katex-html"><span class="katex-base">x</span><span class="katex-base">y</span></span></span>'

it('punctuation after a formula is bound to it, and an opening bracket before it', () => {
  expect(bound(`<p>设${formula}。令${formula}为</p>`).texts).toEqual(['xy。'])
  expect(bound(`<p>长度（${formula}）。是</p>`).texts).toEqual(['（xy）。'])
})

it('punctuation outside of an emphasis is bound to a formula that fills the emphasis', () => {
  expect(bound(`<p>令<strong><em>${formula}</em></strong>，则</p>`).texts).toEqual(['xy，'])
  expect(bound(`<p><em>设${formula}</em>，则</p>`).texts).toEqual([])
})

it('lines can still be broken between the parts of a bound formula, which KaTeX has named', () => {
  const { root } = bound(`<p>${katex.renderToString('a + b = c')}，</p>`)
  expect(root.querySelectorAll('.katex-html > wbr')).toHaveLength(2)
})

it('display formulas and formulas at the end of a paragraph are not changed', () => {
  expect(bound(`<p><span class="katex-display">${formula}</span>。</p>`).texts).toEqual([])
  expect(bound(`<p>${formula}</p><p>。</p>`).texts).toEqual([])
})
