import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { addUpload } from '../../testing/community'
import { runOps } from '../../testing/ops'
import { supportAccountData } from './public'

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

describe('help', () => {
  beforeAll(async () => {
    const { id } = await server.db
      .insertInto('help_categories')
      .values({ uid: randomUUID(), slug: 'buy', title: '购买与退款', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const article = (slug: string, title: string, plain: string, position: number) => ({
      uid: randomUUID(),
      category_id: id,
      slug,
      title,
      html: `<p>${plain}</p>`,
      plain,
      position,
    })
    await server.db
      .insertInto('help_articles')
      .values([
        article('refund', '怎样申请退款', '七天之内，学习不到两成，可以在订单里直接申请退款。', 1),
        article('invoice', '怎样开发票', '在订单详情里填写抬头和税号，Invoice 会发到邮箱。', 2),
      ])
      .execute()
  })

  it('help lists articles by category, also for guests', async () => {
    const [category] = await server.guest.call('GET /v1/help', {})
    expect(category).toMatchObject({ title: '购买与退款' })
    expect(category!.articles.map(({ title }) => title)).toEqual(['怎样申请退款', '怎样开发票'])
  })

  it('help finds words in the text of articles and returns a snippet', async () => {
    const [category] = await server.guest.call('GET /v1/help', { keyword: '订单 退款' })
    expect(category!.articles).toHaveLength(1)
    expect(category!.articles[0]!.snippet).toContain('退款')
    const [latin] = await server.guest.call('GET /v1/help', { keyword: 'invoice' })
    expect(latin!.articles[0]!.title).toBe('怎样开发票')
    expect(await server.guest.call('GET /v1/help', { keyword: '100%_' })).toEqual([])
    expect((await server.guest.send('GET /v1/help', { keyword: '长'.repeat(51) })).data.error).toBe('invalid-input')
  })

  it('help_info returns an article, or article-not-found for an unknown id', async () => {
    const [category] = await server.guest.call('GET /v1/help', { keyword: '发票' })
    const { id } = category!.articles[0]!
    expect(await server.guest.call('GET /v1/help_info', { id })).toMatchObject({ title: '怎样开发票' })
    expect((await server.guest.send('GET /v1/help_info', { id: randomUUID() })).data.error).toBe('article-not-found')
  })
})

describe('customer service', () => {
  it('stores messages with images; replies of staff are unread until the user opens the conversation', async () => {
    const { id, mobile, client } = await person()
    const picture = await addUpload(server.db, id, 'cs')
    const sent = await client.call('POST /v1/cs_send', { text: '付了款没有开通', images: [picture] })
    expect(sent).toMatchObject({ from: 'user', text: '付了款没有开通' })
    expect(sent.images).toHaveLength(1)
    expect(await ops('cs', 'list')).toContain(`${mobile}  测试同学`)
    expect(await ops('cs', 'list')).toContain('1 条待回复')
    server.clock.advance(10)
    await ops('cs', 'answer', mobile!, '已经为你开通，', '请刷新看看')
    expect(await ops('cs', 'list')).not.toContain('1 条待回复')
    await (await person()).client.call('POST /v1/cs_send', { text: '别人说的话' })
    expect(await ops('cs', 'show', mobile!)).not.toContain('别人说的话')
    expect(await ops('cs', 'show', mobile!)).toMatch(/付了款没有开通[\s\S]*图片：[\s\S]*客服：已经为你开通/)
    expect(await client.call('GET /v1/message_unread', {})).toMatchObject({ cs: 1, total: 1 })
    const { list } = await client.call('GET /v1/cs_messages', {})
    expect(list.map(({ from }) => from)).toEqual(['staff', 'user'])
    await client.call('POST /v1/cs_read', {})
    await client.call('POST /v1/cs_read', {})
    expect(await client.call('GET /v1/message_unread', {})).toMatchObject({ cs: 0, total: 0 })
  })

  it('keeps the order of messages within one second', async () => {
    const { client } = await person()
    const texts = Array.from({ length: 8 }, (_, i) => `第 ${i + 1} 句`)
    for (const text of texts) await client.call('POST /v1/cs_send', { text })
    const { list, lastItem } = await client.call('GET /v1/cs_messages', { pageSize: 5 })
    const older = await client.call('GET /v1/cs_messages', { pageSize: 5, pageNo: 2, lastItem: lastItem! })
    expect([...list, ...older.list].map(({ text }) => text)).toEqual([...texts].reverse())
  })

  it('cs_send stores one message for repeated requests with one idempotency key', async () => {
    const { client } = await person()
    const key = randomUUID()
    const first = await client.call('POST /v1/cs_send', { text: '在吗' }, { key })
    expect(await client.call('POST /v1/cs_send', { text: '在吗' }, { key })).toEqual(first)
    expect((await client.call('GET /v1/cs_messages', {})).total).toBe(1)
  })

  it('cs_send rejects empty messages, more than 500 characters and images of other users', async () => {
    const [one, other] = [await person(), await person()]
    const refused = async (input: object) => (await one.client.send('POST /v1/cs_send', input)).data.error
    expect(await refused({ text: '  ' })).toBe('invalid-input')
    expect(await refused({ text: '长'.repeat(501) })).toBe('invalid-input')
    expect(await refused({ text: '', images: Array.from({ length: 10 }, () => randomUUID()) })).toBe('invalid-input')
    expect(await refused({ text: '看图', images: [await addUpload(server.db, other.id, 'cs')] })).toBe(
      'image-not-found',
    )
    expect(await refused({ text: '看图', images: [await addUpload(server.db, one.id, 'avatar')] })).toBe(
      'image-not-found',
    )
    expect((await server.guest.send('POST /v1/cs_send', { text: '你好' })).code).toBe(3)
    expect((await other.client.call('GET /v1/cs_messages', {})).total).toBe(0)
  })

  it('cs_send rejects more than 60 messages per hour', async () => {
    const { client } = await person()
    for (let i = 0; i < 60; i++) await client.call('POST /v1/cs_send', { text: `第 ${i} 句` })
    expect((await client.send('POST /v1/cs_send', { text: '还有' })).code).toBe(429)
  })
})

describe('feedback', () => {
  it('feedback is stored, processed and answered, and the user receives the answer as a message', async () => {
    const { id, client } = await person()
    const picture = await addUpload(server.db, id, 'feedback')
    const sent = await client.call('POST /v1/opinion', {
      kind: 'bug',
      text: '播放到一半就卡住了',
      images: [picture],
      contact: 'wx-123',
    })
    expect(sent).toMatchObject({ state: 'waiting', kind: 'bug', contact: 'wx-123' })
    expect(await ops('feedback', 'list')).toContain('播放到一半就卡住了')
    await ops('feedback', 'take', sent.id)
    expect((await client.call('GET /v1/opinion_list', {})).list[0]!.state).toBe('handling')
    await ops('feedback', 'answer', sent.id, '已修好，谢谢')
    const { list } = await client.call('GET /v1/opinion_list', {})
    expect(list[0]).toMatchObject({ state: 'answered', answer: '已修好，谢谢' })
    const { list: messages } = await client.call('GET /v1/user_message', {})
    expect(messages[0]).toMatchObject({ title: '你的反馈有回复了', link: 'pages/help/feedback?tab=mine' })
    expect(await ops('feedback', 'list')).not.toContain('播放到一半')
    await expect(ops('feedback', 'answer', randomUUID(), '无')).rejects.toThrow('没有这个编号')
  })

  it('feedback with invalid input is rejected', async () => {
    const [one, other] = [await person(), await person()]
    const good = { kind: 'idea', text: '希望支持自动换行', images: [], contact: '' }
    const refused = async (change: object) =>
      (await one.client.send('POST /v1/opinion', { ...good, ...change })).data.error
    expect(await refused({ text: '好' })).toBe('invalid-input')
    expect(await refused({ text: '长'.repeat(501) })).toBe('invalid-input')
    expect(await refused({ kind: 'rant' })).toBe('invalid-input')
    expect(await refused({ images: [await addUpload(server.db, other.id, 'feedback')] })).toBe('image-not-found')
    expect(await refused({ images: [await addUpload(server.db, one.id, 'feedback', false)] })).toBe('image-not-found')
    expect((await other.client.call('GET /v1/opinion_list', {})).total).toBe(0)
    expect((await server.guest.send('POST /v1/opinion', good)).code).toBe(3)
  })
})

it('support data is exported and erased with the account', async () => {
  const { id, client } = await person()
  await client.call('POST /v1/cs_send', { text: '导出我' })
  await client.call('POST /v1/opinion', { kind: 'other', text: '导出我的反馈' })
  expect(await supportAccountData.hasRecords!(server.db, id)).toBe(true)
  expect(JSON.stringify(await supportAccountData.exportData!(server.db, id))).toMatch(/导出我.*导出我的反馈/)
  await supportAccountData.erase!(server.db, id, 0)
  expect(await supportAccountData.hasRecords!(server.db, id)).toBe(false)
})
