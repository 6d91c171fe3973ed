import { expect, it } from 'vitest'
import { formulaText } from './formula-text'

it.each([
  ['\\Omega(n\\log n)', 'Ω(n log n)'],
  ['k\\bmod11', 'k mod 11'],
  ['x^2+y_{10}', 'x²+y₁₀'],
  ['\\frac{n(n+1)}{2}', '(n(n+1))/2'],
  ['\\frac{1}{\\sqrt{x+1}}', '1/(√(x+1))'],
  ['\\left\\lfloor\\frac{a}{b}\\right\\rfloor', '⌊a/b⌋'],
  ['2^{h}-1', '2^h-1'],
  ['\\{1,2\\}\\subseteq A', '{1,2}⊆ A'],
  ['O(n^{\\log_2 3})', 'O(n^(log₂ 3))'],
  ['\\text{若 }p\\ne 0', '若 p≠ 0'],
  ['A\\in\\mathbb R^{3\\times 3},\\ {\\mathbb{Z}}', 'A∈ℝ^(3× 3), ℤ'],
  ['\\mathbf x+\\vec v', 'x+v'],
  ['\\lim_{x\\to 0}\\cos x', 'lim_(x→ 0) cos x'],
  ['\\unknown x', 'unknown x'],
])('formula %s is written as %s in lists', (tex, text) => expect(formulaText(tex)).toBe(text))

it('a long formula without braces is converted in linear time', () => {
  expect(formulaText('^'.repeat(20_000))).toHaveLength(20_000)
})
