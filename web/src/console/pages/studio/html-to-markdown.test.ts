import { describe, expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown'
import { markdownOfPasted, missingPicture } from './pasted-html'

it('htmlToMarkdown keeps headings, emphasis, links and code', () => {
  const html =
    '<h1>题目</h1><p>这是<b>重点</b>和<i>斜体</i>，<a href="https://example.com/a">链接</a>，<code>x_1</code>。</p>'
  expect(htmlToMarkdown(html)).toBe('## 题目\n\n这是**重点**和*斜体*，[链接](https://example.com/a)，`x_1`。')
})

it('htmlToMarkdown writes nested lists and tables, with empty cells where cells are merged', () => {
  expect(htmlToMarkdown('<ul><li>一<ul><li>二</li></ul></li><li>三</li></ul>')).toBe('- 一\n  - 二\n- 三')
  expect(htmlToMarkdown('<ol start="3"><li><p>甲</p></li><li>乙</li></ol>')).toBe('3. 甲\n4. 乙')
  const table =
    '<table><tr><th colspan="2">甲</th><th>乙</th></tr><tr><td rowspan="2">1|2</td><td>3</td><td>4</td></tr><tr><td>5</td></tr></table>'
  expect(htmlToMarkdown(table)).toBe('| 甲 |  | 乙 |\n| --- | --- | --- |\n| 1\\|2 | 3 | 4 |\n|  | 5 |  |')
})

it('htmlToMarkdown escapes Markdown marks, drops styles and scripts, and passes pictures to the callback', () => {
  const html = '<style>p{}</style><p>a*b $5 <script>x</script><img src="data:image/png;base64,AA"></p><p># 号</p>'
  expect(htmlToMarkdown(html, () => '![图](figures/a.png)')).toBe('a\\*b \\$5 ![图](figures/a.png)\n\n\\# 号')
  expect(htmlToMarkdown('<p>写成 &amp;lt; 或 &amp;#60;，R&amp;D；a &amp; b</p>')).toBe(
    '写成 \\&lt; 或 \\&#60;，R&D；a & b',
  )
})

it('htmlToMarkdown reads formulas of KaTeX, MathML and sub- and superscripts', () => {
  const katex =
    '<span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math><span>x2</span></span>'
  expect(htmlToMarkdown(`<p>由${katex}得<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>`)).toBe(
    '由$x^2$得$\\frac{1}{2}$',
  )
  expect(htmlToMarkdown('<p>H<sub>2</sub>O 和 10<sup>3</sup></p>')).toBe('H$_{2}$O 和 10$^{3}$')
})

describe('htmlToMarkdown with text of Word', () => {
  const item = (mark: string, text: string, level = 1) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US><span
    style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

  it('list paragraphs become one list, nested by their level, numbered or with bullets', () => {
    const list = `${item('1.', '甲')}\n${item('（1）', '甲一', 2)}${item('·', '点', 3)}${item('一、', '乙')}`
    expect(htmlToMarkdown(`<p>前</p>${list}<p>后</p>`)).toBe('前\n\n1. 甲\n   1. 甲一\n      - 点\n2. 乙\n\n后')
    const typed = (text: string) => `<p class="MsoListParagraph"><span>${text}</span></p>`
    expect(htmlToMarkdown(`${typed('·&nbsp;&nbsp;甲')}${typed('·&nbsp;乙')}${typed('没有编号')}`)).toBe(
      '- 甲\n- 乙\n\n没有编号',
    )
  })

  it('htmlToMarkdown joins runs that Word split by language, keeps the number of a heading, and drops the table of contents', () => {
    const html =
      "<p class=MsoToc1>第 1 章 1</p><h2 style='mso-list:l1 level2 lfo2'><span style='mso-list:Ignore'>1.1&nbsp;</span><b>栈</b></h2><p><b>后</b><b><span lang=EN-US>LIFO</span></b><span> </span><b>出</b><i>斜</i></p>"
    expect(htmlToMarkdown(html)).toBe('## 1.1 栈\n\n**后LIFO 出***斜*')
    expect(htmlToMarkdown('<b style="font-weight:normal"><p>甲<span style="font-weight:700">乙</span></p></b>')).toBe(
      '甲**乙**',
    )
  })

  it('htmlToMarkdown reads a formula from its comment instead of the picture after it, and keeps the numbers of footnotes', () => {
    const omml =
      '<!--[if gte msEquation 12]><m:oMath><m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:r><span>c</span></m:r></m:e></m:d><m:f><m:num><m:r><span>a</span></m:r></m:num><m:den><m:sSup><m:e><m:r><i><span>b</span></i></m:r></m:e><m:sup><m:r><span>2</span></m:r></m:sup></m:sSup></m:den></m:f></m:oMath><![endif]--><![if !msEquation]><span><img src="file:///C:/a.png"></span><![endif]>'
    const note = '<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a>'
    const below = '<p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> 出处</p>'
    expect(htmlToMarkdown(`<p>设${omml}。${note}</p>${below}`)).toBe(
      '设$\\left[c\\right]\\frac{a}{{b}^{2}}$。[^1]\n\n[^1]: 出处',
    )
  })

  const picture = (data: string) =>
    `{\\*\\shppict{\\pict\\pngblip\\picw10{\\*\\blipuid 00ff}\n${data}}}{\\nonshppict{\\pict\\wmetafile8 ${data}}}`
  const html = '<p>图一<img src="file:///C:/1.png"></p><p>图二<img src="file:///C:/2.png"></p>'
  const paste = (rtf: string, hasFiles = false) =>
    markdownOfPasted({ html, rtf, hasFiles }, (file) => `![${file.name} ${file.size}]()`)

  it('pictures come from the RTF text if it contains the same number, and are otherwise replaced by a note', () => {
    const rtf = `{\\rtf1 ${picture('89504e470d0a1a0a'.repeat(2))}\\par ${picture('89504e470d0a1a0a'.repeat(3))}}`
    expect(paste(rtf, true)).toEqual({ text: '图一![图1.png 16]()\n\n图二![图2.png 24]()', missing: 0 })
    expect(paste('')).toEqual({ text: `图一${missingPicture}\n\n图二${missingPicture}`, missing: 2 })
  })

  it('if a copied picture is both HTML and a file, the file is inserted', () => {
    expect(markdownOfPasted({ html: '<img src="https://example.com/a.png">', rtf: '', hasFiles: true }, () => '')).toBe(
      null,
    )
  })
})
