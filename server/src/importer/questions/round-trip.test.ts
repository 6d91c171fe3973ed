import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WritableFormat, writeQuestionFile } from './export/write-file'
import { noImages, type SourceQuestion } from './model'
import { materials, mild, parts, programs, questionsOf, wild } from './model.fixture'
import { readQuestionFile } from './read-file'

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
  xlsx: 'xlsx',
}

async function* each(questions: SourceQuestion[]) {
  for (const question of questions) yield { question, images: noImages }
}

/** What comes back from a file that was written. */
async function throughFile(format: WritableFormat, question: SourceQuestion): Promise<SourceQuestion> {
  const path = join(folder, `one.${endings[format]}`)
  const report = await writeQuestionFile(path, format, each([question]))
  expect(report).toEqual({ written: 1, losses: [] })
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

const everything = { blanks: { min: 1, max: 3 }, mixed: true, fixed: true, references: true }

describe('import(export(x)) = x', () => {
  test('our Markdown says everything', () =>
    same(
      'markdown',
      fc.oneof(
        questionsOf(parts({ text: mild, ...everything })),
        questionsOf(programs),
        materials(parts({ text: mild, ...everything }), mild),
      ),
      150,
    ))

  test('a table says everything but pictures', () =>
    same(
      'xlsx',
      fc.oneof(
        questionsOf(parts({ text: mild, ...everything })),
        questionsOf(programs),
        materials(parts({ text: mild, ...everything }), mild),
      ),
      80,
    ))

  test('Moodle XML: all but 材料题, 编程, blanks that mix texts and tolerances, some fixed options', () =>
    same('moodle', questionsOf(parts({ text: fc.oneof(mild, wild), ...everything, mixed: false })), 120))

  test('GIFT: moreover one blank a question, no fixed options, no reference answers, no pictures', () =>
    same(
      'gift',
      questionsOf(
        parts({
          text: fc.oneof(
            mild,
            wild.filter((text) => !text.includes('->')),
          ),
          blanks: { min: 1, max: 1 },
          mixed: false,
          fixed: false,
          references: false,
        }),
      ),
      120,
    ))

  test('QTI 2.1: all but 编程 and blanks that mix texts and tolerances', () =>
    same(
      'qti',
      fc.oneof(
        questionsOf(parts({ text: mild, ...everything, mixed: false })),
        materials(parts({ text: mild, ...everything, mixed: false }), mild),
      ),
      150,
    ))
})
