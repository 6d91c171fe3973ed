import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../db/transaction'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { mergeAccounts } from './merge'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('the merged account knows the devices of both accounts, and none of another user', async () => {
  const [keeping, closing, stranger] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const remember = async ({ id }: { id: number }) => {
    const device = randomBytes(32).toString('hex')
    await app.db
      .insertInto('known_devices')
      .values({ user_id: id, device_hash: device, last_login_at: testStart })
      .execute()
    return device
  }
  const known = [await remember(keeping), await remember(closing)]
  await remember(stranger)
  const pair = { currentId: keeping.id, otherId: closing.id }
  await inTransaction(app.db, (tx) => mergeAccounts(tx, pair, closing.id, testStart))
  const rows = await app.db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', keeping.id)
    .execute()
  expect(rows.map(({ device_hash }) => device_hash).sort()).toEqual(known.sort())
})
