import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addCurriculum } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { asStaff } from '../../testing/staff'
import { startClasses } from '../classes/classes.fixture'

const week = 7 * 86_400
let world: Awaited<ReturnType<typeof startClasses>>
let teacher: Client
let user: { id: number; uid: string }
let bank: Awaited<ReturnType<typeof addCurriculum>>
/** A chapter with two levels of sections; the last one has the questions. */
let chapters: { id: number; uid: string }[]
let questions: { id: number; uid: string; version: number }[]

beforeAll(async () => {
  world = await startClasses()
  const { server, admin, first, school } = world
  const entry = { studentNo: '2026001', name: '周以宁' }
  await admin.call('POST /staff/v1/class_students_add', { id: first.uid, students: [entry] })
  user = await server.createUser()
  await (await server.as(user)).call('POST /v1/student_auth', { schoolId: school.uid, classId: first.uid, ...entry })
  bank = await addCurriculum(server.db, {
    kind: 'textbook',
    title: '题库',
    price: 9,
    chapters: [
      { title: '一章', kind: 'part' },
      { title: '一节', kind: 'part', below: '一章' },
      { title: '一小节', below: '一节', text: ['一'] },
      { title: '空的', kind: 'part' },
    ],
  })
  chapters = await server.db
    .selectFrom('chapters')
    .select(['id', 'uid'])
    .where('curriculum_id', '=', bank.id)
    .orderBy('position')
    .execute()
  await sql`update chapters set test_slug = 'test' where id = ${chapters[2]!.id}`.execute(server.db)
  questions = [await addQuestion('judge', 0), await addQuestion('judge', 1), await addQuestion('code', 2)]
})
afterAll(() => world.stop())
// Console sessions end after an hour; tests advance the clock by days.
beforeEach(async () => {
  teacher = await asStaff(world.server, world.teacherUser)
})

async function addQuestion(type: string, position: number, stem = '题') {
  const uid = randomUUID()
  const body = JSON.stringify({ type, stem })
  const { rows } = await sql<{ id: number; version: number }>`
    with version as (
      insert into question_versions (question_uid, hash, source, body, rubric, created_at)
      values (${uid}, ${randomBytes(32)}, '{"question":{},"images":{}}', ${body}, ${body}, 1) returning id)
    insert into questions (uid, curriculum_id, chapter_id, slug, origin, type, score, difficulty, tags, free, position, version_id)
    select ${uid}, ${bank.id}, ${chapters[2]!.id}, ${uid}, '', ${type}, 100, 3, '{}', false, ${position}, id from version
    returning id, version_id as version`.execute(world.db)
  return { ...rows[0]!, uid }
}

async function answer({ id, version }: (typeof questions)[number], score: number): Promise<void> {
  const verdict = score === 100 ? 'right' : 'wrong'
  await sql`insert into question_attempts (user_id, question_id, version_id, source, position, seed, answer, verdict, score,
      max_score, waiting_score, detail, created_at)
    values (${user.id}, ${id}, ${version}, 'textbook', 0, ${randomBytes(16)}, '{}', ${verdict}, ${score}, 100, 0, '{}',
      ${world.server.clock.now()})`.execute(world.db)
}

async function takeTest(score: number): Promise<void> {
  await sql`insert into test_attempts (user_id, curriculum_id, chapter_id, seed, seconds, score, max_score, waiting_score,
      right_count, question_count, state, created_at)
    values (${user.id}, ${bank.id}, ${chapters[2]!.id}, ${randomBytes(16)}, 9, ${score}, 100, 0, 1, 2, 'scored',
      ${world.server.clock.now()})`.execute(world.db)
}

async function takeExam(score: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select e.id from exams e join exam_classes k on k.exam_id = e.id where k.class_id = ${world.first.id}`.execute(
    world.db,
  )
  const now = world.server.clock.now()
  const times = { started_at: now, deadline_at: now + 60, submitted_at: now }
  const attempt = { exam_id: rows[0]!.id, user_id: user.id, number: 1, seed: 1, state: 'submitted' as const }
  await world.db
    .insertInto('exam_attempts')
    .values({ ...attempt, ...times, score_state: 'scored', score, told_at: now })
    .execute()
}

const send = (items: object[], late: 'accept' | 'deduct' | 'close' = 'accept') => {
  const now = world.server.clock.now()
  const times = { startsAt: now, dueAt: now + week, late, latePercent: late === 'deduct' ? 50 : 0 }
  const fields = { classes: [world.first.uid], title: '作业', ...times, items: items as never }
  return teacher.send('POST /staff/v1/assignment_save', fields)
}

it('tests, practices, programs and exams count by answered questions, and late answers by the late rule', async () => {
  const exam = await world.db
    .selectFrom('exams')
    .select('uid')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  const items = [
    { kind: 'test', target: chapters[2]!.uid, minPercent: 60 },
    { kind: 'practice', target: bank.uid, chapter: chapters[0]!.uid, amount: 2 },
    { kind: 'code', target: questions[2]!.uid, minPercent: 60 },
    { kind: 'exam', target: exam.uid },
  ]
  const ids: string[] = []
  for (const late of ['accept', 'deduct', 'close'] as const)
    ids.push(((await send(items, late)).data as { id: string }).id)
  await takeTest(50)
  await answer(questions[0]!, 0)
  await answer(questions[2]!, 30)
  await takeExam(80)
  world.server.clock.advance(week + 60)
  await takeTest(90)
  await answer(questions[1]!, 100)
  await answer(questions[2]!, 100)
  const client = await world.server.as(user)
  const percents = async (id: string) =>
    (await client.call('GET /v1/assignment', { id })).items.map((one) => one.percent)
  expect(await percents(ids[0]!)).toEqual([100, 100, 100, 100])
  expect(await percents(ids[2]!)).toEqual([83, 100, 50, 100])
  const { grades } = await client.call('GET /v1/my_grades', { class: world.first.uid })
  // Averages of test, practice and program; the exam has its own column.
  const shares = { accept: [0.9, 1, 1], deduct: [0.7, 1, 0.65], close: [0.5, 1, 0.3] }
  const expected = Object.values(shares).map((all) => Math.round((all.reduce((a, b) => a + b) / 3) * 1000) / 10)
  expect(grades.slice(0, 3).map(({ percent }) => percent)).toEqual(expected)
})

it('a program that is only in the test of a chapter opens that test, and its title is plain text', async () => {
  const { db } = world
  const stem = '<p>输入 <strong>n</strong>（n&#x2264;9）</p>'
  const { id, uid } = await addQuestion('code', 3, stem)
  await sql`update questions set chapter_id = null, test_slug = 'test' where id = ${id}`.execute(db)
  const programs = await teacher.call('GET /staff/v1/assign_programs', { curriculum: bank.uid })
  expect(programs.find((one) => one.id === uid)).toEqual({ id: uid, title: '输入 n（n≤9）', chapter: '一小节的测验' })
  const made = (await send([{ kind: 'code', target: uid, minPercent: 60 }])).data as { id: string }
  const client = await world.server.as(user)
  const { items } = await client.call('GET /v1/assignment', { id: made.id })
  expect(items[0]!.link).toBe(`pages/exam/answer?chapter=${chapters[2]!.uid}`)
})

it('items that cannot be finished are refused, and teachers see which students lack paid content', async () => {
  const refused = async (item: object) => (await send([item])).data
  const practice = { kind: 'practice', target: bank.uid, chapter: chapters[0]!.uid }
  expect(await refused({ ...practice, amount: 4 })).toMatchObject({ error: 'assignment-target' })
  expect(await refused({ kind: 'chapter', target: chapters[3]!.uid })).toMatchObject({ error: 'assignment-target' })
  const find = (more: object) => teacher.call('GET /staff/v1/assign_curricula', { keyword: '题库', ...more })
  expect(await find({ kinds: ['textbook'], classes: [world.first.uid] })).toMatchObject([{ paid: true, without: 1 }])
  expect(await find({ kinds: ['textbook'], classes: [world.second.uid] })).toMatchObject([{ without: 0 }])
  expect(await find({ kinds: ['bank'] })).toEqual([])
})
