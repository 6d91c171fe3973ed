import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, utils, write } from '@e965/xlsx'
import { describe, expect, it, test } from 'vitest'
import type { SourceQuestion } from '../../questions/rubric'
import { gb18030 } from '../../testing/gb18030'
import { counted, docx, math, mr, p, picture, run } from './docx.fixture'
import { sheetHeader } from './export/sheet'
import { writeQuestionFile } from './export/write-file'
import { questionsOfContent, readContent, refusals } from './read-file.fixture'
import { noImages } from './reading'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a Word document as written by teachers', () => {
  it('reads numbered stems, options, answers, analyses, and headings with type and score', async () => {
    const questions = await questionsOfContent(
      'paper.docx',
      docx([
        p('数据结构期末试卷'),
        p('一、单项选择题（每题 2 分，共 4 分）'),
        p('1. 栈的特点是（　　）。'),
        p('A. 先进先出  B. 后进先出'),
        p('C. 随机存取  D. 以上都不对'),
        p('答案：B'),
        p('解析：最后压入的最先弹出。'),
        p('第二段解析。'),
        p('2、下列是线性结构的是'),
        p('A．树'),
        p('B．图'),
        p('C．队列'),
        p('【答案】C 【解析】队列是线性的。'),
        p('二、多选题'),
        p('3. 正确的有？（3 分）'),
        p('A. 甲 B. 乙 C. 丙'),
        p('答案：A、C'),
        p('三、判断题（每小题 1 分）'),
        p('4. 栈是后进先出的。（ √ ）'),
        p('四、填空题'),
        p('5. 栈顶插入叫', run('    ', '<w:u w:val="single"/>'), '，删除叫____。'),
        p('答案：压栈|入栈；弹栈'),
        p('五、简答题（每题 10 分）'),
        p('6. 为什么递归要用栈？'),
        p('参考答案：要记住返回的地方。'),
        p('1. 先压入返回地址；'),
      ]),
    )
    expect(questions.map(({ type, score }) => [type, score])).toEqual([
      ['single', 200],
      ['single', 200],
      ['multiple', 300],
      ['judge', 100],
      ['blank', 100],
      ['short', 1000],
    ])
    expect(questions[0]).toMatchObject({
      stem: '栈的特点是（　　）。',
      options: [{ text: '先进先出' }, { text: '后进先出', right: true }, { text: '随机存取' }, { text: '以上都不对' }],
      analysis: '最后压入的最先弹出。\n\n第二段解析。',
    })
    expect(questions[1]).toMatchObject({ options: [{}, {}, { text: '队列', right: true }], analysis: '队列是线性的。' })
    expect(questions[2]).toMatchObject({ stem: '正确的有？' })
    expect(questions[3]).toMatchObject({ value: true, stem: '栈是后进先出的。（　　）' })
    expect(questions[4]).toMatchObject({
      stem: '栈顶插入叫{{}}，删除叫{{}}。',
      blanks: [[{ text: '压栈' }, { text: '入栈' }], [{ text: '弹栈' }]],
    })
  })

  it('reads automatic numbers and letters, formulas, images, superscripts and tables', async () => {
    const fraction = `<m:f><m:num>${mr('1')}</m:num><m:den>${mr('n+1')}</m:den></m:f>`
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${mr('i=1')}</m:sub><m:sup>${mr('n')}</m:sup><m:e><m:sSup><m:e>${mr('x')}</m:e><m:sup>${mr('2')}</m:sup></m:sSup></m:e></m:nary>`
    const root = `<m:rad><m:deg/><m:e>${mr('sin')}${mr('θ')}</m:e></m:rad>`
    const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`
    const readings = await readContent(
      'formulas.docx',
      docx(
        [
          counted(1, '求和 ', math(sum + mr('=') + fraction), ' 对吗？'),
          `<w:tbl><w:tr>${cell('甲')}${cell('乙')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`,
          counted(2, 'x', run('2', '<w:vertAlign w:val="superscript"/>')),
          counted(2, math(root)),
          counted(2, picture('rId1', '示意图')),
          p('答案：B'),
          counted(1, '第二题'),
          counted(3, '对'),
          counted(3, '不对'),
          p('答案：A'),
        ],
        [{ name: 'word/media/image1.png', body: png }],
      ),
    )
    const [first, second] = readings
    expect(first!.question).toMatchObject({
      stem: '求和 $\\sum_{i=1}^{n} {{x}^{2}}=\\frac{1}{n+1}$ 对吗？\n\n| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |',
      options: [
        { text: 'x$^{2}$' },
        { text: '$\\sqrt{\\sin θ}$', right: true },
        { text: expect.stringMatching(/^!\[示意图\]\([0-9a-f]{16}\.png\)$/) },
      ],
    })
    expect(first!.question && [...first!.images.values()]).toEqual([png])
    expect(second!.question).toMatchObject({ stem: '第二题', options: [{ text: '对', right: true }, { text: '不对' }] })
    expect(second!.question && second!.images.size).toBe(0)
  })

  it('reads a passage with several questions as a 材料题', async () => {
    const [question] = await questionsOfContent(
      'material.docx',
      docx([
        p('一、材料题'),
        p('1. 阅读下面的材料。'),
        p('栈有两个操作。'),
        p('（1）是哪两个？（4 分）'),
        p('答案：压栈和弹栈'),
        p('（2）栈顶在哪？'),
        p('A. 上面 B. 下面'),
        p('答案：A'),
      ]),
    )
    expect(question).toMatchObject({
      type: 'material',
      stem: '阅读下面的材料。\n\n栈有两个操作。',
      score: 500,
      parts: [{ type: 'short', reference: '压栈和弹栈', score: 400 }, { type: 'single' }],
    })
  })

  it('starts the next part of a 材料题 after an analysis, but not with a list inside of the analysis', async () => {
    const text =
      '一、材料题\n1. 读短文。\n（1）谁在说话？\nA. 甲  B. 乙\n答案：A\n解析：两点：\n（1）称呼；\n（2）语气。\n（2）他说了____。\n答案：好\n解析：见末句。\n（3）他走了吗？（ 对 ）\n2. 又一段。\n（1）对吗？\n答案：对\n'
    const questions = (await readContent('a.txt', text, 'text')).map((one) => one.question ?? one.reason)
    expect(questions).toMatchObject([
      {
        parts: [
          { type: 'single', analysis: '两点：\n\n（1）称呼；\n\n（2）语气。' },
          { type: 'blank', stem: '他说了{{}}。' },
          { type: 'judge', value: true },
        ],
      },
      { parts: [{ type: 'judge' }] },
    ])
  })

  it('does not take letters in a sentence for options, or the brackets of a call for a gap', async () => {
    const text =
      '一、单选题\n1. A、B、C 依次入栈，哪个次序不可能？\nA. ABC  B. CAB\n答案：B\n二、填空题\n2. 压入 A、压入 B、弹出，得到____。\n答案：B\n3. 执行 append(1)、pop() 后长度是（ ）。\n答案：0\n'
    const questions = (await readContent('a.txt', text, 'text')).map((one) => one.question ?? one.reason)
    expect(questions).toMatchObject([
      { type: 'single', stem: 'A、B、C 依次入栈，哪个次序不可能？', options: [{ text: 'ABC' }, { text: 'CAB' }] },
      { type: 'blank', blanks: [[{ text: 'B' }]] },
      { type: 'blank', blanks: [[{ text: '0' }]] },
    ])
  })

  it('takes a line after the letter of an answer as analysis and says so', async () => {
    const text =
      '一、单选题\n1. 一加一等于？\nA. 1  B. 2\n答案：B\n2026. 年的说明\n2. 二加二等于？\nA. 3  B. 4\n答案：B\n'
    expect(await readContent('a.txt', text, 'text')).toMatchObject([
      {
        question: { type: 'single', analysis: '2026. 年的说明' },
        notes: ['第 5 行“2026. 年的说明”接在答案后面，作为解析收入'],
        unnamed: [],
      },
      { question: { type: 'single' }, notes: [] },
    ])
  })

  it('rejects each invalid question with its reason', async () => {
    expect(
      await refusals(
        'bad.docx',
        docx([
          p('1. 没有答案？'),
          p('A. 甲 B. 乙'),
          p('2. 答案不在选项里'),
          p('A. 甲 B. 乙'),
          p('答案：D'),
          p('3. 什么都没有'),
          p('二、判断题'),
          p('4. 说不清'),
          p('答案：也许'),
        ]),
      ),
    ).toEqual([
      '1 第 1 题 没有答案？：没有写答案',
      '3 第 2 题 答案不在选项里：答案里的 D 没有对应的选项',
      '6 第 3 题 什么都没有：没有写答案',
      '8 第 4 题 说不清：判断题的答案“也许”要写“对”或“错”',
    ])
  })
})

describe('a table of questions', () => {
  const header = ['题型', '题干', '选项A', '选项B', '选项C', '答案', '解析', '分值', '难度', '知识点', '编号', '材料']
  const rows = [
    [
      '单选题',
      '栈的特点？',
      '先进先出',
      '后进先出',
      '',
      'B',
      '最后压入，最先弹出',
      '2',
      '易',
      '栈、线性表',
      'stack-1',
      '',
    ],
    ['多选', '线性的有？', '栈', '树', '队列', 'A,C', '', '3', '', '', '', ''],
    ['判断', '对不对？', '', '', '', '√', '', '1', '3', '', '', ''],
    ['填空', '两个操作：____ 和 ____', '', '', '', '压栈|入栈；弹栈', '', '2', '', '', '', ''],
    ['材料', '一段"材料"\n两行', '', '', '', '', '', '', '', '', 'mat-1', ''],
    ['简答', '为什么？', '', '', '', '因为', '', '4', '', '', 'mat-1-1', 'mat-1'],
    ['匹配', '配', '栈 => 后进先出', '队列 => 先进先出', '=> 都不是', '', '', '2', '', '', '', ''],
  ]
  const expected = [
    ['single', 200],
    ['multiple', 300],
    ['judge', 100],
    ['blank', 200],
    ['material', 400],
    ['match', 200],
  ]
  const kinds = (questions: SourceQuestion[]) => questions.map(({ type, score }) => [type, score])
  const csv = [header, ...rows]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')

  test.each([
    ['utf-8', Buffer.from(csv)],
    ['utf-8 with a byte order mark', Buffer.from(`\uFEFF${csv}`)],
    ['gb18030', gb18030(csv)],
    ['utf-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv, 'utf16le')])],
  ])('reads a table of questions as CSV in %s', async (_encoding, bytes) => {
    const questions = await questionsOfContent('t.csv', bytes)
    expect(kinds(questions)).toEqual(expected)
    expect(questions[0]).toMatchObject({
      slug: 'stack-1',
      difficulty: 1,
      tags: ['栈', '线性表'],
      analysis: '最后压入，最先弹出',
    })
    expect(questions[4]).toMatchObject({ slug: 'mat-1', stem: '一段"材料"\n两行', parts: [{ slug: 'mat-1-1' }] })
  })

  test('reads a table of questions from an xlsx file of another program', async () => {
    const sheet = utils.aoa_to_sheet([
      header,
      ...rows.map((row) => row.map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell))),
    ])
    const book = utils.book_new(sheet, '第一页')
    const questions = await questionsOfContent('t.xlsx', write(book, { type: 'buffer', compression: true }))
    expect(kinds(questions)).toEqual(expected)
  })

  test('writes an xlsx file that another program can read', async () => {
    const questions = await questionsOfContent('t.csv', csv)
    const folder = await mkdtemp(join(tmpdir(), 'dxx-sheet-'))
    const path = join(folder, 'out.xlsx')
    async function* all() {
      for (const question of questions) yield { question, images: noImages }
    }
    await writeQuestionFile(path, 'xlsx', all())
    const book = read(await readFile(path))
    await rm(folder, { recursive: true })
    const table = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: '' })
    expect(table[0]).toEqual(sheetHeader)
    expect(table).toHaveLength(1 + questions.length + 1)
    expect(table[1]!.slice(0, 3)).toEqual(['stack-1', '单选', '2'])
  })

  test('reading a spreadsheet reports problems row by row', async () => {
    const wrong = [
      '题型,题干,选项A,选项B,答案,分值,材料',
      '单选,没有答案,甲,乙,,1,',
      '单选,答案不对,甲,乙,C,1,',
      '填词,不认识,,,甲,1,',
      '判断,说不清,,,也许,1,',
      '填空,两个空 ____ 和 ____,,,只有一个,1,',
      '单选,分值不对,甲,乙,A,-1,',
      '单选,孤儿,甲,乙,A,1,没有的',
      '匹配,不成对,甲,乙,,1,',
    ].join('\n')
    expect(await refusals('bad.csv', wrong)).toEqual([
      '2 没有答案：答案“”要写选项的字母，如 A 或 ACD',
      '3 答案不对：答案里的 C 没有对应的选项',
      '4 不认识：题型“填词”不认识，可用：单选、多选、不定项、判断、填空、简答、材料、排序、匹配、编程、数值',
      '5 说不清：判断题的答案“也许”要写“对”或“错”',
      '6 两个空 ____ 和 ____：题干有 2 个空，答案有 1 个，用“；”分开',
      '8 孤儿：上面没有编号为 没有的 的材料题',
      '7 分值不对：分值要大于 0，最多两位小数',
      '9 不成对：匹配题的选项要写成“左 => 右”',
    ])
  })
})
