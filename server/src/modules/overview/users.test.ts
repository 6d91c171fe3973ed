import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../base/passwords'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { createCommunityFixture, messagesOf } from '../../testing/community'
import { addSchool, asStaff, createStaff } from '../../testing/staff'
import { grantEntitlement } from '../access/public'

let app: TestApp
let support: Client
beforeAll(async () => {
  app = await startTestApp()
  support = await asStaff(app, await createStaff(app, 'support', undefined, '小许'))
})
afterAll(() => app.close())

it('user_search finds users by full number or start of a name and masks numbers; user_reveal is audited', async () => {
  const user = await app.createUser({ nickname: '林独特' })
  const { list } = await support.call('GET /staff/v1/user_search', { keyword: '林独' })
  expect(list).toMatchObject([{ id: user.uid, mobile: expect.stringContaining('****') }])
  expect((await support.call('GET /staff/v1/user_search', { keyword: user.mobile! })).list).toHaveLength(1)
  expect((await support.call('GET /staff/v1/user_search', { keyword: user.mobile!.slice(0, 8) })).list).toEqual([])
  expect(await support.call('POST /staff/v1/user_reveal', { id: user.uid, reason: '回电' })).toEqual({
    mobile: user.mobile,
  })
  const rows = await app.db.selectFrom('audit').select('call').where('target_id', '=', user.uid).execute()
  expect(rows).toEqual([{ call: 'user_reveal' }])
  expect((await support.call('GET /staff/v1/user_info', { id: user.uid })).counts.orders).toBe(0)
})

it('user_info returns the origin of owned items, the studied items and the entered exams', async () => {
  const { book, owner } = await createCommunityFixture(app)
  const now = app.clock.now()
  const sources = ['order 17', 'coupon 4', 'free']
  for (const source of sources) {
    const item = await addCurriculum(app.db, { title: source })
    await grantEntitlement(app.db, { userId: owner.id, curriculumId: item.id, source, now })
  }
  await app.db
    .insertInto('study_events')
    .values({
      user_id: owner.id,
      curriculum_id: book.id,
      session: crypto.randomUUID(),
      day: '2027-01-01',
      start_at: now - 150,
      end_at: now - 30,
      percent: 0,
    })
    .execute()
  const { exam } = await addSchool(app, 'seen')
  await app.db
    .insertInto('exam_attempts')
    .values({ exam_id: exam.id, user_id: owner.id, number: 1, seed: 1, state: 'running', started_at: now })
    .execute()
  const info = await support.call('GET /staff/v1/user_info', { id: owner.uid })
  expect(Object.fromEntries(info.owned.map(({ title, source }) => [title, source]))).toMatchObject({
    'order 17': '购买',
    'coupon 4': '兑换码',
    free: '免费领取',
  })
  expect(info.studied).toEqual([{ title: '离散数学', minutes: 2, at: now - 30 }])
  expect(info.attempts).toMatchObject([{ startedAt: now, submittedAt: null }])
})

it('user_mute stops a user from posting until a time, and the user sees the reason', async () => {
  const { book, owner } = await createCommunityFixture(app)
  const say = () => owner.client.send('POST /v130/add_comment', { curriculumId: book.uid, stars: 5, text: '好' })
  await support.call('POST /staff/v1/user_mute', { id: owner.uid, until: testStart + 60, reason: '刷屏' })
  const refused = await say()
  expect(refused).toMatchObject({ data: { error: 'user-muted' } })
  expect(refused.msg).toContain('刷屏')
  const [message] = await messagesOf(app.db, owner.id)
  expect(message).toMatchObject({ body: expect.stringMatching(/^限制到 .*\d{2}:\d{2}，原因：刷屏$/) })
  app.clock.advance(60)
  expect((await say()).code).toBe(1)
})

it('staff can log out, close and reopen accounts of users, but not accounts of other staff', async () => {
  const user = await app.createUser({ passwordHash: await hashPassword('Study2026') })
  const client = await app.as(user)
  await support.call('POST /staff/v1/user_log_out', { id: user.uid, reason: '账号异常' })
  expect((await client.send('GET /v1/get_user_info', {})).code).toBe(3)
  const login = () => app.guest.send('POST /v1/login_password', { mobile: user.mobile, password: 'Study2026' })
  expect((await login()).code).toBe(1)
  await support.call('POST /staff/v1/user_close', { id: user.uid, reason: '发布广告' })
  const refused = await login()
  expect(refused).toMatchObject({ data: { error: 'account-blocked' } })
  expect(refused.msg).toContain('发布广告')
  await support.call('POST /staff/v1/user_close', { id: user.uid, reason: '申诉成立', open: true })
  expect((await login()).code).toBe(1)
  const owner = await createStaff(app, 'owner')
  for (const name of ['user_mute', 'user_log_out', 'user_close'] as const)
    expect(
      await support.send(`POST /staff/v1/${name}`, { id: owner.uid, reason: '试试', until: testStart + 60 }),
    ).toMatchObject({ data: { error: 'user-restrict-refused' } })
  const former = await createStaff(app, 'support')
  const mute = () =>
    support.send('POST /staff/v1/user_mute', { id: former.uid, reason: '刷屏', until: app.clock.now() + 60 })
  expect(await mute()).toMatchObject({ data: { error: 'user-restrict-refused' } })
  await app.db.updateTable('staff_grants').set({ ends_at: app.clock.now() }).where('user_id', '=', former.id).execute()
  expect((await mute()).code).toBe(1)
})
