import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { codeFor, newMobile, wrongSmsCode } from '../../testing/sms-codes'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const userOf = (id: number) => server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Creates a WeChat-only account, as a first WeChat login does. */
async function wechatUser(nickname = '微信同学') {
  const user = await server.createUser({ mobile: null, nickname })
  await server.db
    .insertInto('wechat_identities')
    .values({ user_id: user.id, app_id: 'app', openid: `openid-${user.id}`, created_at: 1 })
    .execute()
  return user
}

async function giveRecords(userId: number) {
  const { id } = await server.db
    .insertInto('curricula')
    .values({ kind: 'course', slug: `records-${userId}`, title: '买过的课', created_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('entitlements')
    .values({ user_id: userId, curriculum_id: id, source: 'free', created_at: 1 })
    .execute()
}

const bind = async (client: Client, mobile: string, more: object = {}) =>
  client.send('POST /v1/user_bind_mobile', { mobile, code: await codeFor(server, client, 'bind', mobile), ...more })

describe('POST /v1/user_bind_mobile', () => {
  it('binds a free number; a repeated call changes nothing', async () => {
    const client = await server.as(await wechatUser())
    const mobile = newMobile()
    const code = await codeFor(server, client, 'bind', mobile)
    const input = { mobile, code }
    expect(await client.call('POST /v1/user_bind_mobile', input)).toMatchObject({ mobile, wechatBound: true })
    expect(await client.call('POST /v1/user_bind_mobile', input)).toMatchObject({ mobile })
    expect(await bind(client, newMobile())).toMatchObject({ code: 0, data: { error: 'mobile-bound' } })
  })

  it('binding a number rejects a wrong code and guests', async () => {
    const client = await server.as(await wechatUser())
    const mobile = newMobile()
    const code = wrongSmsCode(await codeFor(server, client, 'bind', mobile))
    expect(await client.send('POST /v1/user_bind_mobile', { mobile, code })).toMatchObject({
      data: { error: 'code-wrong' },
    })
    expect(await server.guest.send('POST /v1/user_bind_mobile', { mobile, code })).toMatchObject({ code: 3 })
  })

  it('if both accounts have records, rejects the number and returns only the nickname of its account', async () => {
    const other = await server.createUser({ nickname: '旧账号' })
    await giveRecords(other.id)
    const current = await wechatUser()
    await giveRecords(current.id)
    const answer = await bind(await server.as(current), other.mobile!)
    expect(answer).toEqual({
      code: 4,
      msg: '这个手机号已绑定账号「旧账号」',
      data: { error: 'mobile-taken', nickname: '旧账号', canMerge: false },
    })
    expect(await userOf(current.id)).toMatchObject({ mobile: null, closed_at: null })
  })

  it('with a wrong code, returns nothing about the account that has the number', async () => {
    const other = await server.createUser()
    const client = await server.as(await wechatUser())
    const code = wrongSmsCode(await codeFor(server, client, 'bind', other.mobile!))
    const answer = await client.send('POST /v1/user_bind_mobile', { mobile: other.mobile, code, merge: true })
    expect(answer).toMatchObject({ code: 0, data: { error: 'code-wrong' } })
    expect(answer.data.nickname).toBeUndefined()
  })

  it('merges an empty account into the one that has the number, closes it and keeps the session', async () => {
    const other = await server.createUser({ nickname: '旧账号' })
    await giveRecords(other.id)
    const current = await wechatUser()
    const client = await server.as(current)
    const mobile = other.mobile!
    const code = await codeFor(server, client, 'bind', mobile)
    expect(await client.send('POST /v1/user_bind_mobile', { mobile, code })).toMatchObject({
      code: 4,
      data: { canMerge: true },
    })
    // The first call was rejected, so the same code is still valid.
    expect(await client.call('POST /v1/user_bind_mobile', { mobile, code, merge: true })).toMatchObject({
      id: other.uid,
      mobile,
      wechatBound: true,
    })
    expect(await client.call('GET /v1/get_user_info', {})).toMatchObject({ id: other.uid })
    expect(await userOf(current.id)).toMatchObject({ nickname: '已注销用户', closed_at: server.clock.now() })
  })

  it('moves number and password of an empty account to the account with records', async () => {
    const other = await server.createUser({ passwordHash: 'kept' })
    const current = await wechatUser()
    await giveRecords(current.id)
    const client = await server.as(current)
    const answer = await bind(client, other.mobile!, { merge: true })
    expect(answer).toMatchObject({ code: 1, data: { id: current.uid, mobile: other.mobile, wechatBound: true } })
    expect(await userOf(current.id)).toMatchObject({ password_hash: 'kept' })
    expect(await userOf(other.id)).toMatchObject({ mobile: null, password_hash: null, closed_at: server.clock.now() })
    expect(await (await server.as(other)).send('GET /v1/get_user_info', {})).toMatchObject({ code: 3 })
  })

  it('does not merge two accounts with WeChat, since one login method would be lost', async () => {
    const other = await wechatUser()
    const mobile = newMobile()
    await server.db.updateTable('users').set({ mobile }).where('id', '=', other.id).execute()
    const answer = await bind(await server.as(await wechatUser()), mobile, { merge: true })
    expect(answer).toMatchObject({ code: 4, data: { canMerge: false } })
  })

  it('after two concurrent merges exactly one of the two accounts stays open', async () => {
    const other = await server.createUser()
    const current = await wechatUser()
    const client = await server.as(current)
    const mobile = other.mobile!
    const code = await codeFor(server, client, 'bind', mobile)
    const input = { mobile, code, merge: true }
    const answers = await Promise.all([
      client.send('POST /v1/user_bind_mobile', input),
      client.send('POST /v1/user_bind_mobile', input),
    ])
    expect(answers.filter(({ code }) => code === 1).length).toBeGreaterThanOrEqual(1)
    const open = await server.db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [other.id, current.id])
      .where('closed_at', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
  })
})

describe('POST /v1/user_change_mobile', () => {
  async function proven(client: Client): Promise<string> {
    const code = await codeFor(server, client, 'change')
    return (await client.call('POST /v1/check_code', { code, scene: 'change' })).ticket
  }

  it('changes the number after old and new number are verified; a repeat changes nothing', async () => {
    const user = await server.createUser()
    const client = await server.as(user)
    const ticket = await proven(client)
    const mobile = newMobile()
    const input = { ticket, mobile, code: await codeFor(server, client, 'change', mobile) }
    expect(await client.call('POST /v1/user_change_mobile', input)).toMatchObject({ id: user.uid, mobile })
    expect(await client.call('POST /v1/user_change_mobile', input)).toMatchObject({ mobile })
    server.clock.advance(60)
    const back = { ticket, mobile: user.mobile!, code: await codeFor(server, client, 'change', user.mobile!) }
    expect(await client.send('POST /v1/user_change_mobile', back)).toMatchObject({ data: { error: 'ticket-invalid' } })
  })

  it('rejects an expired ticket and tickets of another user, for another number or for another purpose', async () => {
    const [client, otherClient] = [await server.as(), await server.as()]
    const mobile = newMobile()
    const foreign = await proven(otherClient)
    const code = await codeFor(server, client, 'change', mobile)
    const tryWith = (ticket: string) => client.send('POST /v1/user_change_mobile', { ticket, mobile, code })
    expect(await tryWith(foreign)).toMatchObject({ data: { error: 'ticket-invalid' } })

    // A ticket for another number than the user's current one.
    const other = newMobile()
    const wrongNumber = await client.call('POST /v1/check_code', {
      mobile: other,
      code: await codeFor(server, client, 'change', other),
      scene: 'change',
    })
    expect(await tryWith(wrongNumber.ticket)).toMatchObject({ data: { error: 'ticket-invalid' } })
    const cancel = await client.call('POST /v1/check_code', {
      code: await codeFor(server, client, 'cancel'),
      scene: 'cancel',
    })
    expect(await tryWith(cancel.ticket)).toMatchObject({ data: { error: 'ticket-invalid' } })
    server.clock.advance(60)
    const late = await proven(client)
    server.clock.advance(601)
    expect(
      await client.send('POST /v1/user_change_mobile', {
        ticket: late,
        mobile,
        code: await codeFor(server, client, 'change', mobile),
      }),
    ).toMatchObject({ data: { error: 'ticket-invalid' } })
  })

  it('returns the nickname of the account that has the number, and takes it only from an empty account', async () => {
    const busy = await server.createUser({ nickname: '有记录' })
    await giveRecords(busy.id)
    const empty = await server.createUser({ nickname: '空账号' })
    const client = await server.as()
    const ticket = await proven(client)
    const change = async (mobile: string, merge: boolean, code: string) =>
      client.send('POST /v1/user_change_mobile', { ticket, mobile, merge, code })
    const codes = {
      busy: await codeFor(server, client, 'change', busy.mobile!),
      empty: await codeFor(server, client, 'change', empty.mobile!),
    }
    expect(await change(busy.mobile!, true, codes.busy)).toMatchObject({
      code: 4,
      data: { nickname: '有记录', canMerge: false },
    })
    expect(await change(empty.mobile!, false, codes.empty)).toMatchObject({ code: 4, data: { canMerge: true } })
    expect(await change(empty.mobile!, true, codes.empty)).toMatchObject({ code: 1, data: { mobile: empty.mobile } })
    expect((await userOf(empty.id)).closed_at).toBe(server.clock.now())
  })

  it('rejects changing the number of an account that has none', async () => {
    const client = await server.as(await wechatUser())
    const input = { ticket: 'x', mobile: newMobile(), code: '1234' }
    expect(await client.send('POST /v1/user_change_mobile', input)).toMatchObject({ code: 5 })
  })
})
