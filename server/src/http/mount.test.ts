import { randomUUID } from 'node:crypto'
import { refusals } from '@dxx/contract/errors'
import { maxSkew } from '@dxx/contract/signature'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import { Client } from '../testing/client'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

describe('signature and clock', () => {
  it('accepts a signed call of a guest', async () => {
    expect(await server.guest.call('GET /v1/get_config', {})).toMatchObject({ name: '多享学', version: '2.4.4' })
  })

  it.each([
    ['no signature', { authorization: '' }],
    ['another signature', { authorization: 'ab'.repeat(32) }],
    ['a signature that is not hex', { authorization: '签名'.normalize() && 'zz' }],
  ])('rejects %s with code 8 and the server time', async (_case, headers) => {
    const answer = await server.guest.send('GET /v1/get_config', {}, { headers })
    expect(answer).toEqual({
      code: 8,
      msg: refusals['bad-signature'].msg,
      data: { error: 'bad-signature', now: testStart },
    })
  })

  it.each([
    [maxSkew, 1],
    [maxSkew + 1, 8],
    [-maxSkew, 1],
    [-maxSkew - 1, 8],
  ])('a client clock off by %i seconds gets code %i', async (skew, code) => {
    const answer = await server.guest.send('GET /v1/get_config', {}, { timestamp: testStart + skew })
    expect(answer.code).toBe(code)
    if (code === 8) expect(answer.data).toEqual({ error: 'clock-skew', now: testStart })
  })

  it('accepts signatures over the query and the body exactly as sent', async () => {
    const response = await server.guest.raw('GET', '/v130/get_new_version?v=1.0&x=%E6%A0%88', undefined)
    expect(await response.json()).toMatchObject({ code: 1 })
    const student = await server.as()
    const spaced = await student.raw('POST', '/v1/login_out', '{ "名": "栈" }')
    expect(await spaced.json()).toMatchObject({ code: 1 })
  })

  it('rejects a token whose request was signed without the token', async () => {
    const user = await server.as()
    const answer = await server.guest.send('GET /v1/get_user_info', {}, { headers: { 'x-dxx-token': user.token } })
    expect(answer.code).toBe(8)
  })
})

describe('sessions', () => {
  it('a valid token identifies its user; a wrong token is treated as a guest', async () => {
    const user = await server.createUser({ nickname: '小满' })
    expect(await (await server.as(user)).call('GET /v1/get_user_info', {})).toMatchObject({
      id: user.uid,
      nickname: '小满',
    })
    const stranger = new Client(server.base, () => server.clock.now(), 'wrong-token')
    expect(await stranger.send('GET /v1/get_user_info', {})).toMatchObject({
      code: 3,
      data: { error: 'not-logged-in' },
    })
    expect(await stranger.send('GET /v1/get_config', {})).toMatchObject({ code: 1 })
  })

  it('a session expires after 30 days without use, and each use extends it', async () => {
    const user = await server.as()
    for (let day = 0; day < 40; day += 20) {
      server.clock.advance(20 * 86_400)
      await user.call('GET /v1/get_user_info', {})
    }
    server.clock.advance(31 * 86_400)
    expect(await user.send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
    server.clock.set(testStart)
  })

  it('logout ends the session of this device immediately, and no session of other devices', async () => {
    const user = await server.createUser()
    const [phone, desktop] = [await server.as(user), await server.as(user)]
    await phone.call('POST /v1/login_out', {})
    expect(await phone.send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
    expect(await desktop.send('GET /v1/get_user_info', {})).toMatchObject({ code: 1 })
  })

  it('a session ends when its account is closed', async () => {
    const user = await server.createUser()
    const client = await server.as(user)
    await server.db.updateTable('users').set({ closed_at: testStart }).where('id', '=', user.id).execute()
    expect(await client.send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
  })
})

describe('input', () => {
  it.each([
    ['a missing field', {}, 'v'],
    ['a wrong shape', { v: 'two' }, 'v'],
    ['a NUL byte', { v: '1\0' }, undefined],
  ])('rejects %s with a message in Chinese, and names a field that the schema rejects', async (_case, input, field) => {
    const answer = await server.guest.send('GET /v130/get_new_version', input)
    expect(answer).toMatchObject({ code: 0, data: { error: 'invalid-input' } })
    expect(answer.data.field).toBe(field)
    expect(answer.msg).toMatch(/\p{Script=Han}/u)
    expect(answer.msg).not.toMatch(/[a-z]{4,} [a-z]{3,}/i)
  })

  it('converts query parameters to the types of the schema, and rejects values outside them', async () => {
    expect(await server.guest.send('GET /v1/article_list', { pageNo: '1', pageSize: '5' })).toMatchObject({
      code: 1,
      data: { pageNo: 1, pageSize: 5, list: [], hasMore: false },
    })
    expect(await server.guest.send('GET /v1/article_list', { pageSize: '101' })).toMatchObject({ code: 0 })
    expect(await server.guest.send('GET /v1/agreement/{id}', { id: 'abc' })).toMatchObject({ code: 0 })
  })

  it.each([
    ['malformed JSON', '{"mobile":', 400],
    ['a body that is too large', JSON.stringify({ mobile: 'x'.repeat(1024 * 1024) }), 413],
  ])('returns an error status and an envelope for %s', async (_case, body, status) => {
    const response = await server.guest.raw('POST', '/v1/login_password', body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code: 0, data: {} })
  })

  it('rejects a body that is deeply nested or not an object', async () => {
    const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`
    for (const body of [deep, '[]', '"text"', 'null', '7']) {
      const response = await server.guest.raw('POST', '/v1/login_password', body)
      expect(await response.json()).toMatchObject({ code: 0, data: { error: 'invalid-input' } })
    }
  })

  it('__proto__ and constructor in a body do not change prototypes', async () => {
    const body = '{"__proto__":{"mobile":"13800000001"},"constructor":{"prototype":{"x":1}},"password":"p"}'
    const answer = await (await server.guest.raw('POST', '/v1/login_password', body)).json()
    expect(answer).toMatchObject({ code: 0, data: { field: 'mobile' } })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('returns 404 for a TRACE request and does not echo its headers', async () => {
    const headers = { 'x-dxx-token': 'told-to-nobody' }
    const answer = await server.app.inject({ method: 'TRACE' as 'GET', url: '/api/v1/get_config', headers })
    expect([answer.statusCode, answer.body.includes('told-to-nobody')]).toEqual([404, false])
  })

  it('returns 404 with an envelope for an unknown path', async () => {
    const response = await server.guest.raw('GET', '/v1/nothing', undefined)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 0, data: { error: 'no-such-call' } })
  })
})

describe('headers', () => {
  it('responses with personal data carry a content security policy, a request id and no-store', async () => {
    const response = await (await server.as()).fetch('GET /v1/get_user_info', {})
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('pages may run only scripts of the same origin and be framed only by the same origin', async () => {
    const response = await fetch(`${server.base}/api/docs`)
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  it('without a trusted proxy, ignores X-Forwarded-For and counts the IP address of the connection', async () => {
    const send = () =>
      server.guest.send(
        'POST /v1/login_password',
        { mobile: '13811112222', password: 'x' },
        {
          headers: { 'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * 250)}` },
        },
      )
    await send()
    const counted = await server.db
      .selectFrom('rate_counters')
      .select('subject')
      .where('name', '=', 'login_password campus')
      .execute()
    expect(counted).toEqual([{ subject: '127.0.0.0/24' }])
  })
})

describe('flood limit', () => {
  it('refuses a user with code 429 and the time to wait after 600 requests; other users are served', async () => {
    const [noisy, quiet] = [await server.as(), await server.as()]
    let refused: Awaited<ReturnType<Client['send']>> | undefined
    for (let i = 0; i <= 600 && !refused; i += 50) {
      const answers = await Promise.all(Array.from({ length: 51 }, () => noisy.send('GET /v1/get_user_info', {})))
      refused = answers.find(({ code }) => code === 429)
    }
    expect(refused).toMatchObject({ msg: '操作太频繁，请 60 秒后再试', data: { retryAfter: 60 } })
    expect(await quiet.send('GET /v1/get_user_info', {})).toMatchObject({ code: 1 })
  })
})

describe('monitoring routes', () => {
  it.each(['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/api/docs'])(
    '%s returns 200 and a body',
    async (path) => {
      const response = await fetch(server.base + path)
      expect(response.status).toBe(200)
      expect((await response.text()).length).toBeGreaterThan(10)
    },
  )

  it('/metrics refuses other machines with 403 unless they send the token', async () => {
    const proxied = await startTestApp({ trustProxy: ['127.0.0.1'], metricsToken: 'figures' })
    const ask = (headers: Record<string, string>) => fetch(`${proxied.base}/metrics`, { headers })
    expect((await ask({ 'x-forwarded-for': '8.8.8.8' })).status).toBe(403)
    expect((await ask({ 'x-forwarded-for': '8.8.8.8', authorization: 'Bearer figures' })).status).toBe(200)
    await proxied.close()
  })
})

it('a call that is not keyed accepts an idempotency key', async () => {
  const user = await server.as()
  expect(await user.send('POST /v1/login_out', {}, { key: randomUUID() })).toMatchObject({ code: 1 })
})
