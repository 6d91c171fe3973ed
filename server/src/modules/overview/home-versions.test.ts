import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { DataOf } from '@dxx/contract/call'
import type { StudentCalls } from '@dxx/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../app'
import { connect } from '../../db/connection'
import { createEnvironment } from '../../environment'
import { startTestApp, type TestApp } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { Client } from '../../testing/client'
import { silent } from '../../testing/database'
import { grantEntitlement, revokeEntitlement } from '../access/public'
import { setSwitches } from '../content/public'
import { start, withSchool } from '../exams/exams.fixture'

type Home = DataOf<StudentCalls['GET /v1/course_index']>

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let book: Awaited<ReturnType<typeof addCurriculum>>
/** A second process: another server with its own connections and caches on the same database. */
let second: { base: string; close(): Promise<void> }
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
  book = await addCurriculum(server.db, {
    kind: 'textbook',
    title: '算法',
    price: 10,
    chapters: [
      { title: '一', free: true, text: ['一段话'] },
      { title: '二', text: ['付费的段落'] },
    ],
  })
  second = await startSecond()
})
afterAll(async () => {
  await second.close()
  await school.folder.remove()
  await server.close()
})

async function startSecond() {
  const connection = connect(server.url, { max: 5, log: silent })
  const app = await buildApp(createEnvironment({ ...server.env, db: connection.db }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
      await connection.close()
    },
  }
}

/** Returns a student and functions that read the student's home page at both servers. */
async function reader() {
  const { user, client } = await school.student()
  const other = new Client(second.base, () => server.clock.now(), client.token)
  const homes = async <T>(pick: (home: Home) => T): Promise<T[]> =>
    Promise.all([client, other].map(async (one) => pick(await one.call('GET /v1/course_index', {}))))
  /**
   * Reads a part of the home page before and after a change, each time at both servers. Returns what both show after
   * the change.
   */
  async function change<T>(pick: (home: Home) => T, make: () => Promise<unknown>): Promise<T> {
    const before = await homes(pick)
    expect(await homes(pick)).toEqual(before)
    await make()
    const [after, elsewhere] = await homes(pick)
    expect(elsewhere).toEqual(after)
    expect(after).not.toEqual(before[0])
    return after!
  }
  return { user, client, homes, change }
}

const addQuestion = async (userId: number, dueAt: number) => {
  await sql`
    with question as (select q.id, q.version_id from questions q join curricula c on c.id = q.curriculum_id
        where c.slug = 'drill' order by q.id limit 1),
      attempt as (
        insert into question_attempts (user_id, question_id, version_id, source, position, seed, verdict, score, max_score,
          waiting_score, detail, created_at)
        select ${userId}, id, version_id, 'bank', 0, ${Buffer.from(randomUUID())}, 'wrong', 0, 100, 0, '{}', ${server.clock.now()}::bigint
        from question returning id, question_id)
    insert into wrong_questions (user_id, question_id, source, attempt_id, wrong_count, first_at, last_at, due_at)
    select ${userId}, question_id, 'bank', id, 1, 1, 1, ${dueAt}::bigint from attempt`.execute(server.db)
}

const addHomework = async (teacherId: number) => {
  const now = server.clock.now()
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into assignments (school_id, title, note, starts_at, due_at, late, created_by, created_at, updated_at)
      values (${school.schools.here.id}, '第一周', '', ${now}::bigint, ${now + 3600}::bigint, 'close', ${teacherId}, ${now}::bigint, ${now}::bigint)
      returning id),
    item as (
      insert into assignment_items (assignment_id, position, kind, title, curriculum_id, chapter_id, points)
      select id, 0, 'chapter', '一', ${book.id}, ${book.chapter('一').id}, 10 from added)
    insert into assignment_classes (assignment_id, class_id) select id, ${school.schools.here.classes[0]!} from added
    returning assignment_id as id`.execute(server.db)
  return rows[0]!.id
}

it('reading and study time appear at once on all servers', async () => {
  const { client, change } = await reader()
  const place = { id: book.uid, chapterId: book.chapter('一').uid, session: randomUUID(), locator: null }
  const beat = (seconds: number) =>
    client.call('POST /v1/textbooks_speed', { ...place, seconds, reached: '', at: server.clock.now() })
  const resumed = await change(
    ({ resumes }) => resumes.map(({ progress }) => progress.chapterTitle),
    () => beat(0),
  )
  expect(resumed).toEqual(['一'])
  server.clock.advance(65)
  expect(
    await change(
      ({ today }) => today,
      () => beat(65),
    ),
  ).toEqual({ minutes: 1, streak: 1 })
})

it('a purchase and its refund appear at once on all servers', async () => {
  const { user, change } = await reader()
  await sql`insert into progress (user_id, chapter_id, curriculum_id, percent, updated_at)
    select ${user.id}, id, curriculum_id, 10, 1 from chapters where curriculum_id = ${book.id}`.execute(server.db)
  const grant = { userId: user.id, curriculumId: book.id, source: 'order 1', now: server.clock.now() }
  const owned = ({ resumes }: Home) => resumes.map(({ curriculum }) => curriculum.owned)
  expect(await change(owned, () => grantEntitlement(server.db, grant))).toEqual([true])
  expect(await change(owned, () => revokeEntitlement(server.db, grant))).toEqual([false])
})

it('due questions appear on the home page when they become due, and vanish when they are mastered', async () => {
  const { user, homes, change } = await reader()
  const due = ({ reviewDue }: Home) => reviewDue
  expect(await homes(due)).toEqual([0, 0])
  await addQuestion(user.id, server.clock.now() + 10)
  expect(await homes(due)).toEqual([0, 0])
  expect(await change(due, async () => server.clock.advance(10))).toBe(1)
  const master = () =>
    server.db.updateTable('wrong_questions').set({ mastered_at: 1 }).where('user_id', '=', user.id).execute()
  expect(await change(due, master)).toBe(0)
})

it('an exam appears on the home page when published, starts on time, and vanishes when submitted or withdrawn', async () => {
  const { client, user, change } = await reader()
  const shown = ({ exam }: Home) => (exam ? [exam.title, exam.status] : null)
  const now = server.clock.now()
  let id = ''
  const publish = async (title: string, startsAt: number) => {
    id = await school.publish({ title, startsAt, endsAt: now + 3600 })
  }
  expect(await change(shown, () => publish('期中', now + 5))).toEqual(['期中', 0])
  expect(await change(shown, async () => server.clock.advance(5))).toEqual(['期中', 1])
  const paper = await start(client, id)
  const submit = () => client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1 })
  expect(await change(shown, submit)).toBeNull()
  expect(await change(shown, () => publish('期末', server.clock.now() - 1))).toEqual(['期末', 1])
  const withdraw = () => server.db.updateTable('exams').set({ withdrawn_at: 1 }).where('uid', '=', id).execute()
  expect(await change(shown, withdraw)).toBeNull()
  await server.db.updateTable('exams').set({ withdrawn_at: null }).where('uid', '=', id).execute()
  const leave = () =>
    server.db.updateTable('student_applications').set({ class_id: null }).where('user_id', '=', user.id).execute()
  expect(await change(shown, leave)).toBeNull()
})

it('homework appears on the home page when it is set, changes with its progress, and vanishes at its end', async () => {
  const { user, change } = await reader()
  const left = ({ assignment }: Home) => assignment && [assignment.left, assignment.dueAt - server.clock.now()]
  const teacher = await server.createUser()
  let id = 0
  const set = async () => {
    id = await addHomework(teacher.id)
  }
  expect(await change(left, set)).toEqual([1, 3600])
  const extend = () =>
    sql`insert into assignment_extensions (assignment_id, user_id, due_at, reason, created_by, created_at)
      values (${id}, ${user.id}, ${server.clock.now() + 7200}::bigint, '', ${teacher.id}, 1)`.execute(server.db)
  expect(await change(left, extend)).toEqual([1, 7200])
  const done = (at: number | null) =>
    sql`insert into progress (user_id, chapter_id, curriculum_id, percent, done_at, updated_at)
      values (${user.id}, ${book.chapter('一').id}, ${book.id}, 100, ${at}::bigint, 1)
      on conflict (user_id, chapter_id) do update set done_at = excluded.done_at`.execute(server.db)
  expect(await change(left, () => done(server.clock.now()))).toBeNull()
  expect(await change(left, () => done(null))).toEqual([1, 7200])
  server.clock.advance(7200)
  expect(await change(left, async () => server.clock.advance(1))).toBeNull()
})

it('a switch of the site and a new status of the student take effect on the home page at once', async () => {
  const { user, change } = await reader()
  await sql`insert into progress (user_id, chapter_id, curriculum_id, percent, updated_at)
    values (${user.id}, ${book.chapter('一').id}, ${book.id}, 10, 1)`.execute(server.db)
  const titles = ({ resumes }: Home) => resumes.map(({ curriculum }) => curriculum.title)
  expect(await change(titles, () => setSwitches(server.db, { showBook: false }))).toEqual([])
  expect(await change(titles, () => setSwitches(server.db, { showBook: true }))).toEqual(['算法'])
  await school.publish({ title: '补考' })
  const status = (student_status: 'passed' | 'rejected') => () =>
    server.db.updateTable('users').set({ student_status }).where('id', '=', user.id).execute()
  expect(await change(({ exam }) => exam?.title, status('rejected'))).toBeUndefined()
  expect(await change(({ exam }) => exam?.title, status('passed'))).toBe('补考')
})

it('two writers for one user do not wait for each other, and both renew the version of the home page', async () => {
  const { user } = await reader()
  const { db } = server
  const study = (chapter: string) => (tx: typeof db) =>
    sql`insert into progress (user_id, chapter_id, curriculum_id, percent, updated_at)
      values (${user.id}, ${book.chapter(chapter).id}, ${book.id}, 10, 1)
      on conflict (user_id, chapter_id) do update set percent = progress.percent + 1`.execute(tx)
  const versions = async () => {
    const rows = await db.selectFrom('home_versions').select('study').where('user_id', '=', user.id).execute()
    return rows.map((row) => row.study).sort()
  }
  await study('一')(db)
  const [first] = await versions()
  await db.transaction().execute(async (tx) => {
    await study('一')(tx)
    // Without independent locks this would wait for the open transaction, and the test would never end.
    await study('二')(db)
    expect((await versions()).length).toBe(2)
    expect(await versions()).toContain(first)
  })
  const after = await versions()
  expect([after.length, after.includes(first!)]).toEqual([2, false])
})

it('a transaction that changes many users renews one version for all users instead', async () => {
  const users = await Promise.all(Array.from({ length: 150 }, () => server.createUser()))
  const ids = users.map(({ id }) => id)
  const all = async () =>
    (await server.db.selectFrom('home_versions').select('plan').where('user_id', '=', 0).execute()).map(
      ({ plan }) => plan,
    )
  const before = await all()
  await sql`insert into entitlements (user_id, curriculum_id, source, created_at)
    select id, ${book.id}, 'class 1', 1 from unnest(${ids}::bigint[]) as u(id)`.execute(server.db)
  expect(await all()).not.toEqual(before)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from home_versions where user_id = any(${ids}::bigint[])`.execute(server.db)
  expect(rows[0]!.count).toBeLessThan(100)
})
