import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceName } from '../../base/device-name'
import { hashPassword } from '../../base/passwords'
import { startTestApp, type TestApp } from '../../testing/app'
import { hostileTextsByKind } from '../../testing/hostile-texts'
import { codeFor } from '../../testing/sms-codes'
import { createStaff } from '../../testing/staff'
import { isBirthdayPossible, isNicknameAllowed, regionOf } from './rules'

let server: TestApp
let passwordHash: string
beforeAll(async () => {
  server = await startTestApp()
  passwordHash = await hashPassword('old-Lamp-47')
})
afterAll(() => server.close())

describe('POST /v1/user_edit', () => {
  it('editing a profile changes only the fields sent', async () => {
    const client = await server.as()
    const before = await client.call('GET /v1/get_user_info', {})
    const changes = {
      nickname: '  小周 🎓 ',
      gender: 'female',
      birthday: '2005-02-28',
      location: '湖北省 武汉市',
      bio: '爱读书',
      showSchool: true,
    } as const
    expect(await client.call('POST /v1/user_edit', changes)).toEqual({ ...before, ...changes, nickname: '小周 🎓' })
    expect(await client.call('POST /v1/user_edit', { birthday: null })).toMatchObject({ birthday: null, bio: '爱读书' })
    expect(await client.call('POST /v1/user_edit', {})).toMatchObject({ nickname: '小周 🎓' })
  })

  it.each([
    [{ nickname: '' }, 'invalid-input'],
    [{ nickname: '   ' }, 'invalid-input'],
    [{ nickname: 'x'.repeat(21) }, 'invalid-input'],
    [{ nickname: '多享学官方' }, 'nickname-refused'],
    [{ nickname: 'Admin' }, 'nickname-refused'],
    [{ nickname: '代 考 找我' }, 'nickname-refused'],
    [{ bio: '专业代考' }, 'words-refused'],
    [{ nickname: 'a\u202eb' }, 'nickname-refused'],
    [{ nickname: '\u200b\u200b' }, 'nickname-refused'],
    [{ birthday: '2005-02-30' }, 'invalid-input'],
    [{ birthday: '2099-01-01' }, 'birthday-refused'],
    [{ birthday: '1800-01-01' }, 'birthday-refused'],
    [{ bio: 'x'.repeat(141) }, 'invalid-input'],
    [{ gender: 'cat' }, 'invalid-input'],
    [{ avatar: 'javascript:alert(1)' }, 'invalid-input'],
    [{ avatar: '00000000-0000-4000-8000-000000000000' }, 'upload-not-found'],
  ])('the profile rejects %o', async (input, error) => {
    const client = await server.as()
    expect(await client.send('POST /v1/user_edit', input)).toMatchObject({ data: { error } })
  })

  it("sets and removes the user's uploaded avatar; rejects an upload of another user", async () => {
    const user = await server.createUser()
    const media = await server.db
      .insertInto('media')
      .values({
        key: 'p/face.webp',
        kind: 'image',
        mime: 'image/webp',
        bytes: 1,
        sha256: Buffer.alloc(32),
        created_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const upload = await server.db
      .insertInto('uploads')
      .values({
        user_id: user.id,
        purpose: 'avatar',
        name: 'face.jpg',
        bytes: 1,
        state: 'stored',
        media_id: media.id,
        created_at: 1,
        expires_at: 1,
      })
      .returning('uid')
      .executeTakeFirstOrThrow()
    const client = await server.as(user)
    const input = { avatar: upload.uid }
    expect(await (await server.as()).send('POST /v1/user_edit', input)).toMatchObject({
      data: { error: 'upload-not-found' },
    })
    expect(await client.call('POST /v1/user_edit', input)).toMatchObject({ avatar: '/media/p/face.webp' })
    expect(await client.call('POST /v1/user_edit', { avatar: null })).toMatchObject({ avatar: null })
  })

  it('editing a profile ignores fields that cannot be edited', async () => {
    const user = await server.createUser()
    const client = await server.as(user)
    const sent = { nickname: '小周', mobile: '13000000000', student_status: 'passed', studentStatus: 'passed', id: 1 }
    expect(await client.send('POST /v1/user_edit', sent)).toMatchObject({
      data: { mobile: user.mobile, studentStatus: 'none' },
    })
  })

  it.each(['nickname', 'location', 'bio'] as const)(
    'stores hostile strings unchanged in %s or rejects them',
    async (field) => {
      const client = await server.as()
      for (const text of hostileTextsByKind) {
        const answer = await client.send('POST /v1/user_edit', { [field]: text })
        if (answer.code === 1) expect(answer.data[field]).toBe(text.trim())
        else expect(answer.data.error).toMatch(/^(invalid-input|nickname-refused|words-refused)$/)
      }
    },
  )
})

describe('passwords', () => {
  const newPassword = 'cloud-Lamp-48'
  const loginWith = (mobile: string, password: string) =>
    server.guest.send('POST /v1/login_password', { mobile, password })

  it('setting a first password requires no old one, changing it does; both log out other devices', async () => {
    // The extra rule for staff must apply to the user's own grants only.
    await createStaff(server, 'support')
    const user = await server.createUser()
    const [here, there] = [await server.as(user), await server.as(user)]
    await here.call('POST /v1/user_edit_password', { password: newPassword })
    expect(await loginWith(user.mobile!, newPassword)).toMatchObject({ code: 1 })
    expect(await there.send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
    expect(await here.call('GET /v1/get_user_info', {})).toMatchObject({ hasPassword: true })
    for (const input of [{ password: 'another-Lamp-49' }, { oldPassword: 'wrong one', password: 'another-Lamp-49' }])
      expect(await here.send('POST /v1/user_edit_password', input)).toMatchObject({ data: { error: 'password-wrong' } })
    const change = { oldPassword: newPassword, password: 'another-Lamp-49' }
    await here.call('POST /v1/user_edit_password', change)
    // A retry after a lost response succeeds.
    await here.call('POST /v1/user_edit_password', change)
    expect(await loginWith(user.mobile!, newPassword)).toMatchObject({ code: 0 })
  })

  it('rejects weak passwords, and every change after ten attempts', async () => {
    const user = await server.createUser({ passwordHash })
    const client = await server.as(user)
    for (const password of ['short', '12345678', 'password1', `x${user.mobile}`])
      expect(await client.send('POST /v1/user_edit_password', { oldPassword: 'old-Lamp-47', password })).toMatchObject({
        code: 0,
        data: { error: 'password-weak' },
      })
    for (let i = 0; i < 6; i++)
      await client.send('POST /v1/user_edit_password', { oldPassword: `guess ${i}`, password: newPassword })
    expect(
      await client.send('POST /v1/user_edit_password', { oldPassword: 'old-Lamp-47', password: newPassword }),
    ).toMatchObject({ code: 429 })
  })

  it('a code resets the password once and logs out all devices', async () => {
    const user = await server.createUser({ passwordHash })
    const there = await server.as(user)
    const mobile = user.mobile!
    const code = await codeFor(server, server.guest, 'find', mobile)
    const { ticket } = await server.guest.call('POST /v1/check_code', { mobile, code, scene: 'find' })
    expect(await server.guest.send('POST /v1/user_find_password', { ticket, password: '12345678' })).toMatchObject({
      data: { error: 'password-weak' },
    })
    await server.guest.call('POST /v1/user_find_password', { ticket, password: newPassword })
    expect(await loginWith(mobile, newPassword)).toMatchObject({ code: 1 })
    expect(await there.send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
    expect(await server.guest.send('POST /v1/user_find_password', { ticket, password: newPassword })).toMatchObject({
      data: { error: 'ticket-invalid' },
    })
  })

  it('exactly one of two concurrent resets with one ticket succeeds', async () => {
    const user = await server.createUser({ passwordHash })
    const mobile = user.mobile!
    const code = await codeFor(server, server.guest, 'find', mobile)
    const { ticket } = await server.guest.call('POST /v1/check_code', { mobile, code, scene: 'find' })
    const answers = await Promise.all(
      ['first-Lamp-51', 'second-Lamp-52'].map((password) =>
        server.guest.send('POST /v1/user_find_password', { ticket, password }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1])
  })
})

describe('devices', () => {
  it('lists the current device first; logs out another device by id or all others at once', async () => {
    const user = await server.createUser()
    const [here, one, two] = [await server.as(user), await server.as(user), await server.as(user)]
    const devices = await here.call('GET /v1/device_list', {})
    expect(devices.map(({ current }) => current)).toEqual([true, false, false])
    expect(devices[0]!.place).toContain('127.0.*.*')
    const [oneDevice] = (await one.call('GET /v1/device_list', {})).filter(({ current }) => current)
    await here.call('POST /v1/device_revoke', { id: oneDevice!.id })
    expect(await one.send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
    await two.call('GET /v1/get_user_info', {})
    await here.call('POST /v1/device_revoke', { others: true })
    expect(await two.send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
    expect(await here.call('GET /v1/device_list', {})).toHaveLength(1)
  })

  it('a user cannot log out devices of another user', async () => {
    const [client, otherClient] = [await server.as(), await server.as()]
    const [device] = await otherClient.call('GET /v1/device_list', {})
    await client.call('POST /v1/device_revoke', { id: device!.id })
    await otherClient.call('GET /v1/get_user_info', {})
    for (const input of [{}, { id: device!.id, others: true }])
      expect(await client.send('POST /v1/device_revoke', input)).toMatchObject({ data: { error: 'invalid-input' } })
  })
})

describe('rules', () => {
  it('isNicknameAllowed accepts names and rejects reserved, empty and invisible ones', () => {
    expect(['小周', 'Zoë', '👩‍🎓', '1号'].map(isNicknameAllowed)).toEqual([true, true, true, true])
    expect(['系统消息', '。。。', 'a\u2028b', '客服小美'].map(isNicknameAllowed)).toEqual([false, false, false, false])
  })

  it('isBirthdayPossible rejects future dates', () => {
    expect(isBirthdayPossible('2027-01-15', '2027-01-15')).toBe(true)
    expect(isBirthdayPossible('2027-01-16', '2027-01-15')).toBe(false)
  })

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120 Safari/537.36 Edg/120',
      'Windows 电脑 · Edge',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1 MicroMessenger/8.0', 'iPhone · 微信'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel) Chrome/120 Mobile Safari/537.36', 'Android 手机 · Chrome'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Version/17 Safari/605', 'Mac 电脑 · Safari'],
    ['curl/8', '未知设备'],
    ['', '未知设备'],
  ])('deviceName of the user agent %j is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })

  it('regionOf hides the end of an IP address', () => {
    expect(regionOf('::ffff:203.0.113.7')).toBe('IP 203.0.*.*')
    expect(regionOf('2001:db8::1')).toBe('IP 2001:db8:*')
  })
})
