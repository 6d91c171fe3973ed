import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startS3 } from '../../../server/src/adapters/storage/s3-simulator.fixture'
import { buildApp } from '../../../server/src/app'
import { testClock } from '../../../server/src/base/clock'
import { repoRoot } from '../../../server/src/base/paths'
import { readConfig } from '../../../server/src/config'
import { connect } from '../../../server/src/db/connection'
import { openDatabase } from '../../../server/src/db/open'
import { createEnvironment } from '../../../server/src/environment'
import { createSession } from '../../../server/src/http/session'
import { grantEntitlement } from '../../../server/src/modules/access/public'
import { desktop } from '../../../server/src/modules/commerce/commerce.fixture'
import { reconcileDue } from '../../../server/src/modules/commerce/reconcile'
import { testStart } from '../../../server/src/testing/app'
import { addCurriculum } from '../../../server/src/testing/catalogue'
import { Client } from '../../../server/src/testing/client'
import { createTestDatabase, type TestDatabase } from '../../../server/src/testing/database'
import { freePort } from '../../../server/src/testing/free-port'
import { startAlipaySimulator } from '../../../server/src/testing/simulators/alipay'
import { startAliyunSmsSimulator } from '../../../server/src/testing/simulators/aliyun-sms'
import { startSimulator } from '../../../server/src/testing/simulators/http'
import { newPaymentKeys } from '../../../server/src/testing/simulators/keys'
import { startOpenAiSimulator } from '../../../server/src/testing/simulators/openai'
import { startWechatSimulator } from '../../../server/src/testing/simulators/wechat'
import { startWechatPaySimulator } from '../../../server/src/testing/simulators/wechatpay'
import { wechatPaySigning } from '../../../server/src/testing/simulators/wechatpay-signing'
import { captureLog, containsValue, textOfLines } from '../log-capture'

const shop = newPaymentKeys()
const other = newPaymentKeys()

/** Every setting that holds a secret, with a value that no service of these tests accepts. */
const secrets = {
  DATABASE_URL: 'Db-word-7Kq',
  DXX_SECRET: 'Own-secret-of-thirty-two-letters-4Tz',
  DXX_METRICS_TOKEN: 'Figures-token-2Wm',
  DXX_S3_SECRET_KEY: 'Storage-secret-9Lp',
  DXX_SMS_KEY_SECRET: 'Sms-secret-3Vx',
  DXX_WECHAT_MP_SECRET: 'Mp-secret-6Hn',
  DXX_WECHAT_WEB_SECRET: 'Web-secret-8Rd',
  DXX_WECHATPAY_PRIVATE_KEY: shop.shop.privateKey,
  DXX_WECHATPAY_API_V3_KEY: 'Api-v3-key-of-thirty-two-lettrs!',
  DXX_ALIPAY_PRIVATE_KEY: other.shop.privateKey,
  DXX_AI_KEY: 'sk-Model-key-5Bc',
  DXX_AI_EMBEDDINGS_KEY: 'sk-Vectors-key-7Dw',
  DXX_AI_RERANKER_KEY: 'sk-Order-key-9Fy',
}
/** Settings that are not secret: names and keys that are transmitted or public. */
const open = {
  DXX_S3_ACCESS_KEY: 'AKIDEXAMPLE',
  DXX_SMS_KEY_ID: 'simulator-key',
  DXX_WECHATPAY_PLATFORM_KEY: shop.service.publicKey,
  DXX_ALIPAY_PUBLIC_KEY: other.service.publicKey,
}
const settings = {
  DXX_ENV: 'test',
  DXX_PUBLIC_URL: 'https://study.example.cn',
  DXX_STORAGE: 's3',
  DXX_S3_BUCKET: 'dxx-test',
  DXX_SMS: 'aliyun',
  DXX_SMS_SIGN: '多享学',
  DXX_SMS_TEMPLATE: 'SMS_000000',
  DXX_WECHAT_MP_APPID: 'wx-of-an-account',
  DXX_WECHAT_WEB_APPID: 'wx-of-a-site',
  DXX_WECHATPAY_MCHID: '1900000001',
  DXX_WECHATPAY_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  DXX_WECHATPAY_PLATFORM_SERIAL: 'PUB_KEY_ID_0119000000012027',
  DXX_ALIPAY_APPID: '2021000000000001',
  DXX_ALIPAY_SELLER_ID: '2088000000000001',
}

/** Multi-line keys are escaped in a log, so each line is searched for. */
const parts = (value: string) => value.split('\n').filter((line) => line !== '' && !line.startsWith('-----'))

function tellNoSecret(text: string, more: string[] = []): void {
  for (const [name, value] of Object.entries(secrets))
    for (const part of parts(value)) expect(text.includes(part), `the log says ${name}`).toBe(false)
  for (const value of more) expect(text.includes(value), `the log says ${value}`).toBe(false)
}

let database: TestDatabase
const closing: (() => unknown)[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  closing.push(database.drop)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const at = (url: string) => ({
  DXX_S3_ENDPOINT: url,
  DXX_SMS_ENDPOINT: url,
  DXX_WECHAT_API_URL: url,
  DXX_WECHAT_OPEN_URL: url,
  DXX_WECHATPAY_URL: url,
  DXX_ALIPAY_ENDPOINT: url,
  DXX_AI_URL: url,
})

/** Starts simulators that speak the real protocols but know other keys than ours. */
async function strangers() {
  const [pay, alipay, s3] = [await startWechatPaySimulator(), await startAlipaySimulator(), await startS3()]
  const [sms, wechat, ai] = [
    await startAliyunSmsSimulator(),
    await startWechatSimulator(),
    await startOpenAiSimulator(),
  ]
  closing.push(pay.close, alipay.close, s3.close, sms.close, wechat.close, ai.close)
  return {
    ...at(wechat.url),
    DXX_S3_ENDPOINT: s3.settings.endpoint,
    DXX_SMS_ENDPOINT: sms.url,
    DXX_WECHATPAY_URL: pay.url,
    DXX_ALIPAY_ENDPOINT: alipay.url,
    DXX_AI_URL: ai.url,
  }
}

/** Simulates a service that echoes the request in its refusal, as some services do for an unknown key. */
async function parrot() {
  const { url, close } = await startSimulator(({ path, query, headers, body }) => {
    const key = headers.authorization?.replace(/^Bearer /, '')
    const message = `wrong key ${key}: ${path}?${query} ${JSON.stringify(headers)} ${body}`
    const refusal = { code: 'SIGN_ERROR', message, Code: 'SignatureDoesNotMatch', Message: message }
    return { status: 401, body: { error: { message }, errcode: 40125, errmsg: message, ...refusal } }
  })
  closing.push(close)
  return at(url)
}

const unreadable = `-----BEGIN PRIVATE KEY-----\n${'Not-a-key-at-all-1Yg'.repeat(3)}\n-----END PRIVATE KEY-----`

it.each([
  ['cannot be reached', async () => at(`http://127.0.0.1:${await freePort()}`)],
  ['knows another key', strangers],
  ['echoes the request', parrot],
  [
    'has an unreadable key in the settings',
    async () => ({
      ...at(`http://127.0.0.1:${await freePort()}`),
      DXX_WECHATPAY_PRIVATE_KEY: unreadable,
      DXX_ALIPAY_PRIVATE_KEY: unreadable,
    }),
  ],
])('the log contains no key if an external service %s', async (_manner, places) => {
  const { lines, log } = captureLog()
  const { db } = database
  const clock = testClock(testStart)
  const config = readConfig({ ...secrets, ...open, ...settings, ...(await places()) })
  const env = createEnvironment({ config, db, clock, log })
  const codes: string[] = []
  const { send } = env.sms
  env.sms.send = (message) => {
    codes.push(message.code)
    return send(message)
  }
  const app = await buildApp(env)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  const mobile = `139${String(Math.random()).slice(2, 10)}`
  const row = { nickname: '某人', mobile, created_at: testStart }
  const { id: user } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  const device = { device: 'test', platform: 'H5', ip: '127.0.0.1' }
  const client = new Client(base, () => clock.now(), await createSession(db, user, device, clock.now()))
  const chapter = { title: '栈', text: ['入栈和出栈都只动栈顶，所以时间复杂度是常数。'] }
  const book = await addCurriculum(db, { kind: 'textbook', title: '数据结构', price: 30, chapters: [chapter] })
  await grantEntitlement(db, { userId: user, curriculumId: book.id, source: 'test', now: clock.now() })

  // Makes one call to each service.
  const headers = { 'user-agent': desktop }
  for (const channel of ['wechat', 'alipay'] as const) {
    const { uid: curriculumId } = await addCurriculum(db, { price: 30 })
    const { id } = await client.call('POST /v1/order_create', { curriculumId })
    await client.send('POST /v1/order_pay', { id, channel }, { headers })
  }
  clock.advance(30)
  await reconcileDue(env)
  const seal = wechatPaySigning(shop, () => clock.now())
  await seal.post(`${base}/api/notify/wechat`, 'TRANSACTION.SUCCESS', {}, 'cipher')
  const file = await fetch(`${base}/media/p/nothing.png`)
  const login = await client.send('POST /v130/wechat_login', { code: 'a-code' })
  const sms = await client.send('POST /v1/send_code', { mobile, scene: 'login' })
  await (await client.fetch('POST /v1/ai_ask', { key: randomUUID(), text: '入栈和出栈为什么快？' })).text()
  await db.schema.alterTable('jobs').renameTo('jobs_away').execute()
  const figures = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${secrets.DXX_METRICS_TOKEN}` } })
  await db.schema.alterTable('jobs_away').renameTo('jobs').execute()
  expect([file.status, login.data.error, sms.data.error, figures.status]).toEqual([
    500,
    'wechat-failed',
    'sms-failed',
    500,
  ])

  const text = textOfLines(lines)
  tellNoSecret(text, [unreadable.split('\n')[1]!])
  // URLs and JSON escape the quotation marks around a code, so these are removed first.
  expect(codes.filter((code) => containsValue(text.replaceAll(/%22|\\+"/g, ' '), code))).toEqual([])
  expect(codes).toHaveLength(1)
  // All calls have failed, and the log contains the errors.
  for (const failed of [
    /request failed/,
    /WeChat (refused|does not answer)/,
    /an SMS was not taken/,
    /the model failed/,
  ])
    expect(text).toMatch(failed)
  expect(text).toMatch(/a payment could not be started|DECODER/)
  expect(text).toMatch(/a payment service did not help|DECODER/)
  await app.close()
  await env.code.close()
})

/** Simulates PostgreSQL rejecting a password. */
async function refusingDatabase(): Promise<number> {
  const errorFields = 'SFATAL\0C28P01\0Mpassword authentication failed for user "dxx"\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(errorFields.length + 4)
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(`E${length}${errorFields}`)).on('error', () => {}),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

it('the password of DATABASE_URL is neither in the log nor in the error of a failed start', async () => {
  const word = secrets.DATABASE_URL
  const ports = [await freePort(), await refusingDatabase()]
  const urls = ports.map((port) => `postgres://dxx:${word}@127.0.0.1:${port}/dxx`)
  // The last two URLs are invalid.
  for (const url of [...urls, `postgres://dxx:${word}/@127.0.0.1/dxx`, `postgres://dxx:${word}%@[127/dxx`]) {
    const { lines, log } = captureLog()
    const opened = openDatabase({ databaseUrl: url, dataDir: '', databasePool: 2 }, log)
    const failed = (await opened.catch((error: unknown) => error)) as Error
    expect(failed.message).toMatch(/DATABASE_URL 指定的数据库无法使用/)
    tellNoSecret(`${failed.message}${failed.stack}${lines.join('')}`)
  }
  for (const url of urls) {
    const { lines, log } = captureLog()
    const { db, close } = connect(url, { max: 2, log })
    const config = readConfig({ DXX_ENV: 'test', DXX_MAX_WAIT_MS: '0', DATABASE_URL: url })
    const env = createEnvironment({ config, db, clock: testClock(testStart), log })
    const app = await buildApp(env)
    const answer = await app.inject({ url: '/metrics' })
    expect(answer.statusCode).toBeGreaterThanOrEqual(500)
    expect(lines.join('')).toMatch(/ECONNREFUSED|28P01/)
    tellNoSecret(lines.join(''))
    await app.close()
    await env.code.close()
    await close()
  }
})

it('these tests cover every secret setting in docs/configuration.md', () => {
  const explained = readFileSync(join(repoRoot, 'docs/configuration.md'), 'utf8')
  const names = explained.match(/\b(?:DXX_\w*(?:KEY|SECRET|TOKEN|PASSWORD)(?:_ID)?|DATABASE_URL)\b/g) ?? []
  expect([...new Set(names)].sort()).toEqual([...Object.keys(secrets), ...Object.keys(open)].sort())
})
