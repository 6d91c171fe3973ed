import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseNumberAnswer } from '../../questions/number/notation'
import type { SourceQuestion } from '../../questions/rubric'
import { wholeShare } from '../../questions/shares'
import { type WritableFormat, writeQuestionFile } from './export/write-file'
import { materials, mild, parts, programs, questionsOf, unitAnswers, wild } from './model.fixture'
import { readQuestionFile } from './read-file'
import { noImages } from './reading'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-round-'))
})
afterAll(() => rm(folder, { recursive: true }))

const endings: Record<WritableFormat, string> = {
  markdown: 'md',
  gift: 'gift',
  moodle: 'xml',
  qti: 'zip',
  qti3: 'zip',
  xlsx: 'xlsx',
  docx: 'docx',
}

async function* each(questions: SourceQuestion[]) {
  for (const question of questions) yield { question, images: noImages }
}

/** Number of files: each run writes its own file, so that a run that timed out does not disturb the next. */
let files = 0

/** Writes a question to a file and reads it back. */
async function throughFile(
  format: WritableFormat,
  question: SourceQuestion,
  losses: string[] = [],
): Promise<SourceQuestion> {
  const path = join(folder, `${++files}.${endings[format]}`)
  const report = await writeQuestionFile(path, format, each([question]))
  expect(report).toEqual({
    written: 1,
    losses: losses.map((reason) => ({ slug: question.slug, reason, all: false })),
  })
  const readings = []
  for await (const reading of readQuestionFile(path)) readings.push(reading)
  expect(readings.map((reading) => (reading.question ? reading.notes : reading.reason))).toEqual([[]])
  return readings[0]!.question!
}

const same = (format: WritableFormat, questions: fc.Arbitrary<SourceQuestion>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(questions, async (question) => {
      expect(await throughFile(format, question)).toEqual(question)
    }),
    { numRuns },
  )

const everything = { blanks: { min: 1, max: 3 }, mixed: true, fixed: true, references: true, weights: true }

describe('import(export(x)) = x', () => {
  test('exporting to our Markdown and importing preserves everything', () =>
    same(
      'markdown',
      fc.oneof(
        questionsOf(parts({ text: mild, ...everything })),
        questionsOf(programs),
        materials(parts({ text: mild, ...everything }), mild),
      ),
      150,
    ))

  test('exporting to a table and importing preserves everything except images', () =>
    same(
      'xlsx',
      fc.oneof(
        questionsOf(parts({ text: mild, ...everything })),
        questionsOf(programs),
        materials(parts({ text: mild, ...everything }), mild),
      ),
      80,
    ))

  test('Moodle XML preserves all but 编程, weights of pairs, and blanks that mix texts and tolerances', () => {
    const all = parts({ text: fc.oneof(mild, wild), ...everything, mixed: false, weights: false })
    return same('moodle', fc.oneof(questionsOf(all), materials(all, mild)), 120)
  })

  test('GIFT preserves questions with at most one blank, without fixed options, reference answers and images', () => {
    const all = parts({
      text: fc.oneof(
        mild,
        wild.filter((text) => !text.includes('->')),
      ),
      blanks: { min: 1, max: 1 },
      mixed: false,
      fixed: false,
      references: false,
    })
    const described = materials(all, mild).map((question) => ({ ...question, analysis: '' }))
    return same('gift', fc.oneof(questionsOf(all), described), 120)
  })

  test.each(['gift', 'moodle'] as const)(
    '%s writes a question that follows a 材料题 apart from its parts',
    async (format) => {
      const judge = { type: 'judge' as const, ...common, value: true }
      const { difficulty, tags, chapter, test: _, ...part } = judge
      const material: SourceQuestion = {
        ...common,
        slug: 'm',
        type: 'material',
        score: 200,
        stem: '材料',
        parts: [part],
      }
      const path = join(folder, `${++files}.${endings[format]}`)
      await writeQuestionFile(path, format, each([material, { ...judge, slug: 'after' }]))
      const read = []
      for await (const { question } of readQuestionFile(path)) read.push(question)
      expect(read).toEqual([material, { ...judge, slug: 'after' }])
    },
  )

  test('a part that GIFT cannot express is named with its number', async () => {
    const { difficulty, tags, chapter, test: _, ...part } = common
    const twoBlanks = {
      ...part,
      type: 'blank' as const,
      stem: '{{}} {{}}',
      blanks: [[{ text: 'a', share: wholeShare }], [{ text: 'b', share: wholeShare }]],
      caseSensitive: false,
    }
    const material: SourceQuestion = { ...common, type: 'material', stem: '材料', parts: [twoBlanks] }
    const report = await writeQuestionFile(join(folder, 'part.gift'), 'gift', each([material]))
    expect(report.losses).toEqual([{ slug: 'one', reason: '第 1 小题：GIFT 的一道题只能有一个空', all: true }])
  })

  test.each(['qti', 'qti3'] as const)('%s preserves all but 编程 and blanks that mix texts and tolerances', (format) =>
    same(
      format,
      fc.oneof(
        questionsOf(parts({ text: mild, ...everything, mixed: false })),
        materials(parts({ text: mild, ...everything, mixed: false }), mild),
      ),
      100,
    ),
  )
})

const common = {
  slug: 'one',
  score: 200,
  stem: '多大？',
  analysis: '',
  difficulty: 3,
  tags: [],
  chapter: null,
  test: null,
}
const numberQuestion = (accepted: string): SourceQuestion => ({
  type: 'number',
  ...common,
  ...parseNumberAnswer(accepted),
})
const hidden = (format: string) => [`${format} 不显示数值题的单位，导回来时才还原`]

describe('units of 数值题', () => {
  test.each(
    unitAnswers.flatMap((accepted): [WritableFormat, string, string[]][] => [
      ['markdown', accepted, []],
      ['xlsx', accepted, []],
      ['moodle', accepted, accepted.includes('[') ? hidden('Moodle') : []],
      ['gift', accepted, hidden('GIFT')],
      ['qti', accepted, hidden('QTI')],
    ]),
  )('%s preserves %s and reports the units that other programs ignore', async (format, accepted, losses) => {
    const question = numberQuestion(accepted)
    expect(await throughFile(format, question, losses)).toEqual(question)
  })

  test('exporting to QTI and importing preserves units in the parts of a 材料题', async () => {
    const parts = unitAnswers.map((accepted, i) => {
      const {
        difficulty,
        tags,
        chapter,
        test: _,
        ...part
      } = numberQuestion(accepted) as Extract<SourceQuestion, { type: 'number' }>
      return { ...part, slug: `part-${i}` }
    })
    const question: SourceQuestion = { ...common, type: 'material', score: 200 * parts.length, parts }
    expect(await throughFile('qti', question, hidden('QTI'))).toEqual(question)
  })
})

test.each(['xlsx', 'docx', 'qti'] as const)(
  'an error while questions are read rejects the export to %s',
  async (format) => {
    async function* failing(): ReturnType<typeof each> {
      yield* []
      throw new Error('没有 bank/none')
    }
    await expect(writeQuestionFile(join(folder, `none.${format}`), format, failing())).rejects.toThrow('没有 bank/none')
  },
)
