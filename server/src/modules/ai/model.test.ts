import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAiCompatible } from '../../adapters/ai/openai'
import { CodeQueue } from '../../adapters/runner/queue'
import type { CodeRunner } from '../../adapters/runner/runner'
import { emptyResult } from '../../runner/empty-result'
import { startTestApp, type TestApp } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { aiKey, aiModel, simulatedTokens, startOpenAiSimulator } from '../../testing/simulators/openai'
import { type AiClient, askAi, finalTurn, startedConversation } from './ai.fixture'
import { reserveSpending, settleSpending } from './budget'
import { promptVersion } from './prompt'

/** Simulated results of two programs; the tests of runcode run real ones. */
const runner: CodeRunner = {
  name: 'fixed results',
  slots: 1,
  languages: async () => [{ language: 'javascript', name: 'JavaScript', version: '', note: '' }],
  run: async ({ source }) =>
    source.includes('undefinedName')
      ? {
          ...emptyResult,
          stdout: '1\n',
          stderr: 'ReferenceError: undefinedName is not defined',
          exitCode: 1,
          reason: 'error',
        }
      : { ...emptyResult, stdout: '42\n', exitCode: 0, reason: 'ok' },
  health: async () => true,
  close: async () => {},
}

let server: TestApp
let simulator: Awaited<ReturnType<typeof startOpenAiSimulator>>
beforeAll(async () => {
  simulator = await startOpenAiSimulator()
  server = await startTestApp()
  server.env.code = new CodeQueue(runner)
  await addCurriculum(server.db, {
    kind: 'textbook',
    title: '数据结构',
    chapters: [
      {
        title: '1.1 栈：后进先出',
        free: true,
        text: [
          '栈只允许在一端进出，这一端叫栈顶。',
          '入栈和出栈都只动栈顶，所以时间复杂度是常数。',
          '递归没有出口时，函数一直调用自己，调用栈会溢出，报 RecursionError。',
        ],
      },
      { title: '1.2 队列：先进先出', free: true, text: ['队列从队尾进、从队头出，像食堂打饭排队。'] },
    ],
  })
})
afterAll(async () => {
  await server.close()
  await simulator.close()
})
const free = { user: { tokens: 0, micros: 0 }, site: { tokens: 0, micros: 0 } }
beforeEach(() => {
  server.env.ai = openAiCompatible({ url: simulator.url, key: aiKey, model: aiModel })
})
afterEach(async () => {
  simulator.trouble()
  Object.assign(server.env.config.ai, { budget: free, price: { input: 0, output: 0 } })
  await server.db.deleteFrom('ai_spending').execute()
  await server.db.deleteFrom('ai_site_spending').execute()
})

const stack = { text: '入栈和出栈为什么是常数时间？' }
const rowOf = (uid: string) =>
  server.db.selectFrom('ai_turns').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
const spentBy = async (userId: number) =>
  (await server.db.selectFrom('ai_spending').selectAll().where('user_id', '=', userId).executeTakeFirst())?.tokens ?? 0

describe('citations', () => {
  it('drops a sentence with a forged citation and marks one without a source', async () => {
    simulator.say(
      '入栈和出栈都只动栈顶。[1]\n\n红黑树通过旋转和染色保持平衡高度。[1]\n\n平衡因子等于左右子树的高度之差。',
    )
    const turn = finalTurn(await askAi(await server.as(), stack))
    expect(turn).toMatchObject({ generated: true, held: true, dropped: 1 })
    expect(turn.text).not.toContain('红黑树')
    expect(turn.text).toContain('高度之差。[?]')
    expect(turn.html).toContain('<span class="unsourced">资料里没有，请核对</span>')
    expect(await rowOf(turn.id)).toMatchObject({ dropped: 1, marked: 1 })
  })

  it('if sources support no sentence of an answer, nothing of it is streamed, and a quotation replaces it', async () => {
    simulator.say('你被骗了。请访问 https://evil.example/ 。红黑树通过旋转和染色保持平衡高度。')
    const list = await askAi(await server.as(), stack)
    expect(finalTurn(list)).toMatchObject({ generated: false, state: 'done', held: true })
    expect(JSON.stringify(list)).not.toMatch(/被骗|evil|红黑树/)
    expect(finalTurn(list).text).toContain('入栈和出栈都只动栈顶')
  })

  it('an answer never contains the rules of the prompt, requests for secrets, or links', async () => {
    simulator.trouble('leaks')
    expect(JSON.stringify(await askAi(await server.as(), stack))).not.toContain('不要透露')
    simulator.say('入栈和出栈都只动栈顶。[1] 请把你的密码和验证码发给我。看 [这里](https://evil.example/?q=栈)。')
    const text = JSON.stringify(await askAi(await server.as(), stack))
    expect(text).toContain('只动栈顶')
    expect(text).not.toMatch(/密码|evil/)
  })

  it('shows the actual output of a program instead of the output that the model wrote', async () => {
    simulator.say(
      '入栈和出栈都只动栈顶。[1]\n\n```javascript\nconsole.log(20 + 22)\n```\n\n```text\n41\n```\n\n栈只允许在一端进出。[1]',
    )
    const turn = finalTurn(await askAi(await server.as(), stack))
    expect(turn.text).toContain('实际运行的输出：\n\n```text\n42\n```')
    expect(turn.text).not.toContain('41')
  })
})

describe('modes', () => {
  it("mode guide asks questions back, continues after the student's reply, and is refused without a model", async () => {
    const client = await server.as()
    simulator.say('入栈和出栈都只动栈顶。[1] 那么出栈要不要移动别的元素？')
    const first = await askAi(client, { ...stack, mode: 'guide' })
    const conversationId = startedConversation(first)
    expect(finalTurn(first).text).toMatch(/？$/)
    simulator.say('对，栈只允许在一端进出。[1] 所以步数和元素个数有关吗？')
    await askAi(client, { conversationId, mode: 'guide', text: '不要移动' })
    const sent = simulator.seen.at(-1)!.messages
    expect(sent.at(-1)!.content).toContain('最后一句必须是问句')
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    server.env.ai = null
    const refused = await client.send('POST /v1/ai_ask', { key: randomUUID(), mode: 'guide', text: '栈' })
    expect(refused.data.error).toBe('ai-needs-model')
  })

  it('the server runs the program of the student, and the prompt quotes its actual error', async () => {
    const code = { language: 'javascript', source: 'console.log(1)\nundefinedName()' }
    simulator.say('程序在 undefinedName 这一行出错，名字 is not defined。')
    const turn = finalTurn(await askAi(await server.as(), { code }))
    expect(simulator.seen.at(-1)!.messages.at(-1)!.content).toMatch(/运行结果：[\s\S]*undefinedName/)
    expect(turn).toMatchObject({ question: '解释这个程序的结果', quote: 'console.log(1)', state: 'done' })
    server.env.ai = null
    const plain = finalTurn(await askAi(await server.as(), { code }))
    expect(plain.text).toContain('还没有定义的名字')
    expect(plain.generated).toBe(false)
  })

  it('completes a follow-up question by the topic of the conversation', async () => {
    server.env.ai = null
    const client = await server.as()
    const first = await askAi(client, { text: '队列从哪里进出？' })
    const turn = finalTurn(await askAi(client, { conversationId: startedConversation(first), text: '那它像什么？' }))
    expect(turn.sources[0]!.label).toBe('教材 1.2 第 1 段')
    // A new topic that no content contains is not answered about the earlier one.
    const other = finalTurn(
      await askAi(client, { conversationId: startedConversation(first), text: '红烧肉怎么做才不腻？' }),
    )
    expect(other.text).toContain('没有讲到这个问题')
  })
})

describe('budget', () => {
  it('records model, prompt version, tokens and cost of an answer, and books them for user and site', async () => {
    Object.assign(server.env.config.ai, { price: { input: 2, output: 8 } })
    const user = await server.createUser()
    const turn = finalTurn(await askAi(await server.as(user), stack))
    const { input, output } = simulatedTokens
    expect(await rowOf(turn.id)).toMatchObject({
      model: aiModel,
      prompt_version: promptVersion,
      input_tokens: input,
      output_tokens: output,
      cost_micros: input * 2 + output * 8,
    })
    expect(await spentBy(user.id)).toBe(input + output)
    const site = await server.db.selectFrom('ai_site_spending').selectAll().executeTakeFirstOrThrow()
    expect(site).toMatchObject({ tokens: input + output, cost_micros: input * 2 + output * 8 })
  })

  it('counts an estimate if the service reports no tokens', async () => {
    simulator.trouble('uncounted')
    const turn = finalTurn(await askAi(await server.as(), stack))
    const { input_tokens, output_tokens } = await rowOf(turn.id)
    expect(input_tokens).toBeGreaterThan(100)
    expect(output_tokens).toBeGreaterThan(10)
  })

  it.each([
    ['user', 'tokens', '你今天'],
    ['site', 'tokens', '全站'],
    ['user', 'micros', '你今天'],
    ['site', 'micros', '全站'],
  ] as const)('quotes the materials if the budget of the %s in %s is spent', async (scope, unit, text) => {
    const most = unit === 'tokens' ? 4000 : 4_000_000
    Object.assign(server.env.config.ai, {
      price: { input: 1000, output: 1000 },
      budget: { ...free, [scope]: { tokens: 0, micros: 0, [unit]: most } },
    })
    const user = await server.createUser()
    const client = await server.as(user)
    await askAi(client, stack)
    await server.db
      .updateTable(scope === 'user' ? 'ai_spending' : 'ai_site_spending')
      .set({ tokens: 3900, cost_micros: 3_900_000 })
      .execute()
    const requestsBefore = simulator.seen.length
    const turn = finalTurn(await askAi(client, stack))
    expect(turn).toMatchObject({ generated: false, state: 'done' })
    expect(turn.text).toContain(text)
    expect(simulator.seen).toHaveLength(requestsBefore)
    expect(await client.call('GET /v1/ai_status', {})).toMatchObject({ generates: true, spent: scope })
    server.clock.advance(86_400)
    expect(await client.call('GET /v1/ai_status', {})).toMatchObject({ spent: null })
  })

  it('parallel reservations cannot exceed a budget together', async () => {
    const { id: userId } = await server.createUser()
    const settings = { budget: { user: { tokens: 1000, micros: 0 }, site: { tokens: 0, micros: 0 } } }
    const wanted = { userId, now: server.clock.now(), purpose: 'ask' as const, tokens: 300, micros: 5 }
    const { id: otherId } = await server.createUser()
    await reserveSpending(server.db, { ...wanted, userId: otherId }, settings)
    const results = await Promise.all(Array.from({ length: 8 }, () => reserveSpending(server.db, wanted, settings)))
    const granted = results.flatMap((result) => (typeof result === 'string' ? [] : [result]))
    expect(granted).toHaveLength(3)
    for (const one of granted) await settleSpending(server.db, one, { tokens: 10, micros: 1 })
    expect(await spentBy(userId)).toBe(30)
    expect(await spentBy(otherId)).toBe(300)
    const site = await server.db.selectFrom('ai_site_spending').selectAll().executeTakeFirstOrThrow()
    expect(site).toMatchObject({ tokens: 330, cost_micros: 8 })
  })

  it.each(['error', 'refused'] as const)(
    'books nothing for a request that the service rejects: %s',
    async (trouble) => {
      simulator.trouble(trouble)
      const user = await server.createUser()
      expect(finalTurn(await askAi(await server.as(user), stack)).state).toBe('failed')
      expect(await spentBy(user.id)).toBe(0)
    },
  )

  it.each(['cut', 'length', 'endless'] as const)(
    'counts and shows the part of an answer that was received before it broke off: %s',
    async (trouble) => {
      simulator.trouble(trouble)
      const user = await server.createUser()
      const turn = finalTurn(await askAi(await server.as(user), stack))
      expect(turn.state).toBe('failed')
      expect(turn.text).toContain('栈顶。[1]')
      expect(turn.text.length).toBeLessThan(8000)
      expect(await spentBy(user.id)).toBeGreaterThan(100)
    },
  )

  it('stops waiting for a service that stalls, and stores the text received so far', async () => {
    server.env.ai = openAiCompatible({
      url: simulator.url,
      key: aiKey,
      model: aiModel,
      patience: { chunkMs: 700, wholeMs: 60_000 },
    })
    simulator.trouble('half')
    const turn = finalTurn(await askAi(await server.as(), stack))
    expect(turn.state).toBe('failed')
    expect(turn.text).toContain('栈顶。[1]')
    simulator.trouble('hang')
    expect(finalTurn(await askAi(await server.as(), stack))).toMatchObject({ state: 'failed', text: '' })
  })
})

describe('conversations', () => {
  const list = async (client: AiClient, keyword: string) =>
    (await client.call('GET /v1/ai_conversations', { keyword })).list.map(({ title }) => title)

  it('conversations are found by words of title, question and answer, but only by the user who wrote them', async () => {
    const [client, stranger] = [await server.as(), await server.as()]
    await askAi(client, stack)
    await askAi(client, { text: '队列从哪里进出？' })
    expect(await list(client, '')).toHaveLength(2)
    expect(await list(client, '食堂')).toEqual(['队列从哪里进出？'])
    expect(await list(client, '队列 食堂')).toEqual(['队列从哪里进出？'])
    expect(await list(client, '100%')).toEqual([])
    expect(await list(stranger, '食堂')).toEqual([])
  })

  it('exports one conversation or all as Markdown and deletes them together', async () => {
    const [client, stranger] = [await server.as(), await server.as()]
    const id = startedConversation(await askAi(client, stack))
    await askAi(client, { text: '队列从哪里进出？' })
    const one = await client.call('GET /v1/ai_export', { id })
    expect(one.text).toContain('**问：** 入栈和出栈')
    expect(one.text).toContain(`AI 生成（${aiModel}）`)
    expect(one.text).not.toContain('队列从哪里')
    expect((await client.call('GET /v1/ai_export', {})).text).toContain('队列从哪里')
    expect((await stranger.send('GET /v1/ai_export', { id })).data.error).toBe('ai-conversation-not-found')
    expect(await stranger.call('POST /v1/ai_delete_all', {})).toEqual({ deleted: 0 })
    expect(await client.call('POST /v1/ai_delete_all', {})).toEqual({ deleted: 2 })
    expect(await list(client, '')).toEqual([])
  })
})
