import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJobs } from '../../start-jobs'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { codeFor } from '../../testing/sms-codes'
import { accountDataHandlers } from '../account-data'

let server: TestApp
let jobs: ReturnType<typeof startJobs>
beforeAll(async () => {
  server = await startTestApp()
  jobs = startJobs(server.env)
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})

const week = 7 * 86_400

async function cancel(client: Client) {
  const code = await codeFor(server, client, 'cancel')
  const { ticket } = await client.call('POST /v1/check_code', { code, scene: 'cancel' })
  return client.call('POST /v1/cancel_account', { ticket })
}

const rowOf = (id: number) => server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('POST /v1/cancel_account', () => {
  it('logs out all devices and erases personal data after seven days', async () => {
    const user = await server.createUser({ nickname: '要走的同学', passwordHash: 'x' })
    const client = await server.as(user)
    await client.call('POST /v1/user_edit', { bio: '再见', birthday: '2001-01-01', location: '武汉' })
    await server.db
      .insertInto('messages')
      .values({ user_id: user.id, kind: 'system', title: '要走的同学', body: '', created_at: 1 })
      .execute()
    const { checks, ...rest } = await client.call('GET /v1/cancel_account_check', {})
    expect(checks.map(({ title, ok }) => [title, ok])).toEqual([['订单和退款都已了结', true]])
    expect(rest).toEqual({ canCancel: true, coolingDays: 7 })
    const { cancelAt } = await cancel(client)
    expect(cancelAt).toBe(server.clock.now() + week)
    expect(await client.send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })

    server.clock.advance(week - 1)
    await jobs.runDue()
    expect(await rowOf(user.id)).toMatchObject({ mobile: user.mobile, closed_at: null })
    server.clock.advance(1)
    await jobs.runDue()
    expect(await rowOf(user.id)).toMatchObject({
      nickname: '已注销用户',
      mobile: null,
      password_hash: null,
      bio: '',
      birthday: null,
      location: '',
      closed_at: server.clock.now(),
    })
    for (const table of ['sessions', 'messages', 'wechat_identities', 'student_applications'] as const)
      expect(await server.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).toEqual([])
    // The number is free for a new account.
    const code = await codeFor(server, server.guest, 'login', user.mobile!)
    const login = await server.guest.call('POST /v1/login_code', { mobile: user.mobile!, code })
    expect(login).toMatchObject({ isNew: true })
    expect(login.userinfo.id).not.toBe(user.uid)
  })

  it('a login revokes the cancellation; a new request restarts the waiting period of seven days', async () => {
    const user = await server.createUser()
    await cancel(await server.as(user))
    server.clock.advance(86_400)
    const code = await codeFor(server, server.guest, 'login', user.mobile!)
    expect(await server.guest.call('POST /v1/login_code', { mobile: user.mobile!, code })).toMatchObject({
      cancelRevoked: true,
      isNew: false,
      userinfo: { id: user.uid },
    })
    server.clock.advance(60)
    await cancel(await server.as(user))
    server.clock.advance(week - 86_400)
    await jobs.runDue()
    expect((await rowOf(user.id)).closed_at).toBeNull()
    server.clock.advance(86_400)
    await jobs.runDue()
    expect((await rowOf(user.id)).closed_at).toBe(server.clock.now())
  })

  it('rejects a cancellation without a ticket or with a ticket of another account', async () => {
    const [client, otherClient] = [await server.as(), await server.as()]
    const code = await codeFor(server, otherClient, 'cancel')
    const { ticket } = await otherClient.call('POST /v1/check_code', { code, scene: 'cancel' })
    expect(await client.send('POST /v1/cancel_account', { ticket })).toMatchObject({
      data: { error: 'ticket-invalid' },
    })
    expect(await client.send('POST /v1/cancel_account', {})).toMatchObject({ data: { error: 'invalid-input' } })
    // A rejected use by another account leaves the ticket valid for its owner.
    await otherClient.call('POST /v1/cancel_account', { ticket })
    await client.call('GET /v1/get_user_info', {})
  })

  it('cancelling an account is rejected with the reason while a check fails', async () => {
    const detail = '你还有 1 个未付款的订单，请先支付或取消'
    const check = { title: '没有未完成的订单', ok: false, detail, link: 'pages/order/index' }
    const part = { title: '测试', cancelCheck: async () => check }
    accountDataHandlers.push(part)
    try {
      const client = await server.as()
      const { checks, canCancel } = await client.call('GET /v1/cancel_account_check', {})
      expect(checks).toContainEqual(check)
      expect(canCancel).toBe(false)
      const code = await codeFor(server, client, 'cancel')
      const { ticket } = await client.call('POST /v1/check_code', { code, scene: 'cancel' })
      expect(await client.send('POST /v1/cancel_account', { ticket })).toMatchObject({
        msg: check.detail,
        data: { error: 'cancel-blocked' },
      })
    } finally {
      accountDataHandlers.splice(accountDataHandlers.indexOf(part), 1)
    }
  })
})

describe('GET /v1/export_data', () => {
  it('returns all data of the user, no data of other users and no secrets', async () => {
    const user = await server.createUser({ nickname: '导出的同学', passwordHash: 'secret-hash' })
    await server.db
      .insertInto('messages')
      .values([
        { user_id: user.id, kind: 'system', title: '给我的', body: '', created_at: 1 },
        { user_id: (await server.createUser()).id, kind: 'system', title: '给别人的', body: '', created_at: 1 },
      ])
      .execute()
    const client = await server.as(user)
    const data = await client.call('GET /v1/export_data', {})
    expect(Object.keys(data.sections)).toEqual([
      '账号资料',
      '登录设备',
      '微信',
      ...accountDataHandlers.map(({ title }) => title),
    ])
    const text = JSON.stringify(data)
    expect(text).toContain('导出的同学')
    expect(text).toContain('给我的')
    expect(text).not.toContain('给别人的')
    expect(text).not.toContain('secret-hash')
    expect(text).not.toContain(client.token)
    expect(await server.guest.send('GET /v1/export_data', {})).toMatchObject({ code: 3 })
  })
})
