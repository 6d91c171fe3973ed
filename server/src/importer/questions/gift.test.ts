import { describe, expect, it } from 'vitest'
import { questionsOfContent, readContent } from './read-file.fixture'

const one = async (text: string) => (await questionsOfContent('a.gift', `${text}\n`))[0]!

describe('GIFT', () => {
  it('keeps the indentation of code', async () => {
    const question = await one('[html]看代码：<pre>\nif x\\:\n    y\\=1\n        z\\=2\n</pre>{T}')
    expect(question.stem).toBe('看代码：\n\n```\nif x:\n    y=1\n        z=2\n```')
  })

  it('does not count a dollar sign in code as a formula', async () => {
    const [reading] = await readContent('a.gift', '[html]看：<pre>f\\(x\\)</pre>{T}\n')
    expect(reading).toMatchObject({ unnamed: [], balance: { source: { formulas: 0 } } })
  })

  it('reads formulas in plain TeX, whose braces are not those of the answers', async () => {
    const question = await one(
      '求 $\\lim_{x\\to 0}\\frac{\\sin x}{x}$，$a \\neq b$ {=$\\frac{1}{2}$ ~0 ~\\(x^{2}\\)#错}',
    )
    expect(question).toMatchObject({
      stem: '求 $\\lim_{x\\to 0}\\frac{\\sin x}{x}$，$a \\neq b$',
      options: [{ text: '$\\frac{1}{2}$', right: true }, { text: '0' }, { text: '$x^{2}$' }],
    })
  })

  it('keeps feedback of several lines and paragraphs', async () => {
    const question = await one('问{=对#第一行\n第二行 ~错#[markdown]先看\\n\\n```\\nx\\=1\\n```}')
    expect(question.analysis).toBe('- 对：第一行\\\n  第二行\n- 错：先看\n\n  ```\n  x=1\n  ```')
  })

  it.each([
    ['数一数 {One}', [{ text: 'One', share: 10_000_000 }]],
    [
      '数一数 {One=Two}',
      [
        { text: 'One', share: 10_000_000 },
        { text: 'Two', share: 10_000_000 },
      ],
    ],
  ])('reads an answer without `=` as a right answer: %s', async (text, blanks) =>
    expect(await one(text)).toMatchObject({ type: 'blank', blanks: [blanks] }),
  )

  it.each([
    ['多少？{#3:1#对了 ~#错了}', '- 3:1：对了\n- 其他：错了'],
    ['多少？{#=3:1#对了 =%50%5:1#近了 ~#错了}', '- 3:1：对了\n- 5:1：近了\n- 其他：错了'],
    ['多少？{#1..5#对了 ~%0%*#错了}', '- 1..5：对了\n- 其他：错了'],
  ])('keeps the feedback for wrong numbers: %s', async (text, analysis) =>
    expect((await one(text)).analysis).toBe(analysis),
  )

  it('reads a title without an empty line before it as the next question', async () => {
    const readings = await readContent('a.gift', '::甲::一{T#错}\n::乙::二{=x#好}\n')
    expect(readings.map(({ item }) => item)).toEqual(['甲', '乙'])
  })

  it('rejects a question with answers in several places', async () => {
    const [reading] = await readContent('a.gift', '一{=甲 ~乙} 和 {=丙 ~丁}\n')
    expect(reading).toMatchObject({ question: null, reason: expect.stringContaining('几处答案') })
  })

  it('keeps the feedback of pairs, and a first number without `=`', async () => {
    expect(await one('配{=左 -> 右#好 =左二 -> 右二}')).toMatchObject({ analysis: '- 左：好' })
    const question = await one('多少？{#3:1#对 =%50%5:1#近}')
    expect(question).toMatchObject({ type: 'blank', blanks: [[{ value: '3' }, { value: '5', share: 5_000_000 }]] })
  })

  it('returns title and category of each question', async () => {
    const readings = await readContent(
      'a.gift',
      '::甲::一{T}\n\n$CATEGORY: $course$/top/数学//物理/极限\n\n::乙::二{F}\n',
    )
    expect(readings).toMatchObject([
      { item: '甲', category: '' },
      { item: '乙', category: '数学/物理/极限' },
    ])
  })
})

describe('descriptions in GIFT', () => {
  it('a description and the questions after it become a 材料题', async () => {
    const readings = await readContent(
      'a.gift',
      '::读::[markdown]先读这段：$x^2$\n\n// [tag:栈]\n::一::对吗？{T}\n\n多少？{#3}\n\n$CATEGORY: 别的\n\n单独的{F}\n',
    )
    expect(readings).toMatchObject([
      {
        item: '读',
        notes: [],
        question: {
          type: 'material',
          stem: '先读这段：$x^2$',
          score: 200,
          tags: ['栈'],
          parts: [{ type: 'judge' }, { type: 'number' }],
        },
      },
      { question: { type: 'judge', stem: '单独的' }, category: '别的' },
    ])
  })

  it('rejects a description followed by no question or by more than ten', async () => {
    const many = Array.from({ length: 11 }, (_, i) => `第 ${i} 题{T}`).join('\n\n')
    const readings = await readContent('a.gift', `关于全卷\n\n${many}\n\n结束语\n`)
    expect(readings.map(({ question }) => question?.type ?? null)).toEqual([null, ...Array(11).fill('judge'), null])
  })

  it('a question that cannot be imported is reported separately from the 材料题', async () => {
    const readings = await readContent('a.gift', '材料\n\n一{T}\n\n二{=a* =b}\n')
    expect(readings).toMatchObject([{ question: { parts: [{ type: 'judge' }] } }, { question: null }])
  })
})

describe('format of a text file', () => {
  it('a paper with LaTeX is read as a paper, not as GIFT', async () => {
    const paper =
      '1. 求 $\\frac{1}{2}$ 的倒数（ B ）\nA. $\\frac{1}{2}$  B. $2$\n\n2. $x^{2}=4$，$x>0$，则 x = ____\n答案：2\n'
    const readings = await readContent('a.txt', paper)
    expect(readings).toMatchObject([
      { question: { type: 'single', stem: '求 $\\frac{1}{2}$ 的倒数（　　）' } },
      { question: { type: 'blank', stem: '$x^{2}=4$，$x>0$，则 x = {{}}' } },
    ])
  })

  it('the content of a .txt file decides whether it is GIFT or Aiken', async () => {
    expect(await readContent('a.txt', '1. 二加二？{=4 ~5}\n\n答案在后{T}\n')).toMatchObject([
      { question: { type: 'single' } },
      { question: { type: 'judge' } },
    ])
    expect(await readContent('b.txt', '1. {集合} 是？\nA) 甲\nB) 乙\nANSWER: B\n')).toMatchObject([
      { question: { type: 'single', options: [{ right: false }, { right: true }] } },
    ])
  })
})
