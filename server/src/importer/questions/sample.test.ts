import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QuestionType } from '@dxx/contract/questions'
import { expect, it } from 'vitest'
import { repoRoot } from '../../base/paths'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { readMarkdown } from './markdown'

const withQuestions = (root: string) => readdirSync(root).filter((slug) => existsSync(join(root, slug, 'questions')))

/** The sample questions of each textbook or bank. */
function questionsOf(kind: 'textbooks' | 'banks'): Map<string, SourceQuestion[]> {
  const root = join(repoRoot, 'content', kind)
  return new Map(
    // Announced titles have no questions yet.
    withQuestions(root).map((slug) => {
      const folder = join(root, slug, 'questions')
      const readings = readdirSync(folder).flatMap((file) => [
        ...readMarkdown(readFileSync(join(folder, file), 'utf8')),
      ])
      return [slug, readings.map(({ question, item }) => question ?? expect.fail(item))]
    }),
  )
}

it('the sample content has more than 300 questions, of all types and each with an explanation', () => {
  const [textbooks, banks] = [questionsOf('textbooks'), questionsOf('banks')]
  const all = [...textbooks.values(), ...banks.values()].flat()
  expect(all.length).toBeGreaterThan(300)
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(QuestionType.options))
  // A 材料题 may be explained per question part; a 简答 by its reference answer.
  const explained = (one: SourceQuestion | SourcePart): boolean => {
    if (one.analysis) return true
    if (one.type === 'short') return one.reference !== ''
    return one.type === 'material' && one.parts.every(explained)
  }
  expect(all.filter((one) => !explained(one)).map(({ slug }) => slug)).toEqual([])
  for (const slugs of textbooks.values()) expect(slugs.length).toBeGreaterThan(30)
  expect([...banks.values()].filter((slugs) => slugs.length >= 50)).toHaveLength(2)
})
