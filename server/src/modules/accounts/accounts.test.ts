import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../base/passwords'
import { countRows } from '../../db/count-rows'
import { createSession } from '../../http/session'
import { operate } from '../../ops/ops'
import { startTestApp, type TestApp } from '../../testing/app'
import { sendPastSlider } from '../../testing/sms-codes'

let server: TestApp
let passwordHash: string
beforeAll(async () => {
  server = await startTestApp()
  passwordHash = await hashPassword('Study2026')
})
afterAll(() => server.close())

describe('POST /v1/login_password', () => {
  it('logs in with the correct password and returns the user info', async () => {
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

  it('returns the same error for an unknown number, a missing password and a wrong password', async () => {
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

  it('does not limit repeated logins with the correct password', async () => {
    const { mobile } = await server.createUser({ passwordHash })
    const enter = () => server.guest.send('POST /v1/login_password', { mobile: mobile!, password: 'Study2026' })
    for (let i = 0; i < 12; i++) expect(await enter()).toMatchObject({ code: 1 })
  })

  it('rejects further attempts for one number from one network after ten failures, even with the correct password', async () => {
    const { mobile } = await server.createUser({ passwordHash })
    const enter = (password: string) => sendPastSlider(server.guest, 'POST /v1/login_password', { mobile, password })
    for (let i = 0; i < 10; i++) expect(await enter(`no${i}`)).toMatchObject({ data: { error: 'login-failed' } })
    const answer = await enter('Study2026')
    expect(answer).toMatchObject({ code: 429, data: { retryAfter: 900 } })
    server.clock.advance(Number(answer.data.retryAfter))
    expect(await enter('Study2026')).toMatchObject({ code: 1 })
  })

  it.each([
    [{ mobile: '12345678901', password: 'x' }, 'mobile'],
    [{ mobile: '13800000001', password: '' }, 'password'],
    [{ mobile: '13800000001', password: 'x'.repeat(129) }, 'password'],
    [{ mobile: { $gt: '' }, password: 'x' }, 'mobile'],
    [{ mobile: "1' or '1'='1", password: 'x' }, 'mobile'],
  ])('the password login rejects %o', async (input, field) => {
    expect(await server.guest.send('POST /v1/login_password', input)).toMatchObject({ code: 0, data: { field } })
  })
})

it('POST /v1/login_out succeeds for a guest', async () => {
  expect(await server.guest.send('POST /v1/login_out', {})).toMatchObject({ code: 1 })
})

it('password login compares all 128 characters, including case and outer spaces', async () => {
  const { id, mobile } = await server.createUser()
  const password = ` ${'Fluss und Moos, '.repeat(8).slice(0, 126)}字`
  await (await server.as({ id })).call('POST /v1/user_edit_password', { password })
  const enter = async (typed: string) =>
    (await sendPastSlider(server.guest, 'POST /v1/login_password', { mobile, password: typed })).code === 1
  const others = [password.trim(), password.toLowerCase(), password.slice(0, 72), password.slice(0, -1)]
  expect(await Promise.all([...others, password].map(enter))).toEqual([false, false, false, false, true])
})

describe('npm run ops -- accounts logout', () => {
  const lines: string[] = []
  const logOut = async (who: string) => {
    const { db, clock, env } = server
    await operate({ db, config: env.config, clock, print: (line) => lines.push(line) }, ['accounts', 'logout', who])
  }
  const isIn = async (client: Awaited<ReturnType<TestApp['as']>>) =>
    (await client.send('GET /v1/get_user_info', {})).code === 1

  it('immediately ends all sessions of one user, given by number or id, or of all users', async () => {
    const [one, other] = [await server.createUser({ nickname: '丢了手机的同学' }), await server.createUser()]
    const devices = [await server.as(one), await server.as(one)]
    const stranger = await server.as(other)
    await logOut(one.mobile!)
    expect(lines.at(-1)).toBe('丢了手机的同学 已在所有设备上退出登录。')
    expect(await Promise.all([...devices, stranger].map(isIn))).toEqual([false, false, true])
    const again = await server.as(one)
    await logOut(one.uid)
    expect(await Promise.all([again, stranger].map(isIn))).toEqual([false, true])
    // Expired sessions are not counted.
    const device = { device: 'old', platform: 'H5', ip: '127.0.0.1' }
    await createSession(server.db, other.id, device, server.clock.now() - 365 * 86_400)
    const live = await countRows(
      server.db.selectFrom('sessions').where('revoked_at', 'is', null).where('expires_at', '>', server.clock.now()),
    )
    await logOut('all')
    expect(lines.at(-1)).toBe(`已让 ${live} 处登录失效。`)
    expect(await isIn(stranger)).toBe(false)
    await expect(logOut('13700000001')).rejects.toThrow('没有这位用户')
    await expect(logOut('某人')).rejects.toThrow('用法')
  })
})
