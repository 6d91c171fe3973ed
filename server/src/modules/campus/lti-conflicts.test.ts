import { describe, expect, it } from 'vitest'
import type { LtiVisitor } from '../../testing/simulators/lti-platform'
import { campusJobs } from './jobs'
import {
  chapter,
  chapterUid,
  launch,
  newVisitor,
  openConsole,
  opened,
  platform,
  school,
  server,
  startLti,
  tokenIn,
} from './lti.fixture'

startLti()

/** A student whose account has claimed the student number, and the same student's user at the platform. */
async function claimedStudent(studentNo: string) {
  const { school: at, first } = school
  await server.db
    .insertInto('rosters')
    .values({ school_id: at.id, class_id: first.id, student_no: studentNo, name: '周以宁' })
    .execute()
  const user = await server.createUser({ nickname: '先来的' })
  const client = await server.as(user)
  await client.call('POST /v1/student_auth', { schoolId: at.uid, classId: first.uid, studentNo, name: '周以宁' })
  const visitor = newVisitor({ studentNo, name: '周以宁' })
  const token = tokenIn(await (await launch(visitor, chapter())).text())
  const { code, data } = await server.guest.send('POST /v1/lti_session', { token })
  expect(code).toBe(4)
  return { user, client, visitor, proof: String(data.proof), page: String(data.page) }
}

/** Reads half of the chapter. Returns the score of the student that the platform has received. */
async function readHalf(userUid: string, { sub }: LtiVisitor) {
  const { db, env, clock } = server
  const user = await db.selectFrom('users').select('id').where('uid', '=', userUid).executeTakeFirstOrThrow()
  const at = await db
    .selectFrom('chapters')
    .select(['id', 'curriculum_id'])
    .where('uid', '=', chapterUid)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('progress')
    .values({
      user_id: user.id,
      chapter_id: at.id,
      curriculum_id: at.curriculum_id,
      percent: 50,
      updated_at: clock.now(),
    })
    .execute()
  clock.advance(61)
  await campusJobs(env).send_lti_scores(env, {})
  return platform.scores.filter(({ userId }) => userId === sub)
}

const launchAgain = (visitor: LtiVisitor) => opened(visitor, chapter())

describe('a launch with a student number that another account has claimed', () => {
  it('binding the platform user in that account joins both, and the score of this launch is sent', async () => {
    const { user, client, visitor, proof, page } = await claimedStudent('20261001')
    expect(page).toContain(`chapter=${chapterUid}`)
    expect(await client.call('POST /v1/campus_bind', { proof })).toMatchObject({ id: user.uid })
    expect(await readHalf(user.uid, visitor)).toMatchObject([{ scoreGiven: 50 }])
    expect(await launchAgain(visitor)).toMatchObject({ isNew: false, userinfo: { id: user.uid } })
  })

  it('continuing with a new account moves the number to it, and the score of this launch is sent', async () => {
    const { client, visitor, proof } = await claimedStudent('20261002')
    const alone = await server.guest.call('POST /v1/campus_login', { proof, separate: true })
    expect(alone).toMatchObject({ isNew: true, userinfo: { studentStatus: 'passed' } })
    expect(await readHalf(alone.userinfo.id, visitor)).toMatchObject([{ scoreGiven: 50 }])
    expect(await client.call('GET /v1/student_auth_info', {})).toMatchObject({ status: 'rejected' })
    const again = { proof, separate: true }
    expect((await server.guest.send('POST /v1/campus_login', again)).data.error).toBe('ticket-invalid')
  })

  it('the proof works after the platform was deleted, but no score is sent', async () => {
    const { client, proof } = await claimedStudent('20261003')
    const console = await openConsole()
    const schoolId = school.school.uid
    const { platforms } = await console.call('GET /staff/v1/lti_info', { schoolId })
    await console.call('POST /staff/v1/lti_platform_delete', { schoolId, id: platforms[0]!.id })
    expect(await client.call('POST /v1/campus_bind', { proof })).toMatchObject({ studentStatus: 'passed' })
    expect((await console.call('GET /staff/v1/lti_info', { schoolId })).links).toEqual([])
  })
})
