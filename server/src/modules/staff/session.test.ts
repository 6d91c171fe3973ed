import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSession } from '../../http/session'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { asStaff, codeAt, createStaff } from '../../testing/staff'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.clock.set(testStart)
  Object.assign(app.env.config, { secondFactor: false })
})

/** Logs in as a student and opens a staff console session. */
async function open(user: { id: number }, code?: string) {
  const student = await app.as(user)
  return { student, opened: await student.send('POST /staff/v1/session_open', code === undefined ? {} : { code }) }
}

async function enrol(user: { id: number }) {
  const console = await asStaff(app, user)
  const { secret, uri } = await console.call('POST /staff/v1/factor_begin', {})
  const { recoveryCodes } = await console.call('POST /staff/v1/factor_confirm', {
    code: codeAt(secret, app.clock.now()),
  })
  // The code of this time step is used up, so the clock moves to the next step.
  app.clock.advance(30)
  return { console, secret, uri, recoveryCodes }
}

describe('session_open', () => {
  it('exchanges a student session for a console session; neither is valid for the calls of the other', async () => {
    const owner = await createStaff(app, 'owner')
    const { student, opened } = await open(owner)
    const { token, me } = opened.data as { token: string; me: { permissions: string[]; need: string | null } }
    expect(me.permissions).toContain('staff.manage')
    expect(me.need).toBeNull()
    expect(await student.send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
    expect(await app.withToken(token).send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
    expect(await app.withToken(token).send('GET /staff/v1/me', {})).toMatchObject({ code: 1 })
    const again = await app.as(owner)
    expect(await again.send('GET /staff/v1/me', {})).toMatchObject({ code: 3 })
    expect(await again.send('GET /staff/v1/audit_list', {})).toMatchObject({ code: 3 })
  })

  it('rejects users without a live grant and keeps their student session', async () => {
    const { student, opened } = await open(await app.createUser())
    expect(opened).toMatchObject({ code: 9, data: { error: 'not-permitted' } })
    expect(await student.send('GET /v1/get_user_info', {})).toMatchObject({ code: 1 })
  })

  it('rejects a student session that is older than ten minutes', async () => {
    const student = await app.as(await createStaff(app, 'owner'))
    app.clock.advance(601)
    expect(await student.send('POST /staff/v1/session_open', {})).toMatchObject({ code: 3 })
  })

  it('rejects a session that was logged in by QR code or by a bound WeChat', async () => {
    const owner = await createStaff(app, 'owner')
    const stolen = await app.as(owner)
    app.clock.advance(86_400)
    const { id, secret } = await app.guest.call('POST /v1/login_qr_create', {})
    for (const action of ['scan', 'confirm'] as const)
      await stolen.call('POST /v1/authorize_login_qr_code', { id, action })
    const { login } = await app.guest.call('GET /v1/login_qr_poll', { id, secret })
    const fresh = app.withToken(login!.token)
    expect((await fresh.send('GET /v1/get_user_info', {})).code).toBe(1)
    expect(await fresh.send('POST /staff/v1/session_open', {})).toMatchObject({ code: 3 })
    const device = { device: 'test', platform: 'H5', ip: '127.0.0.1', by: 'wechat' as const }
    const byWechat = app.withToken(await createSession(app.db, owner.id, device, app.clock.now()))
    expect(await byWechat.send('POST /staff/v1/session_open', {})).toMatchObject({ code: 3 })
  })

  it('staff can set a first password, which would open the console, only within ten minutes of a login', async () => {
    const owner = await createStaff(app, 'owner')
    const stolen = await app.as(owner)
    const first = { password: 'Better-Study-2027' }
    app.clock.advance(600)
    const refused = await stolen.send('POST /v1/user_edit_password', first)
    expect(refused).toMatchObject({ data: { error: 'password-wrong' } })
    expect(refused.msg).toContain('验证码重新登录')
    expect((await (await app.as(owner)).send('POST /v1/user_edit_password', first)).code).toBe(1)
    const student = await app.as(await app.createUser())
    app.clock.advance(600)
    expect((await student.send('POST /v1/user_edit_password', first)).code).toBe(1)
  })

  it('rejects a staff account after 90 days without a login until a role is granted again', async () => {
    const owner = await createStaff(app, 'owner')
    const resting = await createStaff(app, 'finance')
    expect((await open(resting)).opened.code).toBe(1)
    app.clock.advance(90 * 86_400)
    const { opened } = await open(resting)
    expect(opened).toMatchObject({ code: 9 })
    expect(opened.msg).toContain('90 天')
    const boss = await asStaff(app, owner)
    expect((await boss.call('GET /staff/v1/person_info', { id: resting.uid })).person.state).toBe('resting')
    await boss.call('POST /staff/v1/grant_create', {
      userId: resting.uid,
      role: 'finance',
      scope: { kind: 'site', id: null },
    })
    expect((await open(resting)).opened.code).toBe(1)
  })

  it('the message to a suspended account names the number of days of the setting', async () => {
    const resting = await createStaff(app, 'finance')
    await app.db.insertInto('settings').values({ key: 'staff-rest-days', value: '30' }).execute()
    app.clock.advance(30 * 86_400)
    const { opened } = await open(resting)
    await app.db.deleteFrom('settings').where('key', '=', 'staff-rest-days').execute()
    expect(opened.msg).toContain('30 天')
  })
})

describe('console sessions', () => {
  it('console sessions end 12 hours after the login, even in use', async () => {
    const console = await asStaff(app, await createStaff(app, 'owner'))
    for (let minutes = 0; minutes < 12 * 60; minutes += 30) {
      expect((await console.send('GET /staff/v1/me', {})).code).toBe(1)
      app.clock.advance(1800)
    }
    expect((await console.send('GET /staff/v1/me', {})).code).toBe(3)
  })

  it('console sessions end after 60 minutes without a call', async () => {
    const console = await asStaff(app, await createStaff(app, 'owner'))
    app.clock.advance(3599)
    expect((await console.send('GET /staff/v1/me', {})).code).toBe(1)
    app.clock.advance(3600)
    expect((await console.send('GET /staff/v1/me', {})).code).toBe(3)
  })

  it('console sessions are listed and revoked by their owner only', async () => {
    const owner = await createStaff(app, 'owner')
    const [one, other] = [await asStaff(app, owner), await asStaff(app, owner)]
    const stranger = await asStaff(app, await createStaff(app, 'finance'))
    const [first, second, ...more] = await one.call('GET /staff/v1/session_list', {})
    expect(first).toMatchObject({ current: true })
    expect(more).toEqual([])
    expect(await stranger.send('POST /staff/v1/session_revoke', { id: second!.id })).toMatchObject({
      data: { error: 'session-not-found' },
    })
    await one.call('POST /staff/v1/session_revoke', { id: second!.id })
    expect((await other.send('GET /staff/v1/me', {})).code).toBe(3)
    await one.call('POST /staff/v1/session_close', {})
    expect((await one.send('GET /staff/v1/me', {})).code).toBe(3)
  })

  it('console sessions end when the password changes or all devices are logged out', async () => {
    const owner = await createStaff(app, 'owner')
    const console = await asStaff(app, owner)
    await (await app.as(owner)).call('POST /v1/user_edit_password', { password: 'Better-Study-2027' })
    expect((await console.send('GET /staff/v1/me', {})).code).toBe(3)
  })

  it('console sessions lose access at once when the grant is revoked or ends', async () => {
    const boss = await asStaff(app, await createStaff(app, 'owner'))
    const helper = await createStaff(app, 'support')
    const console = await asStaff(app, helper)
    const { person } = await boss.call('GET /staff/v1/person_info', { id: helper.uid })
    await boss.call('POST /staff/v1/grant_revoke', { id: person.grants[0]!.id, reason: '离职' })
    expect(await console.send('GET /staff/v1/me', {})).toMatchObject({ code: 9 })
    await boss.call('POST /staff/v1/grant_create', {
      userId: helper.uid,
      role: 'support',
      scope: { kind: 'site', id: null },
      endsAt: app.clock.now() + 60,
    })
    expect((await console.send('GET /staff/v1/me', {})).code).toBe(1)
    app.clock.advance(60)
    expect(await console.send('GET /staff/v1/me', {})).toMatchObject({ code: 9 })
    expect((await open(helper)).opened).toMatchObject({ code: 9 })
  })
})

describe('second factor', () => {
  it('where a second factor is required, a session without it can only enrol one', async () => {
    Object.assign(app.env.config, { secondFactor: true })
    const owner = await createStaff(app, 'owner')
    const { opened } = await open(owner)
    const { token, me } = opened.data as { token: string; me: { need: string } }
    expect(me.need).toBe('enrol')
    const console = app.withToken(token)
    for (const name of ['GET /staff/v1/people_list', 'GET /staff/v1/session_list'] as const)
      expect(await console.send(name, {})).toMatchObject({ code: 10, data: { need: 'enrol' } })
    const { secret, uri } = await console.call('POST /staff/v1/factor_begin', {})
    expect(uri).toContain(`secret=${secret}`)
    const { recoveryCodes } = await console.call('POST /staff/v1/factor_confirm', {
      code: codeAt(secret, app.clock.now()),
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await console.call('GET /staff/v1/me', {})).need).toBeNull()
    expect((await console.send('GET /staff/v1/people_list', {})).code).toBe(1)
  })

  it('session_open requires a code, and the student session stays valid until the code is right', async () => {
    const owner = await createStaff(app, 'owner')
    const { secret } = await enrol(owner)
    const { student, opened } = await open(owner)
    expect(opened).toMatchObject({ code: 10, data: { need: 'totp' } })
    const code = codeAt(secret, app.clock.now())
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect(await student.send('POST /staff/v1/session_open', { code: wrong })).toMatchObject({
      data: { error: 'second-factor-wrong' },
    })
    expect((await student.send('POST /staff/v1/session_open', { code })).code).toBe(1)
  })

  it('accepts a code only once, also when two requests send it at the same time', async () => {
    const owner = await createStaff(app, 'owner')
    const { secret } = await enrol(owner)
    const code = codeAt(secret, app.clock.now())
    const tries = await Promise.all([open(owner, code), open(owner, code)])
    expect(tries.map(({ opened }) => opened.code).sort()).toEqual([0, 1])
    expect((await open(owner, code)).opened).toMatchObject({ data: { error: 'second-factor-wrong' } })
    // An older code is not accepted after a newer one.
    expect((await open(owner, codeAt(secret, app.clock.now() - 30))).opened.code).toBe(0)
    app.clock.advance(30)
    expect((await open(owner, codeAt(secret, app.clock.now()))).opened.code).toBe(1)
  })

  it('accepts each recovery code only once, in any letter case', async () => {
    const owner = await createStaff(app, 'owner')
    const { recoveryCodes } = await enrol(owner)
    const [first = ''] = recoveryCodes
    expect((await open(owner, first.toUpperCase())).opened.code).toBe(1)
    expect((await open(owner, first)).opened.code).toBe(0)
    const { opened } = await open(owner, recoveryCodes[1])
    expect(opened.data).toMatchObject({ me: { secondFactor: { recoveryLeft: 8 } } })
    const stored = await app.db.selectFrom('recovery_codes').select('code_hash').execute()
    expect(stored.some(({ code_hash }) => code_hash.toString('utf8').includes(first))).toBe(false)
  })

  it('factor_recovery_codes returns ten new codes after a fresh proof, and the old codes are refused', async () => {
    const owner = await createStaff(app, 'owner')
    const { console, secret, recoveryCodes } = await enrol(owner)
    app.clock.advance(600)
    const renew = () => console.send('POST /staff/v1/factor_recovery_codes', {})
    expect(await renew()).toMatchObject({ code: 10, data: { need: 'proof' } })
    await console.call('POST /staff/v1/session_prove', { code: codeAt(secret, app.clock.now()) })
    const renewed = (await renew()).data as { recoveryCodes: string[] }
    expect(new Set([...renewed.recoveryCodes, ...recoveryCodes]).size).toBe(20)
    expect((await open(owner, recoveryCodes[0])).opened.code).toBe(0)
    const { opened } = await open(owner, renewed.recoveryCodes[0])
    expect(opened.data).toMatchObject({ me: { secondFactor: { recoveryLeft: 9 } } })
    const records = await app.db.selectFrom('audit').selectAll().where('call', '=', 'factor_recovery_codes').execute()
    expect(records).toMatchObject([{ before: { recoveryLeft: 10 }, after: { recoveryLeft: 10 } }])
    expect(JSON.stringify(records)).not.toContain(renewed.recoveryCodes[0])
  })

  it('factor_recovery_codes is refused without a second factor', async () => {
    const console = await asStaff(app, await createStaff(app, 'owner'))
    expect(await console.send('POST /staff/v1/factor_recovery_codes', {})).toMatchObject({
      data: { error: 'second-factor-missing' },
    })
  })

  it('after five wrong codes, rejects every code for 15 minutes, even a right one', async () => {
    const owner = await createStaff(app, 'owner')
    const { secret } = await enrol(owner)
    for (let i = 0; i < 5; i++) await open(owner, 'aaaa-bbbb-cccc')
    expect((await open(owner, codeAt(secret, app.clock.now()))).opened).toMatchObject({ code: 429 })
    app.clock.advance(900)
    expect((await open(owner, codeAt(secret, app.clock.now()))).opened.code).toBe(1)
  })

  it('replacing a second factor requires a fresh proof and ends the other sessions', async () => {
    const owner = await createStaff(app, 'owner')
    const { console, secret } = await enrol(owner)
    const other = await asStaff(app, owner)
    app.clock.advance(600)
    expect(await console.send('POST /staff/v1/factor_begin', {})).toMatchObject({ code: 10, data: { need: 'proof' } })
    await console.call('POST /staff/v1/session_prove', { code: codeAt(secret, app.clock.now()) })
    const renewed = await console.call('POST /staff/v1/factor_begin', {})
    await console.call('POST /staff/v1/factor_confirm', { code: codeAt(renewed.secret, app.clock.now()) })
    expect((await other.send('GET /staff/v1/me', {})).code).toBe(3)
    app.clock.advance(30)
    expect((await open(owner, codeAt(secret, app.clock.now()))).opened.code).toBe(0)
    expect((await open(owner, codeAt(renewed.secret, app.clock.now()))).opened.code).toBe(1)
  })

  it('owners can reset the second factor of another owner, but not their own', async () => {
    const [boss, other] = [await createStaff(app, 'owner'), await createStaff(app, 'owner')]
    const { console } = await enrol(other)
    const bossConsole = await asStaff(app, boss)
    expect(await bossConsole.send('POST /staff/v1/factor_reset', { id: boss.uid, reason: '换手机' })).toMatchObject({
      data: { error: 'grant-refused' },
    })
    await bossConsole.call('POST /staff/v1/factor_reset', { id: other.uid, reason: '换手机' })
    expect((await console.send('GET /staff/v1/me', {})).code).toBe(3)
    const { opened } = await open(other)
    expect(opened).toMatchObject({ code: 1, data: { me: { secondFactor: { enrolled: false, recoveryLeft: 0 } } } })
    const messages = await app.db.selectFrom('messages').select('title').where('user_id', '=', other.id).execute()
    expect(messages.map(({ title }) => title)).toContain('二次验证已重置')
  })

  it('the secret of a second factor is stored encrypted', async () => {
    const owner = await createStaff(app, 'owner')
    const { secret } = await enrol(owner)
    const { factor_secret } = await app.db
      .selectFrom('staff_accounts')
      .select('factor_secret')
      .where('user_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const { Secret } = await import('otpauth')
    expect(factor_secret!.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false)
  })
})

describe('fresh proof', () => {
  it('after session_prove, calls that need a fresh proof succeed for ten minutes', async () => {
    const { hashPassword } = await import('../../base/passwords')
    const owner = await createStaff(app, 'owner')
    await app.db
      .updateTable('users')
      .set({ password_hash: await hashPassword('Study2026') })
      .where('id', '=', owner.id)
      .execute()
    const console = await asStaff(app, owner, { proved: false })
    const fresh = () => console.send('POST /staff/v1/audit_export', {})
    expect(await fresh()).toMatchObject({ code: 10, data: { error: 'proof-required', need: 'proof' } })
    expect(await console.send('POST /staff/v1/session_prove', { password: 'wrong' })).toMatchObject({
      data: { error: 'proof-wrong' },
    })
    await console.call('POST /staff/v1/session_prove', { password: 'Study2026' })
    expect((await fresh()).code).toBe(1)
    app.clock.advance(599)
    expect((await fresh()).code).toBe(1)
    app.clock.advance(1)
    expect((await fresh()).code).toBe(10)
  })

  it('session_prove is refused after ten wrong passwords', async () => {
    const console = await asStaff(app, await createStaff(app, 'owner'), { proved: false })
    for (let i = 0; i < 10; i++) await console.send('POST /staff/v1/session_prove', { password: 'wrong' })
    expect((await console.send('POST /staff/v1/session_prove', { password: 'wrong' })).code).toBe(429)
  })
})
