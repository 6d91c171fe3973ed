import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SourceQuestion } from '../../questions/rubric'
import { writeQuestionFile } from './export/write-file'
import { parts, questionsOf } from './model.fixture'
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
        const supported = !/^(order|match|short)$/.test(question.type)
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

  it('omits and reports questions of unsupported types', async () => {
    const { report } = await throughWord([
      { type: 'judge', ...common, stem: '对吗', value: true },
      { type: 'order', ...common, stem: '排序', items: ['一', '二'] },
    ])
    expect(report).toEqual({ written: 1, losses: [{ slug: 'a', reason: 'Word 里不能写排序题', all: true }] })
  })
})
