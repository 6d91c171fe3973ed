import { afterAll, beforeAll, expect, it } from 'vitest'
import { CodeQueue } from '../../../adapters/runner/queue'
import { questionUid } from '../../../base/stable-ids'
import { contentFolder } from '../../../importer/import.fixture'
import { startTestRunner } from '../../../testing/runner'
import { type Desk, startDesk } from './desk.fixture'
import { emptyDraft } from './drafts'

const code = `## sum
type: code
language: javascript
score: 4
chapter: all

输出两个数的和。

\`\`\`tests
- { input: "1 2", output: "3" }
- { input: "40 2", output: "42", hidden: true }
\`\`\`

\`\`\`javascript solution
const [a, b] = readline().split(" ").map(Number)
console.log(a + b)
\`\`\`

## plain
type: judge
chapter: all
answer: true

对吗？
`

let desk: Desk
let runner: Awaited<ReturnType<typeof startTestRunner>>
let folder: Awaited<ReturnType<typeof contentFolder>>
beforeAll(async () => {
  desk = await startDesk()
  runner = await startTestRunner()
  desk.server.env.code = new CodeQueue(runner.runner)
  folder = await contentFolder({
    'banks/programs/bank.yaml':
      'title: 程序\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: all, title: 全部 }]\n',
    'banks/programs/questions/all.md': code,
  })
  const report = await folder.run(desk.server.db)
  if (report.refused.length > 0) throw new Error(JSON.stringify(report.problems))
})
afterAll(async () => {
  await folder.remove()
  await runner.close()
  await desk.close()
})

const run = 'POST /staff/v1/exam_draft_run'
const uidOf = (slug: string) => questionUid({ kind: 'bank', slug: 'programs' }, slug)

it('exam_draft_run runs the reference program or submitted code against all tests of a draft question', async () => {
  const draft = await desk.teacher.call('POST /staff/v1/exam_draft_create', {})
  const questions = ['sum', 'plain'].map((slug) => ({ question: uidOf(slug), points: slug === 'sum' ? 10 : null }))
  const body = { ...emptyDraft, sections: [{ title: '一', questions }] }
  await desk.teacher.call('POST /staff/v1/exam_draft_save', { id: draft.id, version: draft.version, body })
  const input = { id: draft.id, question: uidOf('sum') }
  expect(await desk.teacher.call(run, input)).toMatchObject({ points: 10, maxPoints: 10, passed: 2, manual: null })
  const ownProgram = await desk.teacher.call(run, { ...input, source: 'console.log(3)' })
  expect(ownProgram).toMatchObject({ passed: 1, compileError: null })
  // The author also sees input and output of failed hidden tests.
  expect(ownProgram.tests).toMatchObject([
    { verdict: 'passed', hidden: false },
    { verdict: 'wrong', hidden: true, shown: { input: '40 2', expected: '42', actual: '3\n' } },
  ])
  for (const question of [uidOf('plain'), crypto.randomUUID()])
    expect(await desk.teacher.send(run, { ...input, question })).toMatchObject({
      data: { error: 'question-not-found' },
    })
})
