import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { renderFragment } from '../../text/markdown/render'
import { compileQuestion } from './compile'
import { corpus, corpusFiles, formatOf } from './corpus.fixture'
import { readQuestionFile } from './read-file'
import type { Reading } from './reading'

/** Counts the items of a file independently of the parsers. */
function countItems(name: string): number {
  const text = readFileSync(join(corpus, name), 'latin1').replace(/<!--[\s\S]*?-->/g, '')
  const count = (pattern: RegExp) => [...text.matchAll(pattern)].length
  if (/aiken/.test(name)) {
    // Counts blocks between empty lines that have an option: complete and incomplete questions.
    const blocks = text.split(/\n\s*\n/).filter((block) => /^[A-Z]\)/m.test(block))
    return blocks.length
  }
  if (/cloze|multianswer.*txt/.test(name) && !/<quiz>/.test(text)) return 1
  if (/gift|missingword/.test(name)) {
    const lines = text.split(/\r?\n/).map((line) => (/^\s*(\/\/|\$CATEGORY)/.test(line) ? null : line.trim()))
    const expectedText = lines.filter((line) => line !== null).join('\n')
    return expectedText.split(/\n\n+/).filter((block) => block.trim() !== '').length
  }
  if (/<POOL>/.test(text)) return count(/<QUESTION_\w+ id=/g)
  if (/<questestinterop>/.test(text)) return count(/<item[ >]/g)
  if (/<question[ >]/.test(text)) return count(/<question type="(?!category)/g)
  return Math.max(1, count(/<(assessmentItem|qti-assessment-item)\s/g))
}

async function readAll(name: string): Promise<Reading[]> {
  const readings: Reading[] = []
  for await (const reading of readQuestionFile(join(corpus, name), formatOf(name))) readings.push(reading)
  return readings
}

describe.skipIf(corpusFiles.length === 0)('question files of DXX_CORPUS', () => {
  it.each(corpusFiles)('%s: every item is imported or reported with its reason', async (name) => {
    const readings = await readAll(name)
    expect(readings).toHaveLength(countItems(name))
    for (const reading of readings) {
      if (!reading.question) expect(reading.reason).toMatch(/\p{Script=Han}/u)
      expect(reading.item).not.toBe('')
    }
    const slugs = readings.flatMap(({ question }) => question?.slug ?? [])
    expect(new Set(slugs).size).toBe(slugs.length)
  })

  test('imported items can be rendered without errors', async () => {
    for (const name of corpusFiles) {
      for (const { question, ...reading } of await readAll(name)) {
        if (!question) continue
        const errors: string[] = []
        await compileQuestion(
          {
            render: (source) => renderFragment({ source, file: name, curriculum: null }),
            image: async () => null,
            report: (level, text) => level === 'error' && errors.push(`${name} ${reading.item}: ${text}`),
          },
          question,
        )
        expect(errors).toEqual([])
      }
    }
  })

  test('198 questions of the files are imported and 138 are rejected', async () => {
    let [taken, refused] = [0, 0]
    for (const name of corpusFiles) {
      for (const { question } of await readAll(name)) {
        if (question) taken++
        else refused++
      }
    }
    expect({ taken, refused }).toEqual({ taken: 198, refused: 138 })
  })

  test.each([
    ['moodle-formats/xml/tests/fixtures/multichoice.xml', 0, /!\[French flag\]\([0-9a-f]{16}\.jpg\)/],
    ['moodle-formats/xml/tests/fixtures/truefalse.xml', 0, /!\[Moodle logo\]\([0-9a-f]{16}\.jpg\)/],
    ['qti-ims/items/2_1/math.xml', 0, /\$E=m\{c\}\^\{2\}\$/],
    ['qti-ims/items/2_1/choice_fixed.xml', 0, /None of the above\.","right":false,"fixed":true/],
    ['qti-ims/items/2_1/match.xml', 0, /"left":"Demetrius","right":"A Midsummer-Night's Dream"/],
    ['qti-ims/items/2_1/gap_match.xml', 0, /"left":"（2）","right":"summer"/],
    ['moodle-formats/multianswer/tests/fixtures/multianswer-all-types.xml', 0, /第（7）空/],
  ])('%s: question %i keeps the content %s', async (name, index, pattern) => {
    const readings = await readAll(name)
    expect(JSON.stringify(readings[index]!.question)).toMatch(pattern)
  })
})
