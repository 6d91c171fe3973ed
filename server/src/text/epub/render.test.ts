import { describe, expect, it } from 'vitest'
import { renderEpub } from './render'
import { verticalSelectors } from './writing-mode'
import { page } from './zip.fixture'

const render = (text: string, language = 'zh', css = '') =>
  renderEpub({
    text,
    path: 'OPS/a.xhtml',
    slug: 'a',
    title: '题',
    book: { language, verticalSelectors: { 'OPS/a.css': verticalSelectors(css) } },
    previous: {},
  })
const body = (text: string) => render(page(text)).pieces[0]!.html

describe('direction of a document', () => {
  it.each([
    ['', 'zh', false],
    ['', 'ja', false],
    ['', 'ar', true],
    ['', 'he-IL', true],
    [' dir="rtl"', 'en', true],
    [' dir="ltr"', 'ar', false],
    [' xml:lang="fa"', 'en', true],
    [' lang="en"', 'ar', false],
    ['', 'az-Arab', true],
    ['', 'arn', false],
  ])('a document <html%s> in a book of language %s: right to left is %s', (attributes, language, expected) => {
    expect(render(page('<p>文</p>').replace('<html', `<html${attributes}`), language).rightToLeft).toBe(expected)
  })
})

describe('vertical writing', () => {
  const link = '<link rel="stylesheet" href="a.css"/>'
  it.each([
    ['html { writing-mode: vertical-rl }', '', true],
    ['body, p { -epub-writing-mode: vertical-rl; }', '', true],
    ['.vrtl { -webkit-writing-mode: vertical-rl }', ' class="vrtl"', true],
    ['.vrtl { writing-mode: vertical-rl }', ' class="hltr"', false],
    ['.note { writing-mode: vertical-rl }', '', false],
    ['.vrtl body { writing-mode: vertical-rl }', ' class="vrtl"', true],
    ['.vrtl body { writing-mode: vertical-rl }', ' class="hltr"', false],
    ['div.main { writing-mode: vertical-rl }', '', true],
    ['@supports (writing-mode: vertical-rl) { html { writing-mode: vertical-rl } }', '', true],
    ['/* html { writing-mode: vertical-rl } */ html { writing-mode: horizontal-tb }', '', false],
  ])('with the style sheet “%s” and <html%s>, vertical writing is %s', (css, attributes, expected) => {
    const text = page('<div class="main"><p>縦</p></div>', link).replace('<html', `<html${attributes}`)
    expect(render(text, 'ja', css).vertical).toBe(expected)
  })

  it('vertical writing is read from the style element and the style attribute of the document', () => {
    expect(render(page('<p>縦</p>', '<style>html{writing-mode:vertical-rl}</style>')).vertical).toBe(true)
    expect(render(page('<p>縦</p>').replace('<body', '<body style="writing-mode: vertical-rl"')).vertical).toBe(true)
    // A style sheet that the document does not link has no effect.
    expect(render(page('<p>縦</p>'), 'ja', 'html{writing-mode:vertical-rl}').vertical).toBe(false)
  })
})

describe('MathML that browsers no longer draw', () => {
  const math = (inner: string) => /<math>(.*)<\/math>/.exec(body(`<p><math>${inner}</math></p>`))?.[1]
  /** The serialiser writes characters beyond ASCII as numbers there. */
  const decoded = (html = '') =>
    html
      .replace(/&#x([0-9a-f]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll('&quot;', '"')
  const fence = (sign: string, form: string) => `<mo fence="true" stretchy="true" form="${form}">${sign}</mo>`
  it.each([
    [
      '<mfenced><mi>a</mi><mi>b</mi></mfenced>',
      `<mrow>${fence('(', 'prefix')}<mrow><mi>a</mi><mo separator="true">,</mo><mi>b</mi></mrow>${fence(')', 'postfix')}</mrow>`,
    ],
    [
      '<mfenced open="[" close="]" separators=""><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable></mfenced>',
      `<mrow>${fence('[', 'prefix')}<mrow><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable></mrow>${fence(']', 'postfix')}</mrow>`,
    ],
    [
      '<mfenced open="{" close="" separators=";,"><mi>a</mi><mi>b</mi><mi>c</mi><mi>d</mi></mfenced>',
      `<mrow>${fence('{', 'prefix')}<mrow><mi>a</mi><mo separator="true">;</mo><mi>b</mi><mo separator="true">,</mo><mi>c</mi><mo separator="true">,</mo><mi>d</mi></mrow></mrow>`,
    ],
    ['<menclose notation="radical"><mi>x</mi></menclose>', '<msqrt><mi>x</mi></msqrt>'],
    ['<maction actiontype="toggle"><mi>x</mi><mi>y</mi></maction>', '<mi>x</mi>'],
    [
      '<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>x</mi></mtd></mlabeledtr></mtable>',
      '<mtable><mtr><mtd><mi>x</mi></mtd><mtd><mtext>(1)</mtext></mtd></mtr></mtable>',
    ],
    [
      '<mstack><mn>12</mn><msline/><mn>3</mn></mstack>',
      '<mtable><mtr><mtd><mn>12</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>',
    ],
  ])('replaces the obsolete MathML %s', (source, expected) => expect(math(source)).toBe(expected))

  it('drops Content MathML that accompanies presentation MathML', () => {
    const semantics =
      '<semantics><mi>x</mi><annotation-xml encoding="MathML-Content"><ci>x</ci></annotation-xml></semantics>'
    expect(math(semantics)).toBe('<semantics><mi>x</mi></semantics>')
  })

  it.each([
    ['<mi mathvariant="bold">x</mi>', '<mi>𝐱</mi>'],
    [
      '<mi mathvariant="double-struck">R</mi><mo>∈</mo><mi mathvariant="fraktur">gC</mi>',
      '<mi>ℝ</mi><mo>∈</mo><mi>𝔤ℭ</mi>',
    ],
    ['<mi mathvariant="normal">d</mi><mn mathvariant="normal">1</mn>', '<mi mathvariant="normal">d</mi><mn>1</mn>'],
    ['<mi mathvariant="italic">hα1</mi>', '<mi>ℎ𝛼1</mi>'],
    ['<mi mathvariant="bold-italic">Ωϵ</mi>', '<mi>𝜴𝝐</mi>'],
    ['<mi mathvariant="script">LA</mi>', '<mi>ℒ𝒜</mi>'],
    ['<mi fontweight="bold" color="red">v</mi>', '<mi mathcolor="red">𝐯</mi>'],
    [
      '<mstyle mathvariant="bold"><mi>a</mi><mn>2</mn><mi mathvariant="normal">b</mi></mstyle>',
      '<mstyle><mi>𝐚</mi><mn>𝟐</mn><mi mathvariant="normal">b</mi></mstyle>',
    ],
    ['<ms>ab</ms>', '<mtext>"ab"</mtext>'],
    ['<mfrac bevelled="true"><mn>1</mn><mn>2</mn></mfrac>', '<mrow><mn>1</mn><mo>/</mo><mn>2</mn></mrow>'],
    [
      '<mfrac linethickness="thick"><mn>1</mn><mn>2</mn></mfrac>',
      '<mfrac linethickness="200%"><mn>1</mn><mn>2</mn></mfrac>',
    ],
    ['<mn>1</mn><mspace width="thinmathspace"/>', '<mn>1</mn><mspace width="0.1667em"/>'],
    [
      '<mtable columnlines="none solid" columnalign="left"><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd><mtd><mi>c</mi></mtd></mtr></mtable>',
      '<mtable><mtr><mtd columnalign="left"><mi>a</mi></mtd><mtd columnalign="left" columnlines="solid"><mi>b</mi></mtd><mtd columnalign="left"><mi>c</mi></mtd></mtr></mtable>',
    ],
    ['<menclose notation="box"><mi>x</mi></menclose>', '<mrow notation="box"><mi>x</mi></mrow>'],
  ])('replaces the attributes of %s', (source, expected) => expect(decoded(math(source))).toBe(expected))

  it('reports a stroke around a formula that cannot be drawn', () => {
    const { losses } = render(page('<p><math><menclose notation="box madruwb"><mi>x</mi></menclose></math></p>'))
    expect(losses.map(({ text }) => text)).toEqual(['公式外的框线没有收入'])
  })
})

describe('balance of a document', () => {
  it('counts text, formulas, pictures, tables and links of the source and of the chapters', () => {
    const { balance } = render(
      page(
        '<h1>题</h1><p>甲<a href="https://example.com/">乙</a><math><mi>x</mi></math><img src="a.png" alt="丙"/></p><table><tr><td>丁</td></tr></table><form><button>戊</button></form>',
      ),
    )
    expect(balance).toEqual({
      source: expect.objectContaining({ text: 6, formulas: 1, pictures: 1, tables: 1, links: 1 }),
      result: expect.objectContaining({ text: 6, formulas: 1, pictures: 1, tables: 1, links: 1 }),
    })
  })

  it('reports the alternative of a switch that is left out', () => {
    const alternatives =
      '<p><epub:switch><epub:case required-namespace="http://www.xml-cml.org/schema"><cml>水</cml></epub:case><epub:default>H2O</epub:default></epub:switch></p>'
    const { balance, losses, pieces } = render(page(alternatives))
    expect(pieces[0]!.plain.trim()).toBe('H2O')
    expect([balance.source.text, balance.result.text]).toEqual([4, 3])
    expect(losses.map(({ text }) => text)).toEqual(['内容的另一种写法没有收入（epub:switch）'])
  })

  it('the text of an SVG drawing becomes its alt text and is searchable', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>对白一</text><text>对白二</text></svg>'
    expect(body(svg)).toContain('alt="对白一 对白二"')
    expect(render(page(svg)).pieces[0]!.plain).toContain('对白一')
  })
})
