import katex from 'katex'
import { describe, expect, it } from 'vitest'
import { parseHtml, writeHtml } from './document'
import { formulaHtml } from './markdown/formula-html'
import { sanitiseRendered } from './sanitise'
import { sanitiseSimple } from './sanitise-simple'

const slow = (html: string) => writeHtml(parseHtml(sanitiseRendered(html)))

/** Fails with the first place where the two texts differ; the message of `toBe` shows only the beginning of long texts. */
function expectSame(actual: string | null, expected: string) {
  const at = Array.from({ length: expected.length }).findIndex((_, i) => expected[i] !== actual?.[i])
  expect(actual, `from character ${at}: ${actual?.slice(at - 20, at + 40)} | ${expected.slice(at - 20, at + 40)}`).toBe(
    expected,
  )
}

const formulas = [
  ...['x', 'x^2', '\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}', '\\sqrt[3]{x+1}', '\\sum_{i=1}^{n} i', '\\int_0^1 f\\,dx'],
  ...['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '\\begin{cases}x<1\\\\y>2\\end{cases}', '\\overline{AB}', '\\vec{v}'],
  ...['\\underbrace{a+b}_{n}', '\\xrightarrow{f}', '\\left\\{\\frac{1}{2}\\right\\}', '\\text{若 } x \\in \\mathbb{R}'],
  ...[
    "f'(x)",
    '\\color{red} x',
    '\\boxed{x}',
    '\\cancel{x}',
    '\\binom{n}{k}',
    'a \\quad b\\;c\\!d',
    '\\mathcal{O}(n \\log n)',
  ],
  ...[
    '50\\%',
    '\\&',
    '\\$5',
    'a"b',
    '\\widehat{xyz}',
    '\\lim_{x\\to\\infty}',
    '\\begin{aligned}a&=b\\\\c&=d\\end{aligned}',
  ],
  ...['\\operatorname{rank} A', '\\oint', '\\hat{\\imath}', '中文', '\\phase{30}', '\\rule{1em}{2em}', '\\tag{1} x'],
]

describe('sanitising of simple HTML in one pass', () => {
  it.each(formulas)('gives the formula %s the same HTML as the sanitiser and the serialiser', (tex) => {
    for (const displayMode of [false, true]) {
      let html: string
      try {
        html = katex.renderToString(tex, { displayMode, output: 'htmlAndMathml', strict: 'ignore' })
      } catch {
        continue
      }
      expectSame(sanitiseSimple(html), slow(html))
      const focusable = html.replace('<span class="katex-display"', '$& tabindex="0"')
      expectSame(formulaHtml(tex, { displayMode, output: 'htmlAndMathml', strict: 'ignore' }), slow(focusable))
    }
  })

  it.each([
    '<p>一 <strong>二</strong> <em>三</em> <code>a &lt; b &amp;&amp; c</code> &quot;四&quot;</p>\n',
    '<p>一<br>\n二</p>\n<p>三</p>\n',
    '<ul>\n<li>一</li>\n<li>\n<p>二</p>\n<ol>\n<li>三</li>\n</ol>\n</li>\n</ul>\n',
    '<p><span class="katex" data-formula="0"><annotation>a &lt; b</annotation></span></p>\n',
  ])('gives %j the same HTML as the sanitiser and the serialiser', (html) => {
    expectSame(sanitiseSimple(html), slow(html))
  })

  it.each([
    '<script>alert(1)</script>',
    '<p onclick="x()">a</p><p>',
    '<p>a</span>',
    '<a href="javascript:x">a</a>',
    '<img src="x">',
    '<span style="background:url(x)">a</span>',
    '<p><p>a</p></p>',
    "<span title='x'>a</span>",
    '<math><mtext><p>a</p></mtext></math>',
    '<svg><script>1</script></svg>',
    '<p>&copy;</p>',
    '<!-- a -->',
    '<p>a < b</p>',
    // As in \\stackrel: an operator inside an operator.
    '<math><mo><mo>=</mo></mo></math>',
  ])('leaves %j to the sanitiser', (html) => {
    expect(sanitiseSimple(html)).toBeNull()
  })

  it('drops attributes and styles that are not allowed', () => {
    expect(sanitiseSimple('<span class="a" onclick="x" style="height:1em;position:fixed;behavior:x">b</span>')).toBe(
      '<span class="a" style="height:1em">b</span>',
    )
  })
})
