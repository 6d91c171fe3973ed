import { DomUtils } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { chapterUid, questionUid, resourceUid } from '../../base/stable-ids'
import { parseHtml } from '../document'
import { formatProblem } from '../problems'
import { renderMarkdown } from './render'

const curriculum = { kind: 'textbook', slug: 'book' }
const render = (body: string, titled: 'required' | 'optional' = 'optional') =>
  renderMarkdown({ source: body, file: 'a.md', curriculum, chapter: 'one', titled, previous: [] })
/** Rendered HTML without paragraph ids, which have their own tests. */
const html = async (body: string) => (await render(body)).html.replace(/ data-p="[^"]*"/g, '').trim()
const problems = async (body: string, titled?: 'required' | 'optional') =>
  (await render(body, titled)).problems.map(formatProblem)

it('blockLines has a source line for each element at the top level, but for the footnotes', async () => {
  const body = [
    '# 题目[^a]\n\n一段\n两行\n\n## 小标题\n\n- 甲\n  - 乙\n\n| 左 |\n|--|\n| 1 |\n\n$$\nx\n$$\n\n![图](a.png)',
    '> 引\n>\n> - 丙\n\n```python run id=a\n\nx = 1\n```\n\n::: tabs\n== A\n甲\n\n丁\n== B\n乙\n:::\n\n::: note? 收起\n里\n:::',
    '---\n\n@[question](q)\n\n[^a]: 注\n\n[引用]: https://example.com\n\n末段',
  ].join('\n\n')
  const { html, blockLines } = await render(body)
  const elements = parseHtml(html).children.flatMap((node) => ('name' in node ? [node.name] : []))
  const lines = body.split('\n')
  expect(blockLines.map((line, at) => `${elements[at]} ${lines[line - 1]}`)).toEqual([
    ...['p 一段', 'h2 ## 小标题', 'ul - 甲', 'div | 左 |', 'p $$', 'figure ![图](a.png)', 'blockquote > 引'],
    ...['pre ```python run id=a', 'div ::: tabs', 'details ::: note? 收起', 'hr ---', 'div @[question](q)', 'p 末段'],
  ])
  expect(elements.slice(blockLines.length)).toEqual(['section'])
})

describe('rendering of Markdown', () => {
  it.each([
    ['**粗** *斜* ~~删~~ `码`', '<p><strong>粗</strong> <em>斜</em> <s>删</s> <code>码</code></p>'],
    ['先问**「有几次」**。', '<p>先问<strong>「有几次」</strong>。</p>'],
    ['**真的？**他问。', '<p><strong>真的？</strong>他问。</p>'],
    [
      '再**逆置**（不用数组），然后**输出**。',
      '<p>再<strong>逆置</strong>（不用数组），然后<strong>输出</strong>。</p>',
    ],
    ['算 2**(n) 与 3**(m)', '<p>算 2**(n) 与 3**(m)</p>'],
    ['- [x] 做完\n- [ ] 没做', '<ul>\n<li data-done="true">做完</li>\n<li data-done="false">没做</li>\n</ul>'],
    [
      '| 左 | 右 |\n|:--|--:|\n| 1 | 2 |',
      '<div class="table-scroll" tabindex="0"><table>\n<thead>\n<tr>\n<th class="align-left">左</th>\n<th class="align-right">右</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="align-left">1</td>\n<td class="align-right">2</td>\n</tr>\n</tbody>\n</table></div>',
    ],
    [
      '::: tip\n内容\n:::',
      '<aside data-admonition="tip" class="admonition">\n<p class="admonition-title">窍门</p>\n<p>内容</p>\n</aside>',
    ],
    [
      ':::: example 外\n::: note 内\n里\n:::\n::::',
      '<aside data-admonition="example" class="admonition">\n<p class="admonition-title">外</p>\n<aside data-admonition="note" class="admonition">\n<p class="admonition-title">内</p>\n<p>里</p>\n</aside>\n</aside>',
    ],
    [
      '::: think? 答案在里面\n里\n:::',
      '<details data-admonition="think" class="admonition">\n<summary class="admonition-title">答案在里面</summary>\n<p>里</p>\n</details>',
    ],
    [
      '::: note?+\n里\n:::',
      '<details data-admonition="note" class="admonition" open>\n<summary class="admonition-title">说明</summary>\n<p>里</p>\n</details>',
    ],
    [
      '::: tabs\n== Python\n甲\n== C\n```c\n== 不是页\n```\n:::',
      '<div data-tabs>\n<section data-tab="Python">\n<p>甲</p>\n</section>\n<section data-tab="C">\n<pre data-language="c" tabindex="0"><code>== 不是页</code></pre>\n</section>\n</div>',
    ],
    [
      '![一摞盘子](figures/a.svg "图 1")',
      '<figure><img data-file="figures/a.svg" alt="一摞盘子"><figcaption>图 1</figcaption></figure>',
    ],
    [
      '正文[^a]\n\n[^a]: 注',
      expect.stringContaining('<sup><a data-footnote="1" role="doc-noteref" tabindex="0">1</a></sup>'),
    ],
    ['正文[^a]\n\n[^a]: 注', expect.stringContaining('<li data-note="1"><p>注</p>')],
    ['@[question](q-1)', `<div data-question="${questionUid(curriculum, 'q-1')}"></div>`],
    ['@[resource](v-1)', `<div data-resource="${resourceUid(curriculum, 'v-1')}"></div>`],
    [
      '[见](chapter:two#push)',
      `<p><a data-chapter="${chapterUid(curriculum, 'two')}" data-anchor="push" role="link" tabindex="0">见</a></p>`,
    ],
    ['[本节](#here)', expect.stringContaining(`data-chapter="${chapterUid(curriculum, 'one')}" data-anchor="here"`)],
    [
      '[网](https://example.com)',
      '<p><a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">网</a></p>',
    ],
    ['看 main.py 和 a.com', '<p>看 main.py 和 a.com</p>'],
    ['一共 $5 和 $6', '<p>一共 $5 和 $6</p>'],
    ['```\n<b>\n```', '<pre tabindex="0"><code>&lt;b&gt;</code></pre>'],
    [
      '```python run id=a stdin="3 4\\n5"\nx = 1  # 注\n```',
      '<pre data-language="python" data-cell="a" data-stdin="3 4\n5" tabindex="0"><code>x = <span class="tk-number">1  </span><span class="tk-comment"># 注</span></code></pre>',
    ],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['[x](javascript:alert(1))', '<p><a>x</a></p>'],
    ['[x](data:text/html,hi)', '<p><a>x</a></p>'],
  ])('renders %s', async (source, expected) => expect(await html(source)).toEqual(expected))

  it('renders formulas as HTML and as MathML, inline and as blocks', async () => {
    const written = await html('行内 $O(n^2)$。\n\n$$\n\\frac{1}{2}\n$$\n\n$$a+b$$')
    expect(written.match(/<math/g)).toHaveLength(3)
    expect(written.match(/class="katex-display" tabindex="0"/g)).toHaveLength(2)
    expect(written).toContain('<annotation encoding="application/x-tex">O(n^2)</annotation>')
  })

  it('the title of a Markdown chapter is removed from its text', async () => {
    const { title, html } = await render('# 3.1 栈：**后进**先出 $O(1)$\n\n正文', 'required')
    expect(title).toBe('3.1 栈：后进先出 O(1)')
    expect(html).not.toContain('<h1')
  })

  it('counts words like a word processor, and collects references to questions and datasets', async () => {
    const result = await render('中文 two words，$x$。\n\n@[question](q)\n\n```sql run id=s db=school\nselect 1\n```')
    expect(result.words).toBe(5)
    expect(result).toMatchObject({ questions: [{ slug: 'q', line: 3 }], datasets: [{ slug: 'school', line: 5 }] })
    expect(result.paragraphs.map(({ text }) => text)).toEqual(['中文 two words，$x$。', 'select 1'])
  })

  it('uses the anchor of a heading as its paragraph id', async () => {
    expect((await render('## 压栈 {#push}')).html).toContain('<h2 data-p="push">压栈</h2>')
  })
})

describe('problems of a Markdown text', () => {
  it.each([
    ['正文', ['a.md:1 错误 第一行要是一级标题：# 标题']],
    ['# 一\n\n# 二', ['a.md:3 错误 一章只能有一个一级标题，请改用二级标题']],
    ['# 一\n\n错的 $\\frac{1$', [expect.stringContaining('a.md:3 错误 公式写错了：\\frac{1')]],
    ['# 一\n\n一行\n二 $\\nonsense$', [expect.stringContaining('a.md:4 错误 公式写错了')]],
    ['# 一\n\n::: note\n没完', ['a.md:3 错误 “::: note” 没有用单独一行 “:::” 结束']],
    ['# 一\n\n::: danger\n:::', [expect.stringContaining('a.md:3 错误 没有名为 danger 的提示框')]],
    ['# 一\n\n::: tabs\n甲\n:::', ['a.md:3 错误 选项卡里没有 “== 名称” 开头的页']],
    ['# 一\n\n## 甲 {#x}\n\n## 乙 {#x}', ['a.md:5 错误 锚点 x 在本章出现了两次']],
    ['# 一\n\n## 甲 {#大}', [expect.stringContaining('a.md:3 错误 锚点 大 只能')]],
    ['# 一\n\n```ruby run id=a\n```', [expect.stringContaining('a.md:3 错误 ruby 的代码不能运行')]],
    ['# 一\n\n```python run\n```', [expect.stringContaining('a.md:3 错误 可运行的代码要写 id')]],
    ['# 一\n\n```c run id=a\n```\n\n```c run id=a\n```', ['a.md:6 错误 本章已有 id 为 a 的代码']],
    ['# 一\n\n```nolang\n```', ['a.md:3 提醒 不认识的代码语言 nolang，不着色']],
    [
      '# 一\n\n![x](https://evil.example/a.png)',
      [expect.stringContaining('a.md:3 错误 图片 https://evil.example/a.png 不在文件夹里')],
    ],
    ['# 一\n\n![](a.png)', [expect.stringContaining('a.md:3 提醒 图片 a.png 没有说明文字')]],
    ['# 一\n\n<div>x</div>', [expect.stringContaining('a.md:3 提醒 不支持内嵌 HTML，“<div>”')]],
    ['# 一\n\n<b>粗</b>和<i>斜</i>', ['a.md:3 提醒 不支持内嵌 HTML，“<b>”“</b>”“<i>”“</i>” 会按文字显示']],
    ['# 一\n\n[x](javascript:alert(1))', [expect.stringContaining('a.md:3 提醒 链接 javascript:alert(1) 打不开')]],
    ['# 一\n\n[x](data:text/html,hi)', [expect.stringContaining('a.md:3 提醒 链接 data:text/html,hi 打不开')]],
    ['# 一\n\n![x](data:image/png;base64,AA==)', [expect.stringContaining('a.md:3 错误 图片 data:image/png')]],
    ['# 一\n\n$\\href{https://a.example}{x}$', ['a.md:3 错误 公式里不能用 \\href：\\href{https://a.example}{x}']],
    ['# 一\n\n$$\\includegraphics{a.png}$$', ['a.md:3 错误 公式里不能用 \\includegraphics：\\includegraphics{a.png}']],
    ['# 一\n\n$x_1_2$', ['a.md:3 错误 公式写错了：x_1_2（连着两个上标或下标，请用 { } 分开）']],
    ['# 一\n\n$a & b$', ['a.md:3 错误 公式写错了：a & b（第 3 个字符 & b 附近）']],
    ['# 一\n\n零\0', ['a.md:3 错误 有不是文字的字符（NUL）']],
    ['# 一\n\n注[^9]', ['a.md:3 提醒 脚注 [^9] 没有对应的注释']],
    ['# 一\n\n看 @[question](q)', ['a.md:3 提醒 @[question] 要独占一行才会嵌入']],
    ['# 一\n\n[x](other.md)', [expect.stringContaining('a.md:3 提醒 链接 other.md 打不开')]],
    ['# 一\n\n坏字\uFFFD', ['a.md 错误 文件不是 UTF-8 编码']],
    ['# 一\n\nfor (i = 0; i < n; i++) 与 List<Integer>', []],
  ])('reports problems with line numbers: %j', async (source, expected) =>
    expect(await problems(source, 'required')).toEqual(expected),
  )
})

describe('hostile text', () => {
  it.each([
    ['nested quotes', `${'>'.repeat(5000)} x`],
    ['nested lists', Array.from({ length: 400 }, (_, i) => `${'  '.repeat(i)}- x`).join('\n')],
    ['nested containers', `${'::: note\n'.repeat(300)}x\n${':::\n'.repeat(300)}`],
    ['open brackets', '['.repeat(20_000)],
    ['open stars', '*a '.repeat(10_000)],
    ['dollar signs', '$'.repeat(20_000)],
    ['a macro that doubles itself', '$\\def\\a{\\a\\a}\\a$'],
    ['a huge rule', '$\\rule{1000000em}{1000000em}$'],
    ['formula links', '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/x.png}$'],
    ['html in formulas', '$\\text{<img src=x onerror=alert(1)>}$'],
    ['html in captions', '![" onerror="alert(1)](a.png "<script>alert(1)</script>")'],
    ['html in code options', '```python run id=a stdin="\\"><script>alert(1)</script>"\n```'],
    ['html in tabs', '::: tabs\n== "><img src=x onerror=alert(1)>\nx\n:::'],
  ])('renders %s without scripts and without hanging', async (_, source) => {
    const elements = DomUtils.findAll(() => true, parseHtml((await render(source)).html).children)
    for (const { name, attribs } of elements) {
      expect(name).not.toMatch(/^(script|iframe|object|embed|style|form|base|link|meta)$/)
      for (const [attribute, value] of Object.entries(attribs)) {
        expect(attribute).not.toMatch(/^on/)
        if (/^(href|src)$/.test(attribute)) expect(value).toMatch(/^https?:/)
      }
    }
  })
})
