import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import type { Client } from '../../testing/client'
import { messagesOf } from '../../testing/community'
import { runOps } from '../../testing/ops'
import { addSchool, asStaff, createStaff } from '../../testing/staff'

let app: TestApp
let support: Client
beforeAll(async () => {
  app = await startTestApp()
  support = await asStaff(app, await createStaff(app, 'support', undefined, '小许'))
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(testStart)
  await app.db.updateTable('work_items').set({ closed_at: testStart }).where('closed_at', 'is', null).execute()
})

/** The only waiting application. */
async function onlyItem() {
  const { list } = await support.call('GET /staff/v1/work_list', { kinds: ['student'], assigned: 'all' })
  expect(list).toHaveLength(1)
  return list[0]!
}

/** Creates a user whose student authentication waits for a review by staff. */
async function applies(school: { uid: string }, name: string, studentNo: string) {
  const user = await app.createUser({ nickname: name })
  await app.db.updateTable('schools').set({ has_roster: false }).where('uid', '=', school.uid).execute()
  const client = await app.as(user)
  const input = { schoolId: school.uid, className: '一班', studentNo, name }
  await client.call('POST /v1/student_auth', input)
  return { user, client, input }
}

describe('student_reopen', () => {
  const rosterEntries = (userId: number) =>
    app.db.selectFrom('rosters').select('student_no').where('claimed_by', '=', userId).execute()

  it('puts an approved student back for review, frees the roster entry, and notifies the student of the reason', async () => {
    const { school, first } = await addSchool(app, 'undone')
    const entry = { school_id: school.id, class_id: first.id, student_no: '3999', name: '许安安' }
    await app.db.insertInto('rosters').values(entry).execute()
    const { client, user } = await applies(school, '许安安', '3999')
    const item = await onlyItem()
    const early = await support.send('POST /staff/v1/student_reopen', { items: [{ id: item.id }], reason: '看错了' })
    expect(early).toMatchObject({ data: { error: 'work-not-closed' } })
    await support.call('POST /staff/v1/student_approve', { items: [item] })
    expect(await rosterEntries(user.id)).toHaveLength(1)
    const decided = { id: item.id, version: item.version + 1 }
    await support.call('POST /staff/v1/student_reopen', { items: [decided], reason: '看错了照片' })
    expect(await rosterEntries(user.id)).toEqual([])
    expect((await client.call('GET /v1/student_auth_info', {})).status).toBe('pending')
    expect((await messagesOf(app.db, user.id)).map(({ body }) => body)).toContainEqual(
      expect.stringContaining('看错了照片'),
    )
    const again = await onlyItem()
    expect(again.id).toBe(item.id)
    await support.call('POST /staff/v1/student_approve', { items: [again] })
    expect((await client.call('GET /v1/student_auth_info', {})).status).toBe('passed')
    expect(await rosterEntries(user.id)).toHaveLength(1)
  })

  it('undo is refused if a colleague has changed the decision since, or if a later application has replaced it', async () => {
    const { school } = await addSchool(app, 'replaced')
    const { client } = await applies(school, '钱又来', '4001')
    const item = await onlyItem()
    await support.call('POST /staff/v1/student_reject', { id: item.id, reason: '照片不清' })
    const stale = { items: [{ id: item.id, version: item.version }], reason: '撤销' }
    expect(await support.send('POST /staff/v1/student_reopen', stale)).toMatchObject({ data: { error: 'work-taken' } })
    app.clock.set(app.clock.now() + 60)
    const again = { schoolId: school.uid, className: '一班', studentNo: '4002', name: '钱又来' }
    await client.call('POST /v1/student_auth', again)
    expect(
      await support.send('POST /staff/v1/student_reopen', { items: [{ id: item.id }], reason: '撤销' }),
    ).toMatchObject({ data: { error: 'work-taken' } })
    const waiting = await onlyItem()
    expect(waiting.id).not.toBe(item.id)
    await support.call('POST /staff/v1/student_reject', { id: waiting.id, reason: '清理' })
  })
})

it('students reopen undoes the approval of the newest application, not that of an earlier one', async () => {
  const { school } = await addSchool(app, 'shell')
  const { user, client, input } = await applies(school, '孙复审', '5001')
  const { uid } = await app.db
    .selectFrom('student_applications')
    .select('uid')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const ops = async (...words: string[]) => (await runOps(app, 'students', ...words)).join('\n')
  await expect(ops('reopen', uid, '看错')).rejects.toThrow('没有这个编号')
  await ops('approve', uid)
  expect(await ops('reopen', uid, '看错了', '照片')).toContain('已回到待审核')
  expect(await client.call('GET /v1/student_auth_info', {})).toMatchObject({
    status: 'pending',
    application: { reviewedAt: null },
  })
  await ops('reject', uid, '姓名与学生证不符')
  app.clock.advance(60)
  await client.call('POST /v1/student_auth', input)
  await expect(ops('reopen', uid, '看错')).rejects.toThrow('没有这个编号')
})
