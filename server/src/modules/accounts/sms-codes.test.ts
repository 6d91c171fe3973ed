import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { codeFor, newMobile, sendPastSlider, wrongSmsCode } from '../../testing/sms-codes'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const login = (mobile: string, code: string) => server.guest.send('POST /v1/login_code', { mobile, code })
const send = (mobile: string, scene = 'login') => sendPastSlider(server.guest, 'POST /v1/send_code', { mobile, scene })

describe('POST /v1/send_code', () => {
  it('sends four digits, stores only their hash and returns the seconds until the next code', async () => {
    const mobile = newMobile()
    expect(await server.guest.call('POST /v1/send_code', { mobile, scene: 'login' })).toEqual({ wait: 60 })
    const sent = await server.guest.call('GET /v1/test_sms', {})
    expect(sent[0]).toMatchObject({ mobile, scene: 'login', code: expect.stringMatching(/^\d{4}$/) })
    const row = await server.db.selectFrom('codes').selectAll().where('mobile', '=', mobile).executeTakeFirstOrThrow()
    expect(row.code_hash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(`"${sent[0]!.code}"`)
  })

  it('enforces 60 s between codes, five per hour and ten per day across all scenes', async () => {
    const user = await server.createUser()
    const client = await server.as(user)
    const again = (scene = 'login') => sendPastSlider(client, 'POST /v1/send_code', { mobile: user.mobile, scene })
    expect(await again()).toMatchObject({ code: 1 })
    server.clock.advance(59)
    expect(await again('find')).toMatchObject({ code: 429, data: { retryAfter: 1 } })
    server.clock.advance(1)
    for (let sent = 1; sent < 5; sent++) {
      expect(await again()).toMatchObject({ code: 1 })
      server.clock.advance(60)
    }
    expect(await again()).toMatchObject({ code: 429, data: { retryAfter: 3600 - 300 } })
    server.clock.advance(3300)
    for (let sent = 5; sent < 10; sent++) {
      expect(await again()).toMatchObject({ code: 1 })
      server.clock.advance(900)
    }
    const refused = await again()
    expect(refused).toMatchObject({ code: 429 })
    expect(refused.msg).toMatch(/小时后再试/)
    server.clock.advance(Number(refused.data.retryAfter))
    expect(await again()).toMatchObject({ code: 1 })
  })

  it('three concurrent requests for a number send one SMS code', async () => {
    const mobile = newMobile()
    const answers = await Promise.all([send(mobile), send(mobile), send(mobile)])
    expect(answers.map(({ code }) => code).sort()).toEqual([1, 429, 429])
    expect(server.env.sms.sent!().filter((message) => message.mobile === mobile)).toHaveLength(1)
  })

  it('for a password reset, returns the same for a number without an account and sends nothing', async () => {
    const { mobile } = await server.createUser()
    const unknownMobile = newMobile()
    const unknown = await send(unknownMobile, 'find')
    expect(unknown).toMatchObject({ code: 1 })
    expect(await send(mobile!, 'find')).toEqual(unknown)
    await vi.waitUntil(() => server.env.sms.sent!()[0]?.mobile === mobile)
    expect(server.env.sms.sent!().map((message) => message.mobile)).not.toContain(unknownMobile)
    // The responses of the following steps must not reveal either whether the account exists.
    const code = wrongSmsCode(server.env.sms.sent!()[0]!.code)
    const check = (number: string) => server.guest.send('POST /v1/check_code', { mobile: number, code, scene: 'find' })
    expect(await check(unknownMobile)).toEqual(await check(mobile!))
    expect(await send(unknownMobile, 'find')).toEqual(await send(mobile!, 'find'))
  })

  it("defaults to the user's own number; rejects accounts without number and guests", async () => {
    const user = await server.createUser()
    const client = await server.as(user)
    await codeFor(server, client, 'cancel')
    expect(server.env.sms.sent!()[0]).toMatchObject({ mobile: user.mobile, scene: 'cancel' })
    const without = await server.as(await server.createUser({ mobile: null }))
    expect(await without.send('POST /v1/send_code', { scene: 'cancel' })).toMatchObject({ code: 5 })
    expect(await send(newMobile(), 'bind')).toMatchObject({ code: 3 })
    expect(await send(newMobile(), 'cancel')).toMatchObject({ code: 3 })
    expect(await server.guest.send('POST /v1/send_code', { scene: 'find' })).toMatchObject({
      code: 0,
      data: { field: 'mobile' },
    })
  })

  it("sends the cancel code to the user's own number and ignores the number in the input", async () => {
    const user = await server.createUser()
    await (await server.as(user)).call('POST /v1/send_code', { mobile: newMobile(), scene: 'cancel' })
    expect(server.env.sms.sent!()[0]!.mobile).toBe(user.mobile)
  })

  it.each([
    { mobile: '12345678901', scene: 'login' },
    { mobile: '138000000011', scene: 'login' },
    { mobile: '１３８００００００００', scene: 'login' },
    { mobile: ['13800000000'], scene: 'login' },
    { mobile: "13800000000' --", scene: 'login' },
    { mobile: '13800000000', scene: 'root' },
    { mobile: '13800000000' },
  ])('sending a code rejects the input %o', async (input) => {
    expect(await server.guest.send('POST /v1/send_code', input)).toMatchObject({
      code: 0,
      data: { error: 'invalid-input' },
    })
  })
})

describe('limits of sent codes', () => {
  it("the limit per network counts the connection's IP address and ignores X-Forwarded-For", async () => {
    const window_start = server.clock.now() - (server.clock.now() % 3600)
    await server.db
      .insertInto('rate_counters')
      .values({ name: 'send_code network hour', subject: '127.0.0.0/24', window_start, count: 500 })
      .onConflict((conflict) => conflict.columns(['name', 'subject', 'window_start']).doUpdateSet({ count: 500 }))
      .execute()
    for (const forged of ['203.0.113.9', '203.0.113.10, 10.0.0.1', '127.0.0.2']) {
      const answer = await server.guest.send(
        'POST /v1/send_code',
        { mobile: newMobile(), scene: 'login' },
        { headers: { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` } },
      )
      expect(answer).toMatchObject({ code: 429 })
    }
    server.clock.advance(3600)
    expect(await send(newMobile())).toMatchObject({ code: 1 })
  })

  it('rejects the 21st code to other numbers requested by one account in a day', async () => {
    const client = await server.as()
    for (let i = 0; i < 20; i++) await codeFor(server, client, 'bind', newMobile())
    expect(await client.send('POST /v1/send_code', { mobile: newMobile(), scene: 'bind' })).toMatchObject({ code: 429 })
  })
})

describe('POST /v1/login_code', () => {
  beforeEach(() => server.clock.advance(3600))

  it('the first login with a number creates an account; the next logs in to it', async () => {
    const mobile = newMobile()
    const first = await server.guest.call('POST /v1/login_code', {
      mobile,
      code: await codeFor(server, server.guest, 'login', mobile),
    })
    expect(first).toMatchObject({
      isNew: true,
      cancelRevoked: false,
      userinfo: { mobile, hasPassword: false, wechatBound: false, studentStatus: 'none', student: null },
    })
    expect(first.userinfo.nickname).not.toContain(mobile.slice(-4))
    server.clock.advance(60)
    const second = await server.guest.call('POST /v1/login_code', {
      mobile,
      code: await codeFor(server, server.guest, 'login', mobile),
    })
    expect(second).toMatchObject({ isNew: false, userinfo: { id: first.userinfo.id } })
  })

  it('accepts an SMS code once', async () => {
    const mobile = newMobile()
    const code = await codeFor(server, server.guest, 'login', mobile)
    expect(await login(mobile, code)).toMatchObject({ code: 1 })
    expect(await login(mobile, code)).toMatchObject({ code: 0, data: { error: 'code-wrong' } })
  })

  it('exactly one of parallel logins with one code succeeds, and one account is created', async () => {
    const mobile = newMobile()
    const code = await codeFor(server, server.guest, 'login', mobile)
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(mobile, code)))
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 0, 0, 1])
    expect(await server.db.selectFrom('users').select('id').where('mobile', '=', mobile).execute()).toHaveLength(1)
  })

  it('rejects the correct code after three wrong guesses', async () => {
    const mobile = newMobile()
    const code = await codeFor(server, server.guest, 'login', mobile)
    for (let i = 0; i < 3; i++)
      expect(await login(mobile, wrongSmsCode(code))).toMatchObject({ data: { error: 'code-wrong' } })
    expect(await login(mobile, code)).toMatchObject({ data: { error: 'code-wrong' } })
  })

  it('compares three of 12 parallel wrong guesses and then rejects the correct code', async () => {
    const mobile = newMobile()
    const code = await codeFor(server, server.guest, 'login', mobile)
    await Promise.all(Array.from({ length: 12 }, () => login(mobile, wrongSmsCode(code))))
    const row = await server.db
      .selectFrom('codes')
      .select('guesses')
      .where('mobile', '=', mobile)
      .executeTakeFirstOrThrow()
    expect(row.guesses).toBe(3)
    expect(await login(mobile, code)).toMatchObject({ code: 0 })
  })

  it('a code expires after five minutes or when a new code is sent', async () => {
    const mobile = newMobile()
    const first = await codeFor(server, server.guest, 'login', mobile)
    server.clock.advance(300)
    expect(await login(mobile, first)).toMatchObject({ code: 0 })
    const second = await codeFor(server, server.guest, 'login', mobile)
    server.clock.advance(60)
    const third = await codeFor(server, server.guest, 'login', mobile)
    if (second !== third) expect(await login(mobile, second)).toMatchObject({ code: 0 })
    expect(await login(mobile, third)).toMatchObject({ code: 1 })
  })

  it('rejects a code sent to another number or for another purpose', async () => {
    const { mobile } = await server.createUser()
    const code = await codeFor(server, server.guest, 'find', mobile!)
    expect(await login(mobile!, code)).toMatchObject({ code: 0 })
    expect(await login(newMobile(), code)).toMatchObject({ code: 0 })
    await server.guest.call('POST /v1/check_code', { mobile: mobile!, code, scene: 'find' })
  })

  it.each([{ code: '123' }, { code: '12345' }, { code: 1234 }, { code: { $ne: '' } }, { code: '一二三四' }])(
    'rejects the malformed code in %o',
    async ({ code }) => {
      expect(await server.guest.send('POST /v1/login_code', { mobile: newMobile(), code })).toMatchObject({
        data: { field: 'code' },
      })
    },
  )
})

it('GET /v1/test_sms does not exist in production', async () => {
  const { config } = server.env
  const env = config.env
  config.env = 'production'
  try {
    expect(await server.guest.send('GET /v1/test_sms', {})).toMatchObject({ data: { error: 'no-such-call' } })
  } finally {
    config.env = env
  }
})
