import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../../text/markdown/render'
import { paragraphs } from './formula-text'
import { htmlToMarkdown } from './html-to-markdown'
import { escapeMarkdown, plainHtml } from './markdown-text'

const html = async (source: string) => {
  const job = { source, file: '', curriculum: null, chapter: '', titled: 'optional' as const, previous: [] }
  return (await renderMarkdown(job)).html.replace(/ data-p="[^"]*"/g, '').trim()
}
const shown = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const sign = fc.constantFrom(
  ...'abz09 中文，。（）*_`~[](){}<>#+-.!|&$\\"\':/=@^',
  'http://a.cn',
  'HTTPS://a.cn',
  'ftp://a.cn',
  '//a.a',
  'mailto:a@b.cn',
  '\n',
  '\n\n',
  '1. ',
  '- ',
)
const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''))

test('for a text without Markdown, plainHtml returns the same as the renderer', () =>
  fc.assert(
    fc.asyncProperty(text, async (markdown) => {
      const plain = plainHtml(markdown)
      if (plain !== null) expect(plain).toBe(await html(markdown))
    }),
    { numRuns: 500 },
  ))

test('a text escaped by escapeMarkdown is rendered unchanged', () =>
  fc.assert(
    fc.asyncProperty(
      text.map((said) => said.replace(/\s+/g, ' ').trim()).filter((said) => said !== ''),
      async (sample) => {
        expect(await html(escapeMarkdown(sample))).toBe(`<p>${shown(sample)}</p>`)
      },
    ),
    { numRuns: 500 },
  ))

test('a formula beside a blank stays a formula; an amount in dollars and a variable do not become formulas', () => {
  expect(paragraphs('$\\sqrt{8}=$____，____$x^2$')).toBe('$\\sqrt{8}=$\\_\\_\\_\\_，\\_\\_\\_\\_$x^2$')
  expect(paragraphs('a_$b_$ 5$=6$')).not.toMatch(/(?<!\\)\$/)
})

test('paragraphs() preserves paragraphs and line breaks of plain text', async () => {
  expect(await html(paragraphs('一 < 二\r\n* 三\n\n\n# 四'))).toBe('<p>一 &lt; 二<br>\n* 三</p>\n<p># 四</p>')
})

test.each([
  ['<p>甲<b>乙</b> <i> 丙 </i></p>', '甲**乙** *丙*'],
  ['<p>一<br/>二</p><p>三</p>', '一\\\n二\n\n三'],
  ['<ul><li>甲</li><li>乙<ol><li>丙</li></ol></li></ul>', '- 甲\n- 乙\n\n  1. 丙'],
  ['H<sub>2</sub>O, x<sup>n+1</sup>', 'H$_{2}$O, x$^{n+1}$'],
  ['<pre class="language-python"><code>a = 1\n  b</code></pre>', '```python\na = 1\n  b\n```'],
  ['<table><tr><th>甲</th><td>乙|丙</td></tr><tr><td>1</td></tr></table>', '| 甲 | 乙\\|丙 |\n| --- | --- |\n| 1 |  |'],
  ['<math><mfrac><mi>a</mi><msqrt><mn>2</mn></msqrt></mfrac></math>', '$\\frac{a}{\\sqrt{2}}$'],
  ['\\(x_1\\) 和 $$y$$ 要 $5', '$x_1$ 和 $$y$$ 要 \\$5'],
  ['1. 不是列表 <code>a`b</code>', '1\\. 不是列表 ``a`b``'],
  ['<h2>标题</h2><blockquote><p>引</p></blockquote>', '**标题**\n\n> 引'],
])('converts the HTML %s to Markdown', (source, markdown) => {
  expect(htmlToMarkdown(source, { lost: () => {} })).toBe(markdown)
})
