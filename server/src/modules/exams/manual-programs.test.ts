import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorker } from '../../jobs/worker'
import { emptyResult } from '../../runner/empty-result'
import { silent } from '../../testing/database'
import { runOps } from '../../testing/ops'
import { gradeAnswer } from '../questions/public'
import { type Desk, startDesk } from './desk/desk.fixture'
import { fixtureAnswer, start, uidOf } from './exams.fixture'

let desk: Desk
let server: Desk['server']
let school: Desk['school']
beforeAll(async () => {
  desk = await startDesk()
  ;({ server, school } = desk)
  await school.folder.write(files)
  await school.folder.run(server.db)
})
afterAll(() => desk.close())

const files = {
  'banks/programs/bank.yaml':
    'title: 编程\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: all, title: 全部 }]\n',
  'banks/programs/questions/all.md': `## judge
type: judge
chapter: all
score: 1
answer: false

判断。

> 解析。

## program
type: code
chapter: all
language: python
score: 4

输出 1。

\`\`\`tests
- { output: "1" }
\`\`\`

> 解析。
`,
}

const ops = (...args: string[]) => runOps(server, 'exams', ...args)

/** A student submits an exam whose program crashes the runner each time it is graded. */
async function submitCrashing() {
  const exam = await school.publish({ questions: [{ from: { kind: 'bank', slug: 'programs' } }], pass: 3 })
  const { client, user } = await school.student()
  const paper = await start(client, exam)
  const steps = paper.questions.map((question, i) => ({
    seq: i + 1,
    question: question.id,
    answer: question.type === 'code' ? { type: 'code' as const, source: 'crash()' } : fixtureAnswer(question),
    at: paper.now,
  }))
  const attempt = paper.attempt.id
  await client.call('POST /v1/exam_submit', { attempt, epoch: 1, steps })
  await school.tick()
  return { exam, attempt, client, user, shown: () => client.call('GET /v1/show_exam', { id: attempt }) }
}

async function crashThreeTimes() {
  const queue = { patiently: () => ({ run: async () => ({ ...emptyResult, reason: 'crashed' as const }) }) }
  for (let tries = 0; tries < 3; tries++) {
    const handlers = { grade_code: gradeAnswer(queue) }
    const { db, clock } = server
    await startWorker({ db, clock, log: silent, lasting: ['grade_code'], perOwner: 1, handlers }).runDue()
    clock.advance(60)
  }
}

it('if a program crashes the runner, only that answer of the exam waits and is graded with `exams mark`', async () => {
  const { exam, attempt, user, shown } = await submitCrashing()
  expect(await shown()).toMatchObject({ scoreState: 'grading', waitingScore: 4 })
  // Priority 0 runs before practice, which has priority 1.
  const jobs = server.db.selectFrom('jobs').select(['owner', 'priority']).where('kind', '=', 'grade_code')
  expect(await jobs.execute()).toEqual([{ owner: user.id, priority: 0 }])

  await crashThreeTimes()
  expect(await shown()).toMatchObject({ scoreState: 'marking', score: null, waitingScore: 4 })
  const slug = (await server.db.selectFrom('exams').select('slug').where('uid', '=', exam).executeTakeFirstOrThrow())
    .slug
  const [, row] = await ops('waiting', slug)
  expect(row).toBe(`${attempt},2,输出 1。,,运行器无法完成；已通过 0 / 1 个测试,crash(),4,`)
  expect(await ops('mark', attempt, '2', '3')).toEqual(['已批阅。'])
  await school.tick()
  expect(await shown()).toMatchObject({ scoreState: 'scored', score: 4, passed: true, waitingScore: 0 })
})

it('a program that crashed the runner can be graded with the grading calls of staff', async () => {
  const { exam, shown } = await submitCrashing()
  await crashThreeTimes()
  server.clock.advance(3700)
  await school.tick()
  // All other questions are scored; the page shows 运行器无法完成，已转人工 for `manual`.
  expect(await shown()).toMatchObject({
    ...{ scoreState: 'marking', score: null, waitingScore: 4 },
    results: [
      { verdict: 'right', score: 1 },
      { verdict: 'marking', score: 0, key: { manual: 'runner' } },
    ],
  })

  const question = uidOf('program', 'programs')
  const { questions } = await desk.teacher.call('GET /staff/v1/grading_overview', { exam })
  expect(questions).toMatchObject([{ question, type: 'code', total: 1, waiting: 1, maxScore: 4 }])
  const { answers } = await desk.teacher.call('POST /staff/v1/grading_take', { exam, question })
  expect(answers).toMatchObject([
    { answer: { type: 'code', source: 'crash()' }, note: '运行器无法完成；已通过 0 / 1 个测试', state: 'waiting' },
  ])
  const graded = { key: randomUUID(), answers: [answers[0]!.id], score: 3, comment: '思路对' }
  const saved = await desk.teacher.call('POST /staff/v1/grading_save', { exam, question, grades: [graded] })
  expect(saved).toMatchObject({ saved: [{ state: 'graded' }], refused: [] })
  expect(await shown()).toMatchObject({ scoreState: 'scored', score: 4, passed: true, waitingScore: 0 })
  // No remaining job would run the program again.
  const jobs = server.db.selectFrom('jobs').select('id').where('kind', '=', 'grade_code')
  expect(await jobs.execute()).toEqual([])
})
