import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start, stepsFor, withSchool } from '../modules/exams/exams.fixture'
import { hasRunningAndUpcomingExams } from '../modules/exams/public'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import type { Client } from '../testing/client'
import { seedExams } from './exams'

const day = 86_400
const plan = (title: string, starts: string, ends: string, from = 'pool') => `title: ${title}
school: here
classes: [one]
starts: ${starts}
ends: ${ends}
duration: 90
pass: 6
rank: true
questions: [{ from: bank/${from} }]
`

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let folder: string
let student: Client
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
  folder = await mkdtemp(join(tmpdir(), 'dxx-seed-'))
  await writeFile(join(folder, 'ds-midterm.yaml'), plan('期中', '-12d', '-11d', 'drill'))
  await writeFile(join(folder, 'quiz.yaml'), plan('随堂测', '-1d', '+6d'))
  await writeFile(join(folder, 'final.yaml'), plan('期末', '+9d', '+10d'))
  const { user, client } = await school.student()
  await server.db.updateTable('users').set({ mobile: '13800000001' }).where('id', '=', user.id).execute()
  student = client
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await school.folder.remove()
  await server.close()
})

const seed = () => {
  const { db, env, clock } = server
  return seedExams({ db, config: env.config, now: clock.now(), folder })
}
const listed = async () =>
  (await student.call('GET /v1/exam_list', {})).list.map(({ title, status, id, attempt }) => ({
    title,
    status,
    id,
    score: attempt?.score ?? null,
  }))

it('seeds a running, an upcoming and a past exam with score and rank; a repeat changes nothing', async () => {
  await seed()
  const first = await listed()
  expect(first.map(({ title, status }) => `${title} ${status}`)).toEqual(['随堂测 1', '期末 0', '期中 2'])
  const [record] = (await student.call('GET /v1/exam_records', {})).list
  const result = await student.call('GET /v1/show_exam', { id: record!.id })
  expect(result).toMatchObject({ state: 'submitted', scoreState: 'scored', seconds: 64 * 60, rank: { of: 4 } })
  expect([result.score, result.maxScore]).toEqual([8, 10])
  const steps = await server.db.selectFrom('exam_steps').select('at').where('at', '>', testStart).execute()
  expect(steps).toEqual([])
  const { list: mistakes } = await student.call('GET /v1/wrong_list', {})
  expect(mistakes).toHaveLength(1)
  expect(mistakes.filter(({ lastAt }) => lastAt === testStart)).toEqual([])
  await seed()
  expect(await listed()).toEqual(first)
  expect(await hasRunningAndUpcomingExams(server.db, testStart)).toBe(true)
})

it('seeds 30 answers that wait for manual grading, some of them equal', async () => {
  const seedData = await mkdtemp(join(tmpdir(), 'dxx-seed-'))
  await writeFile(
    join(seedData, 'basics-quiz.yaml'),
    `title: 简答
school: here
classes: [two]
starts: -3d
ends: -2d
duration: 40
pass: 2
questions: [{ from: bank/pool, slugs: [short] }]
`,
  )
  const { db, env, clock } = server
  const once = () => seedExams({ db, config: env.config, now: clock.now(), folder: seedData })
  await once()
  await once()
  const rows = await db
    .selectFrom('exam_grading as g')
    .innerJoin('question_attempts as q', 'q.id', 'g.question_attempt_id')
    .innerJoin('exam_attempts as a', 'a.id', 'q.exam_attempt_id')
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .select(['g.state', 'g.hash'])
    .where('e.slug', '=', 'basics-quiz')
    .execute()
  expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 30 }, () => 'waiting'))
  const equal = rows.length - new Set(rows.map(({ hash }) => hash)).size
  expect(equal).toBeGreaterThan(1)
  await rm(seedData, { recursive: true })
})

it('seeding weeks later adds a running and an upcoming exam again and keeps taken ones', async () => {
  const [quiz, final] = await listed()
  const paper = await start(student, quiz!.id)
  await student.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) })
  server.clock.set(testStart + 28 * day)
  await school.tick()
  expect(await hasRunningAndUpcomingExams(server.db, server.clock.now())).toBe(false)
  const before = await server.db.selectFrom('exam_attempts').selectAll().where('state', '<>', 'prepared').execute()
  // Seeded twice at the same time, as by two servers that start together.
  await Promise.all([seed(), seed()])
  const after = await listed()
  expect(after.map(({ title, status }) => `${title} ${status}`)).toEqual(['随堂测 1', '期末 0', '随堂测 2', '期中 2'])
  expect(after[0]!.id).not.toBe(quiz!.id)
  expect(after[1]!.id).toBe(final!.id)
  expect(after[2]!.id).toBe(quiz!.id)
  expect(await server.db.selectFrom('exam_attempts').selectAll().where('state', '<>', 'prepared').execute()).toEqual(
    before,
  )
  await seed()
  expect(await listed()).toEqual(after)
  // The new exam has the same questions, but the analysis of the ended one stays visible.
  const shown = await student.call('GET /v1/show_exam', { id: paper.attempt.id })
  expect(shown.analysis).toMatchObject({ allowed: true })
  expect(shown.results).toHaveLength(paper.questions.length)
})
