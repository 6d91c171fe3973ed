import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { hashPassword } from './passwords'

let server: TestApp
let passwordHash: string
beforeAll(async () => {
  server = await startTestApp()
  passwordHash = await hashPassword('Study2026')
})
afterAll(() => server.close())

describe('POST /v1/login_password', () => {
  it('lets the right password in and answers who it is', async () => {
    const { mobile, uid } = await server.createUser({ passwordHash })
    const { token, userinfo } = await server.guest.call('POST /v1/login_password', {
      mobile: mobile!,
      password: 'Study2026',
    })
    expect(token).toHaveLength(43)
    expect(userinfo).toMatchObject({ id: uid, mobile, hasPassword: true })
    const stored = await server.db.selectFrom('sessions').select('token_hash').execute()
    expect(stored.some(({ token_hash }) => token_hash.includes(Buffer.from(token)))).toBe(false)
  })

  it('says the same whether the number is unknown, has no password, or the password is wrong', async () => {
    const { mobile } = await server.createUser({ passwordHash })
    const { mobile: without } = await server.createUser()
    const answers = await Promise.all(
      [mobile!, without!, '13700000000'].map((number) =>
        server.guest.send('POST /v1/login_password', { mobile: number, password: 'wrong' }),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 0, data: { error: 'login-failed' } })
  })

  it('lets whoever knows the password come and go', async () => {
    const { mobile } = await server.createUser({ passwordHash })
    for (let i = 0; i < 12; i++)
      await server.guest.call('POST /v1/login_password', { mobile: mobile!, password: 'Study2026' })
  })

  it('stops guessing at one number after ten tries, right password or not', async () => {
    const { mobile } = await server.createUser({ passwordHash })
    for (let i = 0; i < 10; i++)
      await server.guest.send('POST /v1/login_password', { mobile: mobile!, password: `no${i}` })
    const answer = await server.guest.send('POST /v1/login_password', { mobile: mobile!, password: 'Study2026' })
    expect(answer).toMatchObject({ code: 429 })
    expect(answer.data.retryAfter).toBeGreaterThan(0)
    server.clock.advance(Number(answer.data.retryAfter))
    await server.guest.call('POST /v1/login_password', { mobile: mobile!, password: 'Study2026' })
  })

  it.each([
    [{ mobile: '12345678901', password: 'x' }, 'mobile'],
    [{ mobile: '13800000001', password: '' }, 'password'],
    [{ mobile: '13800000001', password: 'x'.repeat(129) }, 'password'],
    [{ mobile: { $gt: '' }, password: 'x' }, 'mobile'],
    [{ mobile: "1' or '1'='1", password: 'x' }, 'mobile'],
  ])('refuses %o', async (input, field) => {
    expect(await server.guest.send('POST /v1/login_password', input)).toMatchObject({ code: 0, data: { field } })
  })
})

it('POST /v1/login_out of a guest is harmless', async () => {
  await server.guest.call('POST /v1/login_out', {})
})
