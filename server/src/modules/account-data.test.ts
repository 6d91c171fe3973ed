import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../db/transaction'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import { asStaff, createStaff, giveRole } from '../testing/staff'
import { accountDataHandlers } from './account-data'
import { openWork } from './work/public'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const handlerOf = (title: string) => accountDataHandlers.find((handler) => handler.title === title)!
const grantsOf = (userId: number) =>
  app.db.selectFrom('staff_grants').select(['role', 'revoked_at']).where('user_id', '=', userId).orderBy('id').execute()

it('account data of staff is exported and erased by user, and open grants prevent closing the account', async () => {
  const staff = handlerOf('工作权限')
  const [leaver, colleague] = [await createStaff(app, 'operator'), await createStaff(app, 'support')]
  const stranger = await app.createUser()
  const earlier = testStart - 1000
  await app.db.updateTable('staff_grants').set({ revoked_at: earlier }).where('user_id', '=', leaver.id).execute()
  const other = await asStaff(app, colleague)

  expect(await staff.hasRecords!(app.db, stranger.id)).toBe(false)
  expect(await staff.hasRecords!(app.db, leaver.id)).toBe(true)
  const check = (userId: number) => staff.cancelCheck!(app.db, userId)
  expect([await check(stranger.id), await check(leaver.id)]).toEqual([undefined, undefined])
  expect(await check(colleague.id)).toMatchObject({ ok: false, detail: '你有工作权限，请先请所有者收回' })
  expect(await staff.exportData!(app.db, leaver.id)).toMatchObject([{ role: 'operator', revokedAt: earlier }])

  await giveRole(app, leaver, 'finance')
  await asStaff(app, leaver)
  await inTransaction(app.db, (tx) => staff.erase!(tx, leaver.id, testStart))
  expect(await grantsOf(leaver.id)).toEqual([
    { role: 'operator', revoked_at: earlier },
    { role: 'finance', revoked_at: testStart },
  ])
  expect(await grantsOf(colleague.id)).toEqual([{ role: 'support', revoked_at: null }])
  expect(await other.send('GET /staff/v1/work_list', {})).toMatchObject({ code: 1 })
})

it('erasing an account closes its open work items and removes the titles of all its items', async () => {
  const work = handlerOf('等待处理的事项')
  const [user, other] = [await app.createUser(), await app.createUser()]
  const open = async ({ id }: { id: number }, title: string) =>
    openWork(app.db, { kind: 'feedback', subjectId: id * 100 + title.length, userId: id, title }, testStart)
  for (const person of [user, other]) await open(person, '旧的')
  const closedAt = testStart + 5
  await app.db.updateTable('work_items').set({ closed_at: closedAt }).execute()
  for (const person of [user, other]) await open(person, '新写的')
  await inTransaction(app.db, (tx) => work.erase!(tx, user.id, testStart + 60))
  const itemsOf = ({ id }: { id: number }) =>
    app.db.selectFrom('work_items').select(['title', 'closed_at']).where('user_id', '=', id).orderBy('id').execute()
  expect(await itemsOf(user)).toEqual([
    { title: '', closed_at: closedAt },
    { title: '', closed_at: testStart + 60 },
  ])
  expect(await itemsOf(other)).toEqual([
    { title: '旧的', closed_at: closedAt },
    { title: '新写的', closed_at: null },
  ])
})
