import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceQuestion } from '../../questions/rubric'
import { EpubZip } from '../../text/epub/zip'
import { writeQuestionFile } from './export/write-file'
import { parts, programs, questionsOf } from './model.fixture'
import { readQuestionFile } from './read-file'
import type { Images } from './reading'

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-docx-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function throughWord(questions: SourceQuestion[], images: Images = new Map()) {
  const path = join(folder, `${++files}.docx`)
  const report = await writeQuestionFile(
    path,
    'docx',
    (async function* () {
      for (const question of questions) yield { question, images }
    })(),
  )
  const readings = []
  for await (const reading of readQuestionFile(path)) readings.push(reading)
  return { report, readings }
}

async function documentXml(path: string): Promise<string> {
  const zip = await EpubZip.open(path)
  try {
    return (await zip.read('word/document.xml'))!.toString()
  } finally {
    zip.close()
  }
}

const about = { difficulty: 3, tags: [], chapter: null, test: null }
const common = { slug: 'a', score: 200, analysis: '', ...about }
const sentence = fc
  .constantFrom('栈是后进先出的', '队列有两端', '下面哪一项正确', '它们不同', '先看这一段')
  .chain((first) => fc.integer({ min: 1, max: 999 }).map((n) => `${first}第${n}种`))
const kinds = { text: sentence, blanks: { min: 1, max: 1 }, mixed: true, fixed: false, references: false }

/** Converts `\(…\)` to `$…$`, because Word files have only one notation for formulas. */
const withDollars = (question: SourceQuestion): SourceQuestion =>
  JSON.parse(JSON.stringify(question).replaceAll('\\\\(x_{1}\\\\)', () => '$x_{1}$'))

describe('a paper written as Word', () => {
  it('questions of supported types are exported and imported without loss', () =>
    fc.assert(
      fc.asyncProperty(questionsOf(parts(kinds)), async (question) => {
        const supported = question.type !== 'short'
        const plain = !('options' in question) || question.options.every(({ share }) => share === null)
        fc.pre(!/"\$5?"/.test(JSON.stringify(question)))
        fc.pre(supported && plain && question.chapter === null && question.test === null)
        const { report, readings } = await throughWord([question])
        expect(report).toEqual({ written: 1, losses: [] })
        const [read] = readings
        expect(read?.question && { ...read.question, slug: '' }).toEqual({ ...withDollars(question), slug: '' })
      }),
      { numRuns: 60 },
    ))

  it('a blank keeps formulas of both notations and a number as alternatives', async () => {
    const [inBrackets, inDollars, number] = [
      { text: '\\(x_{1}\\)', share: 10_000_000 },
      { text: '$\\frac{1}{2}$', share: 5_000_000 },
      { value: '0', tolerance: '0', share: 10_000_000 },
    ]
    const blanks = [[inBrackets!, inDollars!, number!]] as Extract<SourceQuestion, { type: 'blank' }>['blanks']
    const { readings } = await throughWord([
      { type: 'blank', ...common, stem: '填 {{}}', blanks, caseSensitive: false },
    ])
    expect(readings[0]?.question).toMatchObject({ blanks: [[{ text: '$x_{1}$' }, inDollars, number]] })
  })

  it('keeps formulas, images, tables and code', async () => {
    const png = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const stem = '求 $\\frac{1}{2}$：\n\n![图](a.png)\n\n| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |\n\n```python\nx = 1\n```'
    const { readings } = await throughWord(
      [{ type: 'judge', ...common, stem, value: true, analysis: '见 $x^{2}$' }],
      new Map([['a.png', png]]),
    )
    const [read] = readings
    expect(read?.question?.stem).toMatch(/求 \$\\frac\{1\}\{2\}\$：\n\n!\[图\]\([0-9a-f]{16}\.png\)\n\n\| 甲 \| 乙 \|/)
    expect(read?.question?.stem).toContain('x = 1')
    expect(read?.question).toMatchObject({ type: 'judge', value: true, analysis: expect.stringContaining('^{2}$') })
  })

  it('keeps the types of several questions and the parts of a 材料题, and reports the lost scores of parts', async () => {
    const judge = { type: 'judge' as const, ...common, stem: '对吗', value: false }
    const { slug, analysis } = common
    const material: SourceQuestion = {
      type: 'material',
      ...common,
      stem: '一段材料',
      parts: [{ type: 'judge', slug, score: 100, analysis, stem: '第一问', value: true }],
    }
    const { report, readings } = await throughWord([judge, { ...judge, stem: '再问' }, material])
    expect(readings.map(({ question }) => question?.type)).toEqual(['judge', 'judge', 'material'])
    expect(report.losses.map(({ reason }) => reason)).toEqual(['Word 带不了材料题里小题的分值'])
  })

  it('a 编程题 keeps its code with all spaces, its tests and its output comparison', () =>
    fc.assert(
      fc.asyncProperty(questionsOf(programs), async (question) => {
        const plain = { ...question, stem: '写一个程序', analysis: '', chapter: null, test: null }
        const { report, readings } = await throughWord([plain as SourceQuestion])
        expect(report).toEqual({ written: 1, losses: [] })
        const [read] = readings
        expect(read?.question && { ...read.question, slug: '' }).toEqual({ ...plain, slug: '' })
        expect(read?.question && read.notes).toEqual([])
      }),
      { numRuns: 40 },
    ))

  it('a paper does not show the items of a 排序题 and the pairs of a 匹配题 in the order of the key', async () => {
    const items = ['一月', '二月', '三月']
    const path = join(folder, 'order.docx')
    const match: SourceQuestion = {
      type: 'match',
      ...common,
      stem: '连线',
      pairs: items.map((left, i) => ({ left, right: ['春', '夏', '秋'][i]! })),
      distractors: ['冬'],
    }
    await writeQuestionFile(
      path,
      'docx',
      (async function* () {
        yield { question: { type: 'order' as const, ...common, stem: '排序', items }, images: new Map() }
        yield { question: match, images: new Map() }
      })(),
    )
    const readings = []
    for await (const { question } of readQuestionFile(path)) readings.push(question)
    expect(readings).toMatchObject([
      { type: 'order', items },
      { type: 'match', stem: '连线', pairs: match.pairs, distractors: ['冬'] },
    ])
    const xml = await documentXml(path)
    expect(xml).not.toMatch(/A\. <.*一月.*B\. <.*二月.*C\. <.*三月/)
    expect(xml).not.toContain('1-A；2-B；3-C')
  })

  it('omits and reports questions that a paper cannot express', async () => {
    const { report } = await throughWord([
      { type: 'judge', ...common, stem: '对吗', value: true },
      { type: 'order', ...common, stem: '排序', items: [...'一二三四五六七八九'] },
    ])
    expect(report).toEqual({ written: 1, losses: [{ slug: 'a', reason: 'Word 的选项最多 8 个', all: true }] })
  })
})
