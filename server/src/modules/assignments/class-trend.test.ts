import { randomBytes, randomUUID } from 'node:crypto'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCurriculum } from '../../testing/catalogue'
import { asStaff, createStaff } from '../../testing/staff'
import { startClasses } from '../classes/classes.fixture'

const day = 86_400
let world: Awaited<ReturnType<typeof startClasses>>
let book: Awaited<ReturnType<typeof addCurriculum>>
let users: { id: number }[]

beforeAll(async () => {
  world = await startClasses()
  const { server, admin, first, school } = world
  const names = ['2026001', '2026002', '2026003'].map((studentNo) => ({ studentNo, name: '周以宁' }))
  await admin.call('POST /staff/v1/class_students_add', { id: first.uid, students: names })
  users = []
  for (const entry of names.slice(0, 2)) {
    const user = await server.createUser()
    await (await server.as(user)).call('POST /v1/student_auth', { schoolId: school.uid, classId: first.uid, ...entry })
    users.push(user)
  }
  book = await addCurriculum(server.db, { kind: 'bank', title: '题库' })
})
afterAll(() => world.stop())

const trend = async (client = world.teacher) => client.call('GET /staff/v1/class_trend', { id: world.first.uid })

async function study(user: { id: number }, at: number, minutes: number): Promise<void> {
  await world.db
    .insertInto('study_events')
    .values({
      user_id: user.id,
      curriculum_id: book.id,
      chapter_id: null,
      session: randomUUID(),
      day: formatDate(at),
      start_at: at,
      end_at: at + minutes * 60,
      percent: 0,
    })
    .execute()
}

async function answer(user: { id: number }, at: number, verdict: string, examAttempt?: number): Promise<void> {
  const source = examAttempt === undefined ? 'bank' : 'exam'
  const uid = randomUUID()
  await sql`
    with version as (
      insert into question_versions (question_uid, hash, source, body, rubric, created_at)
      values (${uid}, ${randomBytes(32)}, '{"question":{},"images":{}}', '{"type":"judge"}', '{"type":"judge"}', 1)
      returning id),
    question as (
      insert into questions (uid, curriculum_id, slug, origin, type, score, difficulty, tags, free, position, version_id)
      select ${uid}, ${book.id}, ${uid}, '', 'judge', 100, 3, '{}', false, 0, id from version returning id, version_id)
    insert into question_attempts (user_id, question_id, version_id, source, position, seed, answer, verdict, score,
      max_score, waiting_score, detail, created_at, exam_attempt_id)
    select ${user.id}, id, version_id, ${source}, 0, ${randomBytes(16)}, '{}', ${verdict}, 0, 100, 0, '{}', ${at}::bigint,
      ${examAttempt ?? null}::bigint
    from question`.execute(world.db)
}

it('class_trend counts time, students and answers by week, from Monday in Shanghai, and omits older ones', async () => {
  const { clock } = world.server
  const weekday = new Date((clock.now() + 8 * 3600) * 1000).getUTCDay()
  const monday = Math.floor((clock.now() + 8 * 3600) / day) * day - 8 * 3600 - ((weekday + 6) % 7) * day
  const [one, two] = [users[0]!, users[1]!]
  await study(one, monday, 30)
  await study(two, monday + 60, 10)
  // The last minute of Sunday belongs to the week before.
  await study(one, monday - 60, 1)
  await study(one, monday - 11 * 7 * day, 7)
  await study(one, monday - 11 * 7 * day - 100 * 60, 99)
  await answer(one, monday, 'right')
  await answer(two, monday, 'right')
  await answer(two, monday, 'wrong')
  await answer(two, monday - 1, 'partial')
  await answer(two, monday, 'grading')
  const { students, weeks } = await trend()
  expect([students, weeks.length]).toEqual([2, 12])
  expect(weeks.at(-1)).toEqual({ from: formatDate(monday), minutes: 40, active: 2, answers: 3, rightPercent: 67 })
  expect(weeks.at(-2)).toMatchObject({ minutes: 1, active: 1, answers: 1, rightPercent: 0 })
  expect(weeks[0]).toMatchObject({ minutes: 7, active: 1, answers: 0, rightPercent: null })
  expect(weeks[1]).toMatchObject({ minutes: 0, active: 0 })
})

it('answers of an exam count after it has finished', async () => {
  const { server, db, first } = world
  const { rows } = await sql<{ id: number }>`
    select exam_id as id from exam_classes where class_id = ${first.id}`.execute(db)
  const exam = rows[0]!.id
  const before = (await trend()).weeks.at(-1)!.answers
  const now = server.clock.now()
  const times = { started_at: now, deadline_at: now + 60, submitted_at: now }
  const attempt = { exam_id: exam, user_id: users[0]!.id, number: 1, seed: 1, state: 'submitted' as const }
  const { id } = await db
    .insertInto('exam_attempts')
    .values({ ...attempt, ...times, score_state: 'scored', score: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await answer(users[0]!, now, 'wrong', id)
  expect((await trend()).weeks.at(-1)!.answers).toBe(before)
  await db.updateTable('exams').set({ finished_at: now }).where('id', '=', exam).execute()
  expect((await trend()).weeks.at(-1)!.answers).toBe(before + 1)
})

it('class_trend reports the class as not found to a teacher of another class', async () => {
  const { server, second, first } = world
  const other = await asStaff(server, await createStaff(server, 'teacher', { kind: 'class', id: second.id }))
  const refused = await other.send('GET /staff/v1/class_trend', { id: first.uid })
  expect(refused.data).toMatchObject({ error: 'class-not-found' })
})
