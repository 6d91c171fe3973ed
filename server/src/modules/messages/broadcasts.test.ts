import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { asStaff, createStaff } from '../../testing/staff'
import { broadcastJobs } from './broadcasts'

let app: TestApp
let operator: Client
let operatorId: number
beforeAll(async () => {
  app = await startTestApp()
  const person = await createStaff(app, 'operator', undefined, '运营')
  operatorId = person.id
})
beforeEach(async () => {
  operator = await asStaff(app, { id: operatorId })
})
afterAll(() => app.close())

const text = { title: '放假通知', body: '国庆期间客服照常回复。', link: '' }
const runJob = () => broadcastJobs.send_broadcasts({ db: app.db, clock: app.clock, log: app.env.log } as never, {})

async function sendToAll(sendAt: number | null = null) {
  const { recipients } = await operator.call('GET /staff/v1/broadcast_count', { to: 'all' })
  return operator.call('POST /staff/v1/broadcast_send', { ...text, audience: { to: 'all' }, sendAt, recipients })
}

const titles = async (client: Client) => (await client.call('GET /v1/user_message', {})).list.map(({ title }) => title)

const listed = async (id: string) =>
  (await operator.call('GET /staff/v1/broadcast_list', {})).list.find((one) => one.id === id)!

describe('POST /staff/v1/broadcast_send', () => {
  it('sends to all open accounts once, and a repeated run of the job sends nothing more', async () => {
    const client = await app.as()
    const { id } = await sendToAll()
    await runJob()
    await runJob()
    expect(await titles(client)).toEqual(['放假通知'])
    const sent = await listed(id)
    expect(sent).toMatchObject({ state: 'sent', audience: '所有人', read: 0, by: '运营' })
    const { count } = await app.db
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('broadcast_id', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(sent.recipients).toBe(count)
  })

  it('a broadcast is sent at its time, and can be cancelled before', async () => {
    const client = await app.as()
    const at = app.clock.now() + 600
    const [sentOne, cancelled] = [await sendToAll(at), await sendToAll(at)]
    await runJob()
    expect(await titles(client)).toEqual([])
    await operator.call('POST /staff/v1/broadcast_cancel', { id: cancelled.id })
    app.clock.advance(600)
    await runJob()
    expect(await titles(client)).toEqual(['放假通知'])
    const late = await operator.send('POST /staff/v1/broadcast_cancel', { id: sentOne.id })
    expect(late.data.error).toBe('broadcast-begun')
  })

  it('rejects a number of recipients that differs from the confirmed one, and an empty audience', async () => {
    const send = (recipients: number, to: 'all' | 'students') =>
      operator.send('POST /staff/v1/broadcast_send', { ...text, audience: { to }, sendAt: null, recipients })
    expect((await send(900, 'all')).data.error).toBe('broadcast-count')
    expect((await send(0, 'students')).data.error).toBe('broadcast-empty')
  })

  it('requires the password entered recently', async () => {
    const unproved = await asStaff(app, { id: operatorId }, { proved: false })
    const answer = await unproved.send('POST /staff/v1/broadcast_send', {
      ...text,
      audience: { to: 'all' },
      sendAt: null,
      recipients: 1,
    })
    expect(answer.data.error).toBe('proof-required')
  })

  it('a test message reaches only the sender', async () => {
    const other = await app.as()
    await operator.call('POST /staff/v1/broadcast_test', text)
    expect(await titles(other)).not.toContain('【测试】放假通知')
    expect(await titles(await app.as({ id: operatorId }))).toContain('【测试】放假通知')
  })
})

describe('POST /staff/v1/broadcast_recall', () => {
  it('removes the message from users who have not read it', async () => {
    const [reader, other] = [await app.as(), await app.as()]
    const { id } = await sendToAll()
    await runJob()
    const [message] = (await reader.call('GET /v1/user_message', {})).list
    await reader.call('GET /v1/message_read', { id: message!.id })
    const { recalled } = await operator.call('POST /staff/v1/broadcast_recall', { id, reason: '日期写错了' })
    const row = await listed(id)
    expect(row).toMatchObject({ state: 'recalled', recalled, read: 1 })
    expect(recalled).toBe(row.recipients - 1)
    expect(await titles(other)).not.toContain('放假通知')
    expect(await titles(reader)).toContain('放假通知')
  })
})
