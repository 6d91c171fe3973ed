import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fitsFormula, readFormulaKey } from './formula'
import { formulaCases } from './formula-cases.fixture'

/** Converts a key of the table, such as `x ±0.1`, to the notation of authors: `$x$±0.1`. */
function keyOf(written: string): string {
  const [tex = '', tolerance] = written.split(' ±')
  return `$${tex}$${tolerance ? `±${tolerance}` : ''}`
}
const fits = (key: string, typed: string, caseSensitive = false) => {
  const formula = readFormulaKey(key)
  expect(formula?.node, `${key} is understood`).toBeInstanceOf(Object)
  return fitsFormula(formula!, typed, caseSensitive)
}

describe('the table of typed answers', () => {
  it('contains at least 200 typed answers', () => {
    expect(formulaCases.flatMap(([, right, wrong]) => [...right, ...wrong]).length).toBeGreaterThanOrEqual(200)
  })

  test.each(formulaCases)(
    'isSameFormula with the key %s accepts its right answers and rejects its wrong ones',
    (key, right, wrong) => {
      const written = keyOf(key)
      expect(right.filter((typed) => !fits(written, typed))).toEqual([])
      expect(wrong.filter((typed) => fits(written, typed))).toEqual([])
    },
  )
})

describe('readFormulaKey', () => {
  test.each(['$x^2$', '\\(x^2\\)', '$$x^2$$', '\\[x^2\\]', '\\sqrt{x}'])('reads %s as a formula', (text) => {
    expect(readFormulaKey(text)?.node).toBeInstanceOf(Object)
  })

  test.each(['x^2', '1/2', '$5', 'C:\\temp', '后进先出', '\\n', '$a$ 或 $b$'])('reads %s as text', (text) => {
    expect(readFormulaKey(text)).toBeNull()
  })

  test.each(['\\int_0^1 x\\,dx', '\\begin{pmatrix}1&2\\end{pmatrix}', 'x+', '\\unknown{2}', '\\sum_{i=1}^{n} i'])(
    'compares %s as text, because the formula cannot be parsed',
    (tex) => {
      const key = readFormulaKey(`$${tex}$`)!
      expect(key.node).toBeNull()
      expect(fitsFormula(key, `$${tex.replace('\\,', ' ')}$`, false)).toBe(true)
      expect(fitsFormula(key, '1', false)).toBe(false)
    },
  )

  it('ignores the case of names unless the question is case-sensitive', () => {
    expect(fits('$y=2x$', 'Y=2X')).toBe(true)
    expect(fits('$y=2x$', 'Y=2X', true)).toBe(false)
    expect(fits('$Aa$', 'aa')).toBe(false)
  })
})

describe('hostile answers', () => {
  test.each([
    '9^9^9^9^9',
    '9'.repeat(400),
    '('.repeat(500),
    '((((((((('.repeat(20) + ')'.repeat(180),
    '2^'.repeat(200),
    '-'.repeat(450),
    '\\frac'.repeat(90),
    `x${'!'.repeat(400)}`,
    '|'.repeat(400),
    '1/0',
    '0^{-1}',
    '√-1',
    '(x+1)^{1000}',
    '{'.repeat(250) + '}'.repeat(250),
    `{${'1,'.repeat(200)}1}`,
    '\\sqrt[99999]{2}',
    '10^{1999}',
    '\0\ue000😀',
  ])('rejects the answer %s without an error and without a long calculation', (typed) => {
    expect(fits('$x+1$', typed)).toBe(false)
    expect(fits('$2$', typed)).toBe(false)
  })

  it('any text is compared without an error', () => {
    const signs = fc.constantFrom(
      ...'0123456789xyzπ+-*/^_(){}[]|,;=<>≤∪√°%\\ .!±',
      '\\frac',
      '\\sqrt',
      '\\{',
      'sin',
      '或',
    )
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 40 }), (pieces) => {
        const typed = pieces.join('')
        // A backslash at the end would escape the closing `$`.
        const key = typed.endsWith('\\') ? null : readFormulaKey(`$${typed}$`)
        // A key that is understood accepts itself.
        if (key?.node) expect(fitsFormula(key, typed, true)).toBe(true)
        for (const other of ['$x+1$', '$\\{1,2\\}$', '$2\\text{ m}$']) fitsFormula(readFormulaKey(other)!, typed, false)
      }),
      { numRuns: 2000 },
    )
  })
})
