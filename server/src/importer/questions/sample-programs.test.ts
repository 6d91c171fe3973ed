import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { repoRoot } from '../../base/paths'
import { gradeCode } from '../../modules/runcode/public'
import type { SourcePart } from '../../questions/rubric'
import { sharedTestRunner } from '../../testing/runner'
import { readMarkdown } from './markdown'

let server: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await sharedTestRunner()
})

type Program = Extract<SourcePart, { type: 'code' }>

/** Sample questions that define how outputs are compared. */
const programs = ['textbooks', 'banks'].flatMap((kind) =>
  readdirSync(join(repoRoot, 'content', kind)).flatMap((slug) => {
    const folder = join(repoRoot, 'content', kind, slug, 'questions')
    // Announced titles have no questions yet.
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .flatMap((file) => [...readMarkdown(readFileSync(join(folder, file), 'utf8'))])
      .flatMap(({ question }) => (question?.type === 'code' && question.compare ? [question as Program] : []))
  }),
)

it('the sample content has 编程题 that compare output by tokens, by numbers and with a checker', () => {
  expect(programs.map(({ compare }) => compare!.mode).sort()).toEqual(['checker', 'numeric', 'tokens'])
})

it.each(programs)(
  'the solution of $slug passes its tests, the starter code does not',
  async (program) => {
    const { language, tests, compare, solution, starter } = program
    const grade = (source: string) => gradeCode(server.runner, { language, source, tests, compare })
    const right = await grade(solution)
    expect(right).toMatchObject({ passed: tests.length })
    expect(right.manual).toBeUndefined()
    const begun = await grade(starter)
    expect(begun.passed).toBeLessThan(tests.length)
    expect(begun.manual).toBeUndefined()
  },
  60_000,
)
