import { expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown'

it('htmlToMarkdown keeps headings, emphasis, links and code', () => {
  const html =
    '<h1>题目</h1><p>这是<b>重点</b>和<i>斜体</i>，<a href="https://example.com/a">链接</a>，<code>x_1</code>。</p>'
  expect(htmlToMarkdown(html)).toBe('## 题目\n\n这是**重点**和*斜体*，[链接](https://example.com/a)，`x_1`。')
})

it('htmlToMarkdown joins the list paragraphs of Word, bulleted and numbered', () => {
  const item = (text: string) => `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span>${text}</span></p>`
  expect(htmlToMarkdown(`<p>前</p>${item('·&nbsp;&nbsp;甲')}${item('·&nbsp;乙')}<p>后</p>`)).toBe(
    '前\n\n- 甲\n- 乙\n\n后',
  )
  expect(htmlToMarkdown(`${item('1.&nbsp;甲')}${item('2.&nbsp;乙')}`)).toBe('1. 甲\n1. 乙')
})

it('htmlToMarkdown writes nested lists and tables', () => {
  expect(htmlToMarkdown('<ul><li>一<ul><li>二</li></ul></li><li>三</li></ul>')).toBe('- 一\n  - 二\n- 三')
  expect(htmlToMarkdown('<table><tr><th>甲</th><th>乙</th></tr><tr><td>1|2</td></tr></table>')).toBe(
    '| 甲 | 乙 |\n| --- | --- |\n| 1\\|2 |  |',
  )
})

it('htmlToMarkdown escapes marks of Markdown, leaves out styles and scripts, and names pictures', () => {
  const html = '<style>p{}</style><p>a*b $5 <script>x</script><img src="data:image/png;base64,AA"></p>'
  expect(htmlToMarkdown(html, () => '![图](figures/a.png)')).toBe('a\\*b \\$5 ![图](figures/a.png)')
})
