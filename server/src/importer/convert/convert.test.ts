import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { importContent } from '../import'
import { docx, math, mr, p, picture, run } from '../questions/docx.fixture'
import { convertTextbook, isForeignTextbook } from './convert'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-convert-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function project(files: Record<string, string | Buffer>): Promise<string> {
  for (const [name, data] of Object.entries(files)) {
    const path = join(folder, 'book', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, data)
  }
  return join(folder, 'book')
}

async function converted(path: string) {
  const report = await convertTextbook(path, join(folder, 'out'), { subject: 'computing', slug: 'book' })
  const root = join(folder, 'out/textbooks/book')
  const text = (name: string) => readFile(join(root, name), 'utf8')
  return { report, text, root, manifest: parse(await text('textbook.yaml')) as Record<string, unknown> }
}

const mkdocs = `site_name: 数据结构
site_author: 某某
theme: { name: material }
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - 首页: index.md
  - 栈:
      - 栈/intro.md
      - 更深:
          - 队列: queue.md
`
const page = `---
title: 不用的标题
---
<!-- 作者的注 -->
# 栈 { #top }

!!! warning "小心"
    不要 **弹空** 栈。

    \`\`\`python title="a.py" linenums="1" hl_lines="2"
    x = 1  # === 不是选项卡
    \`\`\`

???+ question
    为什么？

??? tip "折起来"
    答案

<details>
<summary>原样的 <b>框</b></summary>
<p>框里的字</p>
</details>

=== "Python"

    \`\`\`python
    s.append(1)
    \`\`\`

=== "C"

    用数组。

--8<-- "snippets/end.md"

![图](../img/a.png){ width=300 } 和 [按钮](../queue.md#two-ends){ .md-button }，[外面](../../secret.md)，:material-check: ++ctrl+c++

公式 \\(x^2\\)，<u>下划线</u>，H<sub>2</sub>O<br>换行

栈顶
:   最后压入的一端

# 第二个一级标题
`

describe('a MkDocs project', () => {
  const files = {
    'mkdocs.yml': mkdocs,
    'docs/index.md': '# 欢迎\n\n见[栈](栈/intro.md)。\n',
    'docs/栈/intro.md': page,
    'docs/queue.md': '# Queue\n\n## Two ends\n\n正文\n',
    'docs/snippets/end.md': '引入的一段。\n',
    'docs/img/a.png': pixel,
  }

  it('a MkDocs project becomes a textbook with the table of contents of its nav', async () => {
    const { manifest, report } = await converted(await project(files))
    expect(manifest).toMatchObject({ title: '数据结构', author: '某某', subject: 'computing', price: 0 })
    const chapters = manifest.chapters as { slug?: string; title?: string; sections?: { slug: string }[] }[]
    expect(chapters.map(({ title }) => title)).toEqual([undefined, '栈'])
    expect(chapters[1]!.sections).toHaveLength(2)
    expect(report.lines.join('\n')).toContain('没有带入下级标题“更深”')
    expect(report.summary).toMatch(/提示框 1，折叠框 1，选项卡 1|提示框 1/)
  })

  it('converts boxes, tabs, includes, attributes, images, links and definitions', async () => {
    const { manifest, text, root, report } = await converted(await project(files))
    const chapters = manifest.chapters as { sections: { file: string }[] }[]
    const written = await text(chapters[1]!.sections[0]!.file)
    expect(written.startsWith('# 栈\n')).toBe(true)
    expect(written).toContain(
      '::: warning 小心\n不要 **弹空** 栈。\n\n**a.py**\n\n```python\nx = 1  # === 不是选项卡\n```\n:::',
    )
    expect(written).toContain('::: think?+\n为什么？\n:::')
    expect(written).toContain('::: tip? 折起来\n答案\n:::')
    expect(written).toContain('::: note? 原样的 **框**\n\n框里的字\n\n:::')
    expect(written).toMatch(/::: tabs\n== Python\n+```python\ns\.append\(1\)\n```\n+== C\n+用数组。\n+:::/)
    expect(written).toContain('引入的一段。')
    expect(written).toMatch(/!\[图\]\(figures\/[0-9a-f]{12}\.png\) 和 \[按钮\]\(chapter:queue#two-ends\)，外面，/)
    expect(written).toContain('公式 $x^2$，下划线，H$_{2}$O\\\n换行')
    expect(written).toContain('**栈顶**\n\n最后压入的一端')
    expect(written).toContain('## 第二个一级标题')
    expect(written).not.toMatch(/作者的注|\{ ?[.#w]|material|<|不用的标题/)
    expect(await text('chapters/queue.md')).toContain('## Two ends {#two-ends}')
    expect(await readdir(join(root, 'figures'))).toHaveLength(1)
    expect(report.lines.join('\n')).toContain('../../secret.md 指向书外')
    expect(report.unnamed).toEqual([])
  })

  it('formulas and code in a line are never changed', async () => {
    const source =
      '设 $a_{1}$、CO$_{2}$ 和 $x^{n}$，`a ==b== {.c}`，$$\\sum_{i=1}^{n} x_{i}$$\n\n\\begin{align}\na &= b_{1}\n\\end{align}\n'
    const { text, report } = await converted(
      await project({ 'mkdocs.yml': 'site_name: x\n', 'docs/a.md': `# 题\n\n${source}` }),
    )
    const written = await text('chapters/a.md')
    expect(written).toContain('设 $a_{1}$、CO$_{2}$ 和 $x^{n}$，`a ==b== {.c}`，$$\\sum_{i=1}^{n} x_{i}$$')
    expect(written).toContain('$$\n\\begin{aligned}\na &= b_{1}\n\\end{aligned}\n$$')
    expect(report.unnamed).toEqual([])
  })

  it('reads sections and lines of included files, Markdown inside HTML, captions and reference definitions', async () => {
    const { text, report } = await converted(
      await project({
        'mkdocs.yml': 'site_name: x\nnav: [a.md, { 外链: "https://example.com/" }]\n',
        'docs/a.md':
          '# 题\n\n```python\n--8<-- "c.py:part"\n```\n\n--8<-- "c.py:5:5"\n\n<div class="grid" markdown>\n\n- **卡片**\n\n</div>\n\n<figure markdown="span">\n  ![图](a.png){ width=9 }\n  <figcaption>图注</figcaption>\n</figure>\n\n![引用][p]、H~2~O\n\n[p]: a.png\n\n<iframe src="x"></iframe>\n',
        'docs/c.py': 'a = 1\n# --8<-- [start:part]\nb = 2\n# --8<-- [end:part]\nc = 3\n',
        'docs/a.png': pixel,
        'docs/other.md': '# 别的\n',
      }),
    )
    const written = await text('chapters/a.md')
    expect(written).toContain('```python\nb = 2\n```\n\nc = 3')
    expect(written).toContain('- **卡片**')
    expect(written).toMatch(/!\[图\]\(figures\/[0-9a-f]{12}\.png "图注"\)/)
    expect(written).toMatch(/\[p\]: figures\/[0-9a-f]{12}\.png/)
    expect(written).toContain('H$_{2}$O')
    expect(report.unnamed).toEqual([])
    expect(report.lines).toEqual([
      'a.md 提醒 没有带入嵌入的网页',
      '目录 提醒 没有带入没有列进目录的 1 页：other.md',
      '目录 提醒 没有带入“外链”，它不是这里的页面',
    ])
  })

  it('the importer accepts the converted textbook without errors', async () => {
    await converted(await project(files))
    const storage = { put: async () => {}, size: async () => null, remove: async () => {} } as never
    const report = await importContent(null, join(folder, 'out'), { storage, now: 1_800_000_000 })
    expect(report.problems.filter(({ level }) => level === 'error')).toEqual([])
    expect(report.refused).toEqual([])
  })

  it('the conversion never reads files outside the project folder', async () => {
    await writeFile(join(folder, 'secret.md'), '秘密')
    const path = await project({
      'mkdocs.yml': 'site_name: x\nnav: [a.md, ../../secret.md, link.md]\n',
      'docs/a.md': '# a\n\n--8<-- "../../secret.md"\n\n{!../../secret.md!}\n\n![x](../../secret.png)\n',
    })
    await symlink(join(folder, 'secret.md'), join(path, 'docs/link.md'))
    const { root } = await converted(path)
    for (const name of await readdir(join(root, 'chapters')))
      expect(await readFile(join(root, 'chapters', name), 'utf8')).not.toContain('秘密')
    expect(await readdir(join(root, 'chapters'))).toEqual(['a.md'])
  })
})

it('a folder with SUMMARY.md keeps its parts and nested pages', async () => {
  const path = await project({
    'SUMMARY.md': '# Summary\n\n[前言](README.md)\n\n## 第一部分\n\n* [甲](a.md)\n  * [乙](b.md)\n',
    'README.md': '# 前言\n\n你好\n',
    'a.md': '正文没有标题\n',
    'b.md': '# b\n',
  })
  const { manifest, text } = await converted(path)
  expect(manifest.chapters).toMatchObject([
    { slug: 'readme' },
    { title: '第一部分', sections: [{ slug: 'a' }, { slug: 'b' }] },
  ])
  expect(await text('chapters/a.md')).toBe('# 甲\n\n正文没有标题\n')
})

describe('a notebook', () => {
  const cells = [
    {
      cell_type: 'markdown',
      source: ['# 列表\n', '\n', '![图](attachment:a.png)'],
      attachments: { 'a.png': { 'image/png': pixel.toString('base64') } },
    },
    {
      cell_type: 'code',
      source: 'print(1 + 1)',
      outputs: [
        { output_type: 'stream', text: ['2\n'] },
        {
          output_type: 'execute_result',
          data: { 'text/html': '<table><tr><th>a</th></tr><tr><td>1</td></tr></table>', 'text/plain': 'x' },
        },
        { output_type: 'display_data', data: { 'image/png': pixel.toString('base64') } },
        { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: [] },
      ],
    },
    { cell_type: 'code', source: '%matplotlib inline\nimport numpy', outputs: [] },
    { cell_type: 'raw', source: 'raw' },
  ]
  const notebook = JSON.stringify({ nbformat: 4, metadata: { language_info: { name: 'python' } }, cells })

  it('a notebook keeps texts, code cells, outputs and images', async () => {
    const path = await project({ 'lesson.ipynb': notebook })
    expect(await isForeignTextbook(join(path, 'lesson.ipynb'))).toBe(true)
    const { text, report, root } = await converted(join(path, 'lesson.ipynb'))
    const written = await text('chapters/lesson.md')
    expect(written).toMatch(/^# 列表\n\n!\[图\]\(figures\/[0-9a-f]{16}\.png\)/)
    expect(written).toContain('```python run id=cell-1\nprint(1 + 1)\n```\n\n```output\n2\n```')
    expect(written).toContain('| a |')
    expect(written).toContain('```output\nValueError: no\n```')
    expect(written).toContain('```python\n%matplotlib inline')
    expect(await readdir(join(root, 'figures'))).toHaveLength(1)
    expect(report.lines.join('\n')).toMatch(/第 2 个代码格不能运行[\s\S]*raw/)
    expect(report.unnamed).toEqual([])
    expect(report.summary).toContain('转换的对账（带入/原有）：')
  })

  it('runs code that asks a question in a comment, and reports the names of omitted stack traces', async () => {
    const outputs = [{ output_type: 'error', ename: 'E', evalue: 'x', traceback: ['line'] }]
    const sources = ['# why?\nx = 7 \\\n  % 3', 'x?', '%timeit x', '!ls']
    const code = sources.map((source, i) => ({ cell_type: 'code', source, outputs: i === 0 ? outputs : [] }))
    const path = await project({ 'a.ipynb': JSON.stringify({ nbformat: 4, metadata: {}, cells: code }) })
    const { report } = await converted(join(path, 'a.ipynb'))
    expect(report.lines).toEqual([
      'a.ipynb 提醒 没有带入出错时的调用栈，只带入错误的名称和说明',
      ...[2, 3, 4].map((n) => `a.ipynb 提醒 第 ${n} 个代码格不能运行（有只在 Jupyter 里有的命令），只显示`),
    ])
  })

  it('keeps attached images that HTML shows', async () => {
    const attachments = { 'p 1.png': { 'image/png': pixel.toString('base64') } }
    const cell = { cell_type: 'markdown', source: '# 图\n\n<img src="attachment:p 1.png" alt="甲"/>', attachments }
    const path = await project({ 'a.ipynb': JSON.stringify({ nbformat: 4, metadata: {}, cells: [cell] }) })
    const { text, report } = await converted(join(path, 'a.ipynb'))
    expect(await text('chapters/a.md')).toMatch(/!\[甲\]\(figures\/[0-9a-f]{16}\.png\)/)
    expect(report.lines).toEqual([])
  })

  it('rejects a damaged notebook', async () => {
    const path = await project({ 'lesson.ipynb': notebook.slice(0, 100) })
    await expect(converted(join(path, 'lesson.ipynb'))).rejects.toThrow('没有可以导入的页')
  })
})

it('a Word document keeps headings, lists, tables, images and formulas', async () => {
  const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:styleId="2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style></w:styles>`
  const footnotes = `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">${p('脚注')}</w:footnote></w:footnotes>`
  const heading = (style: string, text: string) => `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run(text)}</w:p>`
  const item = (text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`
  const document = docx(
    [
      heading('1', '第三章 栈'),
      p('读 ', run('重', '<w:b/>'), run('点 ', '<w:b/>'), run('字'), '<w:r><w:footnoteReference w:id="2"/></w:r>'),
      p('旧 ', run('写', '<w:b/><w:strike/>'), run('法 ', '<w:strike/>'), run('新', '<w:strike w:val="0"/>')),
      p('一段 <不是标签>'.replace('<', '&lt;').replace('>', '&gt;')),
      heading('2', '压栈'),
      item('第一步'),
      item('第二步'),
      p('面积 ', math(mr('x=1'))),
      p(picture('rId1', '示意图')),
      `<w:tbl><w:tr><w:tc>${p('a')}</w:tc><w:tc>${p('b')}</w:tc></w:tr></w:tbl>`,
    ],
    [
      { name: 'word/media/image1.png', body: pixel },
      { name: 'word/styles.xml', body: styles },
      { name: 'word/footnotes.xml', body: footnotes },
    ],
  )
  const path = await project({ 'chapter.docx': document })
  const { text, report } = await converted(join(path, 'chapter.docx'))
  const written = await text('chapters/chapter.md')
  expect(written).toContain('# 第三章 栈\n\n读 **重点** 字[^1]\n\n旧 ~~**写**法~~ 新\n\n一段')
  expect(written).toContain('[^1]: 脚注')
  expect(report.unnamed).toEqual([])
  expect(written).toContain('## 压栈\n\n1. 第一步\n2. 第二步\n\n面积 $x=1$')
  expect(written).toMatch(/!\[示意图\]\(figures\/[0-9a-f]{16}\.png\)/)
  expect(written).toContain('| a | b |')
})
