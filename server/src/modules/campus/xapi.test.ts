import { formatDate } from '@dxx/contract/rules/time-from'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { simulatedStore, startXapiStore } from '../../testing/simulators/xapi-store'
import { addSchool, asStaff, createStaff } from '../../testing/staff'
import { campusJobs } from './jobs'

let server: TestApp
let store: Awaited<ReturnType<typeof startXapiStore>>
let school: Awaited<ReturnType<typeof addSchool>>
let console: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  store = await startXapiStore()
  server = await startTestApp({ publicUrl: 'https://study.example.cn' })
  school = await addSchool(server, 'xapi')
  console = await asStaff(server, await createStaff(server, 'school_admin', { kind: 'school', id: school.school.id }))
  await console.call('POST /staff/v1/xapi_save', {
    schoolId: school.school.uid,
    url: `${store.url}/`,
    ...simulatedStore,
    enabled: true,
  })
})
afterAll(async () => {
  await server.close()
  await store.close()
})

const runJobs = () => {
  const { db, clock, log, lti, xapi, config } = server.env
  return campusJobs({ lti, xapi, config }).send_xapi({ db, clock, log }, {})
}
const info = async () => (await console.call('GET /staff/v1/xapi_info', { schoolId: school.school.uid })).store

/** Adds a student of a school whose exam result was just released. */
async function finishExam(of: typeof school, score: number) {
  const user = await server.createUser({ studentStatus: 'passed' })
  const now = server.clock.now()
  await server.db
    .insertInto('student_applications')
    .values({
      user_id: user.id,
      school_id: of.school.id,
      university_code: null,
      school_name: of.school.name,
      class_id: of.first.id,
      class_name: '一班',
      student_no: `x-${user.id}`,
      name: '学生',
      photo_id: null,
      submitted_at: now,
      reviewed_at: now,
    })
    .execute()
  await server.db
    .insertInto('exam_attempts')
    .values({
      exam_id: of.exam.id,
      user_id: user.id,
      number: 1,
      seed: 1,
      state: 'submitted',
      started_at: now,
      deadline_at: now + 60,
      submitted_at: now,
      score_state: 'scored',
      score,
      told_at: now,
    })
    .execute()
  return user
}
const sentOf = (user: { uid: string }) => store.stored().filter(({ actor }) => actor.account.name === user.uid)

it('sends a released exam result of a student of the school once, without name and number', async () => {
  server.clock.advance(60)
  const user = await finishExam(school, 80)
  const foreign = await finishExam(await addSchool(server, 'xapi-foreign'), 80)
  await runJobs()
  expect(sentOf(user)).toEqual([])
  server.clock.advance(31)
  await runJobs()
  await runJobs()
  expect(sentOf(user)).toMatchObject([
    {
      actor: { account: { homePage: 'https://study.example.cn', name: user.uid } },
      verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
      result: { success: true, score: { scaled: 0.8 } },
    },
  ])
  expect(JSON.stringify(sentOf(user))).not.toContain(`x-${user.id}`)
  expect(sentOf(foreign)).toEqual([])
  expect(await info()).toMatchObject({ waiting: 0, refused: 0, hasPassword: true })
})

it('sends the completion of a chapter by a student of the school once, with its item and the time spent', async () => {
  server.clock.advance(60)
  const user = await finishExam(school, 80)
  const foreign = await finishExam(await addSchool(server, 'xapi-readers'), 80)
  const { db, clock } = server
  const book = await addCurriculum(db, {
    kind: 'textbook',
    title: '数据结构',
    chapters: [
      { title: '线性表', text: ['一'] },
      { title: '栈', text: ['二'] },
    ],
  })
  const [first, second] = await db
    .selectFrom('chapters')
    .select(['id', 'uid'])
    .where('curriculum_id', '=', book.id)
    .orderBy('position')
    .execute()
  const read = (who: { id: number }, chapter: { id: number }, done_at: number | null) =>
    db
      .insertInto('progress')
      .values({
        user_id: who.id,
        chapter_id: chapter.id,
        curriculum_id: book.id,
        percent: done_at === null ? 60 : 100,
        done_at,
        done_recorded_at: done_at === null ? null : clock.now(),
        updated_at: clock.now(),
      })
      .execute()
  // The student read offline, an hour before the server received the heartbeat.
  const offline = clock.now() - 3600
  await read(user, first!, offline)
  await db
    .insertInto('study_events')
    .values({
      user_id: user.id,
      curriculum_id: book.id,
      chapter_id: first!.id,
      session: user.uid,
      day: formatDate(offline),
      start_at: offline - 95,
      end_at: offline,
      percent: 100,
    })
    .execute()
  await read(user, second!, null)
  await read(foreign, first!, clock.now())
  server.clock.advance(31)
  await runJobs()
  server.clock.advance(31)
  await runJobs()
  const completed = (who: { uid: string }) => sentOf(who).filter(({ verb }) => verb.id.endsWith('/completed'))
  expect(completed(user)).toMatchObject([
    {
      timestamp: new Date(offline * 1000).toISOString(),
      object: {
        id: `https://study.example.cn/xapi/chapter/${first!.uid}`,
        definition: { name: { 'zh-CN': '线性表' } },
      },
      result: { completion: true, duration: 'PT95S' },
      context: { contextActivities: { parent: [{ definition: { name: { 'zh-CN': '数据结构' } } }] } },
    },
  ])
  expect(completed(foreign)).toEqual([])
})

it('retries after 15 seconds, and stops sending a statement that the store rejects as malformed', async () => {
  server.clock.advance(60)
  const user = await finishExam(school, 30)
  store.refusals.push(503)
  server.clock.advance(31)
  await runJobs()
  expect(await info()).toMatchObject({ waiting: 1, lastError: expect.stringContaining('503') })
  server.clock.advance(14)
  await runJobs()
  expect(sentOf(user)).toEqual([])
  server.clock.advance(1)
  await runJobs()
  expect(sentOf(user)).toMatchObject([{ verb: { id: 'http://adlnet.gov/expapi/verbs/failed' } }])
  server.clock.advance(60)
  await finishExam(school, 30)
  store.refusals.push(400)
  server.clock.advance(31)
  await runJobs()
  expect(await info()).toMatchObject({ waiting: 0, refused: 1 })
})

it('saving the settings sends again what the store has refused', async () => {
  server.clock.advance(60)
  const user = await finishExam(school, 90)
  store.refusals.push(401)
  server.clock.advance(31)
  await runJobs()
  expect(sentOf(user)).toEqual([])
  expect(await info()).toMatchObject({ waiting: 1, refused: 1 })
  await console.call('POST /staff/v1/xapi_save', {
    schoolId: school.school.uid,
    url: store.url,
    ...simulatedStore,
    enabled: true,
  })
  await runJobs()
  expect(sentOf(user)).toHaveLength(1)
  expect(await info()).toMatchObject({ waiting: 0, refused: 0, lastError: '' })
})

it('does not send the stored password to another address', async () => {
  const schoolId = school.school.uid
  const moved = { schoolId, url: 'http://127.0.0.1:9/xapi', username: simulatedStore.username, enabled: true }
  expect(await console.call('POST /staff/v1/xapi_save', moved)).toMatchObject({ hasPassword: false })
})
