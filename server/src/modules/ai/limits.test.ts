import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { testStart } from '../../testing/app'
import {
  askAi as ask,
  type AiClient as Client,
  startedConversation as conversationOf,
  owner,
  server,
  simulator,
  startAi,
  withModel,
} from './ai.fixture'
import { aiAccountData } from './public'

startAi()

it('rejects a repeated key, and parallel questions beyond the daily quota', async () => {
  const { client } = await owner()
  const key = randomUUID()
  await ask(client, { key, text: '栈是什么？' })
  expect((await client.send('POST /v1/ai_ask', { key, text: '栈是什么？' })).data.error).toBe('ai-repeated')
  const stranger = await server.as()
  expect((await stranger.send('POST /v1/ai_ask', { key, text: '栈是什么？', retry: true })).data.error).toBe(
    'ai-repeated',
  )
  await server.db.updateTable('ai_quota').set({ used: 49 }).execute()
  const both = await Promise.all(
    [1, 2, 3].map(async () => {
      const text = await (await client.fetch('POST /v1/ai_ask', { key: randomUUID(), text: '栈是什么？' })).text()
      return text.includes('"ai-quota"')
    }),
  )
  expect(both.filter((refused) => !refused)).toHaveLength(1)
  server.clock.advance(86_400)
  expect(await client.call('GET /v1/ai_status', {})).toMatchObject({ left: 50 })
})

it('ai_ask is refused while the user has a running exam attempt', async () => {
  const { id, client } = await owner()
  const school = await server.db
    .insertInto('schools')
    .values({
      uid: randomUUID(),
      slug: 'ai-school',
      name: '校',
      province: '',
      city: '',
      address: '',
      has_roster: false,
      position: 0,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const exam = await server.db
    .insertInto('exams')
    .values({
      slug: 'ai-exam',
      school_id: school.id,
      title: '考试',
      notice: '',
      starts_at: testStart - 10,
      ends_at: testStart + 200_000,
      duration: 100_000,
      attempts_allowed: 1,
      score: 100,
      pass_score: 60,
      question_count: 1,
      analysis: 'ended',
      rank: false,
      shuffle_questions: false,
      shuffle_options: false,
      seed: Buffer.alloc(16),
      closes_at: testStart + 200_000,
      published_at: testStart,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  withModel()
  simulator.trouble('half')
  const running = await client.fetch('POST /v1/ai_ask', { key: randomUUID(), text: '入栈和出栈为什么是常数时间？' })
  const reader = running.body!.getReader()
  let read = ''
  while (!read.includes('"type":"text"')) read += new TextDecoder().decode((await reader.read()).value)
  await server.db
    .insertInto('exam_attempts')
    .values({
      exam_id: exam.id,
      user_id: id,
      number: 1,
      seed: 1,
      state: 'running',
      started_at: testStart,
      deadline_at: testStart + 190_000,
    } as never)
    .execute()
  // An answer that is being written stops: every two seconds the server checks whether an exam has started.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2100)
  simulator.goOn()
  for (let part = await reader.read(); !part.done; part = await reader.read())
    read += new TextDecoder().decode(part.value)
  vi.restoreAllMocks()
  expect(JSON.parse(read.trim().split('\n').at(-1)!).data.turn).toMatchObject({ state: 'failed' })
  expect(await client.call('GET /v1/ai_status', {})).toMatchObject({ closed: true })
  expect((await client.send('POST /v1/ai_ask', { key: randomUUID(), text: '栈是什么？' })).data.error).toBe('ai-closed')
})

it("rejects invalid input, other users' conversations and guests", async () => {
  const [{ client }, stranger] = [await owner(), await server.as()]
  const refused = async (who: Client, input: object) =>
    (await who.send('POST /v1/ai_ask', { key: randomUUID(), ...input })).data.error
  expect(await refused(client, { text: '  ' })).toBe('invalid-input')
  expect(await refused(client, { text: '长'.repeat(501) })).toBe('invalid-input')
  expect(await refused(client, { text: '问', questionId: randomUUID() })).toBe('question-not-found')
  const conversationId = conversationOf(await ask(client, { text: '栈是什么？' }))
  expect(await refused(stranger, { text: '栈', conversationId })).toBe('ai-conversation-not-found')
  expect((await stranger.send('GET /v1/ai_conversation', { id: conversationId })).data.error).toBe(
    'ai-conversation-not-found',
  )
  expect((await stranger.send('POST /v1/ai_delete', { id: conversationId })).data.error).toBe(
    'ai-conversation-not-found',
  )
  expect((await server.guest.send('POST /v1/ai_ask', { key: randomUUID(), text: '栈' })).code).toBe(3)
  await client.call('POST /v1/ai_delete', { id: conversationId })
  expect((await client.call('GET /v1/ai_conversations', {})).total).toBe(0)
})

it('conversations are exported and erased with the account', async () => {
  const { id, client } = await owner()
  await ask(client, { text: '导出栈的问题' })
  expect(JSON.stringify(await aiAccountData.exportData!(server.db, id))).toContain('导出栈的问题')
  await aiAccountData.erase!(server.db, id, 0)
  expect(await aiAccountData.exportData!(server.db, id)).toEqual([])
})
