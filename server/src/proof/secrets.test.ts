import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app'
import { testClock } from '../clock'
import { readConfig } from '../config'
import { createEnvironment } from '../environment'
import { createLog } from '../log'
import { hashPassword } from '../modules/accounts/passwords'
import { testStart } from '../testing/app'
import { Client } from '../testing/client'
import { createTestDatabase, type TestDatabase } from '../testing/database'
import { aliyunKey, startAliyunSmsSimulator } from '../testing/simulators/aliyun-sms'

const password = 'river-Moss-482'
const mobile = '13912345678'
const secret = 'a secret of thirty-two letters or more'

let database: TestDatabase
let sms: Awaited<ReturnType<typeof startAliyunSmsSimulator>>
beforeAll(async () => {
  database = await createTestDatabase()
  sms = await startAliyunSmsSimulator()
})
afterAll(async () => {
  await sms.close()
  await database.drop()
})

it('the log of a server that is used, misused and loses its database holds no secret', async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const { db } = database
  const config = readConfig({
    DXX_ENV: 'test',
    DXX_SECRET: secret,
    DXX_SMS: 'aliyun',
    DXX_SMS_ENDPOINT: sms.url,
    DXX_SMS_KEY_ID: aliyunKey.keyId,
    DXX_SMS_KEY_SECRET: aliyunKey.keySecret,
    DXX_SMS_SIGN: '多享学',
    DXX_SMS_TEMPLATE: 'SMS_000000',
  })
  const clock = testClock(testStart)
  const app = await buildApp(createEnvironment({ config, db, clock, log }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const at = (token = '') => new Client(base, () => clock.now(), token)
  const row = { nickname: '某人', mobile, password_hash: await hashPassword(password), created_at: testStart }
  await db.insertInto('users').values(row).execute()

  const { token } = await at().call('POST /v1/login_password', { mobile, password })
  await at().send('POST /v1/login_password', { mobile, password: `${password}-wrong` })
  await at().send('POST /v1/send_code', { mobile, scene: 'login' })
  await at().send('POST /v1/login_code', { mobile, code: '0000' })
  await at(token).send('POST /v1/user_edit_password', { oldPassword: password, password: `${password}-new` })
  // Something fails in the middle of a call, and then the whole database is gone.
  await db.schema.alterTable('settings').renameTo('settings_away').execute()
  expect((await at(token).fetch('GET /v130/gvss', {})).status).toBe(500)
  await db.schema.alterTable('settings_away').renameTo('settings').execute()
  log.error({ err: await failedInsert(), password, token, input: { code: '1234', ticket: token } }, 'by hand')
  const text = lines.join('')
  expect(lines.length).toBeGreaterThan(1)
  for (const hidden of [password, token, secret, aliyunKey.keySecret, mobile, row.password_hash])
    expect(text).not.toContain(hidden)
  await app.close()
})

/** PostgreSQL names the row in its answer. */
const failedInsert = () =>
  database.db
    .insertInto('users')
    .values({ nickname: '某人', mobile, created_at: testStart })
    .execute()
    .catch((error: unknown) => error)
