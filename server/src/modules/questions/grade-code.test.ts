import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CodeQueue } from '../../adapters/runner/queue'
import { startWorker } from '../../jobs/worker'
import { emptyResult } from '../../runner/empty-result'
import { startTestApp, type TestApp } from '../../testing/app'
import { silent } from '../../testing/database'
import { sharedTestRunner } from '../../testing/runner'
import { gradeAnswer } from './public'
import { uid, withTextbook } from './questions.fixture'

let server: TestApp
let small: Awaited<ReturnType<typeof withTextbook>>
let runner: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await startTestApp()
  small = await withTextbook(server)
  runner = await sharedTestRunner()
})
afterAll(async () => {
  await small.folder.remove()
  await server.close()
})

type Queue = Parameters<typeof gradeAnswer>[0]

const runJobs = (queue: Queue = new CodeQueue(runner.runner)) =>
  startWorker({
    db: server.db,
    clock: server.clock,
    log: silent,
    handlers: { grade_code: gradeAnswer(queue) },
  }).runDue()

async function submitAnswer(slug: string, source: string) {
  const { client, user } = await small.owner()
  const { paper } = await client.call('GET /v1/textbooks_get_question', { id: uid(slug) })
  const { id, result } = await client.call('POST /v1/textbooks_question_submit', {
    paper,
    answer: { type: 'code', source },
  })
  expect(result.verdict).toBe('grading')
  return {
    user,
    result: async () => (await client.call('GET /v1/textbooks_question_result', { id })).result,
  }
}

describe('a code answer', () => {
  it('a code answer is graded by running its tests, and hidden tests are not shown', async () => {
    const sum = 'const [a, b] = readline().split(" ").map(Number); console.log(a + b)'
    const { result, user } = await submitAnswer('paid-code', sum)
    await runJobs()
    const graded = await result()
    expect(graded).toMatchObject({ verdict: 'partial', score: 2, maxScore: 6, analysis: '<p>解析秘密三。</p>' })
    expect(graded.key).toMatchObject({
      type: 'code',
      tests: [
        { verdict: 'passed', hidden: false, shown: { input: '1 2', expected: '3', actual: '3\n', stderr: '' } },
        { verdict: 'wrong', hidden: true },
      ],
      compileError: null,
    })
    expect(JSON.stringify(graded)).not.toMatch(/隐藏输入秘密|隐藏输出秘密/)
    const wrong = await server.db
      .selectFrom('wrong_questions')
      .select('wrong_count')
      .where('user_id', '=', user.id)
      .execute()
    expect(wrong).toEqual([{ wrong_count: 1 }])
    // Running the job again changes nothing.
    await runJobs()
    expect(await result()).toEqual(graded)
  })

  it('a code answer in SQL runs on the dataset of the question', async () => {
    const { result } = await submitAnswer('paid-sql', 'select title from books')
    await runJobs()
    expect(await result()).toMatchObject({ verdict: 'right', score: 4 })
  })

  it('a code answer stays ungraded while the runner crashes, and a later job grades it', async () => {
    const { result } = await submitAnswer('paid-sql', 'select title from books where 0')
    await runJobs({ patiently: () => ({ run: async () => ({ ...emptyResult, reason: 'crashed' as const }) }) })
    expect(await result()).toMatchObject({ verdict: 'grading', key: null })
    server.clock.advance(3600)
    await runJobs()
    expect(await result()).toMatchObject({ verdict: 'wrong', score: 0 })
  })

  it('a code answer that is empty is not run', async () => {
    const { client } = await small.owner()
    const { paper } = await client.call('GET /v1/textbooks_get_question', { id: uid('paid-code') })
    const answer = { type: 'code' as const, source: '  ' }
    const { result } = await client.call('POST /v1/textbooks_question_submit', { paper, answer })
    expect(result.verdict).toBe('unanswered')
  })
})

it('a chapter test with programs has a final score when all programs have run', async () => {
  const program = (slug: string) =>
    `## ${slug}\ntype: code\nlanguage: javascript\nscore: 2\ntest: chapter-2\n\n输出 1。\n\n\`\`\`tests\n- { output: "1" }\n\`\`\`\n`
  await small.folder.write({ 'textbooks/small/questions/programs.md': `${program('p-one')}\n${program('p-two')}` })
  await small.folder.run(server.db)
  const { client } = await small.owner()
  const test = await client.call('GET /v1/textbooks_get_test', { id: small.tests[1]! })
  const answers = [
    { id: uid('u-judge'), answer: { type: 'judge' as const, value: true } },
    { id: uid('p-one'), answer: { type: 'code' as const, source: 'console.log(1)' } },
    { id: uid('p-two'), answer: { type: 'code' as const, source: 'console.log(2)' } },
  ]
  const brief = await client.call('POST /v1/textbooks_test_submit', { paper: test.paper, answers })
  expect(brief).toMatchObject({ state: 'grading', score: 1, waitingScore: 4, maxScore: 5 })
  await runJobs()
  const shown = await client.call('GET /v1/textbooks_show_exam', { id: brief.id })
  expect(shown).toMatchObject({ state: 'scored', score: 3, waitingScore: 0, right: 2 })
})
