import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repoRoot } from '../../base/paths'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { long, sampleOf } from '../../testing/measurements'
import { writableFormats, writeQuestionFile } from './export/write-file'
import { readQuestionFile } from './read-file'
import type { Reading } from './reading'

const endings: Record<(typeof writableFormats)[number], string> = {
  markdown: 'md',
  gift: 'gift',
  moodle: 'xml',
  qti: 'zip',
  qti3: 'zip',
  xlsx: 'xlsx',
  docx: 'docx',
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-sample-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function readAll(path: string): Promise<(Reading & { question: SourceQuestion })[]> {
  const readings = []
  for await (const reading of readQuestionFile(path))
    readings.push(reading.question ? reading : expect.fail(`${path} ${reading.item}: ${reading.reason}`))
  return readings
}

/** Type and key of a question, which every format can express. */
const keyOf = (one: SourceQuestion | SourcePart): unknown =>
  one.type === 'material'
    ? one.parts.map(keyOf)
    : {
        type: one.type,
        right: 'options' in one ? one.options.map(({ right }) => right) : null,
        blanks: 'blanks' in one ? one.blanks : null,
        value: 'value' in one ? one.value : null,
        items: 'items' in one ? one.items.length : null,
        pairs: 'pairs' in one ? one.pairs.length : null,
        tests: 'tests' in one ? one.tests : null,
      }

describe(`questions of ${sampleOf('the files of the sample content')}`, async () => {
  const all = (await readdir(join(repoRoot, 'content'), { recursive: true })).filter((name) =>
    /\/questions\/[^/]+\.md$/.test(name),
  )
  const some = all.filter((_, at) => long || at % 12 === 3)
  it.each(writableFormats)(
    'the sample questions written as %s are read back with their keys and without an unnamed loss',
    async (format) => {
      for (const [i, name] of some.entries()) {
        const source = await readAll(join(repoRoot, 'content', name))
        const path = join(folder, `${i}-${format}.${endings[format]}`)
        const questions = async function* () {
          for (const { question, images } of source) yield { question, images }
        }
        const { losses } = await writeQuestionFile(path, format, questions())
        const omitted = new Set(losses.flatMap(({ slug, all }) => (all ? [slug] : [])))
        const expected = source.map(({ question }) => question).filter(({ slug }) => !omitted.has(slug))
        const back = await readAll(path)
        expect(back.map(({ question }) => keyOf(question))).toEqual(expected.map(keyOf))
        expect(back.flatMap(({ question, unnamed }) => unnamed.map((text) => `${question.slug} ${text}`))).toEqual([])
      }
    },
    long ? 300_000 : undefined,
  )
})
