import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildApp } from '../../../server/src/app'
import { testClock } from '../../../server/src/base/clock'
import { hashPassword } from '../../../server/src/base/passwords'
import { readConfig } from '../../../server/src/config'
import { inTransaction } from '../../../server/src/db/transaction'
import { createEnvironment } from '../../../server/src/environment'
import { makeBatch } from '../../../server/src/modules/commerce/coupon-batches'
import { testStart } from '../../../server/src/testing/app'
import { Client } from '../../../server/src/testing/client'
import { createTestDatabase, type TestDatabase } from '../../../server/src/testing/database'
import { aliyunKey, startAliyunSmsSimulator } from '../../../server/src/testing/simulators/aliyun-sms'
import { simulatedApps, startWechatSimulator } from '../../../server/src/testing/simulators/wechat'
import { captureLog, containsValue, textOfLines } from '../log-capture'

const password = 'river-Moss-482'
const mobile = '13912345678'
const secret = 'a secret of thirty-two letters or more'
const openid = 'openid-of-somebody'

let database: TestDatabase
let sms: Awaited<ReturnType<typeof startAliyunSmsSimulator>>
let wechat: Awaited<ReturnType<typeof startWechatSimulator>>
beforeAll(async () => {
  database = await createTestDatabase()
  sms = await startAliyunSmsSimulator()
  wechat = await startWechatSimulator({ now: () => testStart })
})
afterAll(async () => {
  await sms.close()
  await wechat.close()
  await database.drop()
})

/** Renames a table during a call that needs it, so that the call fails. */
async function without<T>(table: string, ask: () => Promise<T>): Promise<T> {
  await database.db.schema.alterTable(table).renameTo(`${table}_away`).execute()
  try {
    return await ask()
  } finally {
    await database.db.schema.alterTable(`${table}_away`).renameTo(table).execute()
  }
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client(inject('pgUrl'))
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}

/** Makes the database reject connections and terminates the existing ones. */
async function withoutDatabase<T>(ask: () => Promise<T>): Promise<T> {
  const name = /@\/(\w+)/.exec(database.url)![1]!
  await asAdmin(`alter database ${name} with allow_connections false`)
  await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  try {
    return await ask()
  } finally {
    await asAdmin(`alter database ${name} with allow_connections true`)
  }
}

it('the log contains no secret after use, misuse and the loss of the database', async () => {
  const { lines, log } = captureLog()
  const { db } = database
  const config = {
    ...readConfig({
      DXX_ENV: 'test',
      DXX_SECRET: secret,
      DXX_SMS: 'aliyun',
      DXX_SMS_ENDPOINT: sms.url,
      DXX_SMS_KEY_ID: aliyunKey.keyId,
      DXX_SMS_KEY_SECRET: aliyunKey.keySecret,
      DXX_SMS_SIGN: '多享学',
      DXX_SMS_TEMPLATE: 'SMS_000000',
    }),
    wechat: { apiUrl: wechat.url, openUrl: wechat.url, ...simulatedApps },
  }
  const clock = testClock(testStart)
  const env = createEnvironment({ config, db, clock, log })
  const app = await buildApp(env)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const at = (token = '') => new Client(base, () => clock.now(), token)
  const row = { nickname: '某人', mobile, password_hash: await hashPassword(password), created_at: testStart }
  await db.insertInto('users').values(row).execute()
  const statuses: number[] = []
  const ask = async (client: Client, name: string, input: object) => {
    const { status } = await client.fetch(name, input)
    statuses.push(status)
  }

  // Creates secrets by normal use: passwords, codes, tickets, a QR login and coupons.
  const { token } = await at().call('POST /v1/login_password', { mobile, password })
  const me = at(token)
  await at().send('POST /v1/login_password', { mobile, password: `${password}-wrong` })
  await me.send('POST /v1/user_edit_password', { oldPassword: password, password: `${password}-new` })
  await me.call('POST /v1/send_code', { scene: 'change' })
  const { ticket } = await me.call('POST /v1/check_code', { scene: 'change', code: sms.sent.at(-1)!.code })
  clock.advance(61)
  await at().call('POST /v1/send_code', { mobile, scene: 'login' })
  const codes = sms.sent.map(({ code }) => code)
  const { secret: qrSecret, id: qr } = await at().call('POST /v1/login_qr_create', {})
  const now = clock.now()
  const item = { kind: 'course' as const, slug: 'in-a-coupon', title: '课', created_at: now }
  const { id: course } = await db.insertInto('curricula').values(item).returning('id').executeTakeFirstOrThrow()
  const batch = { title: '礼包', expiresAt: now + 86_400, curriculumIds: [course], now }
  const coupons = await inTransaction(db, (tx) => makeBatch(tx, secret, batch, 1))
  const wechatCode = wechat.codeFor({ openid, nickname: '微信同学' })

  // Sends each secret in a call that fails in the middle.
  await without('codes', () => ask(at(), 'POST /v1/login_code', { mobile, code: codes.at(-1) }))
  await without('tickets', () => ask(me, 'POST /v1/cancel_account', { ticket }))
  await without('qr_logins', () => ask(at(), 'GET /v1/login_qr_poll', { id: qr, secret: qrSecret }))
  await without('coupons', () => ask(me, 'POST /v1/coupon_exchange', { code: coupons[0] }))
  await without('wechat_identities', () => ask(at(), 'POST /v130/wechat_login', { code: wechatCode }))
  await without('sessions', () => ask(me, 'GET /v1/get_user_info', {}))
  await without('settings', () => ask(me, 'GET /v130/gvss', {}))
  expect(
    statuses.every((status) => status === 500),
    String(statuses),
  ).toBe(true)
  await me.raw('POST', '/v1/login_password', `{"mobile":"${mobile}","password":"${password}`)
  const broken = await withoutDatabase(async () => {
    await ask(at(), 'POST /v1/login_password', { mobile, password })
    await ask(me, 'GET /v1/get_user_info', {})
    return statuses.slice(-2)
  })
  expect(broken.every((status) => status >= 500)).toBe(true)

  const text = textOfLines(lines)
  expect(lines.filter((line) => line.includes('request failed')).length).toBeGreaterThanOrEqual(statuses.length)
  // The log contains logins and failed logins.
  expect(text).toMatch(/"user":\d+,"address":"127.0.0.1",.*"logged in"/)
  expect(text).toMatch(/"call":"POST \/v1\/login_password","refusal":"login-failed","address":"127.0.0.1".*"refused"/)
  const secrets = [password, token, secret, aliyunKey.keySecret, mobile, row.password_hash, ticket, qrSecret, openid]
  const apps = Object.values(simulatedApps).map((one) => one.secret)
  for (const value of [...secrets, ...codes, ...coupons, wechatCode, ...apps])
    expect(containsValue(text, value), `the log says ${value}`).toBe(false)
  await app.close()
  await env.code.close()
})

it('a secret logged by mistake is replaced at any depth, and the name of its field stays', async () => {
  const { lines, log } = captureLog()
  const value = 'Zq7-very-secret-value'
  const headers = { authorization: value, 'x-dxx-token': value, cookie: `a=${value}`, 'Set-Cookie': [value] }
  const cause = Object.assign(new Error(`answered {"session_key":"${value}","openid":"${value}"}`), { detail: value })
  const deep = { a: { b: { c: { d: [{ password: value, oldPassword: value, newPassword: value }] } } } }
  log.error({ err: await failedInsert(), password: value, input: { code: value, ticket: value } }, 'by hand')
  log.error(
    { err: new Error('outer', { cause: new Error(`https://x/?access_token=${value}&a=1`, { cause }) }) },
    'causes',
  )
  log.error({ err: new AggregateError([cause, { token: value }], 'several') }, 'several')
  log.warn({ req: { headers }, request: { raw: { headers: new Headers({ authorization: value }) } } }, 'headers')
  log.info({ deep, map: new Map([['apiKey', value]]), qr: { secret: value }, openid: value, unionid: value }, 'deep')
  log.info({ list: [[[{ wechat: { sessionKey: value, session_key: value } }]]] }, `tell ${mobile} code=${value}`)
  log.error(Object.assign(new Error(`Bearer ${value} for ${mobile}`), { token: value }))
  log.info({ body: `{"password":"${value}"}`, link: `/pages?ticket=${value}#x` }, 'text')
  let bottom: object = { harmless: value }
  for (let i = 0; i < 20; i++) bottom = { bottom }
  log.info(bottom, 'deeper than anybody looks')

  const text = lines.join('')
  expect(lines).toHaveLength(9)
  expect(text).not.toContain(value)
  expect(text).not.toContain(mobile)
  // Details needed for debugging are still in the log.
  for (const detail of [
    'outer',
    'causes',
    '23505',
    'users_mobile_key',
    'secrets.test.ts',
    '/?access_token=[hidden]&a=1',
  ])
    expect(text).toContain(detail)
})

/** Returns an error of PostgreSQL that contains the row. */
async function failedInsert() {
  const row = { nickname: '某人', mobile, created_at: testStart }
  await database.db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return database.db
    .insertInto('users')
    .values(row)
    .execute()
    .catch((error: unknown) => error)
}
