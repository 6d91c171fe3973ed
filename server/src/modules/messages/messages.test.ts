import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { runOps } from '../../testing/ops'
import { messageJobs, messageJobsWork, notify } from './public'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

async function person() {
  const user = await server.createUser()
  return { ...user, client: await server.as(user) }
}

const ops = async (...args: string[]) => (await runOps(server, ...args)).join('\n')

const none = { system: 0, order: 0, study: 0, social: 0, cs: 0, total: 0 }

describe('messages', () => {
  it('lists messages newest first and by kind; a new message does not repeat a row on the next page', async () => {
    const { id, client } = await person()
    for (let i = 0; i < 12; i++)
      await notify(
        server.db,
        { userId: id, kind: i % 2 ? 'order' : 'study', title: `第 ${i} 条`, body: '内容' },
        testStart + i,
      )
    const first = await client.call('GET /v1/user_message', { pageSize: 5 })
    expect(first.list.map(({ title }) => title)).toEqual(['第 11 条', '第 10 条', '第 9 条', '第 8 条', '第 7 条'])
    expect(first).toMatchObject({ total: 12, hasMore: true })
    // A new message must not repeat a row on the next page.
    await notify(server.db, { userId: id, kind: 'system', title: '新来的', body: '' }, testStart + 20)
    const next = await client.call('GET /v1/user_message', { pageSize: 5, pageNo: 2, lastItem: first.lastItem! })
    expect(next.list.map(({ title }) => title)).toEqual(['第 6 条', '第 5 条', '第 4 条', '第 3 条', '第 2 条'])
    const orders = await client.call('GET /v1/user_message', { kind: 'order' })
    expect(orders.total).toBe(6)
    expect(new Set(orders.list.map(({ kind }) => kind))).toEqual(new Set(['order']))
  })

  it('message_read marks one message, a kind or all messages as read; repeating it changes nothing', async () => {
    const { id, client } = await person()
    for (const kind of ['system', 'order', 'order', 'study', 'social'] as const)
      await notify(server.db, { userId: id, kind, title: kind, body: '' }, testStart)
    expect(await client.call('GET /v1/message_unread', {})).toEqual({
      ...none,
      system: 1,
      order: 2,
      study: 1,
      social: 1,
      total: 5,
    })
    const { list } = await client.call('GET /v1/user_message', { kind: 'order' })
    await client.call('GET /v1/message_read', { id: list[0]!.id })
    expect(await client.call('GET /v1/message_read', { id: list[0]!.id })).toMatchObject({ order: 1, total: 4 })
    expect(await client.call('GET /v1/message_read', { kind: 'order' })).toMatchObject({ order: 0, total: 3 })
    expect(await client.call('GET /v1/message_read', {})).toEqual(none)
    expect((await client.call('GET /v1/user_message', {})).list.every(({ read }) => read)).toBe(true)
  })

  it('messages of other users are not returned or marked read; an unknown id changes nothing', async () => {
    const [owner, other] = [await person(), await person()]
    await notify(server.db, { userId: owner.id, kind: 'system', title: '私事', body: '' }, testStart)
    const { list } = await owner.client.call('GET /v1/user_message', {})
    expect((await other.client.call('GET /v1/user_message', {})).total).toBe(0)
    expect(await other.client.call('GET /v1/message_read', { id: list[0]!.id })).toEqual(none)
    await owner.client.call('GET /v1/message_read', { id: randomUUID() })
    expect(await owner.client.call('GET /v1/message_unread', {})).toMatchObject({ system: 1 })
  })

  it('message calls require a login and valid input', async () => {
    for (const name of ['GET /v1/user_message', 'GET /v1/message_read', 'GET /v1/message_kinds'] as const)
      expect((await server.guest.send(name, {})).code).toBe(3)
    const { client } = await person()
    expect((await client.send('GET /v1/user_message', { kind: 'spam' })).data.error).toBe('invalid-input')
    expect((await client.send('GET /v1/message_read', { id: "1' or 1=1" })).data.error).toBe('invalid-input')
  })

  it('message_kinds returns the newest of each kind and the last customer service message', async () => {
    const { id, client } = await person()
    await notify(server.db, { userId: id, kind: 'study', title: '旧', body: '' }, testStart)
    await notify(server.db, { userId: id, kind: 'study', title: '新', body: '' }, testStart + 5)
    await server.db
      .insertInto('cs_messages')
      .values({ user_id: id, sender: 'staff', text: '在的', created_at: testStart })
      .execute()
    const { kinds, unread, cs } = await client.call('GET /v1/message_kinds', {})
    expect(kinds.map(({ kind, latest }) => [kind, latest?.title])).toEqual([
      ['system', undefined],
      ['order', undefined],
      ['study', '新'],
      ['social', undefined],
    ])
    expect(unread).toEqual({ ...none, study: 2, cs: 1, total: 3 })
    expect(cs).toEqual({ text: '在的', createdAt: testStart })
  })
})

describe('npm run ops -- message send', () => {
  it('sends to one user, a class or all users with open accounts', async () => {
    const [one, classmate, elsewhere, gone] = [await person(), await person(), await person(), await person()]
    const school = await server.db
      .insertInto('schools')
      .values({
        uid: randomUUID(),
        slug: 'test-school',
        name: '测试大学',
        province: '湖北省',
        city: '武汉市',
        address: '',
        has_roster: false,
        position: 0,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { uid: randomUUID(), school_id: school.id, slug: 'cs-1', name: '计算机 1 班', college: '', year: 2025 }
    const addClass = (values: object) =>
      server.db
        .insertInto('classes')
        .values({ ...row, position: 0, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    const schoolClass = await addClass({})
    const otherClass = await addClass({ uid: randomUUID(), slug: 'cs-2' })
    for (const { id } of [one, classmate, elsewhere])
      await server.db
        .insertInto('student_applications')
        .values({
          user_id: id,
          school_id: school.id,
          school_name: '测试大学',
          class_id: id === elsewhere.id ? otherClass.id : schoolClass.id,
          class_name: '计算机 1 班',
          student_no: String(id),
          name: '学生',
          submitted_at: testStart,
        } as never)
        .execute()
    // Only verified students belong to a class.
    const students = [classmate.id, elsewhere.id]
    await server.db.updateTable('users').set({ student_status: 'passed' }).where('id', 'in', students).execute()
    await server.db.updateTable('users').set({ closed_at: testStart }).where('id', '=', gone.id).execute()

    expect(await ops('message', 'send', one.mobile!, '系统', '你好', '单独给你', 'pages/help/index')).toContain('1 人')
    expect(await ops('message', 'send', 'test-school/cs-1', '学习', '明天考试', '带好证件')).toContain('1 人')
    expect(await ops('message', 'send', 'all', '系统', '停机通知', '今晚维护')).toMatch(/已发给 \d+ 人/)
    const titles = async ({ client }: typeof one) =>
      (await client.call('GET /v1/user_message', {})).list.map(({ title }) => title).sort()
    expect(await titles(one)).toEqual(['停机通知', '你好'].sort())
    expect(await titles(classmate)).toEqual(['停机通知', '明天考试'].sort())
    expect(await titles(elsewhere)).toEqual(['停机通知'])
    const left = await server.db.selectFrom('messages').select('id').where('user_id', '=', gone.id).execute()
    expect(left).toEqual([])
    expect(await ops('message', 'classes')).toContain('test-school/cs-1')
  })

  it.each([
    ['nobody', '系统', '标题', '正文'],
    ['all', '广告', '标题', '正文'],
    ['all', '系统', ' ', '正文'],
    ['all', '系统', '标题', '正文', 'https://evil.example'],
    ['all', '系统', '标题', '正文', 'javascript:alert(1)'],
  ])('message send rejects the arguments %s %s %s %s %s', async (...args) => {
    await expect(ops('message', 'send', ...args)).rejects.toThrow('用法')
  })

  it('message send fails if no user has the given mobile number', async () => {
    await expect(ops('message', 'send', '13999999999', '系统', '标题', '正文')).rejects.toThrow('没有人收到')
  })
})

describe('notification settings of users', () => {
  const job = () => messageJobs.remind_students({ db: server.db, clock: server.clock } as never, undefined as never)
  const titles = async (client: Awaited<ReturnType<typeof person>>['client'], kind: 'study' | 'social') =>
    (await client.call('GET /v1/user_message', { kind })).list.map(({ title }) => title)

  it('settings belong to one user; switching off likes and replies stops only these messages', async () => {
    const [one, two] = [await person(), await person()]
    expect(await one.client.call('GET /v1/notify_settings', {})).toEqual({ social: true, remindMinute: null })
    await one.client.call('POST /v1/notify_settings', { social: false, remindMinute: 1200 })
    expect(await one.client.call('GET /v1/notify_settings', {})).toEqual({ social: false, remindMinute: 1200 })
    expect(await two.client.call('GET /v1/notify_settings', {})).toEqual({ social: true, remindMinute: null })
    for (const { id } of [one, two])
      for (const kind of ['social', 'study'] as const)
        await notify(server.db, { userId: id, kind, title: '一条', body: '' }, testStart)
    expect(await titles(one.client, 'social')).toEqual([])
    expect(await titles(one.client, 'study')).toEqual(['一条'])
    expect(await titles(two.client, 'social')).toEqual(['一条'])
    expect(await one.client.send('POST /v1/notify_settings', { social: true, remindMinute: 1440 })).toMatchObject({
      code: 0,
    })
  })

  it('a user who has not studied is reminded once at the chosen minute in Shanghai, and the next day again', async () => {
    const { id, client } = await person()
    const start = Math.floor((testStart + 8 * 3600) / 86_400) * 86_400 - 8 * 3600
    await client.call('POST /v1/notify_settings', { social: true, remindMinute: 20 * 60 })
    const isDue = async () => {
      const due = messageJobsWork.remind_students(server.clock.now())
      const { rows } = await sql<{ due: boolean }>`select ${due} as due`.execute(server.db)
      return rows[0]!.due
    }
    server.clock.set(start + 20 * 3600 - 1)
    expect(await isDue()).toBe(false)
    await job()
    expect(await titles(client, 'study')).toEqual([])
    server.clock.set(start + 20 * 3600)
    expect(await isDue()).toBe(true)
    await job()
    expect(await isDue()).toBe(false)
    await job()
    expect(await titles(client, 'study')).toEqual(['到学习时间了'])
    server.clock.set(start + 86_400 + 22 * 3600)
    await job()
    expect(await titles(client, 'study')).toHaveLength(1)
    server.clock.set(start + 2 * 86_400 + 20 * 3600)
    await job()
    expect(await titles(client, 'study')).toHaveLength(2)
    expect(id).toBeGreaterThan(0)
    server.clock.set(testStart)
  })
})
